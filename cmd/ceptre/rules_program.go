package main

import (
	"context"
	"fmt"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/inquiry"
	"github.com/ceptre-graph/ceptre/causal/rules"
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
	potential := inquiry.NewPotential(prog, nil)
	r := newPotentialReport(prog, potential)
	r.findCycles(f.cycles)
	if f.File != "" {
		if err := f.drawProgram(c.Context(), s, prog, potential.Net(prog), r.graph); err != nil {
			return err
		}
	}
	return f.print(s, r)
}

// drawProgram draws the rules of a program: with facts between them if that is asked for, or
// if there would be too many arrows.
func (f *condenser) drawProgram(ctx context.Context, s cli.Streams, prog *lang.Program, net *rules.Net, rules *rules.Graph) error {
	nothing := causal.New(&trace.Trace{Header: trace.Header{Program: titled(prog)}})
	tangled := !f.net && f.arrows == nil && render.IsTangle(rules, net)
	o := render.Options{View: render.Rules, Title: "what could feed what", Rules: rules}
	if f.net || tangled {
		o = render.Options{View: render.Net, Title: "what rules use up and make", Net: net}
	}
	if err := f.draw(ctx, s, nothing, o, rules); err != nil {
		return err
	}
	if tangled {
		fmt.Fprintf(s.Err, "%s: note: it shows the facts between the rules, for there are too many arrows from rule to rule (--arrows %s draws them)\n", f.File, render.Uses)
	}
	return nil
}

// newPotentialReport reports on the rules of a program that has not run.
func newPotentialReport(prog *lang.Program, potential *inquiry.Potential) *ruleReport {
	return &ruleReport{
		graph:      potential.Graph(prog),
		incidences: each(prog.Rules(), potential.Incidence),
		exact:      true, static: true,
	}
}

// titled returns what pictures tell of a program: its name, and the texts of its rules.
func titled(prog *lang.Program) *trace.Program {
	return &trace.Program{
		Name:  prog.Name,
		Rules: each(prog.Rules(), func(r *lang.Rule) trace.Rule { return trace.Rule{Name: r.Label, Text: prog.Text(r)} }),
	}
}
