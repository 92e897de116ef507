package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/fold"
	"github.com/ceptre-graph/ceptre/causal/inquiry"
	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/cmd/answer"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/form"
	"github.com/ceptre-graph/ceptre/cmd/load"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/render"
	"github.com/spf13/cobra"
)

// changer holds the flags of the verb.
type changer struct {
	cli.Picture
	without, with []string
	save          string
	strict        bool
	whole         bool
	all, json     bool
}

func whatif(s cli.Streams) *cobra.Command {
	var w changer
	cmd := &cobra.Command{
		Use:   "whatif PROGRAM TRACE --without WHAT [--with FACT]",
		Short: "Say how a run would have gone without a step or a fact, or with another fact",
		Long: `Replay a run without some of its steps or initial facts, or with other initial facts, and
change as little else as possible: every other step that is still possible happens, in the
same order. Print which steps are lost and why, which steps take other facts or numbers,
and how the end differs.

A step that is no longer possible with its numbers, but is with others, takes these: for
example, with less gold than in the run. If several fit, it takes the first, and the
answer says so.

WHAT is the id of a step (t12) or of an initial resource (x7), a firing ('do/travel
romeo'), a fact ('at romeo square'), or initial facts that exist together ('hungry C, at C
hall'). Everything that fits is removed. --with can add several facts, separated by
commas. Both flags are repeatable.` + answer.FactsUsage + `

Links between stages are kept as they were, even if other moves would still be possible
before them. The answer says where this happens; 'ceptre trace verify' would reject the
changed run there. With --strict, links wait as in any run.

The picture shows the steps that changed and their neighbours, which made facts for them
or took facts from them. --whole shows the whole run.`,
		Example: `  ceptre run examples/verona.cep -o trace.json
  ceptre whatif examples/verona.cep trace.json --without t5
  ceptre whatif examples/verona.cep trace.json --without 'blade romeo' -o whatif.svg
  ceptre whatif examples/verona.cep trace.json --without t5 --with 'blade juliet' --save changed.json
  ceptre whatif shop.cep trace.json --without 'price sword _' --with 'price sword 7'`,
		Args: cli.Usage(cobra.ExactArgs(2)),
		RunE: func(c *cobra.Command, args []string) error { return w.change(c, s, args[0], args[1]) },
	}
	f := cmd.Flags()
	f.StringArrayVar(&w.without, "without", nil, "remove `WHAT`: a step or an initial fact (repeatable)")
	f.StringArrayVar(&w.with, "with", nil, "add `FACT` to the start; !FACT for a permanent one (repeatable)")
	f.BoolVar(&w.strict, "strict", false,
		"let links wait until no rule applies, and rules of ordered stages for the rules before them")
	f.StringVar(&w.save, "save", "",
		"write the changed run to `FILE` as a trace; - prints it instead of the answer")
	f.BoolVar(&w.all, "all", false, answer.AllUsage)
	f.BoolVar(&w.json, "json", false, "print the answer as JSON")
	w.Flags(cmd)
	f.BoolVar(&w.whole, "whole", false, "draw the whole run, not only the changes and their neighbours")
	return cmd
}

// change prints what would have become of a run.
func (w *changer) change(c *cobra.Command, s cli.Streams, program, file string) error {
	if err := w.check(c, s, program, file); err != nil {
		return err
	}
	run, err := load.ReadRun(c, s, program, file)
	if err != nil {
		return err
	}
	progress := s.Progress("replaying "+run.Name, -1)
	a, err := w.ask(c.Context(), run)
	progress.Close()
	if err != nil {
		return err
	}
	if w.save != cli.Stdio { // where the answer would stand
		if err := answer.Print(s, a, w.json, w.all); err != nil {
			return err
		}
	}
	return errors.Join(w.draw(c, s, a), w.write(s, a))
}

// check refuses flags that make no sense, and files that are read to be written
// over.
func (w *changer) check(c *cobra.Command, s cli.Streams, program, file string) error {
	switch {
	case len(w.without)+len(w.with) == 0:
		return cli.BadFlag(c, "nothing changes; give --without, --with, or both")
	case w.save == "" && c.Flags().Changed("save"):
		return cli.BadFlag(c, "--save %q: want a name", w.save)
	}
	if err := answer.CheckOutput(c, w.json, "--save", w.save); err != nil {
		return err
	}
	return errors.Join(w.Check(c, s, program, file), form.Want(c, "--save", w.save), s.MayWrite(w.save, program, file))
}

// ask finds out what would have become of a run.
func (w *changer) ask(ctx context.Context, run *load.Pair) (*report.Counterfactual, error) {
	g, change := causal.New(run.Trace), inquiry.Change{Strict: w.strict}
	for _, what := range w.without {
		if err := change.Remove(g, what); err != nil {
			return nil, fmt.Errorf("%s: --without: %s", run.Name, visible.Line(err.Error()))
		}
	}
	for _, facts := range w.with {
		if err := change.Add(facts); err != nil {
			return nil, fmt.Errorf("%s: --with: %s", run.Program.Source, visible.Line(err.Error()))
		}
	}
	a, err := report.WhatIf(ctx, run.Program, g, change)
	if err != nil {
		return nil, load.Refuse(ctx, run.Program, "--with: ", err)
	}
	return a, nil
}

// draw draws the changed run over the one that was, if it is to.
func (w *changer) draw(c *cobra.Command, s cli.Streams, a *report.Counterfactual) error {
	if w.File == "" {
		return nil
	}
	u := a.Union()
	o := render.Options{
		Title: a.Title(), Select: fold.Options{Persistent: true},
		Overlay: &render.Overlay{Sides: u.Sides, Left: "lost", Right: "new", StepArgs: a.Args()},
	}
	if !w.whole {
		o.Only = u.Around()
	}
	return w.Draw(c.Context(), s, u.Graph, o)
}

// write writes the changed run as a trace, if it is wanted.
func (w *changer) write(s cli.Streams, a *report.Counterfactual) error {
	if w.save == "" {
		return nil
	}
	return s.WriteNamed(w.save, func(out io.Writer) error { return form.Write(w.save, out, a.Trace) })
}
