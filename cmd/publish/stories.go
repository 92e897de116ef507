package publish

import (
	"errors"
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/hash"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/site"
	"github.com/ceptre-graph/ceptre/site/shelf"
	"github.com/spf13/cobra"
)

// mostKnown is how many runs in a row may tell stories that are known already: at least so
// many, and ten for each that is known.
const mostKnown = 100

// mayRun returns an error if the flags do not fit several runs. Chance chooses in all stages.
func (p *Publication) mayRun(c *cobra.Command, as shelf.Form) error {
	switch {
	case p.Runs < 1:
		return cli.BadFlag(c, "--runs %d: give a positive number", p.Runs)
	case p.Plan:
		return cli.BadFlag(c, "--plan is for one story, but --runs publishes several")
	case as.Write != nil:
		return cli.BadFlag(c, "--runs writes a site, not %s", as.Name)
	case !slices.Contains([]string{"", "random", "rule"}, p.Choose):
		return cli.BadFlag(c, "--runs needs random choices for different stories; --choose can only be random or rule")
	}
	p.Alone, p.Once = true, true
	return nil
}

// publishRuns writes different stories of one program: runs with successive seeds that differ by more than the order
// of independent events.
func (p *Publication) publishRuns(c *cobra.Command, s cli.Streams, input string, as shelf.Form) error {
	if err := p.mayRun(c, as); err != nil {
		return err
	}
	from, err := p.source(c, s, input) // which refuses --runs for a trace
	if err != nil {
		return err
	}
	graphs, solved, tries, err := p.different(c, from.prog)
	if err != nil {
		return err
	}
	if unsolved := len(graphs) - len(solved); p.Outcome != nil && unsolved > 0 && !p.Quiet {
		fmt.Fprintf(s.Err, "%s: stories without a solution: %d of %d\n", from.prog.Source, unsolved, len(graphs))
	}
	if len(graphs) < p.Runs && !p.Quiet {
		fmt.Fprintf(s.Err, "%s: of %s, only %d told different stories\n", from.prog.Source.Name,
			english.Count(tries, "run"), len(graphs))
	}
	o, err := p.options(c)
	if err != nil {
		return err
	}
	o.Solved = solved
	made, err := p.build(c, s, from, o, func(o site.Options) (*site.Site, error) {
		return site.Collect(c.Context(), graphs, o)
	})
	if err != nil {
		return err
	}
	return p.put(s, made, as)
}

// different returns the graphs of runs with different hashes, the set of the graphs whose runs meet their goal, and the
// number of runs that it made.
func (p *Publication) different(c *cobra.Command, prog *lang.Program) (
	graphs []*causal.Graph, solved map[*causal.Graph]bool, tries int, err error) {
	solved = make(map[*causal.Graph]bool)
	told := make(map[hash.Sum]bool)
	known := 0 // in a row
	first := p.Seed
	defer func() { p.Seed = first }()
	for len(graphs) < p.Runs && known < max(mostKnown, 10*len(graphs)) {
		p.Seed = first + uint64(tries)
		tries++
		t, err := p.Run(c, prog)
		if err = errors.Join(err, cli.Stopped(c.Context())); err != nil {
			return nil, nil, tries, err
		}
		g := causal.New(t)
		known++
		if h := hash.Of(g); !told[h] {
			told[h], known = true, 0
			graphs = append(graphs, g)
			if p.solved() {
				solved[g] = true
			}
		}
	}
	return graphs, solved, tries, nil
}
