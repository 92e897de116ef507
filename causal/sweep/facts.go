package sweep

import (
	"strconv"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Tally is facts that are counted where runs end.
type Tally struct {
	trace.Pattern
	// Number is which argument of the facts is a number that the pattern leaves open, from
	// 0; -1 where there is none, or several.
	Number int
}

// NewTally returns what is counted of the facts of a program that a pattern stands for.
func NewTally(prog *lang.Program, p trace.Pattern) Tally {
	t := Tally{p, -1}
	for _, pred := range prog.Preds {
		if pred.Name == p.Head && pred.Kind == lang.OfState {
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
		open := i >= len(p.Args) || p.Args[i].Head == trace.Open
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
	Copies  int
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
	for _, r := range alive {
		if !t.MatchesFact(r.Pred, r.Args, r.Persistent) {
			continue
		}
		f.Copies++
		if t.Number >= 0 {
			f.Numbers = append(f.Numbers, number(r.Args[t.Number].Head))
		}
	}
	return f
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
