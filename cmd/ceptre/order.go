package main

import (
	"fmt"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/compare"
	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/cmd/answer"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/render"
	"github.com/spf13/cobra"
)

// orderer holds the flags of the verb.
type orderer struct {
	cli.Picture
	layers, json, all bool
}

func ordering(s cli.Streams) *cobra.Command {
	var o orderer
	cmd := &cobra.Command{
		Use:   "order TRACE [A B]",
		Short: "Measure the depth and width of a run, or say how steps or rules are ordered",
		Long: `Report how many steps of a run had to follow each other, and how many could have happened
at the same time, with a critical path: a longest chain of steps that had to happen one
after the other. --layers lists the Foata normal form: first all steps that need no other
step, then those that need only these, and so on.

Given two steps, A and B, order says which of them had to come first and shows the chain
between them, or says that they are concurrent. A and B are ids of steps (t12) or firings
of rules ('do/travel romeo').

If A or B is a rule that fires several times, or fits several firings, order counts how
many firings of B had a firing of A as a cause, how many firings of A led to a firing of
B, and the same with A and B exchanged; and how many pairs of firings were ordered, or
concurrent. A step is a cause of another if it made facts that were used on the way to the
other. Some steps have to come first for other reasons: they need a fact that the other
uses up, or a stage ends between the two. These are counted separately.

The picture shows all steps, each below its predecessors.`,
		Example: `  ceptre trace order trace.json
  ceptre trace order trace.json --layers -o order.svg
  ceptre trace order trace.json t3 t41
  ceptre trace order trace.json do/insult do/slay --json
  ceptre trace order trace.json 'do/travel romeo' 'do/slay romeo'`,
		Args: cli.Usage(oneOrThree),
		RunE: func(c *cobra.Command, args []string) error { return o.order(c, s, args[0], args[1:]) },
	}
	cmd.Flags().BoolVar(&o.layers, "layers", false, "list the Foata normal form")
	cmd.Flags().BoolVar(&o.all, "all", false, answer.AllUsage)
	cmd.Flags().BoolVar(&o.json, "json", false, "print the answer as JSON")
	o.Flags(cmd)
	return cmd
}

// oneOrThree refuses a trace with a single step.
func oneOrThree(c *cobra.Command, args []string) error {
	if len(args) == 2 {
		return fmt.Errorf("%s: give a second step or rule", visible.Line(args[1]))
	}
	return cobra.RangeArgs(1, 3)(c, args)
}

// order prints the order of a run, or of steps.
func (o *orderer) order(c *cobra.Command, s cli.Streams, file string, words []string) error {
	if err := o.Check(c, s, file); err != nil {
		return err
	}
	name, t, err := s.ReadTrace(file)
	if err != nil {
		return err
	}
	g := causal.New(t)
	if len(words) == 0 {
		return o.show(c, s, g, &report.Order{Graph: g, Layers: o.layers}, nil)
	}
	var kinds [2][]causal.Event
	for i, word := range words {
		if kinds[i], err = g.FindEvents(word); err != nil {
			return fmt.Errorf("%s: %s", name, visible.Line(err.Error()))
		}
	}
	left, right := kinds[0], kinds[1]
	if len(left) > 1 || len(right) > 1 {
		precedence := &report.Precedence{Precedence: g.Precedence(left, right), Left: words[0], Right: words[1]}
		return o.show(c, s, g, precedence, ofKinds(g, left, right, words))
	}
	return o.show(c, s, g, report.Relate(g, left[0], right[0]), onTheWay(g, left[0], right[0]))
}

// show prints an answer, and draws the steps of the run.
func (o *orderer) show(
	c *cobra.Command, s cli.Streams, g *causal.Graph, a report.Answer, overlay *render.Overlay,
) error {
	if err := answer.Print(s, a, o.json, o.all); err != nil {
		return err
	}
	return o.Draw(c.Context(), s, g, render.Options{View: render.Steps, Overlay: overlay})
}

// ofKinds makes the steps of two kinds stand out in a picture.
func ofKinds(g *causal.Graph, left, right []causal.Event, names []string) *render.Overlay {
	o := &render.Overlay{Sides: compare.NewSides(), Left: names[0], Right: names[1]}
	for _, e := range right {
		o.Steps[g.Step(e).ID] = compare.Right
	}
	for _, e := range left {
		o.Steps[g.Step(e).ID] = compare.Left
	}
	return o
}

// onTheWay makes the way between two steps stand out in a picture.
func onTheWay(g *causal.Graph, a, b causal.Event) *render.Overlay {
	o := &render.Overlay{Sides: compare.NewSides(), Right: report.StepOf(g, a) + " and " + report.StepOf(g, b)}
	for _, e := range append(g.Way(min(a, b), max(a, b)), a, b) {
		o.Steps[g.Step(e).ID] = compare.Right
	}
	return o
}
