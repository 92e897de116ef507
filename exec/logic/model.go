package logic

import (
	"context"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/logic/ground"
	"github.com/ceptre-graph/ceptre/exec/logic/stable"
	"github.com/ceptre-graph/ceptre/exec/logic/stable/clingo"
	"github.com/ceptre-graph/ceptre/lang/logic"
)

// Answer has the stable models of a program with facts.
type Answer struct {
	Models   []*Model
	Conflict []Reason // without a model: instances of rules that cannot be met together
	Decided  *Model   // without a model: the atoms that were decided before the conflict came up
}

// Model is a stable model.
type Model struct {
	program *Program
	facts   *facts
	open    *open // nil if everything is decided
	truth   []bool
	support []int32 // of each open atom that holds: its rule from 1; made when it is asked for
}

// open are the ground rules of an answer, over atoms that have numbers of their own.
type open struct {
	rules   []ground.Rule
	reasons []int32       // of rules: where their instances begin in the reasons of facts
	atoms   []ground.Atom // by number
	numbers map[ground.Atom]ground.Atom
}

// Reason is the first instance of a rule that derives an atom, or an instance of a rule that cannot be met.
type Reason struct {
	Rule   *logic.Rule
	Values []ground.Term // of Variables(Rule)
	// Holds and Absent are the atoms of the body that hold, and those that do not, in the order of the body. Of
	// aggregates and conditional literals they are the atoms that decided them. An absent atom with the symbol `_`
	// stands for all terms there.
	Holds, Absent []ground.Atom
	Chosen        bool // by a choice
}

// answer returns the models of the derived facts and open rules.
func (e *evaluation) answer(ctx context.Context, seed uint64, most int) (*Answer, error) {
	if len(e.rules) == 0 {
		return &Answer{Models: []*Model{{program: e.program, facts: e.facts}}}, nil
	}
	if err := e.checkImplications(); err != nil {
		return nil, err
	}
	o := &open{rules: e.rules, reasons: e.reasons, numbers: make(map[ground.Atom]ground.Atom)}
	g := o.program(e.program.base, e.facts)
	find := stable.Solve
	if e.program.options.Solver == "clingo" {
		find = clingo.Solve
	}
	models, core, err := find(ctx, g, seed, most)
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err != nil:
		return nil, err
	}
	a := &Answer{}
	for _, m := range models {
		a.Models = append(a.Models, &Model{program: e.program, facts: e.facts, open: o, truth: m})
	}
	if len(models) == 0 {
		a.Decided = &Model{program: e.program, facts: e.facts}
	}
	for _, i := range core {
		if o.reasons[i] != given && len(models) == 0 {
			a.Conflict = append(a.Conflict, *e.facts.read(o.reasons[i], e.program.rules))
		}
	}
	return a, nil
}

// program numbers the atoms of the rules anew, without gaps. Atoms that became facts when rules had them already get
// rules without bodies.
func (o *open) program(base *Base, f *facts) *ground.Program {
	g := &ground.Program{Terms: &base.Terms, Atoms: &ground.Atoms{}}
	number := func(a ground.Atom) ground.Atom {
		n, ok := o.numbers[a]
		if !ok {
			n = g.Atoms.Intern(base.Atoms.Predicate(a), base.Atoms.Args(a))
			o.numbers[a], o.atoms = n, append(o.atoms, a)
		}
		return n
	}
	all := func(list []ground.Atom) []ground.Atom {
		out := make([]ground.Atom, len(list))
		for i, a := range list {
			out[i] = number(a)
		}
		return out
	}
	for i := range o.rules { // lists can belong to several rules
		r := &o.rules[i]
		r.Head, r.Pos, r.Not, r.Sums = all(r.Head), all(r.Pos), all(r.Not), slices.Clone(r.Sums)
		for j := range r.Sums {
			s := &r.Sums[j]
			s.Elements = slices.Clone(s.Elements)
			for k := range s.Elements {
				s.Elements[k].Atom = number(s.Elements[k].Atom)
			}
		}
	}
	for n, a := range o.atoms {
		if rec := f.find(a); rec != nil && !rec.possible {
			o.rules, o.reasons = append(o.rules, ground.Rule{Head: []ground.Atom{ground.Atom(n)}}), append(o.reasons, given)
		}
	}
	g.Rules = o.rules
	return g
}

func (m *Model) record(a ground.Atom) (*record, *facts) {
	r := m.program.predicates[m.program.base.Atoms.Predicate(a)]
	f := m.program.static
	switch {
	case r == nil:
		return nil, nil
	case r.dynamic:
		f = m.facts
	}
	rec := f.find(a)
	if rec != nil && rec.possible && !m.chosen(a) {
		return nil, nil
	}
	return rec, f
}

// chosen reports whether an atom that is possible holds.
func (m *Model) chosen(a ground.Atom) bool {
	if m.open == nil { // no rule is left that derives it
		return false
	}
	n, ok := m.open.numbers[a]
	return ok && m.truth[n]
}

// Holds reports whether an atom is in the model.
func (m *Model) Holds(a ground.Atom) bool {
	r, _ := m.record(a)
	return r != nil
}

// Atoms returns the atoms of a predicate that are in the model, in the order of their terms.
func (m *Model) Atoms(q logic.Predicate) []ground.Atom {
	out := m.unsorted(q)
	atoms := &m.program.base.Atoms
	slices.SortFunc(out, func(a, b ground.Atom) int {
		return slices.CompareFunc(atoms.Args(a), atoms.Args(b), m.program.base.Terms.Compare)
	})
	return out
}

// unsorted returns the atoms of a predicate that are in the model, in the order in which they were derived.
func (m *Model) unsorted(q logic.Predicate) []ground.Atom {
	r := m.program.predicates[q]
	switch {
	case r == nil:
		return nil
	case !r.dynamic:
		return slices.Clone(r.atoms)
	}
	var out []ground.Atom
	for i := range m.facts.records {
		rec := &m.facts.records[i]
		if m.program.base.Atoms.PredicateID(rec.atom) == r.id && (!rec.possible || m.chosen(rec.atom)) {
			out = append(out, rec.atom)
		}
	}
	return out
}

// Reason returns the reason of an atom: nil if it is absent, and if it was given.
func (m *Model) Reason(a ground.Atom) *Reason {
	r, f := m.record(a)
	switch {
	case r == nil:
		return nil
	case r.possible:
		return m.openReason(a)
	case r.reason == given:
		return nil
	}
	return f.read(r.reason, m.program.rules)
}

// openReason returns the reason of an atom that the solver decided.
func (m *Model) openReason(a ground.Atom) *Reason {
	if m.support == nil {
		m.support = m.open.support(m.truth)
	}
	i := m.support[m.open.numbers[a]] - 1
	if i < 0 {
		return nil
	}
	rule := &m.open.rules[i]
	reason := m.facts.read(m.open.reasons[i], m.program.rules)
	reason.Chosen = rule.Choice != nil
	m.addAuxiliary(reason, rule, make(map[ground.Atom]bool))
	return reason
}

// addAuxiliary adds what stands behind the auxiliary atoms and the sums of a ground rule to a reason.
func (m *Model) addAuxiliary(reason *Reason, rule *ground.Rule, seen map[ground.Atom]bool) {
	add := func(n ground.Atom) {
		a := m.open.atoms[n]
		switch {
		case seen[n]:
		case strings.HasPrefix(m.program.base.Atoms.Predicate(a).Name, "#"):
			if i := m.support[n]; i > 0 {
				inner := &m.open.rules[i-1]
				for _, list := range [][]ground.Atom{inner.Pos, inner.Not} {
					for _, b := range list {
						m.addAtom(reason, b, seen)
					}
				}
				m.addAuxiliary(reason, inner, seen)
			}
		}
		seen[n] = true
	}
	for _, n := range rule.Pos {
		add(n)
	}
	for _, s := range rule.Sums {
		for _, el := range s.Elements {
			m.addAtom(reason, el.Atom, seen)
			add(el.Atom)
		}
	}
}

// addAtom adds an atom to the holding or to the absent atoms of a reason. Auxiliary atoms are left out.
func (m *Model) addAtom(reason *Reason, n ground.Atom, seen map[ground.Atom]bool) {
	a := m.open.atoms[n]
	switch {
	case seen[n] || strings.HasPrefix(m.program.base.Atoms.Predicate(a).Name, "#"):
		return
	case m.truth[n]:
		reason.Holds = append(reason.Holds, a)
	default:
		reason.Absent = append(reason.Absent, a)
	}
	seen[n] = true
}

// support returns for each atom that holds a rule, from 1, that derives it from atoms that were derived before. Sums
// are met by atoms that were derived before, unless an atom needs itself for a sum.
func (o *open) support(truth []bool) []int32 {
	out := make([]int32, len(o.atoms))
	left := make([]int, len(o.rules)) // atoms of the body that are not derived yet
	uses := make([][]int32, len(o.atoms))
	var ready, waiting []int32
	for i := range o.rules {
		r := &o.rules[i]
		fits := len(r.Head) > 0
		for _, a := range r.Not {
			fits = fits && !truth[a]
		}
		for _, a := range r.Pos {
			fits = fits && truth[a]
		}
		for j := range r.Sums {
			fits = fits && r.Sums[j].IsMet(func(e ground.Element) bool { return truth[e.Atom] != e.Not })
		}
		if !fits {
			continue
		}
		left[i] = len(r.Pos)
		for _, a := range r.Pos {
			uses[a] = append(uses[a], int32(i))
		}
		if left[i] == 0 {
			ready = append(ready, int32(i))
		}
	}
	for force := false; ; {
		for len(ready) > 0 {
			i := ready[0]
			ready = ready[1:]
			r := &o.rules[i]
			met := true
			for j := range r.Sums {
				met = met && r.Sums[j].IsMet(func(e ground.Element) bool {
					return e.Not && !truth[e.Atom] || !e.Not && out[e.Atom] > 0
				})
			}
			if !met && !force {
				waiting = append(waiting, i)
				continue
			}
			for _, a := range r.Head {
				if !truth[a] || out[a] > 0 {
					continue
				}
				out[a], force = i+1, false
				for _, j := range uses[a] {
					if left[j]--; left[j] == 0 {
						ready = append(ready, j)
					}
				}
				if waiting != nil {
					ready, waiting = append(ready, waiting...), nil
				}
			}
		}
		if waiting == nil || force {
			return out
		}
		ready, waiting, force = waiting, nil, true
	}
}
