package main

import (
	"fmt"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/compare"
	"github.com/ceptre-graph/ceptre/causal/fold"
	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/cmd/answer"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/render"
	"github.com/spf13/cobra"
)

// differ holds the flags of the verb.
type differ struct {
	cli.Picture
	all, json, quiet bool
}

func diffing(s cli.Streams) *cobra.Command {
	var d differ
	cmd := &cobra.Command{
		Use:   "diff LEFT RIGHT",
		Short: "Compare two runs: where they part, and what followed",
		Long: `Compare two traces, whatever the order of independent steps. Report how many steps they
have in common from the start, where they part, which facts both sides wanted there, and
which steps, and how many, followed from each step at which they part. A step is common if
everything that led to it is common.

The exit status is 0 if the runs are the same, and 1 if they differ.`,
		Example: `  ceptre run examples/verona.cep --seed 1 -o one.json
  ceptre run examples/verona.cep --seed 2 -o two.json
  ceptre trace diff one.json two.json -o diff.svg`,
		Args: cli.Usage(cobra.ExactArgs(2)),
		RunE: func(c *cobra.Command, args []string) error { return d.diff(c, s, args[0], args[1]) },
	}
	f := cmd.Flags()
	f.BoolVar(&d.all, "all", false, answer.AllUsage)
	f.BoolVar(&d.json, "json", false, "print the answer as JSON")
	f.BoolVar(&d.quiet, "quiet", false, "print nothing; the exit status says whether the runs differ")
	d.Flags(cmd)
	return cmd
}

// diff prints where two runs part.
func (d *differ) diff(c *cobra.Command, s cli.Streams, left, right string) error {
	if err := d.check(c, s, left, right); err != nil {
		return err
	}
	p, err := d.read(s, left, right)
	if err != nil {
		return err
	}
	if !d.quiet {
		if err := answer.Print(s, p, d.json, d.all); err != nil {
			return err
		}
	}
	if err := d.draw(c, s, p); err != nil {
		return err
	}
	if !p.Same {
		return cli.ErrReported
	}
	return nil
}

// check refuses flags that make no sense, and traces that are read to be written
// over.
func (d *differ) check(c *cobra.Command, s cli.Streams, left, right string) error {
	switch {
	case left == cli.Stdio && right == cli.Stdio:
		return cli.BadFlag(c, "only one of the traces can come from standard input")
	case d.quiet && d.json:
		return cli.BadFlag(c, "give --quiet or --json, but not both")
	}
	return d.Check(c, s, left, right)
}

// read reads two traces and lays them beside each other. Traces of different
// programs may have much in common all the same.
func (d *differ) read(s cli.Streams, left, right string) (*report.Comparison, error) {
	leftName, a, err := s.ReadTrace(left)
	if err != nil {
		return nil, err
	}
	rightName, b, err := s.ReadTrace(right)
	if err != nil {
		return nil, err
	}
	if !d.quiet && a.Program != nil && b.Program != nil && a.Program.SHA256 != b.Program.SHA256 {
		fmt.Fprintf(s.Err, "note: %s and %s come from different programs, or from one that has changed in between\n",
			leftName,
			rightName)
	}
	progress := s.Progress("comparing "+leftName+" and "+rightName, -1)
	defer progress.Close()
	return report.Compare(causal.New(a), causal.New(b), leftName, rightName), nil
}

// draw draws one run over the other, if it is to.
func (d *differ) draw(c *cobra.Command, s cli.Streams, p *report.Comparison) error {
	if d.File == "" {
		return nil
	}
	left, right := p.Names()
	u := compare.Unite(p.Left.Trace, p.Renamed())
	o := &render.Overlay{Sides: u.Sides, Left: "only " + left, Right: "only " + right + ", with its own ids"}
	steps, resources := p.Own()
	o.StepNames, o.ResourceNames = asText(steps), asText(resources)
	return d.Draw(c.Context(), s, u.Graph, render.Options{
		Title: left + " and " + right, Select: fold.Options{Persistent: true}, Overlay: o,
	})
}

// asText returns what ids stand for in another run as names.
func asText[ID interface {
	comparable
	fmt.Stringer
}](ids map[ID]ID) map[ID]string {
	names := make(map[ID]string, len(ids))
	for id, own := range ids {
		names[id] = own.String()
	}
	return names
}
