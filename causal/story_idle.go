package causal

// withoutIdle leaves out events, each by itself, as long as nothing is short without
// them: the first of them each time. The last stays.
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

// weeding finds out which events of a part are needed, while others are taken out.
type weeding struct {
	*ledger
	needed []shortage // needed by event: the shortage without it, if sure
	sure   []bool     // sure by event: the event is known to be needed
}

// needs finds out whether something is short without an event.
func (w *weeding) needs(at int) bool {
	w.needed[at], w.sure[at] = w.without(at)
	return w.sure[at]
}

// doubt takes an event out, and returns the first event that may not be needed any more, or
// else the one after it. That is one of which a fact was short that the event had needed: the
// event itself is not short of it any more, and others after it may have more.
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
