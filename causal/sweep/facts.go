package sweep

import (
	"slices"
	"strconv"

	"github.com/ceptre-graph/ceptre/causal/kinds"
	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/shape"
	"github.com/ceptre-graph/ceptre/lang"
)

// Tally is facts that are counted where runs end: those of a pattern or, where the goal is
// several facts, the ways in which it is met, each with other facts or copies of them.
type Tally struct {
	goal.Goal
	// Number is which argument of the facts is a number that the pattern leaves open, from
	// 0; -1 where there is none, or several, or the goal is several facts.
	Number int
	// Open are all such arguments. Of each, numbers in facts with the same other arguments are
	// counted together.
	Open []int
	// Shapes say how the other arguments are written in the names of levels; nil as they are.
	Shapes *shape.Set
}

// NewTally returns a tally of the facts of a program that a goal names.
func NewTally(prog *lang.Program, g goal.Goal) Tally {
	t := Tally{Goal: g}
	for _, pred := range prog.Preds {
		if p := g.Facts[0]; len(g.Facts) == 1 && pred.Name == p.Head && pred.Kind == lang.OfState {
			t.Open = nil
			for i, arg := range pred.Args {
				if arg.Counts() &&
					(i >= len(p.Args) || p.Args[i].Head == trace.Open || slices.Contains(p.Vars, p.Args[i].Head)) {
					t.Open = append(t.Open, i)
				}
			}
		}
	}
	t.Number = onlyOne(t.Open)
	return t
}

// Among returns the tally with those of the open numbers alone that rules change, where there are
// any; others are such as names, by which facts are told apart.
func (t Tally) Among(k kinds.Table) Tally {
	roles := k.Roles[t.Facts[0].Head]
	changed := slices.DeleteFunc(slices.Clone(t.Open),
		func(i int) bool { return i >= len(roles) || roles[i] < kinds.Changed })
	if len(changed) > 0 {
		t.Open = changed
	}
	t.Number = onlyOne(t.Open)
	return t
}

// onlyOne returns the only one of some arguments; -1 where there is none, or several.
func onlyOne(args []int) int {
	if len(args) != 1 {
		return -1
	}
	return args[0]
}

// Found is the facts of a tally that there were where a run ended.
type Found struct {
	Copies  int   `json:"copies"`            // or ways, of which [MostNumber] are counted
	Numbers []int `json:"numbers,omitempty"` // of these, in the order in which they were made; nil where none are counted
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
			f.Numbers = append(f.Numbers, number(r.Args[t.Number]))
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

// number returns the number that a term of a type that counts is.
func number(t trace.Term) int {
	applied := 0
	for ; len(t.Args) == 1; t = t.Args[0] {
		applied++
	}
	if !t.Number {
		return applied
	}
	n, err := strconv.ParseInt(t.Head, 10, 64)
	if err != nil { // of a number it is that it has too many digits
		return MostNumber
	}
	return int(min(n, MostNumber))
}

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
