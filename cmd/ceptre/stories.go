package main

import (
	"errors"
	"fmt"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/hash"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/form"
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
func (p *publication) mayRun(c *cobra.Command, as shelf.Form) error {
	switch {
	case p.runs < 1:
		return cli.BadFlag(c, "--runs %d: give a positive number", p.runs)
	case p.plan:
		return cli.BadFlag(c, "--plan is about one story, and --runs about several")
	case as.Write != nil:
		return cli.BadFlag(c, "--runs writes a site, and no %s", as.Name)
	case p.Choose != "" && p.Choose != "random":
		return cli.BadFlag(c, "--runs needs chance for different stories, so --choose can only be random")
	}
	p.Choose = "random"
	return nil
}

// publishRuns writes different stories of one program.
func (p *publication) publishRuns(c *cobra.Command, s cli.Streams, input string, as shelf.Form) error {
	if err := p.mayRun(c, as); err != nil {
		return err
	}
	graphs, from, err := p.stories(c, s, input)
	if err != nil {
		return err
	}
	o, err := p.options(c)
	if err != nil {
		return err
	}
	if err := p.dress(c, s, &o, from); err != nil {
		return err
	}
	made, err := site.Collect(c.Context(), graphs, o)
	if err != nil {
		return inCasting(err, p.casting, from.text)
	}
	if err := faults(made, o.Theme); err != nil {
		return err
	}
	return p.put(c.Context(), s, made, as)
}

// stories runs a program with successive seeds, and returns the runs that differ by more than the
// order of independent events.
func (p *publication) stories(c *cobra.Command, s cli.Streams, input string) ([]*causal.Graph, source, error) {
	name, data, err := s.ReadFile(input)
	if err != nil {
		return nil, source{}, err
	}
	if form.IsRecord(name, data) {
		_, from, err := p.recorded(c, s, name, data) // refuses --runs
		return nil, from, err
	}
	from, err := p.written(c, s, input, name, data)
	if err != nil {
		return nil, source{}, err
	}
	graphs, tries, err := p.different(c, from.prog)
	if err == nil && len(graphs) < p.runs && !p.Quiet {
		fmt.Fprintf(s.Err, "%s: of %s, no more than %d told different stories\n", name, english.Count(tries, "run"),
			len(graphs))
	}
	return graphs, from, err
}

// different returns runs with different hashes, and how many runs it took to find them.
func (p *publication) different(c *cobra.Command, prog *lang.Program) (graphs []*causal.Graph, tries int, err error) {
	told := make(map[hash.Sum]bool)
	known := 0 // in a row
	first := p.Seed
	defer func() { p.Seed = first }()
	for len(graphs) < p.runs && known < max(mostKnown, 10*len(graphs)) {
		p.Seed = first + uint64(tries)
		tries++
		t, err := p.Run(c, prog)
		if err = errors.Join(err, cli.Stopped(c.Context())); err != nil {
			return nil, tries, err
		}
		g := causal.New(t)
		known++
		if h := hash.Of(g); !told[h] {
			told[h], known = true, 0
			graphs = append(graphs, g)
		}
	}
	return graphs, tries, nil
}
