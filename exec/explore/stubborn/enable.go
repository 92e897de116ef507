package stubborn

import (
	"math"
	"math/bits"
	"slices"
)

// A disabled instance needs a fact that the state lacks. All rules that may make this fact go into the set: then no
// rule outside it can enable the instance. The instances of a scheme are visited together, premise after premise: a
// fact that meets the next premise leads to the instances that use it, and the makers of other such facts are
// added for the rest.

// adder takes a scheme, and copies the binding.
type adder func(rule int, env binding)

// enable adds schemes without which no disabled instance of a scheme becomes enabled.
func (s *selector) enable(r *rule, env binding, add adder) {
	if len(r.premises) > 64 {
		s.work = 0
		return
	}
	s.join(r, env, uint64(1)<<len(r.premises)-1, nil, add)
}

// join visits the instances of a rule under a binding. The used facts meet the premises that are not left.
func (s *selector) join(r *rule, env binding, left uint64, used []*fact, add adder) {
	if s.work--; s.work <= 0 || r.contradicts(s, env) {
		return
	}
	if left == 0 {
		for _, pred := range r.reads {
			for _, at := range s.stage.makers[pred] {
				add(at.rule, free(s.rules[at.rule].vars))
			}
		}
		return
	}
	at := s.next(r, env, left, used)
	p := &r.premises[at]
	s.makers(p, env, used, add)
	for f := range s.meeting(p, env, used) {
		bound := append(binding(nil), env...)
		if s.matchAll(p.args, bound, f.args) {
			with := used
			if !p.permanent && f.linear > times(f, used) {
				with = append(used[:len(used):len(used)], f)
			}
			s.join(r, bound, left&^(1<<at), with, add)
		}
	}
}

// fewMeeting is the number of facts up to which a premise that adds no makers comes first, because it binds
// variables.
const fewMeeting = 8

// next returns the premise to visit next: one that binds variables and adds nothing; or one that no fact meets, with
// the fewest makers; or one with the fewest makers, of these one that the fewest facts meet.
func (s *selector) next(r *rule, env binding, left uint64, used []*fact) int {
	if left&(left-1) == 0 {
		return bits.TrailingZeros64(left)
	}
	best, least := -1, [3]int{math.MaxInt}
	for i := range r.premises {
		if left&(1<<i) == 0 {
			continue
		}
		p := &r.premises[i]
		facts, makers := 0, 0
		for range s.meeting(p, env, used) {
			facts++
		}
		s.makers(p, env, used, func(int, binding) { makers++ })
		rank := [3]int{2, makers, facts}
		switch {
		case makers == 0 && facts <= fewMeeting:
			rank[0] = 0
		case facts == 0:
			rank[0] = 1
		}
		if before(rank, least) {
			best, least = i, rank
		}
	}
	return best
}

func before(a, b [3]int) bool {
	for i := range a {
		if a[i] != b[i] {
			return a[i] < b[i]
		}
	}
	return false
}

// meeting returns the facts that may meet a premise and are not used up already.
func (s *selector) meeting(p *premise, env binding, used []*fact) func(func(*fact) bool) {
	return func(yield func(*fact) bool) {
		facts := p.table
		if facts == nil {
			facts = s.state.facts[p.pred]
		}
		for i := range facts {
			f := &facts[i]
			s.work--
			if there := f.permanent || !p.permanent && f.linear > times(f, used); !there ||
				!s.acceptsAll(p.args, env, f.args) {
				continue
			}
			if !yield(f) {
				return
			}
		}
	}
}

// times returns how often a fact is used.
func times(f *fact, used []*fact) int {
	n := 0
	for _, u := range used {
		if u == f {
			n++
		}
	}
	return n
}

// makers adds the schemes that may make a fact which meets a premise and is not there.
func (s *selector) makers(p *premise, env binding, used []*fact, add adder) {
	for _, at := range s.stage.makers[p.pred] {
		r := s.rules[at.rule]
		f := &r.results[at.at]
		if p.permanent && !f.permanent {
			continue
		}
		maker := s.room[:0]
		for range r.vars {
			maker = append(maker, unbound)
		}
		s.room = maker
		if s.work--; s.meetAll(p.args, env, f.args, maker) && !s.isThere(f, maker, used) &&
			!r.contradicts(s, maker) {
			add(at.rule, maker)
		}
	}
}

// isThere reports whether a state has a fact that a rule makes, of the same kind, and it is not used.
func (s *selector) isThere(f *result, env binding, used []*fact) bool {
	args := s.args[:0]
	for k := range f.args {
		value, ok := s.value(&f.args[k], env)
		if !ok {
			return false
		}
		args = append(args, value)
	}
	s.args = args
	for i := range s.state.facts[f.pred] {
		known := &s.state.facts[f.pred][i]
		s.work--
		if slices.Equal(known.args, args) {
			return f.permanent && known.permanent || !f.permanent && known.linear > times(known, used)
		}
	}
	return false
}
