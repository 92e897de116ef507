package logic

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/logic/ground"
	"github.com/ceptre-graph/ceptre/lang/logic"
)

// emit derives the head of the instance that the frame holds. If something in the body is open, the head becomes
// possible, and the instance a ground rule. It returns false if the evaluation is to end.
func (e *evaluation) emit() bool {
	if !e.count() {
		return false
	}
	r := e.rule
	waits := r.waits && !e.late
	g := ground.Rule{Origin: r.source}
	e.holds, e.absent = e.holds[:0], e.absent[:0]
	for _, l := range r.body {
		if waits && l.late {
			continue
		}
		p := &e.parts[l.number]
		e.holds, e.absent = append(e.holds, p.holds...), append(e.absent, p.absent...)
		g.Pos, g.Not, g.Sums = append(g.Pos, p.pos...), append(g.Not, p.not...), append(g.Sums, p.sums...)
	}
	if waits {
		return e.deferInstance()
	}
	open := len(g.Pos)+len(g.Not)+len(g.Sums) > 0
	switch {
	case r.choice != nil:
		return e.choose(g)
	case r.head == nil && !open:
		e.conflict = append(e.conflict, *e.facts.read(e.reason(), e.program.rules))
		return false
	case r.head == nil:
		e.add(g)
		return true
	}
	a, ok := e.headAtom(r.head)
	if !ok {
		return true
	}
	if !open && !e.late {
		e.derive(r.head.relation, a)
		return true
	}
	if rec := e.facts.find(a); rec == nil || rec.possible {
		e.possible(r.head.relation, a)
		g.Head = []ground.Atom{a}
		e.add(g)
	}
	return true
}

func (e *evaluation) headAtom(p *atomPattern) (a ground.Atom, ok bool) {
	if e.args, ok = e.buildAll(e.args[:0], p.args); !ok {
		return 0, false
	}
	return e.program.base.Atoms.InternID(p.relation.id, e.args), true
}

// reason writes down the instance that the frame holds.
func (e *evaluation) reason() int32 {
	return e.facts.write(e.rule.number, e.values[:len(e.rule.names)], e.holds, e.absent)
}

// add adds a ground rule.
func (e *evaluation) add(g ground.Rule) {
	e.reasons = append(e.reasons, e.reason())
	g.Values = append([]ground.Term(nil), e.values[:len(e.rule.names)]...)
	e.rules = append(e.rules, g)
}

// addAux adds a ground rule that stands for a part of a rule, and makes its head possible.
func (e *evaluation) addAux(head ground.Atom, pos, not []ground.Atom) {
	e.reasons = append(e.reasons, given)
	e.rules = append(e.rules, ground.Rule{Head: []ground.Atom{head}, Pos: append([]ground.Atom(nil), pos...),
		Not: append([]ground.Atom(nil), not...)})
}

// derive makes an atom a fact.
func (e *evaluation) derive(r *relation, a ground.Atom) {
	rec := e.facts.find(a)
	switch {
	case rec == nil:
		e.facts.add(record{atom: a, reason: e.reason()})
		r.add(a, &e.program.base.Atoms, &e.program.base.Terms)
	case rec.possible:
		rec.possible, rec.reason = false, e.reason()
	}
}

// possible adds an atom that may hold, if it is new.
func (e *evaluation) possible(r *relation, a ground.Atom) {
	if e.facts.find(a) == nil {
		e.facts.add(record{atom: a, reason: given, possible: true})
		r.open = true
		r.add(a, &e.program.base.Atoms, &e.program.base.Terms)
	}
}

// deferInstance keeps an instance until its component is complete.
func (e *evaluation) deferInstance() bool {
	d := deferred{rule: e.rule, values: slices.Clone(e.values), parts: make([]part, e.rule.numbers)}
	for i := range d.parts {
		d.parts[i].set(&e.parts[i])
	}
	e.deferred = append(e.deferred, d)
	return true
}

// candidate is an atom of a choice.
type candidate struct {
	atom    ground.Atom
	in      *relation
	fact    bool
	decided bool               // a condition holds for certain
	when    [][2][]ground.Atom // open conditions: the atoms that have to hold, and the atoms that must not
}

// candidates returns the atoms of a choice, in the order in which they come up.
func (e *evaluation) candidates() (out []candidate, ok bool) {
	at := make(map[ground.Atom]int)
	for _, el := range e.rule.choice.elements {
		if !e.run(el.steps, func() bool {
			a, ok := e.headAtom(el.atom)
			if !ok {
				return true
			}
			i, ok := at[a]
			if !ok {
				rec := e.facts.find(a)
				i = len(out)
				at[a] = i
				out = append(out, candidate{atom: a, in: el.atom.relation, fact: rec != nil && !rec.possible})
			}
			pos, not := e.condition(el)
			if len(pos)+len(not) == 0 {
				out[i].decided = true
			} else {
				out[i].when = append(out[i].when, [2][]ground.Atom{pos, not})
			}
			return true
		}) {
			return nil, false
		}
	}
	return out, true
}

// choose makes the atoms of a choice possible, and adds its ground rule. If the bounds cannot be met, that is a
// constraint.
func (e *evaluation) choose(g ground.Rule) bool {
	all, ok := e.candidates()
	if !ok {
		return false
	}
	lower, ok1 := e.choiceBound(e.rule.choice.lower, 0)
	upper, ok2 := e.choiceBound(e.rule.choice.upper, len(all))
	if !ok1 || !ok2 {
		return true
	}
	open := false
	for _, c := range all {
		if c.decided && c.fact {
			lower, upper = lower-1, upper-1
			continue
		}
		g.Head = append(g.Head, c.atom)
		open = open || !c.decided
	}
	if lower > len(g.Head) || lower > upper || upper < 0 {
		g.Head = nil
		e.add(g)
		return true
	}
	for _, c := range all {
		e.possible(c.in, c.atom)
	}
	switch {
	case open:
		e.chooseOpen(g, all, lower, upper)
	case len(g.Head) > 0:
		g.Choice = &ground.Bounds{Lower: lower, Upper: upper}
		e.add(g)
	}
	return true
}

// chooseOpen adds the rules of a choice with open conditions. Its atoms become choices of their own, and a constraint
// counts them.
func (e *evaluation) chooseOpen(g ground.Rule, all []candidate, lower, upper int) {
	var elements []ground.Element
	for _, c := range all {
		o := g
		o.Head, o.Choice = []ground.Atom{c.atom}, &ground.Bounds{Lower: 0, Upper: 1}
		switch {
		case c.decided && !c.fact:
			e.add(o)
			elements = append(elements, ground.Element{Weight: 1, Atom: c.atom})
		case !c.decided:
			var when []ground.Element
			for _, w := range c.when {
				if !c.fact {
					o.Pos, o.Not = slices.Concat(g.Pos, w[0]), slices.Concat(g.Not, w[1])
					e.add(o)
					w[0] = append(w[0], c.atom)
				}
				when = append(when, ground.Element{Atom: e.conjunction(w[0], w[1])})
			}
			elements = append(elements, e.element(1, when))
		}
	}
	if lower <= 0 && upper >= len(elements) {
		return
	}
	g.Head = nil
	g.Sums = append(slices.Clone(g.Sums),
		ground.Sum{Elements: elements, Lower: int64(lower), Upper: int64(upper), Negated: true})
	e.add(g)
}

// choiceBound returns the value of a bound, and false if it is no integer.
func (e *evaluation) choiceBound(p *pattern, none int) (int, bool) {
	if p == nil {
		return none, true
	}
	t, ok := e.build(p)
	if !ok || e.terms.Kind(t) != ground.IntegerKind {
		return 0, false
	}
	return int(e.terms.Value(t)), true
}

// condition returns the open atoms of an element's condition.
func (e *evaluation) condition(el *element) (pos, not []ground.Atom) {
	for _, l := range el.condition {
		p := &e.parts[l.number]
		pos, not = append(pos, p.pos...), append(not, p.not...)
	}
	return pos, not
}

// auxiliary interns an atom that stands for a part of a rule. It is made of all that it stands for, so that equal
// parts have one atom, in all questions. It reports whether the atom is new in this evaluation.
func (e *evaluation) auxiliary(name string, atoms ...[]ground.Atom) (ground.Atom, bool) {
	var args []ground.Term
	for _, list := range atoms {
		args = append(args, e.terms.Integer(int32(len(list))))
		for _, a := range list {
			args = append(args, e.terms.Integer(int32(a)))
		}
	}
	a := e.program.base.Atoms.Intern(logic.Predicate{Name: name, Arity: len(args)}, args)
	if e.aux[a] {
		return a, false
	}
	if e.aux == nil {
		e.aux = make(map[ground.Atom]bool)
	}
	e.aux[a] = true
	return a, true
}

// absence returns an atom that holds if another does not.
func (e *evaluation) absence(a ground.Atom) ground.Atom { return e.conjunction(nil, []ground.Atom{a}) }

// conjunction returns an atom that holds if others do, and yet others do not.
func (e *evaluation) conjunction(pos, not []ground.Atom) ground.Atom {
	if len(pos) == 1 && len(not) == 0 {
		return pos[0]
	}
	a, fresh := e.auxiliary("#and", pos, not)
	if fresh {
		e.addAux(a, pos, not)
	}
	return a
}

// disjunction returns an atom that holds if one of others does.
func (e *evaluation) disjunction(of []ground.Atom) ground.Atom {
	a, fresh := e.auxiliary("#or", of)
	for _, b := range of {
		if fresh {
			e.addAux(a, []ground.Atom{b}, nil)
		}
	}
	return a
}
