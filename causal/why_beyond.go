package causal

// mostCounted bounds how many events are looked at to count what lies beyond an
// explanation. Beyond many ends lie the same events, and each end counts them
// anew; without a bound that is quadratic in the length of the run.
const mostCounted = 2_000_000

// counting counts what lies beyond an explanation.
type counting struct {
	looked int     // how many events were looked at, for all ends
	round  int32   // which end it is
	marks  []int32 // by event: the last round in which it was met
}

// Beyond returns how many events that are not part of the explanation led to an
// event, and false where it is too much work to count them, too.
func (w *Why) Beyond(e Event) (n int, counted bool) {
	c := &w.count
	if c.marks == nil {
		c.marks = make([]int32, w.Graph.Len())
	}
	c.round++
	c.marks[e] = c.round
	for met := []Event{e}; len(met) > 0; {
		top := met[len(met)-1]
		met = met[:len(met)-1]
		if c.looked++; c.looked > mostCounted {
			return 0, false
		}
		if !w.Has(top) {
			n++
		}
		for r := range w.Graph.eachUse(top, w.stages) {
			if m := r.Producer; m != Outside && c.marks[m] != c.round {
				c.marks[m] = c.round
				met = append(met, m)
			}
		}
	}
	return n, true
}

// beyond says how much lies beyond an event.
func (w *Why) beyond(e Event) string {
	if n, counted := w.Beyond(e); counted {
		return Plural(n, "more step")
	}
	return "more steps"
}
