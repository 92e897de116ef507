package main

import (
	"fmt"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec/trace"
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
		Short: "Say how deep and how wide a run is, or how two steps lie to each other",
		Long: `Say how many steps of a run had to follow each other, and how many could have
happened at once, with a critical path: a longest chain of steps of which each had to
come before the next. With --layers it lists the Foata normal form: first all steps
that need no other, then those that need only these, and so on.

With two steps it says which of them had to come first, and along which way; or that
they are concurrent. The picture shows all steps, each below those before it.`,
		Example: `  ceptre trace order trace.json
  ceptre trace order trace.json --layers -o order.svg
  ceptre trace order trace.json t3 t41`,
		Args: cli.Usage(oneOrThree),
		RunE: func(c *cobra.Command, args []string) error { return o.order(c, s, args[0], args[1:]) },
	}
	cmd.Flags().BoolVar(&o.layers, "layers", false, "list the Foata normal form, too")
	cmd.Flags().BoolVar(&o.all, "all", false, allUsage)
	cmd.Flags().BoolVar(&o.json, "json", false, "print the answer as JSON")
	o.Flags(cmd)
	return cmd
}

// oneOrThree refuses a trace with a single step.
func oneOrThree(c *cobra.Command, args []string) error {
	if len(args) == 2 {
		return fmt.Errorf("%s to which other step?", args[1])
	}
	return cobra.RangeArgs(1, 3)(c, args)
}

// order prints the order of a run, or of two steps.
func (o *orderer) order(c *cobra.Command, s cli.Streams, file string, words []string) error {
	if err := o.Check(c, file); err != nil {
		return err
	}
	name, t, err := s.ReadTrace(file)
	if err != nil {
		return err
	}
	g := causal.New(t)
	var pair []causal.Event
	for _, word := range words {
		e, err := findStep(g, word)
		if err != nil {
			return fmt.Errorf("%s: %s", name, trace.Visible(err.Error()))
		}
		pair = append(pair, e)
	}
	if err := o.Draw(c.Context(), s, g, render.Options{View: render.Steps, Overlay: onTheWay(g, pair)}); err != nil {
		return err
	}
	if len(pair) > 0 {
		return o.relate(s, g, pair)
	}
	return o.survey(s, g)
}

// findStep returns the only step that a word names.
func findStep(g *causal.Graph, word string) (causal.Event, error) {
	found, err := g.Find(word)
	if err != nil {
		return causal.Outside, err
	}
	if len(found) > 1 {
		return causal.Outside, fmt.Errorf("%s fits %d times: %s; give the id of one", word, len(found), g.Names(found))
	}
	if found[0].Resource != nil {
		return causal.Outside, fmt.Errorf("%s is a fact; give a step", word)
	}
	return found[0].Event, nil
}

// onTheWay makes the way between two steps stand out in a picture.
func onTheWay(g *causal.Graph, pair []causal.Event) *render.Overlay {
	if len(pair) == 0 {
		return nil
	}
	o := &render.Overlay{Sides: causal.NewSides(), Right: named(g.Step(pair[0])) + " and " + named(g.Step(pair[1]))}
	for _, e := range append(g.Way(min(pair[0], pair[1]), max(pair[0], pair[1])), pair...) {
		o.Steps[g.Step(e).ID] = causal.Right
	}
	return o
}
