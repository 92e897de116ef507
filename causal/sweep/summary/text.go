package summary

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/causal/report/table"
	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/mergeable"
	"github.com/ceptre-graph/ceptre/causal/sweep/total"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// HowEnded is the heading of how runs ended.
const HowEnded = "How runs ended"

// Data implements [report.Answer].
func (s *Summary) Data() any { return s }

// Print prints the summary as text.
func (s *Summary) Print(b *report.Text) {
	b.Title(s.Series.String())
	if s.Done == 0 {
		return
	}
	WriteEnds(b, HowEnded, &s.total.Ends)
	s.writeGoal(b)
	s.writeStatements(b)
	if s.Steps.Max == 0 {
		b.Line("")
		b.Line("no run has a step; `ceptre run` says what the rules lack")
	}
	s.writeRules(b)
	s.writeFacts(b)
	s.writeParts(b)
	b.Title("How many are different:")
	if s.Different != nil {
		b.Item("runs, but for the order of independent steps: %s", different(&s.total.Hashes))
		if n := s.Different.Inexact; n > 0 {
			b.Item("too symmetric to be told apart from all others: %s", english.Count(n, "run"))
		}
	}
	b.Item("final states: %s", different(&s.total.Finals))
	s.writeRuns(b)
	if s.approximate() {
		b.Line("")
		b.Line("~ quartiles of more than %d different numbers are within %.1f %%", mergeable.MostValues,
			100*mergeable.Accuracy)
	}
}

// approximate reports whether any quartiles in the text are not exact.
func (s *Summary) approximate() bool {
	approximate := s.Steps.Approximate // if the quartiles of an ending are approximate, these are, too
	for _, f := range s.Facts {
		approximate = approximate || f.Copies.Approximate || f.Numbers != nil && f.Numbers.Approximate ||
			slices.ContainsFunc(f.Levels, func(l total.Level) bool { return l.Approximate })
	}
	return approximate
}

// different says how many there are, and which of several came most often, if that is known and any came twice.
func different(d *mergeable.Distinct) string {
	text := number(d.Count())
	if times, seed := d.Most(); times > 1 {
		text += fmt.Sprintf("; that of seed %d came %d times, and none more often", seed, times)
	}
	return text
}

// writeStatements says in how many runs each statement is violated.
func (s *Summary) writeStatements(b *report.Text) {
	const heading = "Statements violated"
	violated := func(of Statement) bool { return of.Runs > 0 }
	if n := len(s.Statements); n > 0 && !slices.ContainsFunc(s.Statements, violated) {
		b.Title(fmt.Sprintf("%s: none of %d", heading, n))
		return
	}
	var t table.Table
	t.Row([]string{"statement", "in runs", "share", "seeds"})
	for _, of := range s.Statements {
		seeds := list(of.Seeds)
		if of.Runs > len(of.Seeds) {
			seeds = strings.Replace(seeds, " and ", ", ", 1) + ", …"
		}
		t.Row([]string{of.Statement, strconv.Itoa(of.Runs), table.Percent(of.Runs, s.Done), seeds})
	}
	t.Whole(b, heading)
}

// writeRules says how often rules fired. None is left out: rules that never did are worth knowing.
func (s *Summary) writeRules(b *report.Text) {
	var t table.Table
	t.Row([]string{"rule", "stage", "in runs", "share", "times: min", "max", "mean", "total"})
	for _, r := range s.Rules {
		t.Row([]string{r.Rule, r.Stage, strconv.Itoa(r.Runs), table.Percent(r.Runs, s.Done)},
			table.Numbers(r.Min, r.Max), []string{table.Decimal(r.Mean), strconv.Itoa(r.Total)})
	}
	t.Whole(b, "How often rules fired")
}

// writeFacts says how many of the facts asked for there were where runs ended, and what numbers
// stand in them. Numbers of facts with the same other arguments are left out where they are all there
// are.
func (s *Summary) writeFacts(b *report.Text) {
	var copies, numbers, levels table.Table
	copies.Row([]string{"facts", "in runs", "share"}, spreadHeads("copies"))
	numbers.Row([]string{"facts", "copies"}, spreadHeads("number"))
	levels.Row([]string{"facts", "in runs", "share"}, spreadHeads("number"))
	for _, f := range s.Facts {
		copies.Row([]string{f.Facts, strconv.Itoa(f.Runs), table.Percent(f.Runs, s.Done)}, spread(f.Copies))
		if f.Numbers != nil {
			numbers.Row([]string{f.Facts, strconv.Itoa(f.Copies.Total)}, spread(*f.Numbers))
		}
		if f.one {
			continue
		}
		for _, l := range f.Levels {
			levels.Row([]string{l.Fact, strconv.Itoa(l.Runs), table.Percent(l.Runs, s.Done)}, spread(l.Spread))
		}
	}
	copies.Whole(b, "Facts at the end")
	numbers.Whole(b, "The numbers in these facts")
	if len(levels) > 1 {
		levels.List(b, "The numbers in facts with the same other arguments, added up in each run")
		saySample(b, !slices.Contains(s.Sampled, "facts"))
	}
}

// writeParts counts runs apart by how often rules fired in them.
func (s *Summary) writeParts(b *report.Text) {
	if len(s.by) == 0 {
		return
	}
	var ends []string
	for _, e := range s.Ends {
		ends = append(ends, e.Ending.String())
	}
	var t table.Table
	t.Row(s.by, shareHeads, spreadHeads("steps"), ends)
	for _, p := range s.By {
		count := make(map[sweep.Ending]int)
		for _, e := range p.Ends {
			count[e.Ending] = e.Runs
		}
		var ended []int
		for _, e := range s.Ends {
			ended = append(ended, count[e.Ending])
		}
		share := share(p.Runs, s.Done, p.part.Ends.All().Seed)
		t.Row(table.Numbers(p.part.Times...), share, spread(p.Steps), table.Numbers(ended...))
	}
	t.List(b, "Runs by how often rules fired")
	saySample(b, !slices.Contains(s.Sampled, "by"))
}
