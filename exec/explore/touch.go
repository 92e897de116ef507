package explore

import (
	"cmp"
	"slices"
)

// touch is a fact that came or went on a stretch, though there may be as many of it at both
// ends, and the last state at which it did.
type touch struct {
	fact change
	last State
}

// touches returns what came or went on a leap, sorted by fact. Few walks ask for it, so it
// is found when one does.
func (t *tree) touches(of hop) []touch {
	if all, known := t.leaps.last[of]; known {
		return all
	}
	var all []touch
	for part := range t.parts(of) {
		all = t.appendTouches(all, part)
	}
	slices.SortFunc(all, func(a, b touch) int {
		return cmp.Or(cmp.Compare(a.fact, b.fact), cmp.Compare(b.last, a.last))
	})
	all = slices.CompactFunc(all, func(a, b touch) bool { return a.fact == b.fact })
	t.leaps.last[of] = slices.Clone(all)
	return all
}

func (t *tree) appendTouches(to []touch, of hop) []touch {
	if of.rank > 0 {
		return append(to, t.touches(of)...)
	}
	for _, c := range t.of(of.from) {
		to = append(to, touch{c.fact(), of.from})
	}
	return to
}

// place returns which of the changes of a state is the first of a fact, or -1.
func (t *tree) place(fact change, at State) int {
	return slices.IndexFunc(t.of(at), func(c change) bool { return c.fact() == fact })
}

// lastOn returns the last state of a hop at which a fact came or went, or 0 for none.
func (t *tree) lastOn(h hop, fact change) State {
	if h.rank == 0 {
		if t.place(fact, h.from) < 0 {
			return 0
		}
		return h.from
	}
	all := t.touches(h)
	i, ok := slices.BinarySearchFunc(all, fact, func(a touch, fact change) int { return cmp.Compare(a.fact, fact) })
	if !ok {
		return 0
	}
	return all[i].last
}
