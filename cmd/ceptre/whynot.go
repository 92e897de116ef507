package main

import (
	"context"
	"fmt"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/fold"
	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/cmd/answer"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/load"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/render"
	"github.com/spf13/cobra"
)

// doubter holds the flags of the verb.
type doubter struct {
	cli.Picture
	at   string
	json bool
}

func whynot(s cli.Streams) *cobra.Command {
	var d doubter
	cmd := &cobra.Command{
		Use:   "whynot PROGRAM TRACE RULE",
		Short: "Say why a rule did not fire",
		Long: `Say why a rule did not fire at the end of a run or, with --at, just before a step: which
premises were met and which were missing, starting with the combinations that miss the
fewest. For each missing fact, say that it never existed, or which step made it and which
step used it up.

RULE may have arguments; _ stands for any value, and arguments at the end may be left out.
If several rules have the same name, each is explained, and --json prints a list;
STAGE/RULE or RULE#2 selects one. If the rule did fire, at that point or at another, the
answer says so.`,
		Example: `  ceptre run examples/verona.cep -o trace.json
  ceptre whynot examples/verona.cep trace.json 'do/slay romeo'
  ceptre whynot examples/verona.cep trace.json 'do/slay _ _ tybalt' --at t12 -o whynot.svg`,
		Args: cli.Usage(cobra.ExactArgs(3)),
		RunE: func(c *cobra.Command, args []string) error { return d.doubt(c, s, args[0], args[1], args[2]) },
	}
	cmd.Flags().StringVar(&d.at, "at", "", "look at the state before this `STEP` (default: the end of the run)")
	cmd.Flags().BoolVar(&d.json, "json", false, "print the answer as JSON")
	d.Flags(cmd)
	return cmd
}

// doubt prints why a rule did not fire.
func (d *doubter) doubt(c *cobra.Command, s cli.Streams, program, file, words string) error {
	if err := d.Check(c, s, program, file); err != nil {
		return err
	}
	run, err := load.ReadRun(c, s, program, file)
	if err != nil {
		return err
	}
	r, err := d.ask(c.Context(), run, words)
	if err != nil {
		return err
	}
	if d.File != "" && len(r) > 1 {
		return fmt.Errorf("%s: %s are several rules, but a picture shows one; select one", run.Name, visible.Line(words))
	}
	if err := answer.Print(s, r, d.json, false); err != nil || d.File == "" || len(r) == 0 {
		return err
	}
	return d.draw(c, s, r[0])
}

// draw draws the nearest way of a rule.
func (d *doubter) draw(c *cobra.Command, s cli.Streams, r *report.Refusal) error {
	k := r.Sketch()
	return d.Draw(c.Context(), s, causal.New(k.Trace), render.Options{
		Title:  "why not " + r.Asked + "?",
		Select: fold.Options{Persistent: true},
		Overlay: &render.Overlay{
			Sides: k.Sides, Left: "missing", Right: r.Asked, Spent: k.Spent,
			StepNames: map[trace.StepID]string{k.Step.ID: ""}, ResourceNames: k.Names,
		},
	})
}

// ask finds out why a rule of a run did not fire.
func (d *doubter) ask(ctx context.Context, run *load.Pair, words string) (report.Refusals, error) {
	g := causal.New(run.Trace)
	at, err := d.moment(g)
	if err != nil {
		return nil, fmt.Errorf("%s: --at: %s", run.Name, visible.Line(err.Error()))
	}
	r, err := report.WhyNot(ctx, run.Program, g, words, at)
	if err != nil {
		return nil, load.Refuse(ctx, run.Program, "", err)
	}
	return r, nil
}

// moment returns the step before which the rule was to fire, nil for the end.
func (d *doubter) moment(g *causal.Graph) (*trace.Step, error) {
	if d.at == "" {
		return nil, nil
	}
	found, err := g.Find(d.at)
	switch {
	case err != nil:
		return nil, err
	case found[0].Resource != nil:
		return nil, fmt.Errorf("%s is not a step; give an id such as t12", d.at)
	case len(found) > 1:
		return nil, fmt.Errorf("%s happened several times: %s; give one of them", d.at, g.Names(found))
	}
	return g.Step(found[0].Event), nil
}
