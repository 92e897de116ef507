package foreign

import "slices"

const noteStage Note = "steps do not tell their stage: each reads the stage token that is there when it fires"

// findStages gives each step the stage of the token it uses, or else of the token that exists
// then, which the step reads.
func (r *run) findStages() {
	there := tokens(r.initial)
	for _, f := range r.firings {
		used := f.usedTokens()
		switch {
		case len(used) == 1:
			f.stage = used[0].stage()
		case len(used) == 0 && len(there) == 1 && !r.arcs:
			f.stage = there[0].stage()
			f.uses = append(f.uses, use{there[0], true})
			r.note(noteStage)
		}
		there = slices.DeleteFunc(there, f.consumes)
		there = append(there, tokens(f.makes)...)
	}
}

func (x *resource) stage() string { return x.Args[0].String() }

// tokens returns the stage tokens among resources.
func tokens(among []*resource) []*resource {
	var found []*resource
	for _, x := range among {
		if x.isToken() && x.same == nil {
			found = append(found, x)
		}
	}
	return found
}

func (f *firing) usedTokens() []*resource {
	var found []*resource
	for _, u := range f.uses {
		if x := u.root(); x.isToken() {
			found = append(found, x)
		}
	}
	return found
}

func (f *firing) consumes(x *resource) bool {
	return slices.ContainsFunc(f.uses, func(u use) bool { return u.root() == x && !u.stays() })
}
