package causal

// withoutIdle repeatedly leaves out the first event that causes no shortage by its absence. The
// last event stays.
func (s *Stories) withoutIdle(part []Event) []Event {
	w := &weeding{ledger: s.ledger(part), needed: make([]shortage, len(part)), sure: make([]bool, len(part))}
	last := len(part) - 1
	out := make([]bool, len(part))
	for i := 0; i < last; {
		if out[i] || w.sure[i] || w.needs(i) {
			i++
			continue
		}
		out[i] = true
		i = w.doubt(i)
	}
	var left []Event
	for i, e := range part {
		if !out[i] {
			left = append(left, e)
		}
	}
	return left
}

// weeding tracks the needed events of a part while others are taken out.
type weeding struct {
	*ledger
	needed []shortage // needed by event: the shortage without it, if sure
	sure   []bool     // sure by event: the event is known to be needed
}

// needs reports whether leaving out an event causes a shortage.
func (w *weeding) needs(at int) bool {
	w.needed[at], w.sure[at] = w.without(at)
	return w.sure[at]
}

// doubt takes an event out, and returns the first event that may not be needed any more, or else
// the one after it. An event comes into doubt if its absence caused a shortage of a fact that
// the removed event needed: that need is gone, and later events may find more of the fact.
func (w *weeding) doubt(at int) int {
	first := at + 1
	for _, fact := range w.facts[at] {
		list := w.entries[fact]
		k := place(list, at)
		for _, e := range list {
			n := w.needed[e.at]
			if w.sure[e.at] && n.fact == fact && (n.at == at || n.at > at && list[k].gain < 0) {
				w.sure[e.at] = false
				first = min(first, e.at)
			}
		}
	}
	w.remove(at)
	return first
}
