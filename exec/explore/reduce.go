package explore

import (
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Reducer selects some of the instances that can fire in a state, such that the questions have the same answers if the
// others are left out. Each goroutine has a reducer of its own. What it selects has to depend on the state alone.
type Reducer interface {
	// Select returns the places of the selected instances in the list, in ascending order; nil for all. If careful is
	// true, and all states to which the selected ones lead were found at the depth of this state or before, all
	// instances are fired: so nothing is put off forever along a cycle. Facts, and the instances, are valid until it
	// returns.
	Select(state *View, all []Instance) (selected []int, careful bool)
}

// Symmetry replaces each state by one that stands for all of its kind, as if interchangeable constants had been
// renamed. Each goroutine has a symmetry of its own.
type Symmetry interface {
	// Canonical returns the facts that vary of the state that stands for a state, in ascending order. The stage and
	// the fixed facts of the two are the same. It must be the same for all states of a kind. The slice may be that of
	// the view, or be used again by the next call.
	Canonical(state *View) []Held
}

// Instance is a rule or link that can fire in a state, with its arguments and a choice of the facts that meet its
// premises.
type Instance struct {
	Rule *lang.Rule
	// Uses are the facts that meet the premises on the state, in the order written.
	Uses []Fact
	// Takes are the linear facts that are used up, each once, with the number of copies.
	Takes []Held
	// Reads are the facts that meet premises and stay, each once; among them permanent ones that meet premises
	// without a mark. Facts that proofs read are not among them.
	Reads []Fact
	// Makes are the facts of the right side, in the order written. A permanent one may hold already.
	Makes []Held

	args    []trace.Sym
	rule    *rule
	changes []change
}

// Args returns the values of the variables of the rule of an instance.
func (n *Names) Args(of *Instance) []lang.Value {
	out := make([]lang.Value, len(of.args))
	for i, a := range of.args {
		out[i] = n.terms.Value(a, of.Rule.Vars[i].Type)
	}
	return out
}

// instance returns the present instance of an expander.
func (x *expander) instance() Instance {
	i := Instance{Rule: x.rule.Rule, rule: x.rule}
	i.args = append(i.args, x.env[:len(x.rule.Vars)]...)
	i.changes = append(i.changes, x.changes...)
	for _, h := range x.uses {
		i.Uses = append(i.Uses, h.Fact)
	}
	for _, t := range x.taken {
		if t.consumed > 0 {
			i.Takes = append(i.Takes, Held{Fact: t.Fact, Copies: t.consumed})
		}
		if t.consume+t.keep+t.permanent > t.consumed {
			i.Reads = append(i.Reads, t.Fact)
		}
	}
	i.Makes = append(i.Makes, x.makes...)
	return i
}

// reduced fires those of the instances of the state that the reducer selects.
func (w *worker) reduced() error {
	some, careful := w.reducer.Select(w.View, w.list)
	if some == nil || careful && !w.leadsOn(some) {
		some = some[:0]
		for i := range w.list {
			some = append(some, i)
		}
	}
	w.omitted = len(w.list) - len(some)
	for _, i := range some {
		of := &w.list[i]
		if err := w.fire(of.rule, of.args, of.changes); err != nil {
			return err
		}
	}
	return nil
}

// leadsOn reports whether one of some instances leads to a state that is deeper than the present one.
func (w *worker) leadsOn(some []int) bool {
	for _, i := range some {
		state := w.canonical(w.successor(w.list[i].rule.to, w.list[i].changes))
		s := w.search
		if n, known := s.store.find(s.store.hash(state), state, &w.seen); !known || n >= s.level {
			return true
		}
	}
	return false
}

// canonical returns the bytes of the state that stands for a state.
func (w *worker) canonical(state []byte) []byte {
	if w.canon == nil {
		return state
	}
	w.other.load(state)
	w.renamed = appendState(w.renamed[:0], w.other.stage, len(w.of.fixed), w.canon.Canonical(w.other))
	return w.renamed
}
