package foreign

import "github.com/ceptre-graph/ceptre/exec/trace"

// This file detects facts that are only read: the engines that wrote the files consume the facts
// that a rule keeps, and make them anew.

const noteEqual Note = "where a step uses or makes several equal facts, which of them it keeps is not told: they are " +
	"taken in the order given"

// fold makes one resource of each that a step keeps.
func (r *run) fold() {
	permanent := make(map[string]*resource)
	for _, x := range r.initial {
		x.join(permanent)
	}
	for _, f := range r.firings {
		f.fold(permanent)
		if f.ambiguous() {
			r.note(noteEqual)
		}
	}
}

func (f *firing) fold(permanent map[string]*resource) {
	kept := make(map[string][]int) // indices of uses by their facts
	for i, u := range f.uses {
		// The token that a link uses is not among them: coming back to a stage makes a new one.
		if x := u.root(); x.told && !(f.idle && x.isToken()) {
			kept[x.key()] = append(kept[x.key()], i)
		}
	}
	for _, x := range f.makes {
		if !x.told {
			continue
		}
		if left := kept[x.key()]; len(left) > 0 {
			f.uses[left[0]].read = true
			x.same = f.uses[left[0]].root() // the resource of the use is still there as x
			kept[x.key()] = left[1:]
			continue
		}
		x.join(permanent)
	}
}

// join makes a permanent fact one with the first of its kind.
func (x *resource) join(permanent map[string]*resource) {
	if !x.told || !x.persistent {
		return
	}
	if first, known := permanent[x.key()]; known {
		x.same = first
		return
	}
	permanent[x.key()] = x
}

// ambiguous reports whether some linear fact was kept while another that equals
// it was used up or made.
func (f *firing) ambiguous() bool {
	kept, changed := make(map[string]bool), make(map[string]bool)
	for _, u := range f.uses {
		if u.read {
			u.root().enter(kept)
		} else {
			u.root().enter(changed)
		}
	}
	for _, x := range f.makes {
		if x.same == nil {
			x.enter(changed)
		}
	}
	for key := range kept {
		if changed[key] {
			return true
		}
	}
	return false
}

// enter adds a linear fact to a set.
func (x *resource) enter(set map[string]bool) {
	if x.told && !x.persistent {
		set[x.key()] = true
	}
}

func (x *resource) isToken() bool { return x.Pred == trace.StagePred }
