package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/inquiry"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/render"
	"github.com/spf13/cobra"
)

// changer holds the flags of the verb.
type changer struct {
	cli.Picture
	without, with []string
	save          string
	strict, json  bool
}

func whatif(s cli.Streams) *cobra.Command {
	var w changer
	cmd := &cobra.Command{
		Use:   "whatif PROGRAM TRACE --without WHAT [--with FACT]",
		Short: "Say what would have become of a run without a step or a fact",
		Long: `Replay a run without some of its steps or initial facts, or with other facts in the
beginning, and with as little else as possible changed: every other step happens
that still can, in its order. Print which steps are lost and why, which take
something else instead, and how the end differs.

WHAT is the id of a step (t12) or of a resource that was there from the start (x7), a
firing ('do/travel romeo') or a fact ('at romeo square'); _ stands for any argument.
All that fit are taken away. Both flags may be given several times.

Links between stages are taken as they were, even where something could still
happen before; it is said where. With --strict they wait, as in any run.`,
		Example: `  ceptre run examples/verona.cep -o trace.json
  ceptre whatif examples/verona.cep trace.json --without t5
  ceptre whatif examples/verona.cep trace.json --without 'blade romeo' -o whatif.svg
  ceptre whatif examples/verona.cep trace.json --without t5 --with 'blade juliet' --save changed.json`,
		Args: cli.Usage(cobra.ExactArgs(2)),
		RunE: func(c *cobra.Command, args []string) error { return w.change(c, s, args[0], args[1]) },
	}
	f := cmd.Flags()
	f.StringArrayVar(&w.without, "without", nil, "a step or an initial fact to take away")
	f.StringArrayVar(&w.with, "with", nil, "a fact to add to the beginning; !fact is permanent")
	f.BoolVar(&w.strict, "strict", false, "links wait until no rule applies, and rules of ordered stages for those before them")
	f.StringVar(&w.save, "save", "", "write the changed run as a trace to this file, too")
	f.BoolVar(&w.json, "json", false, "print the answer as JSON")
	w.Flags(cmd)
	return cmd
}

// change prints what would have become of a run.
func (w *changer) change(c *cobra.Command, s cli.Streams, program, file string) error {
	if len(w.without)+len(w.with) == 0 {
		return cli.BadFlag(c, "what is to change? Give --without, --with, or both")
	}
	if err := errors.Join(w.Check(c, program, file), cli.NotInput(w.save, program), cli.NotInput(w.save, file)); err != nil {
		return err
	}
	run, err := readRun(c, s, program, file)
	if err != nil {
		return err
	}
	g := causal.New(run.trace)
	change, err := w.find(g, run.name)
	if err != nil {
		return err
	}
	would, err := inquiry.WhatIf(c.Context(), run.prog, g, change)
	if interrupted := stopped(c.Context()); interrupted != nil {
		return interrupted
	}
	if err != nil {
		return w.unfit(run, err)
	}
	a := &alternative{Counterfactual: would, run: g, change: change}
	if err := w.put(c, s, a); err != nil {
		return err
	}
	if w.json {
		return writeJSON(s.Out, a.data())
	}
	return a.write(s.Out)
}

// unfit returns the error of a fact that the program does not know as one of it.
func (w *changer) unfit(run *pair, err error) error {
	if _, ok := errors.AsType[*inquiry.Fault](err); ok {
		return fmt.Errorf("%s: --with: %s", run.prog.Source.Name, trace.Visible(err.Error()))
	}
	return place(run.prog, err)
}

// put writes the picture and the trace, if they are wanted.
func (w *changer) put(c *cobra.Command, s cli.Streams, a *alternative) error {
	if w.File != "" {
		u := causal.Unite(a.run.Trace, a.Trace)
		o := render.Options{Title: a.title(), Overlay: &render.Overlay{Sides: u.Sides, Left: "lost", Right: "new"}}
		if err := w.Draw(c.Context(), s, u.Graph, o); err != nil {
			return err
		}
	}
	if w.save == "" {
		return nil
	}
	err := s.WriteFile(w.save, func(out io.Writer) error { return trace.Write(out, a.Trace) })
	if err == nil && w.save != cli.Stdio {
		fmt.Fprintln(s.Err, w.save)
	}
	return err
}

// find looks up what the flags name.
func (w *changer) find(g *causal.Graph, name string) (inquiry.Change, error) {
	change := inquiry.Change{Strict: w.strict}
	for _, what := range w.without {
		if err := without(&change, g, what); err != nil {
			return change, fmt.Errorf("%s: --without: %s", name, trace.Visible(err.Error()))
		}
	}
	for _, fact := range w.with {
		p, err := trace.ParsePattern(fact)
		if err != nil {
			return change, fmt.Errorf("--with: %s", trace.Visible(err.Error()))
		}
		change.Facts = append(change.Facts, trace.Resource{
			Pred: p.Head, Args: p.Args, Persistent: strings.HasPrefix(strings.TrimSpace(fact), "!"),
		})
	}
	return change, nil
}

// without takes away the steps that a word names, or the facts of the start.
func without(change *inquiry.Change, g *causal.Graph, what string) error {
	found, err := g.Find(what)
	if err != nil {
		return err
	}
	made := causal.Outside
	for _, t := range found {
		switch {
		case t.Resource == nil:
			change.Steps = append(change.Steps, g.Step(t.Event).ID)
		case t.Resource.StageToken():
			return fmt.Errorf("%s is a mark of a stage; take a step away", what)
		case t.Event == causal.Outside:
			change.Resources = append(change.Resources, t.Resource.ID)
		default:
			made = t.Event
		}
	}
	if made != causal.Outside && len(change.Resources)+len(change.Steps) == 0 {
		s := g.Step(made)
		return fmt.Errorf("%s was not there from the start: %s made it, which could be taken away (--without %s)", what, s, s.ID)
	}
	return nil
}
