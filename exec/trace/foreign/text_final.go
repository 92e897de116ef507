package foreign

import "fmt"

// This file takes from the final state of a text only the certain facts: a text has facts only
// there, and ids only elsewhere.

const noteFewFacts Note = "the final state has fewer facts than there are resources that no step used"

// settle identifies resources with facts of the final state:
//
//   - a resource that no step used is in it: if all unused facts are equal, it is that one;
//   - a permanent resource is in it: if it has one permanent fact, it is that one;
//   - the linear facts beside the unused ones were there from the start. Which facts
//     they are is certain if no others are left, or if all are equal;
//   - a permanent fact may be any resource that is used. If no resource is used, it
//     was there from the start.
func (r *run) settle(final []fact) {
	linear, permanent := split(final)
	unused, repeated := r.left()
	placed := tell(repeated, permanent) + tell(unused, final)
	if len(unused) == 0 || len(permanent) == 0 && allEqual(linear) {
		placed += r.giveAll(linear[min(len(linear), len(unused)):])
	}
	if len(r.names) == 0 {
		placed += r.giveAll(permanent)
	}
	if len(linear) < len(unused) && len(permanent) == 0 {
		r.note(noteFewFacts)
	}
	if left := len(final) - placed; left > 0 {
		r.note(Note(
			fmt.Sprintf("facts of the final state left out, since the text does not tell which resources they are: %d", left)))
	}
}

func split(facts []fact) (linear, permanent []fact) {
	for _, f := range facts {
		if f.persistent {
			permanent = append(permanent, f)
		} else {
			linear = append(linear, f)
		}
	}
	return linear, permanent
}

// left returns the resources that no step used, and the permanent ones.
func (r *run) left() (unused, repeated []*resource) {
	sort := func(xs []*resource) {
		for _, x := range xs {
			switch {
			case x.persistent:
				repeated = append(repeated, x)
			case x.taker == nil:
				unused = append(unused, x)
			}
		}
	}
	sort(r.initial)
	for _, f := range r.firings {
		sort(f.makes)
	}
	return unused, repeated
}

// tell says what resources are, where the facts leave no choice, and returns how
// many facts they account for.
func tell(resources []*resource, facts []fact) int {
	if len(resources) == 0 || !allEqual(facts) || len(facts) < len(resources) && !facts[0].persistent {
		return 0
	}
	for _, x := range resources {
		x.fact, x.told = facts[0], true
	}
	if facts[0].persistent {
		return len(facts)
	}
	return min(len(facts), len(resources))
}

func allEqual(facts []fact) bool {
	for _, f := range facts {
		if f.key() != facts[0].key() {
			return false
		}
	}
	return len(facts) > 0
}

// giveAll adds facts that were there from the start and that no step used, and
// returns how many.
func (r *run) giveAll(facts []fact) int {
	for _, f := range facts {
		r.initial = append(r.initial, &resource{fact: f, told: true})
	}
	return len(facts)
}
