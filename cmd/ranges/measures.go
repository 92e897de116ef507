package ranges

import (
	"context"
	"errors"
	"fmt"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/cast"
	"github.com/ceptre-graph/ceptre/causal/expressive"
	"github.com/ceptre-graph/ceptre/causal/metric"
	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/total"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/flags"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/site/scenes"
	"github.com/spf13/cobra"
)

// Measures holds the flags that say what is measured in runs.
type Measures struct {
	X, Y    string // metrics
	Also    []string
	Bins    int // of each metric, at the most
	NoHash  bool
	Casting cast.Options
}

// Flags enters the flags into a verb.
func (m *Measures) Flags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&m.X, "x", "steps", "the `METRIC` to the right")
	f.StringVar(&m.Y, "y", "entropy", "the `METRIC` up")
	f.StringArrayVar(&m.Also, "also", nil, "measure this `METRIC`, too (repeatable)")
	for _, flag := range []string{"x", "y", "also"} {
		_ = c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(metric.Names(), cobra.ShellCompDirectiveNoFileComp))
	}
	f.IntVar(&m.Bins, "bins", expressive.MostBins, "divide each metric into at most `N` bins")
	cli.CastFlags(c, &m.Casting)
	f.BoolVar(&m.NoHash, "no-hash", false,
		"do not count different runs, which takes as long as running them, and memory for each step")
}

// Check refuses flags that make no sense.
func (m *Measures) Check(c *cobra.Command) error {
	if m.Bins < 2 {
		return cli.BadFlag(c, "--bins %d: give a number from 2", m.Bins)
	}
	return nil
}

// Meter returns a meter of the metrics, for a series of runs.
func (m *Measures) Meter(c *cobra.Command, r *flags.Series, prog *lang.Program, start *lang.Start) (*metric.Meter,
	error) {
	meter := metric.NewMeter(prog)
	for i, text := range append([]string{m.X, m.Y}, m.Also...) {
		if _, err := meter.Parse(text); err != nil {
			return nil, fmt.Errorf("%s: --%s: %w", prog.Source, []string{"x", "y", "also"}[min(i, 2)], err)
		}
	}
	meter.Scenes = func(g *causal.Graph, who causal.Cast) int {
		p := scenes.New(g, who, "")
		p.Divide()
		return len(p.Scenes)
	}
	if !meter.NeedsCast() {
		return meter, nil
	}
	return meter, m.castOf(c, r, prog, start, meter)
}

// castOf finds the characters in the first run.
func (m *Measures) castOf(c *cobra.Command, r *flags.Series, prog *lang.Program, start *lang.Start,
	meter *metric.Meter) error {
	planned, err := r.Plan(c, prog, start, sweep.Options{})
	if err != nil {
		return err
	}
	first, err := planned.Again(c.Context(), r.Seed)
	if err != nil || first == nil {
		return errors.Join(flags.Explain(prog, err), context.Cause(c.Context()))
	}
	meter.Cast, err = cast.Optional(cast.Find(causal.New(first), m.Casting))
	if err != nil {
		return flags.Miscast(err, m.Casting, nil)
	}
	if !r.Quiet {
		r.SayCast(meter.Cast)
	}
	return nil
}

// Subject says which runs the flags ask for, and what is measured in them.
func (m *Measures) Subject(c *cobra.Command, r *flags.Series, prog *lang.Program, start *lang.Start,
	meter *metric.Meter) (total.Subject, error) {
	of, err := r.Subject(c, total.Range, prog, start)
	of.Name(&sweep.Sweep{Rules: prog.Rules(), Statements: prog.Statements, Hashed: !m.NoHash})
	of.Metrics, of.Bins = meter.Metrics(), m.Bins
	return of, err
}

// Make makes the runs of a series, all of a subject or a part of them, and measures them. It returns what they add up
// to, and the runs, with rows if these are wanted.
func (m *Measures) Make(c *cobra.Command, r *flags.Series, of total.Subject, prog *lang.Program, start *lang.Start,
	meter *metric.Meter, rows bool) (*expressive.Total, sweep.Made, error) {
	all := expressive.NewTotal(of)
	add := func(rows sweep.Rows) {
		meter.Measure(rows)
		for _, row := range rows {
			row.Facts, row.Levels = nil, nil // which nothing but a metric asked for
			all.Add(row)
		}
	}
	o := meter.Options(sweep.Options{NoHash: m.NoHash})
	if !rows && !meter.NeedsAll() {
		o.Each = func(row *sweep.Row) { add(sweep.Rows{row}) }
	}
	made, err := r.Make(c, prog, start, o)
	if err == nil {
		add(made.Rows)
	}
	return all, made, err
}
