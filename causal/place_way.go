package causal

import "github.com/ceptre-graph/ceptre/exec/trace"

// waysBetween are the ways between places: those along which characters went, and all that facts of
// the same predicates have.
type waysBetween struct {
	by    map[way]bool
	exits map[string]string // from each place to one that a way leads to
	parts bool              // from one place ways lead to several, or one leads back
}

// way is a predicate of which two arguments are places, from one of which a way leads to the other.
type way struct {
	pred     string
	from, to int
}

func newWays() waysBetween {
	return waysBetween{by: make(map[way]bool), exits: make(map[string]string)}
}

// isMap reports whether there are ways as between places: not only from each to a single other one,
// as from one state to the next of what grows.
func (w *waysBetween) isMap() bool { return w.parts }

// find enters the ways of a fact that leads from one place to another.
func (w *waysBetween) find(pred string, args []trace.Term, from, to trace.Term) {
	for i, a := range args {
		for j, b := range args {
			if i != j && a.Equal(from) && b.Equal(to) {
				w.by[way{pred, i, j}] = true
				w.add(from.String(), to.String())
			}
		}
	}
}

func (w *waysBetween) add(from, to string) {
	exit, known := w.exits[from]
	w.parts = w.parts || known && exit != to || from != to && w.exits[to] == from
	if !known {
		w.exits[from] = to
	}
}

// addAll enters what all facts of the predicates say of ways.
func (w *waysBetween) addAll(t *trace.Trace) {
	for i := range t.Resources {
		r := &t.Resources[i]
		for by := range w.by {
			if r.Pred == by.pred && by.from < len(r.Args) && by.to < len(r.Args) {
				w.add(r.Args[by.from].String(), r.Args[by.to].String())
			}
		}
	}
}
