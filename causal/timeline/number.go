package timeline

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/kinds"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Number is the course of a number in a linear fact that rules change. Facts
// with the same other arguments are one: `coin ann 3` and then `coin ann 5`.
type Number struct {
	Kind  string // facts that hold the number, whatever their other arguments: `coin` or, of several numbers, `stock N _`
	Owner string // the other arguments, as a program writes them; may be empty
	Fact  string // the fact without the number: `coin ann`, `stock N _`
	// Start and End are the values before the first span and after the last.
	Start, End Value
	Spans      []Range
	Least      int // at any time, as Most
	Most       int
	Changes    int // how many events changed it
	Together   int // the most facts that there were of it at a time; the value is their sum
}

// Value is a number, if there is one at the time.
type Value struct {
	N     int
	There bool
}

// Range is how a number went in a span: its least and greatest value, from the beginning on, and
// the one at the end. There are no such where there is no fact.
type Range struct {
	Low, High, Last Value
}

// widen widens the range by a value, if there is one.
func (s *Range) widen(v Value) {
	if !v.There {
		return
	}
	if !s.Low.There || v.N < s.Low.N {
		s.Low = v
	}
	if !s.High.There || v.N > s.High.N {
		s.High = v
	}
}

// addNumbers follows the numbers that stand in facts. It leaves out numbers that do not change,
// and numbers of several facts at a time, unless they are quantities: only these have a sum.
func (c *Timeline) addNumbers(g *causal.Graph, k kinds.Table) {
	l := newNumberLines(g, k)
	if len(l.lines) == 0 {
		return
	}
	for e := range c.Spans[0].From {
		l.pass(g, e)
	}
	for i := range l.lines {
		line := &l.lines[i]
		line.Start = line.value()
		line.Changes = 0
	}
	for _, span := range c.Spans {
		for i := range l.lines {
			line := &l.lines[i]
			line.Spans = append(line.Spans, Range{})
			line.mark()
		}
		for e := span.From; e < span.To; e++ {
			for _, i := range l.pass(g, e) {
				l.lines[i].mark()
			}
		}
		for i := range l.lines {
			line := &l.lines[i]
			line.Spans[len(line.Spans)-1].Last = line.value()
		}
	}
	for i := range l.lines {
		line := &l.lines[i]
		line.End = line.value()
		if line.Changes > 0 && line.Least < line.Most && (line.quantity || line.Together == 1) {
			c.Numbers = append(c.Numbers, line.Number)
		}
	}
}

// numberLines are the numbers of a run.
type numberLines struct {
	lines []numberLine
	of    map[trace.ResourceID][]numberAt // by resource
}

// numberLine is a number as it goes on.
type numberLine struct {
	Number
	quantity bool
	facts    int // how many there are now
	sum      int // of the numbers in these
	seen     bool
	before   Value // the event at hand
}

// numberAt is a number in a fact.
type numberAt struct{ line, n int }

func newNumberLines(g *causal.Graph, k kinds.Table) *numberLines {
	l := &numberLines{of: make(map[trace.ResourceID][]numberAt)}
	index := make(map[string]int)
	for i := range g.Resources {
		r := &g.Resources[i]
		if r.Persistent || r.StageToken() {
			continue
		}
		for at, role := range k.Roles[r.Pred] {
			if role < kinds.Changed || at >= len(r.Args) {
				continue
			}
			n, ok := kinds.Value(g, r.Args[at])
			if !ok || n == kinds.Unbounded {
				continue
			}
			args := g.Shapes().ShortAll(r.Args)
			key := fmt.Sprint(k.Without(r.Pred, args, at), at)
			line, known := index[key]
			if !known {
				line = len(l.lines)
				index[key] = line
				l.lines = append(l.lines, newNumberLine(k, r.Pred, args, at))
			}
			l.of[r.ID] = append(l.of[r.ID], numberAt{line, n})
			if r.Producer == causal.Outside {
				l.lines[line].add(n, 1)
			}
		}
	}
	return l
}

func newNumberLine(k kinds.Table, pred string, args []trace.Term, at int) numberLine {
	var owner []trace.Term
	for i, t := range args {
		if !k.Changes(pred, i) {
			owner = append(owner, t)
		}
	}
	line := numberLine{quantity: k.Roles[pred][at] == kinds.Quantity}
	line.Kind, line.Fact = k.Whole(kinds.Position{Pred: pred, Arg: at}), k.Without(pred, args, at)
	line.Owner = strings.TrimSpace(trace.Fact{Args: owner}.String())
	return line
}

// add adds a fact with a number, or takes it away.
func (l *numberLine) add(n, times int) {
	l.facts += times
	l.sum += n * times
}

// value returns what the number is now.
func (l *numberLine) value() Value { return Value{l.sum, l.facts > 0} }

// mark adds the current value to the last span.
func (l *numberLine) mark() {
	v := l.value()
	l.Spans[len(l.Spans)-1].widen(v)
	l.Together = max(l.Together, l.facts)
	if !v.There {
		return
	}
	if !l.seen {
		l.Least, l.Most, l.seen = v.N, v.N, true
	}
	l.Least, l.Most = min(l.Least, v.N), max(l.Most, v.N)
}

// pass goes on past an event, and returns the numbers that it touches.
func (l *numberLines) pass(g *causal.Graph, e causal.Event) (touched []int) {
	step := g.Step(e)
	change := func(ids []trace.ResourceID, times int) {
		for _, id := range ids {
			for _, at := range l.of[id] {
				line := &l.lines[at.line]
				if !slices.Contains(touched, at.line) {
					line.before = line.value()
					touched = append(touched, at.line)
				}
				line.add(at.n, times)
			}
		}
	}
	change(step.Consumes, -1)
	change(step.Produces, 1)
	for _, i := range touched {
		if line := &l.lines[i]; line.value() != line.before {
			line.Changes++
		}
	}
	return touched
}
