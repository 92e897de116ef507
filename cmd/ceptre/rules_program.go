package main

import (
	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/inquiry"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/render"
	"github.com/spf13/cobra"
)

// showProgram prints what the rules of a program could do for each other, and draws
// it if it is to.
func (f *condenser) showProgram(c *cobra.Command, s cli.Streams, name string, text []byte) error {
	if f.program != "" {
		return cli.BadFlag(c, "%s is a program already; --program is for the trace of a run", name)
	}
	prog, err := parse(s, name, text)
	if err != nil {
		return err
	}
	r := newPotentialReport(prog)
	r.findCycles(f.cycles)
	nothing := causal.New(&trace.Trace{Header: trace.Header{Program: titled(prog)}})
	o := render.Options{View: render.Rules, Title: "what could feed what", Rules: r.graph}
	if err := f.draw(c.Context(), s, nothing, o, r.graph); err != nil {
		return err
	}
	return f.print(s, r)
}

// newPotentialReport reports on the rules of a program that has not run.
func newPotentialReport(prog *lang.Program) *ruleReport {
	potential := inquiry.NewPotential(prog, nil)
	return &ruleReport{
		graph:      potential.Graph(prog),
		incidences: each(prog.Rules(), potential.Incidence),
		numbers:    each(prog.Rules(), newNumberChanges),
		exact:      true, static: true,
	}
}

// titled returns what pictures tell of a program: its name, and the texts of its rules.
func titled(prog *lang.Program) *trace.Program {
	return &trace.Program{
		Name:  prog.Name,
		Rules: each(prog.Rules(), func(r *lang.Rule) trace.Rule { return trace.Rule{Name: r.Name, Text: prog.Text(r)} }),
	}
}
