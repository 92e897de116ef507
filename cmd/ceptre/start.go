package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/spf13/cobra"
)

// starter holds the flags that say where a run starts.
type starter struct {
	trace          int
	stage, context string
}

// flags enters the flags into a verb.
func (s *starter) flags(c *cobra.Command) {
	f := c.Flags()
	f.IntVar(&s.trace, "trace", 1, "which #trace of the program to start from, counted from 1")
	f.StringVar(&s.stage, "stage", "", "the stage to start in, instead of that of a #trace")
	f.StringVar(&s.context, "context", "", "the context to start from, instead of that of a #trace")
}

// start returns where the flags say that the run starts.
func (s *starter) start(c *cobra.Command, prog *lang.Program) (*lang.Trace, error) {
	if c.Flags().Changed("stage") || c.Flags().Changed("context") {
		return s.place(c, prog)
	}
	n := len(prog.Traces)
	switch {
	case n == 0:
		return nil, fmt.Errorf("%s: there is no #trace to run; add one, `#trace _ STAGE CONTEXT.`, or give --stage and --context", prog.Source.Name)
	case s.trace < 1 || s.trace > n:
		return nil, fmt.Errorf("%s: there is no trace %d: the program has %s", prog.Source.Name, s.trace, plural(n, "#trace"))
	}
	return prog.Traces[s.trace-1], nil
}

// place returns a start from the stage and the context given, without a bound.
func (s *starter) place(c *cobra.Command, prog *lang.Program) (*lang.Trace, error) {
	if c.Flags().Changed("trace") {
		return nil, cli.BadFlag(c, "give --trace, or --stage and --context, but not both")
	}
	stage, err := find("stage", s.stage, texts(prog.Stages, func(s *lang.Stage) string { return s.Name }))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", prog.Source.Name, err)
	}
	context, err := find("context", s.context, texts(prog.Contexts, func(c *lang.Context) string { return c.Name }))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", prog.Source.Name, err)
	}
	return &lang.Trace{Stage: prog.Stages[stage], Context: prog.Contexts[context]}, nil
}

// find returns the index of a name. The only one there is need not be given.
func find(kind, name string, names []string) (int, error) {
	i := slices.Index(names, name)
	switch {
	case i >= 0:
		return i, nil
	case len(names) == 0:
		return 0, fmt.Errorf("the program has no %s with a name", kind)
	case name == "" && len(names) == 1:
		return 0, nil
	case name == "":
		return 0, fmt.Errorf("give --%s, too; there is %s", kind, strings.Join(names, ", "))
	}
	return 0, fmt.Errorf("there is no %s %q; there is %s", kind, name, strings.Join(names, ", "))
}
