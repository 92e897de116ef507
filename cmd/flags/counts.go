package flags

import (
	"fmt"

	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/summary"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/spf13/cobra"
)

// Counts holds the flags that say what a sweep counts in its runs.
type Counts struct {
	By, Facts []string
	NoHash    bool
}

// Flags enters the flags into a verb.
func (n *Counts) Flags(c *cobra.Command) {
	f := c.Flags()
	f.StringSliceVar(&n.By, "by", nil, "count the runs by how often this `RULE` fired (repeatable)")
	f.StringArrayVar(&n.Facts, "facts", nil, "count these `FACTS` at the end of the runs (repeatable)")
	f.BoolVar(&n.NoHash, "no-hash", false,
		"do not count different runs, which takes as long as running them, and memory for each step")
}

// Options returns the options of a sweep of a program, and the indexes of the rules by whose firings runs are grouped.
func (n *Counts) Options(prog *lang.Program) (o sweep.Options, by []int, err error) {
	if by, err = summary.Rules(prog, n.By); err != nil {
		return o, nil, fmt.Errorf("%s: --by: %w", prog.Source, err)
	}
	facts, err := summary.Tallies(prog, n.Facts)
	if err != nil {
		return o, nil, fmt.Errorf("%s: --facts: %w", prog.Source, err)
	}
	return sweep.Options{NoHash: n.NoHash, Facts: facts, Goal: true}, by, nil
}
