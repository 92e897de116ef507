package summary

import (
	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/causal/report/table"
	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/total"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// Goal says how many runs meet their goal, and what others lack. Runs that failed are in neither number.
type Goal struct {
	Solved   int `json:"solved"`
	Unsolved int `json:"unsolved"`
	// Seeds are those of the first runs that meet the goal.
	Seeds []uint64 `json:"seeds"`
	// Left are the facts that are left over in runs without a solution, and Unmet the premises that nothing meets
	// there, the most frequent first.
	Left  []total.Lacking `json:"left"`
	Unmet []total.Lacking `json:"unmet"`
	// Cut is the number of unsolved runs in which the search for a solution was given up.
	Cut int `json:"cut,omitempty"`

	total *total.Goal
}

// newGoal returns what came of the goal of the runs.
func newGoal(of *total.Goal) *Goal {
	return &Goal{
		Solved: of.Solved.Runs, Unsolved: of.Unsolved.Runs, Seeds: append([]uint64{}, of.Solved.Seeds...), Cut: of.Cut,
		Left: total.ByRuns(&of.Left), Unmet: total.ByRuns(&of.Unmet), total: of,
	}
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
		t.Row([]string{"solution"}, share(g.Solved, s.Done, g.total.Solved.Seed()))
	}
	if g.Unsolved > 0 {
		t.Row([]string{"no solution"}, share(g.Unsolved, s.Done, g.total.Unsolved.Seed()))
	}
	t.Whole(b, "How many runs meet the goal")
	if g.Cut > 0 {
		b.Item("the search for a solution was given up in %s", english.Count(g.Cut, "run"))
	}
	g.writeLacking(b, "Left over in runs without a solution, the most frequent first", g.Left, g.total.Left.Whole())
	g.writeLacking(b, "Parts of the goal that nothing meets there, the most frequent first", g.Unmet,
		g.total.Unmet.Whole())
}

func (g *Goal) writeLacking(b *report.Text, heading string, all []total.Lacking, whole bool) {
	var t table.Table
	t.Row([]string{"fact"}, shareHeads)
	for _, l := range all {
		t.Row([]string{l.Fact}, share(l.Runs, g.Unsolved, l.Seed))
	}
	if len(all) > 0 {
		t.List(b, heading)
	}
	saySample(b, whole)
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
