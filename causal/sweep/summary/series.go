package summary

import (
	"fmt"
	"strconv"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/causal/report/table"
	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/mergeable"
	"github.com/ceptre-graph/ceptre/causal/sweep/shard"
	"github.com/ceptre-graph/ceptre/causal/sweep/total"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// Series says which runs were made.
type Series struct {
	Program string `json:"program"`
	Stage   string `json:"stage"` // the first
	Seed    uint64 `json:"seed"`  // of the first run
	Choose  string `json:"choose"`
	Asked   int    `json:"asked"` // how many runs there were to be
	Done    int    `json:"done"`
	// Missing are the shards of runs that are left out.
	Missing []shard.Missing `json:"missing,omitempty"`
}

// NewSeries returns the series of runs of a subject, of which a number has ended.
func NewSeries(t *total.Subject, done int) Series {
	return Series{Program: t.Program, Stage: t.Stage, Seed: t.Seed, Choose: t.Choose, Asked: t.Runs, Done: done}
}

// String says from which stage how many runs of which program were made, and how.
func (s Series) String() string {
	return s.From("stage " + s.Stage)
}

// From is [Series.String] for another place at which the runs begin.
func (s Series) From(place string) string {
	runs := english.Count(s.Asked, "run")
	switch n := len(s.Missing); {
	case n > 0:
		runs = fmt.Sprintf("%d of %s, without %s", s.Done, runs, leftOut(s.Missing))
	case s.Done < s.Asked:
		runs = fmt.Sprintf("interrupted when %d of %s had ended", s.Done, runs)
	}
	return fmt.Sprintf("%s from %s: %s, seeds from %d, choice %s", s.Program, place, runs, s.Seed, s.Choose)
}

// mostNamed is how many ranges of missing shards a title names.
const mostNamed = 8

// leftOut says which shards are missing; or how many, if a title has no room for all.
func leftOut(missing []shard.Missing) string {
	if len(missing) <= mostNamed {
		return shard.Missed(missing)
	}
	n := 0
	for _, m := range missing {
		n += m.Last - m.First + 1
	}
	return fmt.Sprintf("%d of %d shards", n, missing[0].Of)
}

// End is a way to end, with the runs that ended so.
type End struct {
	sweep.Ending
	Runs  int              `json:"runs"`
	Seed  uint64           `json:"seed"` // of the first
	Steps mergeable.Spread `json:"steps"`
}

// Ends returns the ways in which runs ended.
func Ends(of *total.Ends) []End {
	out := []End{}
	for _, e := range of.Each() {
		out = append(out, End(e))
	}
	return out
}

// WriteEnds says under a heading how runs ended and how long they were, and what went wrong. There is
// at least one run.
func WriteEnds(b *report.Text, heading string, of *total.Ends) {
	var t table.Table
	t.Row([]string{"end"}, shareHeads, spreadHeads("steps"))
	ends, all := of.Each(), of.All()
	for _, e := range ends {
		t.Row([]string{e.Ending.String()}, share(e.Runs, all.Runs, e.Seed), spread(e.Steps))
	}
	if len(ends) > 1 {
		t.Row([]string{"any"}, share(all.Runs, all.Runs, all.Seed), spread(all.Steps))
	}
	t.List(b, heading)
	saySample(b, of.Whole())
	var wrong []string
	for _, w := range of.Wrong() {
		wrong = append(wrong, fmt.Sprintf("%s (%s; first seed %d)", w.Text, english.Count(w.Runs, "run"), w.Seed))
	}
	b.List("What went wrong", wrong)
	saySample(b, of.WrongWhole())
}

// saySample says of a list that it is not of all groups, if it is not.
func saySample(b *report.Text, whole bool) {
	if !whole {
		b.Item("these are a random sample of more than %d, each with all of its runs", mergeable.MostGroups)
	}
}

// shareHeads are the heads of the cells of share.
var shareHeads = []string{"runs", "share", "first seed"}

// share says how many of all runs some are.
func share(runs, all int, seed uint64) []string {
	return []string{strconv.Itoa(runs), table.Percent(runs, all), strconv.FormatUint(seed, 10)}
}

// spreadHeads are the heads of the cells of spread.
func spreadHeads(of string) []string {
	return []string{of + ": min", "25 %", "median", "75 %", "max", "mean"}
}

func spread(s mergeable.Spread) []string {
	cells := table.Numbers(s.Min, s.Lower, s.Median, s.Upper, s.Max)
	if s.Approximate {
		for i := 1; i <= 3; i++ {
			cells[i] += "~"
		}
	}
	return append(cells, table.Decimal(s.Mean))
}
