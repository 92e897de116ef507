package cast

import (
	"cmp"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// candidate is a way to read facts that may say where characters are, with the signs for and
// against it.
type candidate struct {
	causal.Location
	rejected bool
	named    bool     // a character is at a place that is named
	called   likeness // the names of predicate and type suit places
	moves    bool     // a step takes a character from one place to another
	settled  bool     // a character that comes to a place does not leave it for none
	meetings int      // steps that need two characters to be at the same place, and leave one there
	facts    int      // of the characters
	ways     ways
}

// possible reports whether the facts may say where characters are, or what they have to do with.
// Where these stand second, as in `kept sword romeo`, that takes more than that each is with
// something else.
func (c *candidate) possible() bool { return c.facts > 0 && (c.Who == 0 || c.isPlace()) }

// isPlace reports whether there are signs that the facts say where characters are: ways lead from
// place to place, characters meet there, or predicate and type are called as places are. Moods,
// topics and throws are shared and change, too. They are told from places by their names, by having
// only one successor each, or by being given up before the next is taken.
func (c *candidate) isPlace() bool {
	switch {
	case c.facts == 0:
		return false
	case c.named:
		return true
	case c.called == unlike:
		return false
	case c.ways.isMap(), c.meetings > 0 && (c.moves || c.settled):
		return true
	}
	return c.called == veryLike || c.called == like && c.moves
}

func (c *candidate) compare(o *candidate) int {
	return cmp.Or(one(c.named)-one(o.named), cmp.Compare(c.called, o.called), one(c.ways.isMap())-one(o.ways.isMap()),
		cmp.Compare(c.meetings, o.meetings), cmp.Compare(c.facts, o.facts))
}

// one returns 1 for true and 0 for false.
func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// ways are the ways between places: those along which characters went, and all others that facts of
// the same predicates have.
type ways struct {
	by    map[way]bool
	exits map[string]string // from each place to one that a way leads to
	parts bool              // from one place ways lead to several, or one leads back
}

// way is a predicate of which two arguments are places, from one of which a way leads to the other.
type way struct {
	pred     string
	from, to int
}

// isMap reports whether there are ways as between places: not only from each to a single other one,
// as from one state to the next of what grows.
func (w *ways) isMap() bool { return w.parts }

// find adds the ways of a fact that leads from one place to another.
func (w *ways) find(pred string, args []trace.Term, from, to trace.Term) {
	for i, a := range args {
		for j, b := range args {
			if i != j && a.Equal(from) && b.Equal(to) {
				w.by[way{pred, i, j}] = true
				w.add(from.String(), to.String())
			}
		}
	}
}

// addAll adds the ways that all facts of the predicates have.
func (w *ways) addAll(t *trace.Trace) {
	if len(w.by) == 0 {
		return
	}
	for i := range t.Resources {
		r := &t.Resources[i]
		for by := range w.by {
			if r.Pred == by.pred && by.from < len(r.Args) && by.to < len(r.Args) {
				w.add(r.Args[by.from].String(), r.Args[by.to].String())
			}
		}
	}
}

func (w *ways) add(from, to string) {
	exit, known := w.exits[from]
	w.parts = w.parts || known && exit != to || from != to && w.exits[to] == from
	if !known {
		w.exits[from] = to
	}
}
