package summary

import (
	"cmp"
	"slices"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/causal/report/table"
	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// Goal says how many runs meet their goal, and what others lack. Runs that failed are in neither number.
type Goal struct {
	Solved   int `json:"solved"`
	Unsolved int `json:"unsolved"`
	// Seeds are those of the first runs that meet the goal.
	Seeds []uint64 `json:"seeds"`
	// Left are the facts that are left over in runs without a solution, and Unmet the premises that nothing meets there,
	// the most frequent first.
	Left  []Lacking `json:"left"`
	Unmet []Lacking `json:"unmet"`
	// Cut is the number of unsolved runs in which the search for a solution was given up.
	Cut int `json:"cut,omitempty"`

	unsolved uint64 // seed of the first run without a solution
}

// Lacking is a fact that is left over, or a premise that nothing meets.
type Lacking struct {
	Fact string `json:"fact"`
	Runs int    `json:"runs"` // in which it is
	Seed uint64 `json:"seed"` // of the first of these
}

// newGoal returns what came of the goal of the runs.
func newGoal(rows sweep.Rows) *Goal {
	g := &Goal{Seeds: []uint64{}}
	left, unmet := make(map[string]*Lacking), make(map[string]*Lacking)
	for _, r := range rows {
		switch s := r.Solution; {
		case s == nil:
			continue
		case s.Solved:
			if g.Solved++; g.Solved <= mostSeeds {
				g.Seeds = append(g.Seeds, r.Seed)
			}
			continue
		case s.Cut:
			g.Cut++
		}
		if g.Unsolved++; g.Unsolved == 1 {
			g.unsolved = r.Seed
		}
		for _, l := range r.Solution.Left {
			count(left, l.Fact.String(), r.Seed)
		}
		for _, text := range slices.Compact(slices.Sorted(slices.Values(r.Solution.Data().Unmet))) {
			count(unmet, text, r.Seed)
		}
	}
	g.Left, g.Unmet = byRuns(left), byRuns(unmet)
	return g
}

// count counts a run in which a fact is lacking.
func count(all map[string]*Lacking, fact string, seed uint64) {
	if all[fact] == nil {
		all[fact] = &Lacking{Fact: fact, Seed: seed}
	}
	all[fact].Runs++
}

// byRuns returns the facts that are lacking, the most frequent first.
func byRuns(all map[string]*Lacking) []Lacking {
	out := []Lacking{}
	for _, l := range all {
		out = append(out, *l)
	}
	slices.SortFunc(out, func(a, b Lacking) int {
		return cmp.Or(cmp.Compare(b.Runs, a.Runs), cmp.Compare(a.Fact, b.Fact))
	})
	return out
}

// writeGoal says how many runs meet their goal, and what others lack.
func (s *Summary) writeGoal(b *report.Text) {
	g := s.Goal
	if g == nil {
		return
	}
	var t table.Table
	t.Row([]string{"goal"}, shareHeads)
	if g.Solved > 0 {
		t.Row([]string{"solution"}, share(g.Solved, len(s.Runs), g.Seeds[0]))
	}
	if g.Unsolved > 0 {
		t.Row([]string{"no solution"}, share(g.Unsolved, len(s.Runs), g.unsolved))
	}
	t.Whole(b, "How many runs meet the goal")
	if g.Cut > 0 {
		b.Item("the search for a solution was given up in %s", english.Count(g.Cut, "run"))
	}
	g.writeLacking(b, "Left over in runs without a solution, the most frequent first", g.Left)
	g.writeLacking(b, "Parts of the goal that nothing meets there, the most frequent first", g.Unmet)
}

func (g *Goal) writeLacking(b *report.Text, heading string, all []Lacking) {
	var t table.Table
	t.Row([]string{"fact"}, shareHeads)
	for _, l := range all {
		t.Row([]string{l.Fact}, share(l.Runs, g.Unsolved, l.Seed))
	}
	if len(all) > 0 {
		t.List(b, heading)
	}
}

// solved says whether a run meets its goal; nil if that is not known.
func solved(r *sweep.Row) *bool {
	if r.Solution == nil {
		return nil
	}
	return &r.Solution.Solved
}

// solvedColumn is the column of tables of runs that says whether a run meets its goal.
func solvedColumn(r *sweep.Row) any { return r.Solution != nil && r.Solution.Solved }
