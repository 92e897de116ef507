package foreign

import (
	"maps"
	"strings"
)

// This file takes from the contexts that JSON steps list what was there from the
// start beside what steps use.

const (
	noteNoContext Note = "facts that no step touched are not told: a step without \"context\", or what the contexts " +
		"list does not fit what steps do"
	noteNoEnd Note = "why the run ended is not told"
)

// beside returns what each context has beside what steps use and make, if that is
// the same throughout; late says that contexts are those after the steps.
func (r *run) beside(steps []*jsonStep, late bool) (facts []fact, ok bool) {
	state := r.counts()
	var first map[string]int
	for i, s := range steps {
		if late {
			state.fire(&s.firing)
		}
		over, ok := state.beside(s)
		if i == 0 {
			first = over
		}
		if !ok || !maps.Equal(first, over) {
			return nil, false
		}
		if !late {
			state.fire(&s.firing)
		}
	}
	return pick(steps[0].context, first), true
}

// counts says how many linear facts there are of each kind, and 1 for permanent
// ones that are known at any time.
type counts map[string]int

// counts returns the initial state as far as steps use it.
func (r *run) counts() counts {
	c := make(counts)
	for _, x := range r.initial {
		c.add(x)
	}
	return c
}

func (c counts) add(x *resource) {
	if x.persistent {
		c[x.key()] = 1
	} else {
		c[x.key()]++
	}
}

func (c counts) fire(f *firing) {
	for _, u := range f.uses {
		if !u.persistent {
			take(c, u.key(), 1)
		}
	}
	for _, x := range f.makes {
		c.add(x)
	}
}

// take lowers a count; there are no zeros in the maps.
func take(counts map[string]int, key string, n int) {
	if counts[key] -= n; counts[key] == 0 {
		delete(counts, key)
	}
}

// beside returns what a context has beside these, and whether it has all linear
// ones of these. Permanent ones may be missing.
func (c counts) beside(s *jsonStep) (over map[string]int, ok bool) {
	over = make(map[string]int)
	for _, f := range s.context {
		over[f.key()]++
	}
	for key, n := range c {
		switch {
		case strings.HasPrefix(key, "!"):
			delete(over, key)
		case over[key] < n:
			return nil, false
		default:
			take(over, key, n)
		}
	}
	return over, s.listed
}

// pick returns as many of the facts as the counts say, in their order.
func pick(facts []fact, counts map[string]int) []fact {
	var picked []fact
	for _, f := range facts {
		if counts[f.key()] > 0 {
			counts[f.key()]--
			picked = append(picked, f)
		}
	}
	return picked
}
