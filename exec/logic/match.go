package logic

import (
	"github.com/ceptre-graph/ceptre/exec/logic/ground"
	"github.com/ceptre-graph/ceptre/lang/logic"
)

// run calls done for each way to match the steps, and returns false as soon as done does or the evaluation is to end.
func (e *evaluation) run(steps []step, done func() bool) bool {
	if len(steps) == 0 {
		return done()
	}
	s, rest := &steps[0], steps[1:]
	if s.demand != nil && !e.ask(s.demand, s.asks) {
		return e.err == nil
	}
	switch s.op {
	case scanStep:
		from, to := s.bounds()
		for i := from; i < to; i++ {
			a := s.literal.atom.relation.atoms[i]
			if !e.tick() {
				return false
			}
			if e.matchAll(s.args, e.program.base.Atoms.Args(a)) && e.found(s.literal, a) && !e.run(rest, done) {
				return false
			}
		}
		return true
	case lookupStep:
		return e.lookup(s, rest, done)
	case intervalStep:
		return e.interval(s, rest, done)
	case aggregateStep:
		return e.aggregate(s, func() bool { return e.run(rest, done) })
	}
	return !e.check(s) || e.run(rest, done)
}

// bounds are the part of its relation that a step goes through.
func (s *step) bounds() (from, to int) {
	r := s.literal.atom.relation
	switch s.age {
	case newAge:
		return r.old, r.seen
	case oldAge:
		return 0, r.old
	}
	return 0, r.seen
}

// lookup goes through the atoms that an index has for a key.
func (e *evaluation) lookup(s *step, rest []step, done func() bool) bool {
	at := len(e.stack)
	var ok bool
	if e.stack, ok = e.buildAll(e.stack, s.keys); !ok {
		e.stack = e.stack[:at]
		return true
	}
	_, chain := s.index.find(e.stack[at:])
	e.stack = e.stack[:at]
	if chain < 0 {
		return true
	}
	_, to := s.bounds()
	for entry := s.index.first[chain]; entry >= 0; entry = s.index.next[entry] {
		position := int(s.index.position[entry])
		if position >= to || !e.tick() {
			break
		}
		a := s.literal.atom.relation.atoms[position]
		if e.matchAll(s.args, e.program.base.Atoms.Args(a)) && e.found(s.literal, a) && !e.run(rest, done) {
			return false
		}
	}
	return e.err == nil
}

// interval gives a term each integer of an interval in turn, or checks that its value is one of them.
func (e *evaluation) interval(s *step, rest []step, done func() bool) bool {
	from, okFrom := e.build(&s.args[1])
	to, okTo := e.build(&s.args[2])
	if !okFrom || !okTo || e.terms.Kind(from) != ground.IntegerKind || e.terms.Kind(to) != ground.IntegerKind {
		return true
	}
	least, most := e.terms.Value(from), e.terms.Value(to)
	if s.args[0].op != bindOp {
		t, ok := e.build(&s.args[0])
		inside := ok && e.terms.Kind(t) == ground.IntegerKind && least <= e.terms.Value(t) && e.terms.Value(t) <= most
		return !inside || e.run(rest, done)
	}
	if limit := int64(e.program.options.MaxRules); int64(most)-int64(least) > limit {
		e.err = e.rule.error(s.literal.source.Range(), "this interval has more than %d integers", limit)
		return false
	}
	for n := int64(least); n <= int64(most); n++ {
		e.values[s.args[0].slot] = e.terms.Integer(int32(n))
		if !e.tick() || !e.run(rest, done) {
			return false
		}
	}
	return true
}

// record returns the record of an atom, or nil if it does not hold.
func (e *evaluation) record(r *relation, a ground.Atom) *record {
	if r.dynamic {
		return e.facts.find(a)
	}
	return e.program.static.find(a)
}

// found notes an atom that a positive literal is matched with. It returns true.
func (e *evaluation) found(l *literal, a ground.Atom) bool {
	p := &e.parts[l.number]
	p.holds, p.pos = append(p.holds[:0], a), p.pos[:0]
	if l.atom.relation.open && e.record(l.atom.relation, a).possible {
		p.pos = append(p.pos, a)
	}
	return true
}

// check decides a step that binds at most the variables of an equation. If that is open, its part says so, and check
// returns true.
func (e *evaluation) check(s *step) bool {
	switch s.op {
	case memberStep:
		if s.literal.projected {
			return e.memberAny(s)
		}
		a, ok := e.atom(s, false)
		if !ok || e.record(s.literal.atom.relation, a) == nil {
			return false
		}
		return e.found(s.literal, a)
	case absentStep:
		return e.absentee(s)
	case compareStep:
		left, ok1 := e.build(&s.args[0])
		right, ok2 := e.build(&s.args[1])
		return ok1 && ok2 && compare(s.literal.op, left, right, e.terms)
	case matchStep:
		value, ok := e.build(&s.args[1])
		return ok && e.match(&s.args[0], value)
	case solveStep:
		value, ok := e.build(&s.args[0])
		return ok && e.solve(&s.args[1], value, s.args[2].slot)
	}
	return e.conditional(s)
}

// atom returns the atom of a step whose arguments have values. Unless it may be a new one, it has to exist.
func (e *evaluation) atom(s *step, create bool) (a ground.Atom, ok bool) {
	if e.args, ok = e.buildAll(e.args[:0], s.args); !ok {
		return 0, false
	}
	id := s.literal.atom.relation.id
	if create {
		return e.program.base.Atoms.InternID(id, e.args), true
	}
	return e.program.base.Atoms.LookupID(id, e.args)
}

func compare(op logic.Op, left, right ground.Term, terms *ground.Table) bool {
	switch op {
	case logic.Equal:
		return left == right
	case logic.NotEqual:
		return left != right
	case logic.Less:
		return terms.Compare(left, right) < 0
	case logic.LessOrEqual:
		return terms.Compare(left, right) <= 0
	case logic.Greater:
		return terms.Compare(left, right) > 0
	}
	return terms.Compare(left, right) >= 0
}

// solve gives the unknown of a linear term the value with which the term has a given value.
func (e *evaluation) solve(p *pattern, value ground.Term, slot int) bool {
	for p.op == calculateOp {
		if e.terms.Kind(value) != ground.IntegerKind {
			return false
		}
		n := e.terms.Value(value)
		if len(p.args) == 1 {
			value, p = e.terms.Integer(-n), &p.args[0]
			continue
		}
		// The side of the unknown is the one that contains it.
		side := 0
		p.args[1].each(func(s int) {
			if s == slot {
				side = 1
			}
		})
		other, ok := e.build(&p.args[1-side])
		if !ok || e.terms.Kind(other) != ground.IntegerKind {
			return false
		}
		m := e.terms.Value(other)
		switch {
		case p.name == "+":
			n -= m
		case p.name == "*":
			if m == 0 || n%m != 0 {
				return false
			}
			n /= m
		case side == 0:
			n += m
		default:
			n = m - n
		}
		value, p = e.terms.Integer(n), &p.args[side]
	}
	e.values[slot] = value
	return true
}

// absentee checks that an atom does not hold, or holds if the literal is negated twice. With `_`, no atom that
// matches may hold.
func (e *evaluation) absentee(s *step) bool {
	l, p := s.literal, &e.parts[s.literal.number]
	p.reset()
	if l.projected {
		return e.absenteeAny(s)
	}
	a, ok := e.atom(s, true)
	if !ok {
		return false
	}
	rec := e.record(l.atom.relation, a)
	open := rec == nil && l.unfinished || rec != nil && rec.possible
	switch {
	case !l.double:
		p.absent = append(p.absent, a)
		if open {
			p.not = append(p.not, a)
		}
		return open || rec == nil
	case open:
		p.not = append(p.not, e.absence(a))
	}
	p.holds = append(p.holds, a)
	return open || rec != nil
}

// memberAny decides an atom with `_`: whether one of the atoms that it stands for holds.
func (e *evaluation) memberAny(s *step) bool {
	l, p := s.literal, &e.parts[s.literal.number]
	var open []ground.Atom
	for _, a := range l.atom.relation.atoms {
		if e.matchAll(s.args, e.program.base.Atoms.Args(a)) {
			if !e.record(l.atom.relation, a).possible {
				return e.found(l, a)
			}
			open = append(open, a)
		}
	}
	if p.reset(); open == nil {
		return false
	}
	p.pos = append(p.pos, e.disjunction(open))
	return true
}

// absenteeAny is absentee for a literal with `_`.
func (e *evaluation) absenteeAny(s *step) bool {
	l, p := s.literal, &e.parts[s.literal.number]
	for _, a := range l.atom.relation.atoms {
		switch {
		case !e.matchAll(s.args, e.program.base.Atoms.Args(a)):
		case e.record(l.atom.relation, a).possible:
			p.not = append(p.not, a)
		case l.double:
			p.holds, p.not = append(p.holds, a), p.not[:0]
			return true
		default:
			return false
		}
	}
	a, ok := e.atom(s, true) // with `_` as a symbol, for reasons
	if !ok || l.double && len(p.not) == 0 {
		return false
	}
	if !l.double {
		p.absent = append(p.absent, a)
		return true
	}
	p.not = append(p.not[:0], e.absence(e.disjunction(p.not)))
	return true
}
