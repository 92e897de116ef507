package sweep

import (
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Level is what the numbers are together that stand in facts with the same other arguments where a
// run ended: how much coin ann has.
type Level struct {
	Fact string // a pattern: `coin ann _`, or `stock N _` where several numbers are left open
	N    int
}

// levels returns the levels of the facts of a tally, in the order in which they were made.
func (t Tally) levels(alive []trace.Resource) (levels []Level) {
	if len(t.Open) == 0 {
		return nil
	}
	index := make(map[string]int)
	for _, r := range alive {
		if !t.Facts[0].MatchesFact(r.Pred, r.Args, r.Persistent) {
			continue
		}
		for _, at := range t.Open {
			fact := t.levelOf(r, at)
			i, known := index[fact]
			if !known {
				i = len(levels)
				index[fact] = i
				levels = append(levels, Level{Fact: fact})
			}
			levels[i].N += number(r.Args[at])
		}
	}
	return levels
}

// levelOf returns the pattern of the facts that differ from one in numbers alone.
func (t Tally) levelOf(r trace.Resource, at int) string {
	args := t.Shapes.ShortAll(slices.Clone(r.Args))
	for _, i := range t.Open {
		args[i] = trace.Const(trace.Open)
	}
	if len(t.Open) > 1 {
		args[at] = trace.Const("N")
	}
	return trace.Fact{Pred: r.Pred, Args: args}.String()
}

// LevelSpread says how a level is spread over the runs in which there are such facts at the end.
type LevelSpread struct {
	Fact string `json:"facts"`
	Runs int    `json:"runs"`
	Spread
}

// Levels says how the levels of a tally are spread, by their facts.
func (rows Rows) Levels(tally int) []LevelSpread {
	all := make(map[string][]int)
	for _, r := range rows {
		for _, l := range r.Levels[tally] {
			all[l.Fact] = append(all[l.Fact], l.N)
		}
	}
	var out []LevelSpread
	for fact, numbers := range all {
		out = append(out, LevelSpread{fact, len(numbers), Measure(numbers)})
	}
	slices.SortFunc(out, func(a, b LevelSpread) int { return strings.Compare(a.Fact, b.Fact) })
	return out
}
