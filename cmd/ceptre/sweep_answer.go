package main

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/lang/plural"
)

// sweepAnswer is what there is to say of many runs.
type sweepAnswer struct {
	*outcome
	out string // the file with the table
	by  []int  // rules, by which runs are counted apart
}

// show prints what was counted, unless there is something else on standard output.
func (a *sweepAnswer) show() error {
	switch {
	case a.json:
		return writeJSON(a.Out, a.data())
	case a.quiet || a.out == cli.Stdio:
		return nil
	}
	b := &report.Text{All: a.all}
	b.Title(a.setup())
	if len(a.Rows) > 0 {
		a.ends(b, howEnded)
		if !slices.ContainsFunc(a.Rows, func(r *sweep.Row) bool { return r.Steps > 0 }) {
			b.Line("")
			b.Line("no run has a step; `ceptre run` says what the rules lack")
		}
		a.fired(b)
		a.found(b)
		a.parts(b)
		a.different(b)
		a.seeds(b)
	}
	_, err := a.Out.Write(b.Bytes())
	return err
}

// fired says how often rules fired. None is left out: those that never did are worth
// knowing.
func (a *sweepAnswer) fired(b *report.Text) {
	var g grid
	g.row(cells("rule", "stage", "in runs", "share", "times: min", "max", "mean", "total"))
	for i, r := range a.Rules {
		times, runs := sweep.Firings(a.Rows, i)
		g.row(cells(r.Label, r.Stage.Name, strconv.Itoa(runs), percent(runs, len(a.Rows))),
			texts([]int{times.Min, times.Max}, strconv.Itoa), cells(decimal(times.Mean), strconv.Itoa(times.Total)))
	}
	g.whole(b, "How often rules fired")
}

// found says how many of the facts asked for there were where runs ended, and what numbers
// stand in them.
func (a *sweepAnswer) found(b *report.Text) {
	var copies, numbers grid
	copies.row(cells("facts", "in runs", "share"), spreadHeads("copies"))
	numbers.row(cells("facts", "copies"), spreadHeads("number"))
	for i, t := range a.Facts {
		found, runs := sweep.Copies(a.Rows, i)
		copies.row(cells(t.String(), strconv.Itoa(runs), percent(runs, len(a.Rows))), spread(found))
		if t.Number >= 0 && found.Total > 0 {
			numbers.row(cells(t.String(), strconv.Itoa(found.Total)), spread(sweep.Numbers(a.Rows, i)))
		}
	}
	copies.whole(b, "What there was at the end")
	numbers.whole(b, "The numbers in these facts")
	a.levels(b)
}

// levels prints how the numbers in facts with the same other arguments are distributed over the
// runs, where that differs from the distribution of all facts of a tally.
func (a *sweepAnswer) levels(b *report.Text) {
	var g grid
	g.row(cells("facts", "in runs", "share"), spreadHeads("number"))
	for i, t := range a.Facts {
		levels := sweep.Levels(a.Rows, i)
		copies, runs := sweep.Copies(a.Rows, i)
		if len(levels) == 1 && t.Number >= 0 && copies.Total == runs {
			continue
		}
		for _, l := range levels {
			g.row(cells(l.Fact, strconv.Itoa(l.Runs), percent(l.Runs, len(a.Rows))), spread(l.Spread))
		}
	}
	if len(g) > 1 {
		g.list(b, "The numbers in facts with the same other arguments, added up in each run")
	}
}

// parts counts runs apart by how often rules fired in them.
func (a *sweepAnswer) parts(b *report.Text) {
	if len(a.by) == 0 {
		return
	}
	ends := sweep.Ends(a.Rows)
	var g grid
	g.row(texts(a.by, func(rule int) string { return a.Rules[rule].Label }), shareHeads(), lengthHeads(),
		texts(ends, func(e sweep.Group[sweep.Ending]) string { return ended(e.Of) }))
	for _, p := range sweep.Split(a.Rows, a.by) {
		g.row(texts(p.Times, strconv.Itoa), share(p.Rows, a.Rows), lengths(p.Rows),
			texts(ends, func(e sweep.Group[sweep.Ending]) string { return strconv.Itoa(sweep.Count(p.Rows, e.Of)) }))
	}
	g.list(b, "Runs by how often rules fired")
}

// different says how many runs and final states are different.
func (a *sweepAnswer) different(b *report.Text) {
	b.Title("What is different:")
	if a.Hashed {
		all := sweep.Hashes(a.Rows)
		b.Item("runs, but for the order of independent steps: %d%s", len(all), oftenest(all[0].Rows))
		if n := a.inexact(); n > 0 {
			b.Item("too symmetric to be told from all others: %s", plural.Count(n, "run"))
		}
	}
	finals := sweep.Finals(a.Rows)
	b.Item("final states: %d%s", len(finals), oftenest(finals[0].Rows))
}

// oftenest says which of several came most often, if any came twice.
func oftenest(rows []*sweep.Row) string {
	if len(rows) == 1 {
		return ""
	}
	return fmt.Sprintf("; that of seed %d came %d times, and none more often", rows[0].Seed, len(rows))
}

// inexact returns how many runs could not be told from all others.
func (a *sweepAnswer) inexact() (n int) {
	for _, r := range a.Rows {
		if a.Hashed && !r.Hash.Exact {
			n++
		}
	}
	return n
}

// seeds lists the runs, with what one needs to have them again.
func (a *sweepAnswer) seeds(b *report.Text) {
	var g grid
	g.row(cells("seed", "steps", "end", "final state"), a.hash("hash"))
	for _, r := range a.Rows {
		g.row(cells(strconv.FormatUint(r.Seed, 10), strconv.Itoa(r.Steps), ended(r.Ending), r.Final.String()[:shortHash]),
			a.hash(r.Hash.String()[:shortHash]))
	}
	g.list(b, fmt.Sprintf("Each run, which 'ceptre run' makes again with --choose %s and --seed", a.chosen()))
}

// hash returns the cell of a hash, or none where there are no hashes.
func (a *sweepAnswer) hash(cell string) []string {
	if !a.Hashed {
		return nil
	}
	return cells(cell)
}

// shortHash is how much of a hash is shown, in digits.
const shortHash = 12
