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

	"github.com/ceptre-graph/ceptre/site/scenes"
	"github.com/spf13/cobra"
)

// Measures holds the flags that name the metrics of runs.
type Measures struct {
	X, Y    string   // metrics of the axes
	Also    []string // other metrics
	Bins    int      // greatest number of bins for a metric
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

// Meter returns a meter of the metrics for the runs of a task.
func (m *Measures) Meter(t *flags.Task) (*metric.Meter, error) {
	meter := metric.NewMeter(t.Program)
	for i, text := range append([]string{m.X, m.Y}, m.Also...) {
		if _, err := meter.Parse(text); err != nil {
			return nil, fmt.Errorf("%s: --%s: %w", t.Program.Source, []string{"x", "y", "also"}[min(i, 2)], err)
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
	return meter, m.findCast(t, meter)
}

// findCast finds the characters in the first run, for the metrics that need them.
func (m *Measures) findCast(t *flags.Task, meter *metric.Meter) error {
	planned, err := t.Plan(t.Command, t.Program, t.Start, sweep.Options{})
	if err != nil {
		return err
	}
	ctx := t.Command.Context()
	first, err := planned.Again(ctx, t.Seed)
	if err != nil || first == nil {
		return errors.Join(flags.Explain(t.Program, err), context.Cause(ctx))
	}
	meter.Cast, err = cast.Optional(cast.Find(causal.New(first), m.Casting))
	if err != nil {
		return flags.Miscast(err, m.Casting, nil)
	}
	if !t.Quiet {
		t.SayCast(meter.Cast)
	}
	return nil
}

// Subject returns the subject of a task, with the metrics of a meter.
func (m *Measures) Subject(t *flags.Task, meter *metric.Meter) (total.Subject, error) {
	of, err := t.Series.Subject(t.Command, total.Range, t.Program, t.Start)
	of.Name(&sweep.Sweep{Rules: t.Program.Rules(), Statements: t.Program.Statements, Hashed: !m.NoHash})
	of.Metrics, of.Bins = meter.Metrics(), m.Bins
	return of, err
}

// Make makes the runs of a task, which are all runs of a subject or a part of them, and measures them. It returns their
// total, and the runs themselves; these have rows if rows is set.
func (m *Measures) Make(t *flags.Task, of total.Subject, meter *metric.Meter, rows bool) (*expressive.Total,
	sweep.Made, error) {
	all := expressive.NewTotal(of)
	add := func(rows sweep.Rows) {
		meter.Measure(rows)
		for _, row := range rows {
			row.Facts, row.Levels = nil, nil // only metrics need them
			all.Add(row)
		}
	}
	o := meter.Options(sweep.Options{NoHash: m.NoHash})
	if !rows && !meter.NeedsAll() {
		o.Each = func(row *sweep.Row) { add(sweep.Rows{row}) }
	}
	made, err := t.Series.Make(t.Command, t.Program, t.Start, o)
	if err == nil {
		add(made.Rows)
	}
	return all, made, err
}
