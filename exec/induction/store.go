package induction

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/lang"
)

// expr is a term of unknown values.
type expr struct {
	kind termKind
	v    int               // of an unknown
	con  *lang.Constructor // of a compound; nil of a tuple
	args []expr            // of a compound
	text string            // of a literal
	num  linear            // of a number
	of   *lang.Type        // of a number
}

type termKind int

const (
	unknown termKind = iota + 1
	compound
	literal
	number
)

// head is the outermost symbol of a term: a constructor or a literal.
type head struct {
	con  *lang.Constructor // nil of a literal
	text string
}

// store holds the assumptions of a case on the unknown values. They are a necessary condition: if there are values
// that meet them all, the store is consistent, but not the other way round.
type store struct {
	unknowns []value
	// bound are the values of numbers by column, nil where they are not known. A column beyond them is a number of
	// facts.
	bound []*linear
	// least are expressions that are not below 0, beside the numbers themselves.
	least     []linear
	apart     [][2]expr // terms that differ
	divisions []division
}

// division is a number divided by a constant, rounded down.
type division struct {
	x        linear
	y        int64
	quotient column
}

// value holds the assumptions on one unknown value.
type value struct {
	of  *lang.Type
	is  *expr
	not []head
}

func (s *store) clone() *store {
	return &store{
		unknowns: slices.Clone(s.unknowns), bound: slices.Clone(s.bound), least: slices.Clone(s.least),
		apart: slices.Clone(s.apart), divisions: slices.Clone(s.divisions),
	}
}

// fresh returns a new unknown of a type.
func (s *store) fresh(of *lang.Type) expr {
	if of.Counts() {
		return expr{kind: number, num: single(s.freshNumber()), of: of}
	}
	s.unknowns = append(s.unknowns, value{of: of})
	return expr{kind: unknown, v: len(s.unknowns) - 1}
}

func (s *store) freshNumber() column {
	s.bound = append(s.bound, nil)
	return column(len(s.bound) - 1)
}

// resolve puts known values in the place of unknowns.
func (s *store) resolve(t expr) expr {
	switch t.kind {
	case unknown:
		if is := s.unknowns[t.v].is; is != nil {
			return s.resolve(*is)
		}
	case compound:
		if len(t.args) > 0 {
			t.args = s.resolveAll(t.args)
		}
	case number:
		t.num = s.reduce(t.num)
	}
	return t
}

func (s *store) resolveAll(ts []expr) []expr {
	out := make([]expr, len(ts))
	for i, t := range ts {
		out[i] = s.resolve(t)
	}
	return out
}

// reduce puts known values in the place of numbers.
func (s *store) reduce(e linear) linear {
	for {
		i := slices.IndexFunc(e.parts, func(p part) bool { return int(p.of) < len(s.bound) && s.bound[p.of] != nil })
		if i < 0 {
			return e
		}
		p := e.parts[i]
		e = e.plus(single(p.of), -p.n).plus(*s.bound[p.of], p.n)
	}
}

// key returns a text that differs for different resolved terms.
func (t expr) key() string {
	switch t.kind {
	case unknown:
		return "?" + strconv.Itoa(t.v)
	case literal:
		return strconv.Quote(t.text)
	case number:
		return t.num.key()
	}
	name := ""
	if t.con != nil {
		name = t.con.Name
	}
	return name + "(" + keyOf(t.args) + ")"
}

func keyOf(ts []expr) string {
	keys := make([]string, len(ts))
	for i, t := range ts {
		keys[i] = t.key()
	}
	return strings.Join(keys, ",")
}

// verdict says whether something holds in a case.
type verdict int

const (
	no verdict = iota
	yes
	ask // it depends on a question
)

// question is one that splits a case into cases that differ in an assumption.
type question struct {
	kind questionKind
	x, y expr   // two unknowns, or an unknown and the term whose head it may have
	e    linear // a number
}

type questionKind int

const (
	sameValue questionKind = iota // whether two unknowns have the same value
	hasHead                       // whether an unknown has the head of a term
	sign                          // whether a number is below, at or above 0
	notBelow                      // whether a number is at least 0
)

// equal says whether two terms are equal.
func (s *store) equal(a, b expr) (verdict, question) {
	a, b = s.resolve(a), s.resolve(b)
	switch {
	case a.kind == number && b.kind == number:
		return s.zero(a.num.minus(b.num))
	case a.kind == number || b.kind == number:
		return no, question{} // types of numbers have no other terms
	case a.kind == unknown && b.kind == unknown && a.v == b.v:
		return yes, question{}
	case a.kind == unknown || b.kind == unknown:
		return s.equalUnknown(a, b)
	case headOf(a) != headOf(b):
		return no, question{}
	}
	all, first := yes, question{}
	for i := range a.args {
		switch v, q := s.equal(a.args[i], b.args[i]); {
		case v == no:
			return no, q
		case v == ask && all == yes:
			all, first = ask, q
		}
	}
	if all == ask && s.isApart(a, b) {
		return no, question{}
	}
	return all, first
}

// equalUnknown is equal where one of two different resolved terms is an unknown.
func (s *store) equalUnknown(a, b expr) (verdict, question) {
	if s.isApart(a, b) {
		return no, question{}
	}
	if a.kind == unknown && b.kind == unknown {
		if s.unknowns[a.v].of != s.unknowns[b.v].of {
			return no, question{}
		}
		return ask, question{kind: sameValue, x: a, y: b}
	}
	if b.kind == unknown {
		a, b = b, a
	}
	if slices.Contains(s.unknowns[a.v].not, headOf(b)) || b.contains(a.v) {
		return no, question{}
	}
	return ask, question{kind: hasHead, x: a, y: b}
}

func headOf(t expr) head { return head{t.con, t.text} }

// contains reports whether an unknown stands in a term.
func (t expr) contains(v int) bool {
	return t.kind == unknown && t.v == v || slices.ContainsFunc(t.args, func(a expr) bool { return a.contains(v) })
}

// isApart reports whether it is assumed as such that two resolved terms differ. Pairs are resolved when they are
// compared, for their unknowns may have got values since.
func (s *store) isApart(a, b expr) bool {
	x, y := a.key(), b.key()
	return slices.ContainsFunc(s.apart, func(p [2]expr) bool {
		k, l := s.resolve(p[0]).key(), s.resolve(p[1]).key()
		return k == x && l == y || k == y && l == x
	})
}

// floor returns a number that an expression is not below, as far as single assumptions say. What follows from several
// is left to split, which drops answers that are impossible.
func (s *store) floor(e linear) (int64, bool) {
	least, known := e.atLeast()
	d, parts := e.primitive()
	for _, l := range s.least {
		if slices.Equal(l.parts, parts) && (!known || e.c-times(d, l.c) > least) {
			least, known = e.c-times(d, l.c), true
		}
	}
	return least, known
}

// zero says whether a reduced expression is 0.
func (s *store) zero(e linear) (verdict, question) {
	if e.isConstant() {
		if e.c == 0 {
			return yes, question{}
		}
		return no, question{}
	}
	if e.c%e.divisor() != 0 {
		return no, question{}
	}
	low, lowKnown := s.floor(e)
	high, highKnown := s.floor(e.scaled(-1))
	switch {
	case lowKnown && low > 0, highKnown && high > 0:
		return no, question{}
	case lowKnown && low == 0 && highKnown && high == 0:
		return yes, question{}
	}
	return ask, question{kind: sign, e: e}
}

// atLeastZero says whether an expression is not below 0.
func (s *store) atLeastZero(e linear) (verdict, question) {
	e = s.reduce(e)
	if low, known := s.floor(e); known && low >= 0 {
		return yes, question{}
	}
	if high, known := s.floor(e.scaled(-1)); known && high > 0 {
		return no, question{}
	}
	return ask, question{kind: notBelow, e: e}
}
