package induction

import (
	"slices"

	"github.com/ceptre-graph/ceptre/lang"
)

// The methods of this file add an assumption to a store, and report whether the store may still be consistent.

// split returns the stores of the answers to a question that may be consistent. One of the answers is true.
func (s *store) split(q question) []*store {
	var answers []func(*store) bool
	switch q.kind {
	case sameValue:
		answers = []func(*store) bool{
			func(s *store) bool { return s.assumeApart(q.x, q.y) },
			func(s *store) bool { return s.assumeEqual(q.x, q.y) },
		}
	case hasHead:
		answers = []func(*store) bool{
			func(s *store) bool { return s.assumeEqual(q.x, s.withHead(headOf(q.y))) },
			func(s *store) bool { return s.exclude(q.x.v, headOf(q.y)) },
		}
	case sign:
		answers = []func(*store) bool{
			func(s *store) bool { return s.assumeZero(q.e) },
			func(s *store) bool { return s.assumeLeast(q.e.scaled(-1).offset(-1)) },
			func(s *store) bool { return s.assumeLeast(q.e.offset(-1)) },
		}
	case notBelow:
		answers = []func(*store) bool{
			func(s *store) bool { return s.assumeLeast(q.e) },
			func(s *store) bool { return s.assumeLeast(q.e.scaled(-1).offset(-1)) },
		}
	}
	var out []*store
	for _, assume := range answers {
		if t := s.clone(); assume(t) {
			out = append(out, t)
		}
	}
	return out
}

// withHead returns a term with a head, the arguments of which are unknown.
func (s *store) withHead(h head) expr {
	if h.con == nil {
		return expr{kind: literal, text: h.text}
	}
	t := expr{kind: compound, con: h.con}
	for _, a := range h.con.Args {
		t.args = append(t.args, s.fresh(a))
	}
	return t
}

// assumeEqual assumes that two terms are equal.
func (s *store) assumeEqual(a, b expr) bool {
	a, b = s.resolve(a), s.resolve(b)
	if a.kind != unknown && b.kind == unknown {
		a, b = b, a
	}
	switch {
	case a.kind == number && b.kind == number:
		return s.assumeZero(a.num.minus(b.num))
	case a.kind == unknown && b.kind == unknown:
		return a.v == b.v || s.bind(a.v, b)
	case a.kind == number || b.kind == number:
		return false // types of numbers have no other terms
	case a.kind == unknown:
		return !b.contains(a.v) && !slices.Contains(s.unknowns[a.v].not, headOf(b)) && s.bind(a.v, b)
	case headOf(a) != headOf(b):
		return false
	}
	for i := range a.args {
		if !s.assumeEqual(a.args[i], b.args[i]) {
			return false
		}
	}
	return true
}

// bind gives an unknown a value, which may be another unknown.
func (s *store) bind(v int, t expr) bool {
	x := s.unknowns[v]
	if t.kind == unknown {
		y := &s.unknowns[t.v]
		if x.of != y.of {
			return false
		}
		y.not = slices.Concat(y.not, x.not)
	}
	s.unknowns[v].is = &t
	if t.kind == unknown && !s.narrow(t.v) {
		return false
	}
	return s.keepsApart()
}

// keepsApart drops pairs of terms that differ for sure, and reports false if two that have to differ are equal.
func (s *store) keepsApart() bool {
	pairs := s.apart
	s.apart = nil
	for _, p := range pairs {
		switch v, _ := s.equal(p[0], p[1]); v {
		case yes:
			return false
		case ask:
			s.apart = append(s.apart, p)
		}
	}
	return true
}

// assumeApart assumes that two terms differ.
func (s *store) assumeApart(a, b expr) bool {
	s.apart = append(s.apart, [2]expr{a, b})
	a, b = s.resolve(a), s.resolve(b)
	return a.key() != b.key()
}

// exclude assumes that an unknown has another head.
func (s *store) exclude(v int, h head) bool {
	x := &s.unknowns[v]
	x.not = append(slices.Clip(x.not), h)
	return s.narrow(v)
}

// narrow gives an unknown the only constructor left, and reports false if there is none.
func (s *store) narrow(v int) bool {
	x := s.unknowns[v]
	if x.of.Texts || x.is != nil {
		return true
	}
	var left []*lang.Constructor
	for _, c := range x.of.Constructors {
		if !slices.Contains(x.not, head{con: c}) {
			left = append(left, c)
		}
	}
	switch len(left) {
	case 0:
		return false
	case 1:
		return s.bind(v, s.withHead(head{con: left[0]}))
	}
	return true
}

// assumeZero assumes that an expression is 0.
func (s *store) assumeZero(e linear) bool {
	e = s.reduce(e)
	if e.isConstant() {
		return e.c == 0
	}
	if d := e.divisor(); e.c%d != 0 {
		return false
	}
	i := slices.IndexFunc(e.parts, func(p part) bool { return p.n == 1 || p.n == -1 })
	if i < 0 {
		return s.assumeLeast(e) && s.assumeLeast(e.scaled(-1))
	}
	p := e.parts[i]
	is := e.plus(single(p.of), -p.n).scaled(-p.n)
	s.bound[p.of] = &is
	least := s.least
	s.least = []linear{}
	for _, l := range append(least, is) {
		if !s.addLeast(s.reduce(l)) {
			return false
		}
	}
	return s.possible() && s.keepsApart()
}

// assumeLeast assumes that an expression is not below 0.
func (s *store) assumeLeast(e linear) bool { return s.addLeast(s.reduce(e)) && s.possible() }

// addLeast adds a reduced expression that is not below 0.
func (s *store) addLeast(e linear) bool {
	if low, known := s.floor(e); known && low >= 0 {
		return true
	}
	if high, known := s.floor(e.scaled(-1)); known && high > 0 {
		return false
	}
	d, parts := e.primitive()
	c := e.c / d
	if e.c%d < 0 { // round down, as the sum of the parts is a multiple
		c--
	}
	s.least = append(slices.Clip(s.least), linear{parts: parts, c: c})
	return true
}

// possible reports whether some numbers meet the assumptions on numbers, fractions included.
func (s *store) possible() bool {
	if len(s.least) < 2 {
		return true // a single one that can be met only below 0 is refused when it is added
	}
	_, factors := solve(s.least)
	return factors == nil
}
