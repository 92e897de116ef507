package explore

import (
	"cmp"
	"slices"

	"github.com/ceptre-graph/ceptre/lang"
)

// The order in which facts of a predicate come decides in which order the transitions
// that take them stand, and so how states are numbered. It is that of a walk step by step:
// what changed last, on either way, comes first. Leaps do not tell in what order their
// facts changed, so it is looked up, but only where it matters.

// arrival is a fact that comes, and the last state on both ways at which it changed.
type arrival struct {
	fact change
	last State
}

// inOrder returns the facts that were counted, those that come in order. Some stand there
// several times, or come to nothing.
func (w *walker) inOrder() []change {
	if !w.leapt {
		return w.touched
	}
	come := w.coming()
	if !w.crowded(come) {
		return w.touched
	}
	for i := range come {
		come[i].last = w.lastAt(come[i].fact)
	}
	slices.SortFunc(come, func(a, b arrival) int {
		return cmp.Or(cmp.Compare(b.last, a.last), cmp.Compare(w.place(a.fact, a.last), w.place(b.fact, b.last)))
	})
	var order []change
	for _, a := range come {
		order = append(order, a.fact)
	}
	return append(order, w.touched...)
}

// coming returns the facts of which there are to be more.
func (w *walker) coming() []arrival {
	var come []arrival
	for _, c := range w.touched {
		if w.net[c-1] > 0 {
			come = append(come, arrival{fact: c})
		}
	}
	slices.SortFunc(come, func(a, b arrival) int { return cmp.Compare(a.fact, b.fact) })
	return slices.Compact(come)
}

// crowded reports whether several facts of a predicate come.
func (w *walker) crowded(come []arrival) bool {
	seen := make(map[*lang.Pred]bool)
	for _, a := range come {
		p := w.facts[a.fact-1].Fact.Pred
		if seen[p] {
			return true
		}
		seen[p] = true
	}
	return false
}

// lastAt returns the last state on both ways at which a fact came or went.
func (w *walker) lastAt(fact change) State {
	var last State
	for _, h := range w.walked {
		if h.from > last { // or it cannot be later
			last = max(last, w.lastOn(h, fact))
		}
	}
	return last
}
