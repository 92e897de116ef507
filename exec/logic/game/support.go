package game

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/logic"
	"github.com/ceptre-graph/ceptre/exec/logic/ground"
)

// support is what atoms rest on: the leaves of their derivations, in ascending order, and the atoms derived on the
// way.
type support struct {
	fluents []ground.Atom // of the state, in the form that states have
	moves   []ground.Atom
	absent  []ground.Atom // that do not hold, and might in another state
	derived []ground.Atom // in the order of derivation
	chosen  bool          // part of the derivation is a choice of the model
}

// sort is what an atom is for the derivations in which it stands.
type sort uint8

const (
	derived sort = iota // by rules
	static              // the same in every state, or no part of states
	fluent
	move
	elsewhere // derived, in the model of another supporter
)

// supporter finds the supports of the atoms of a model.
type supporter struct {
	model *logic.Model
	// classify returns the sort of an atom that holds, and its form in states.
	classify func(ground.Atom) (sort, ground.Atom)
	// absent returns the form in states of an atom that does not hold, and false if it holds in no state.
	absent func(ground.Atom) (ground.Atom, bool)
	// other returns the supporter of atoms that are derived elsewhere; nil if there are none.
	other func() *supporter
}

// of returns the support of atoms that hold.
func (s *supporter) of(atoms ...ground.Atom) *support {
	w := s.walk()
	for _, a := range atoms {
		w.atom(a)
	}
	return w.found()
}

// ofReason returns the support of an instance of a rule.
func (s *supporter) ofReason(r *logic.Reason) *support {
	w := s.walk()
	w.reason(r)
	return w.found()
}

// walk begins a walk down derivations, each atom of which is visited once.
func (s *supporter) walk() *walk { return &walk{supporter: s, varies: make(map[ground.Atom]bool)} }

type walk struct {
	*supporter
	got    support
	varies map[ground.Atom]bool // whether a visited atom rests on anything but static atoms
}

// atom adds the support of an atom and reports whether there is any.
func (w *walk) atom(a ground.Atom) bool {
	if varies, ok := w.varies[a]; ok {
		return varies
	}
	kind, form := w.classify(a)
	varies := kind == fluent || kind == move
	w.varies[a] = varies
	switch kind {
	case fluent:
		w.got.fluents = append(w.got.fluents, form)
	case move:
		w.got.moves = append(w.got.moves, form)
	case elsewhere:
		found := w.other().of(a)
		for _, to := range []struct{ list, more *[]ground.Atom }{
			{&w.got.fluents, &found.fluents}, {&w.got.absent, &found.absent}, {&w.got.derived, &found.derived},
		} {
			*to.list = append(*to.list, *to.more...)
		}
		varies = len(found.fluents)+len(found.absent) > 0
		w.varies[a] = varies
	case derived:
		if r := w.model.Reason(a); r != nil && w.reason(r) {
			w.got.derived = append(w.got.derived, a)
			w.varies[a] = true
			return true
		}
	}
	return varies
}

// reason adds the support of an instance of a rule and reports whether there is any.
func (w *walk) reason(r *logic.Reason) bool {
	varies := r.Chosen
	w.got.chosen = w.got.chosen || r.Chosen
	for _, b := range r.Holds {
		varies = w.atom(b) || varies
	}
	for _, b := range r.Absent {
		if form, ok := w.absent(b); ok {
			w.got.absent = append(w.got.absent, form)
			varies = true
		}
	}
	return varies
}

// found returns the support with its lists in order.
func (w *walk) found() *support {
	for _, list := range []*[]ground.Atom{&w.got.fluents, &w.got.moves, &w.got.absent} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	return &w.got
}
