// Package summary reports the results of many runs of a program: as text, as JSON, and as a table with a row for each
// run.
package summary

import (
	"fmt"
	"iter"
	"slices"
	"strconv"

	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/mergeable"
	"github.com/ceptre-graph/ceptre/causal/sweep/total"
)

// Summary is what came of many runs. Its fields are the JSON.
type Summary struct {
	Series
	Ends []End `json:"ends"`
	// Goal says how many runs meet their goal; nil if they have none.
	Goal *Goal `json:"goal,omitempty"`
	// Statements say of each statement of the program in how many runs it is violated.
	Statements []Statement      `json:"statements,omitempty"`
	Steps      mergeable.Spread `json:"steps"`
	Rules      []Rule           `json:"rules"`
	Facts      []Facts          `json:"facts,omitempty"`
	Different  *Different       `json:"different,omitempty"`
	Finals     int              `json:"finalStates"`
	// ApproximateFinals says that Finals is estimated, like [Different].
	ApproximateFinals bool   `json:"approximateFinalStates,omitempty"`
	By                []Part `json:"by,omitempty"`
	// Sampled names the lists that have too many parts, and hold a random sample of them, each part with all of its
	// runs. The name "seeds" means that the seeds of By are seeds of a random sample of the runs.
	Sampled []string `json:"sampled,omitempty"`
	// Runs are written one by one: see [Summary.WriteJSON].
	Runs []Run `json:"runs"`

	total *total.Total
	rows  iter.Seq2[*sweep.Row, error]
	by    []string // labels of the rules of By
}

// Rule says how often a rule fired.
type Rule struct {
	Rule  string `json:"rule"`
	Stage string `json:"stage"`
	Runs  int    `json:"runs"` // in which it fired at all
	mergeable.Spread
}

// Statement says in how many runs a statement is violated, at which such a run ends.
type Statement struct {
	Statement string   `json:"statement"`
	Runs      int      `json:"runs"`
	Seeds     []uint64 `json:"seeds"` // of the first of these runs
}

// Facts says how many of some facts there were where runs ended.
type Facts struct {
	Facts  string           `json:"facts"`
	Runs   int              `json:"runs"` // in which there were any
	Copies mergeable.Spread `json:"copies"`
	// Numbers is how the numbers in all of these facts are spread, if there are any.
	Numbers *mergeable.Spread `json:"numbers,omitempty"`
	// Levels are the numbers of facts with the same other arguments, added up in each run.
	Levels []total.Level `json:"levels,omitempty"`

	one bool // Levels says no more than Numbers
}

// Different says how many runs are different.
type Different struct {
	Runs int `json:"runs"`
	// Approximate says that Runs is estimated by a HyperLogLog; its standard error is [mergeable.Error].
	Approximate bool `json:"approximate,omitempty"`
	// Inexact is how many runs were too symmetric to be told from all others.
	Inexact int `json:"inexact"`
}

// String says how many there are.
func (d *Different) String() string { return number(d.Runs, !d.Approximate) }

// number returns a number of different things, and says so if it is estimated.
func number(n int, exact bool) string {
	if exact {
		return strconv.Itoa(n)
	}
	return fmt.Sprintf("about %d (beyond %d, a HyperLogLog with a standard error of %.1f %%)", n, mergeable.MostDistinct,
		100*mergeable.Error)
}

// Part is the runs in which rules fired so often.
type Part struct {
	Fired map[string]int   `json:"fired"`
	Runs  int              `json:"runs"`
	Steps mergeable.Spread `json:"steps"`
	Ends  []End            `json:"ends"`
	Seeds []uint64         `json:"seeds"`

	part total.Part
}

// New returns the summary of a total. The rows are the records of its runs, for lists of all runs; nil if they are not
// at hand.
func New(t *total.Total, rows iter.Seq2[*sweep.Row, error]) *Summary {
	s := &Summary{Series: NewSeries(&t.Subject, t.Ends.Runs()), Ends: Ends(&t.Ends), Steps: t.Ends.All().Steps,
		Rules: []Rule{}, Runs: []Run{}, total: t, rows: rows}
	if t.Subject.Goal {
		s.Goal = newGoal(&t.Goal)
		s.sampled("goal", t.Goal.Left.Whole() && t.Goal.Unmet.Whole())
	}
	s.sampled("ends", t.Ends.Whole())
	for i, label := range t.Subject.Statements {
		runs := &t.Statements[i]
		s.Statements = append(s.Statements, Statement{label, runs.Runs, append([]uint64{}, runs.Seeds...)})
	}
	for i, r := range t.Subject.Rules {
		s.Rules = append(s.Rules, Rule{r.Label, r.Stage, t.Rules[i].NotZero(), t.Rules[i].Spread()})
	}
	for i, tally := range t.Subject.Facts {
		s.Facts = append(s.Facts, newFacts(&t.Facts[i], tally))
		s.sampled("facts", t.Facts[i].Levels.Whole())
	}
	if t.Hashed {
		n, exact := t.Hashes.Count()
		s.Different = &Different{Runs: n, Approximate: !exact, Inexact: t.Inexact}
	}
	n, exact := t.Finals.Count()
	s.Finals, s.ApproximateFinals = n, !exact
	s.divide()
	return s
}

// sampled says that a list is a sample, if it is not whole.
func (s *Summary) sampled(list string, whole bool) {
	if !whole && !slices.Contains(s.Sampled, list) {
		s.Sampled = append(s.Sampled, list)
	}
}

// divide counts the runs apart by how often rules fired in them.
func (s *Summary) divide() {
	if len(s.total.By) == 0 {
		return
	}
	for _, rule := range s.total.By {
		s.by = append(s.by, s.total.Subject.Rules[rule].Label)
	}
	parts, whole, seeds := s.total.Parts()
	for _, p := range parts {
		out := Part{Fired: make(map[string]int), Runs: p.Ends.Runs(), Steps: p.Ends.All().Steps, Ends: Ends(p.Ends),
			Seeds: append([]uint64{}, p.Seeds...), part: p}
		for i, rule := range s.by {
			out.Fired[rule] = p.Times[i]
		}
		s.By = append(s.By, out)
	}
	s.sampled("by", whole)
	s.sampled("seeds", seeds)
}

// newFacts returns how many facts of a tally there were.
func newFacts(of *total.Facts, t total.Tally) Facts {
	f := Facts{Facts: t.Facts, Runs: of.Copies.NotZero(), Copies: of.Copies.Spread(), Levels: of.EachLevel()}
	f.one = len(f.Levels) == 1 && t.Number >= 0 && f.Copies.Total == f.Runs
	if t.Number >= 0 && f.Copies.Total > 0 {
		numbers := of.Numbers.Spread()
		f.Numbers = &numbers
	}
	return f
}
