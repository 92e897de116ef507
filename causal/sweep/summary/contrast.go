package summary

import (
	"fmt"
	"strconv"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/causal/report/table"
	"github.com/ceptre-graph/ceptre/causal/statistics"
	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/total"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// Contrast compares runs of a program with runs of the same seeds in which something is changed. Its fields are the
// JSON.
type Contrast struct {
	Series
	Change
	Pairs int              `json:"pairs"` // of runs that were made of both
	Ends  []ShareContrast  `json:"ends"`
	Steps MeanContrast     `json:"steps"`
	Facts []FactsContrast  `json:"facts,omitempty"`
	Rules []MeanContrast   `json:"rules"`
	Seeds map[string]Seeds `json:"seeds"` // of the first runs that end otherwise, by the end as it was
}

// Seeds are the seeds of some runs.
type Seeds []uint64

// ShareContrast compares the shares of runs with a property, such as an ending.
type ShareContrast struct {
	What       string              `json:"what"`
	Runs       int                 `json:"runs"`    // runs with the property, as it was
	Changed    int                 `json:"changed"` // runs with the property, with the change
	Difference float64             `json:"difference"`
	Interval   statistics.Interval `json:"interval"` // of the difference, 95 %
}

// MeanContrast compares the means of a number of each run.
type MeanContrast struct {
	What       string              `json:"what,omitempty"`
	Mean       float64             `json:"mean"`
	Changed    float64             `json:"changed"`
	Difference float64             `json:"difference"`
	Interval   statistics.Interval `json:"interval"` // of the difference, 95 %
}

// FactsContrast compares how many runs end with some facts, and with how many.
type FactsContrast struct {
	ShareContrast
	Copies MeanContrast `json:"copies"`
}

// mostSeeds is the number of seeds that are listed for an end.
const mostSeeds = 10

// pairing is runs of two sweeps by their seeds.
type pairing struct {
	was, is   sweep.Rows
	resamples statistics.Resamples
}

// NewContrast compares two sweeps of the same seeds.
func NewContrast(was, is *sweep.Sweep, series Series, change Change) *Contrast {
	p := pair(was.Rows, is.Rows)
	p.resamples = statistics.NewResamples(len(p.was), series.Seed)
	c := &Contrast{Series: series, Change: change, Pairs: len(p.was), Ends: []ShareContrast{}, Rules: []MeanContrast{},
		Seeds: make(map[string]Seeds)}
	for _, end := range endings(p.was, p.is) {
		c.Ends = append(c.Ends, p.share(end.String(), func(r *sweep.Row) bool { return r.Ending == end }))
	}
	for i, r := range p.was {
		if how := r.Ending.String(); p.is[i].Ending != r.Ending && len(c.Seeds[how]) < mostSeeds {
			c.Seeds[how] = append(c.Seeds[how], r.Seed)
		}
	}
	c.Steps = p.mean("", func(r *sweep.Row) int { return r.Steps })
	for i, f := range was.Facts {
		c.Facts = append(c.Facts, FactsContrast{
			p.share(f.String(), func(r *sweep.Row) bool { return r.Facts[i].Copies > 0 }),
			p.mean("", func(r *sweep.Row) int { return r.Facts[i].Copies }),
		})
	}
	for i, r := range was.Rules {
		c.Rules = append(c.Rules, p.mean(r.Label, func(r *sweep.Row) int { return r.Fired[i] }))
	}
	return c
}

// pair returns the rows of the seeds that both have. Rows are by their seeds.
func pair(was, is sweep.Rows) (p pairing) {
	bySeed := make(map[uint64]*sweep.Row)
	for _, r := range is {
		bySeed[r.Seed] = r
	}
	for _, r := range was {
		if other := bySeed[r.Seed]; other != nil {
			p.was, p.is = append(p.was, r), append(p.is, other)
		}
	}
	return p
}

// endings returns the ways in which runs ended, the most frequent first.
func endings(was, is sweep.Rows) []sweep.Ending {
	var out []sweep.Ending
	for _, e := range total.EndsOf(append(was[:len(was):len(was)], is...)).Each() {
		out = append(out, e.Ending)
	}
	return out
}

// share compares the shares of runs with a property.
func (p pairing) share(what string, is func(*sweep.Row) bool) ShareContrast {
	var pairs statistics.Pairs
	for i := range p.was {
		pairs.Add(is(p.was[i]), is(p.is[i]))
	}
	c := ShareContrast{What: what}
	c.Runs, c.Changed, _ = pairs.Shares()
	c.Difference, c.Interval = pairs.Difference()
	return c
}

// mean compares the means of numbers.
func (p pairing) mean(what string, of func(*sweep.Row) int) MeanContrast {
	c, more := MeanContrast{What: what}, make([]float64, len(p.was))
	for i := range p.was {
		was, is := float64(of(p.was[i])), float64(of(p.is[i]))
		c.Mean += was / float64(len(p.was))
		c.Changed += is / float64(len(p.was))
		more[i] = is - was
	}
	c.Difference, c.Interval = c.Changed-c.Mean, p.resamples.Mean(more)
	return c
}

// Data implements [report.Answer].
func (c *Contrast) Data() any { return c }

// Print prints the comparison as text.
func (c *Contrast) Print(b *report.Text) {
	b.Title(fmt.Sprintf("%s, and again %s", c.Series, c.Change))
	if c.Pairs == 0 {
		return
	}
	b.Line("")
	b.Line("Each difference has its own interval of 95 %%; * marks intervals without 0.")
	var ends, facts, numbers table.Table
	heads := []string{"as it was", "changed", "difference", "from", "to", ""}
	ends.Row([]string{"end"}, heads)
	for _, e := range c.Ends {
		ends.Row(e.row(c.Pairs))
	}
	ends.Whole(b, HowEnded)
	facts.Row([]string{"facts"}, heads)
	for _, f := range c.Facts {
		facts.Row(f.row(c.Pairs))
	}
	facts.Whole(b, "Runs that end with these facts")
	numbers.Row([]string{"mean of a run"}, heads)
	steps := c.Steps
	steps.What = "steps"
	numbers.Row(steps.row())
	for _, f := range c.Facts {
		f.Copies.What = "at the end: " + f.What
		numbers.Row(f.Copies.row())
	}
	for _, r := range c.Rules {
		numbers.Row(r.row())
	}
	numbers.Whole(b, "Steps, facts and how often rules fired")
	var seeds []string
	for _, e := range c.Ends {
		if s := c.Seeds[e.What]; len(s) > 0 {
			seeds = append(seeds, fmt.Sprintf("%s: %s", e.What, list(s)))
		}
	}
	b.List("Seeds of runs that end otherwise, by the end as it was", seeds)
}

// list returns seeds as an English list.
func list(seeds Seeds) string {
	texts := make([]string, len(seeds))
	for i, s := range seeds {
		texts[i] = strconv.FormatUint(s, 10)
	}
	return english.List(texts)
}

func (c ShareContrast) row(of int) []string {
	return append([]string{c.What, table.Percent(c.Runs, of), table.Percent(c.Changed, of)},
		difference(100*c.Difference, 100*c.Interval.Low, 100*c.Interval.High, "%+.1f %%")...)
}

func (c MeanContrast) row() []string {
	return append([]string{c.What, table.Decimal(c.Mean), table.Decimal(c.Changed)},
		difference(c.Difference, c.Interval.Low, c.Interval.High, "%+.2f")...)
}

// difference returns the columns of a difference.
func difference(d, low, high float64, format string) []string {
	mark := ""
	if low > 0 || high < 0 {
		mark = "*"
	}
	return []string{fmt.Sprintf(format, d), fmt.Sprintf(format, low), fmt.Sprintf(format, high), mark}
}
