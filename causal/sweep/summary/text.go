package summary

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/causal/report/table"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// HowEnded is the heading of how runs ended.
const HowEnded = "How runs ended"

// Data implements [report.Answer].
func (s *Summary) Data() any { return s }

// Print prints the summary as text.
func (s *Summary) Print(b *report.Text) {
	b.Title(s.Series.String())
	if len(s.Runs) == 0 {
		return
	}
	WriteEnds(b, HowEnded, s.rows)
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
		b.Item("runs, but for the order of independent steps: %d%s", s.Different.Runs, s.runs)
		if n := s.Different.Inexact; n > 0 {
			b.Item("too symmetric to be told apart from all others: %s", english.Count(n, "run"))
		}
	}
	b.Item("final states: %d%s", s.Finals, s.final)
	s.writeRuns(b)
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
		t.Row([]string{of.Statement, strconv.Itoa(of.Runs), table.Percent(of.Runs, len(s.Runs)), seeds})
	}
	t.Whole(b, heading)
}

// writeRules says how often rules fired. None is left out: rules that never did are worth knowing.
func (s *Summary) writeRules(b *report.Text) {
	var t table.Table
	t.Row([]string{"rule", "stage", "in runs", "share", "times: min", "max", "mean", "total"})
	for _, r := range s.Rules {
		t.Row([]string{r.Rule, r.Stage, strconv.Itoa(r.Runs), table.Percent(r.Runs, len(s.Runs))},
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
		copies.Row([]string{f.Facts, strconv.Itoa(f.Runs), table.Percent(f.Runs, len(s.Runs))}, spread(f.Copies))
		if f.Numbers != nil {
			numbers.Row([]string{f.Facts, strconv.Itoa(f.Copies.Total)}, spread(*f.Numbers))
		}
		if f.one {
			continue
		}
		for _, l := range f.Levels {
			levels.Row([]string{l.Fact, strconv.Itoa(l.Runs), table.Percent(l.Runs, len(s.Runs))}, spread(l.Spread))
		}
	}
	copies.Whole(b, "Facts at the end")
	numbers.Whole(b, "The numbers in these facts")
	if len(levels) > 1 {
		levels.List(b, "The numbers in facts with the same other arguments, added up in each run")
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
	for _, p := range s.parts {
		var ended []int
		for _, e := range s.Ends {
			ended = append(ended, p.Rows.Count(e.Ending))
		}
		share, steps := share(len(p.Rows), len(s.Runs), p.Rows[0].Seed), spread(p.Rows.Lengths())
		t.Row(table.Numbers(p.Times...), share, steps, table.Numbers(ended...))
	}
	t.List(b, "Runs by how often rules fired")
}

// String says which of several came most often, if any came twice.
func (o often) String() string {
	if o.times == 1 {
		return ""
	}
	return fmt.Sprintf("; that of seed %d came %d times, and none more often", o.seed, o.times)
}

// shortHash is how much of a hash is shown, in digits.
const shortHash = 12

// writeRuns lists the runs, with what it takes to have them again.
func (s *Summary) writeRuns(b *report.Text) {
	var t table.Table
	heads := []string{"seed", "steps", "end", "final state"}
	if s.Different != nil {
		heads = append(heads, "hash")
	}
	t.Row(heads)
	for _, r := range s.Runs {
		row := []string{strconv.FormatUint(r.Seed, 10), strconv.Itoa(r.Steps), r.Ending.String(), r.Final[:shortHash]}
		if s.Different != nil {
			row = append(row, r.Hash[:shortHash])
		}
		t.Row(row)
	}
	t.List(b, fmt.Sprintf("Each run, which 'ceptre run' makes again with --choose %s and --seed", s.Choose))
}
