package logic

import (
	"context"
	"errors"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/logic/ground"
	"github.com/ceptre-graph/ceptre/lang/logic"
)

// Answer is what follows from a program and facts.
type Answer struct {
	Models   []*Model
	Conflict []Reason // without a model: constraints that are violated, or that cannot be met together
}

// Model is a stable model.
type Model struct {
	program *Program
	facts   *facts
}

// Reason is the first instance of a rule that derives an atom, or an instance of a constraint that is violated.
type Reason struct {
	Rule   *logic.Rule
	Values []ground.Term // of Variables(Rule)
	// Holds and Absent are the atoms of the body that hold, and those that do not, in the order of the body. Of
	// aggregates and conditional literals they are the atoms that decided them. An absent atom with the symbol `_` stands
	// for all terms there.
	Holds, Absent []ground.Atom
	Chosen        bool // the atom might as well be absent
}

// answer returns the models.
func (e *evaluation) answer(ctx context.Context, seed uint64, most int) (*Answer, error) {
	if len(e.rules) > 0 {
		return nil, errors.New("this program needs a solver")
	}
	return &Answer{Models: []*Model{{program: e.program, facts: e.facts}}}, nil
}

func (m *Model) record(a ground.Atom) (*record, *facts) {
	r := m.program.predicates[m.program.base.Atoms.Predicate(a)]
	switch {
	case r == nil:
		return nil, nil
	case r.dynamic:
		return m.facts.find(a), m.facts
	}
	return m.program.static.find(a), m.program.static
}

// Holds reports whether an atom is in the model.
func (m *Model) Holds(a ground.Atom) bool {
	r, _ := m.record(a)
	return r != nil
}

// Atoms returns the atoms of a predicate that are in the model, in the order of their terms.
func (m *Model) Atoms(q logic.Predicate) []ground.Atom {
	atoms := &m.program.base.Atoms
	r := m.program.predicates[q]
	if r == nil {
		return nil
	}
	f := m.program.static
	if r.dynamic {
		f = m.facts
	}
	var out []ground.Atom
	for i := range f.records {
		if a := f.records[i].atom; atoms.Predicate(a) == q {
			out = append(out, a)
		}
	}
	slices.SortFunc(out, func(a, b ground.Atom) int {
		return slices.CompareFunc(atoms.Args(a), atoms.Args(b), m.program.base.Terms.Compare)
	})
	return out
}

// Reason returns the reason of an atom: nil if it is absent, and if it was given.
func (m *Model) Reason(a ground.Atom) *Reason {
	r, f := m.record(a)
	if r == nil || r.reason == given {
		return nil
	}
	return f.read(r.reason, m.program.rules)
}
