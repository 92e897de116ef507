package sweep

import (
	"slices"
	"strconv"

	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Tally is facts that are counted where runs end: those of a pattern or, where the goal is
// several facts, the ways in which it is met, each with other facts or copies of them.
type Tally struct {
	goal.Goal
	// Number is which argument of the facts is a number that the pattern leaves open, from
	// 0; -1 where there is none, or several, or the goal is several facts.
	Number int
}

// NewTally returns what is counted of the facts of a program for which a goal asks.
func NewTally(prog *lang.Program, g goal.Goal) Tally {
	t := Tally{g, -1}
	for _, pred := range prog.Preds {
		if p := g.Facts[0]; len(g.Facts) == 1 && pred.Name == p.Head && pred.Kind == lang.OfState {
			t.Number = openNumber(p, pred)
		}
	}
	return t
}

// openNumber returns the only argument of a predicate that is a number and that a pattern
// leaves open; -1 where there is none, or several.
func openNumber(p trace.Pattern, pred *lang.Pred) int {
	found := -1
	for i, t := range pred.Args {
		open := i >= len(p.Args) || p.Args[i].Head == trace.Open || slices.Contains(p.Vars, p.Args[i].Head)
		switch {
		case !open || !t.Numerals:
		case found >= 0:
			return -1
		default:
			found = i
		}
	}
	return found
}

// Found is the facts of a tally that there were where a run ended.
type Found struct {
	Copies  int   // or ways, of which [MostNumber] are counted
	Numbers []int // of these, in the order in which they were made; nil where none are counted
}

// Sum returns what the numbers are together.
func (f Found) Sum() (sum int) {
	for _, n := range f.Numbers {
		sum += n
	}
	return sum
}

// MostNumber is the greatest number that is counted: no sum of those of a sweep is too great.
// One that is greater counts as this.
const MostNumber = 1 << 40

// count counts facts of a state.
func (t Tally) count(alive []trace.Resource) (f Found) {
	if len(t.Facts) > 1 {
		return Found{Copies: t.ways(alive)}
	}
	for _, r := range alive {
		if !t.Facts[0].MatchesFact(r.Pred, r.Args, r.Persistent) {
			continue
		}
		f.Copies++
		if t.Number >= 0 {
			f.Numbers = append(f.Numbers, number(r.Args[t.Number].Head))
		}
	}
	return f
}

// ways counts the ways in which a state meets a goal of several facts. Where there are too many
// to find them all, they are the most that are counted.
func (t Tally) ways(alive []trace.Resource) (ways int) {
	err := t.Each(t.State(alive), nil, func(m goal.Match) bool {
		ways = min(ways+m.Ways(MostNumber), MostNumber)
		return ways < MostNumber
	})
	if err != nil {
		return MostNumber
	}
	return ways
}

// number returns the number that a numeral is.
func number(numeral string) int {
	n, err := strconv.ParseInt(numeral, 10, 64)
	if err != nil { // of a number it is that it has too many digits
		return MostNumber
	}
	return int(min(n, MostNumber))
}

// Copies says how many facts of a tally there were where runs ended, and in how many runs
// any. The tally is an index of [Sweep.Facts].
func Copies(rows []*Row, tally int) (spread Spread, runs int) {
	copies := make([]int, len(rows))
	for i, r := range rows {
		copies[i] = r.Facts[tally].Copies
		runs += min(copies[i], 1)
	}
	return Measure(copies), runs
}

// Numbers says what the numbers in all these facts are.
func Numbers(rows []*Row, tally int) Spread {
	var all []int
	for _, r := range rows {
		all = append(all, r.Facts[tally].Numbers...)
	}
	return Measure(all)
}
