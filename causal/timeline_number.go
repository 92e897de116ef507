package causal

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// NumberTimeline says how a number went that stands in a linear fact and that rules change. Facts
// with the same other arguments are one: `coin ann 3` and then `coin ann 5`.
type NumberTimeline struct {
	Kind  string // what the number is of, whatever the other arguments: `coin` or, of several numbers, `stock N _`
	Owner string // the other arguments, as a program writes them; may be empty
	Fact  string // the fact without the number: `coin ann`, `stock N _`
	// Start and End are the values before the first span and after the last.
	Start, End Value
	Spans      []NumberSpan
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

// NumberSpan is how a number went in a span: its least and greatest value, from the beginning on, and
// the one at the end. There are no such where there is no fact.
type NumberSpan struct {
	Low, High, Last Value
}

// widen enters a value that there was at some time.
func (s *NumberSpan) widen(v Value) {
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
func (c *Timeline) addNumbers(g *Graph, kinds Kinds) {
	l := newNumberLines(g, kinds)
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
			line.Spans = append(line.Spans, NumberSpan{})
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
			c.Numbers = append(c.Numbers, line.NumberTimeline)
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
	NumberTimeline
	quantity bool
	facts    int // how many there are now
	sum      int // of the numbers in these
	seen     bool
	before   Value // the event at hand
}

// numberAt is a number in a fact.
type numberAt struct{ line, n int }

func newNumberLines(g *Graph, kinds Kinds) *numberLines {
	l := &numberLines{of: make(map[trace.ResourceID][]numberAt)}
	index := make(map[string]int)
	for i := range g.Resources {
		r := &g.Resources[i]
		if r.Persistent || r.StageToken() {
			continue
		}
		for at, role := range kinds.Roles[r.Pred] {
			if role < Changed || at >= len(r.Args) {
				continue
			}
			n, ok := g.valueOf(r.Args[at])
			if !ok || n == Unbounded {
				continue
			}
			args := g.Shapes().ShortAll(r.Args)
			key := fmt.Sprint(kinds.fact(r.Pred, args, at), at)
			k, known := index[key]
			if !known {
				k = len(l.lines)
				index[key] = k
				l.lines = append(l.lines, newNumberLine(kinds, r.Pred, args, at))
			}
			l.of[r.ID] = append(l.of[r.ID], numberAt{k, n})
			if r.Producer == Outside {
				l.lines[k].add(n, 1)
			}
		}
	}
	return l
}

func newNumberLine(kinds Kinds, pred string, args []trace.Term, at int) numberLine {
	var owner []trace.Term
	for i, t := range args {
		if !kinds.changes(pred, i) {
			owner = append(owner, t)
		}
	}
	line := numberLine{quantity: kinds.Roles[pred][at] == Quantity}
	line.Kind, line.Fact = kinds.whole(Position{pred, at}), kinds.fact(pred, args, at)
	line.Owner = strings.TrimSpace(trace.Fact{Args: owner}.String())
	return line
}

// fact returns a fact without a number in it; where it has several that change, a pattern in
// which N stands for the number.
func (k Kinds) fact(pred string, args []trace.Term, at int) string {
	several := k.numbers(pred) > 1
	var others []trace.Term
	for i, t := range args {
		switch {
		case several && i == at:
			others = append(others, trace.Const("N"))
		case !k.changes(pred, i):
			others = append(others, t)
		case several:
			others = append(others, trace.Const("_"))
		}
	}
	return trace.Fact{Pred: pred, Args: others}.String()
}

// changes reports whether an argument is a number that rules change.
func (k Kinds) changes(pred string, at int) bool {
	return at < len(k.Roles[pred]) && k.Roles[pred][at] >= Changed
}

// numbers returns how many arguments of a predicate are numbers.
func (k Kinds) numbers(pred string) (n int) {
	for _, role := range k.Roles[pred] {
		if role >= Index {
			n++
		}
	}
	return n
}

// add adds a fact with a number, or takes it away.
func (l *numberLine) add(n, times int) {
	l.facts += times
	l.sum += n * times
}

// value returns what the number is now.
func (l *numberLine) value() Value { return Value{l.sum, l.facts > 0} }

// mark enters what the number is now into the last span.
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
func (l *numberLines) pass(g *Graph, e Event) (touched []int) {
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
