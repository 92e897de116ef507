package statement

import (
	"encoding/binary"

	"github.com/ceptre-graph/ceptre/exec/match"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// sums are the sums of an invariant of which each count gives values to all free variables, or to none. They change
// with each fact by themselves. A step costs as much as it changes facts, but if it changes a count without free
// variables, each sum is compared again.
type sums struct {
	*lang.Statement
	counts []*counter
	known  map[string]total // by the terms of the free variables; sums of 0 are left out
	common total            // the sum of the counts without free variables, which is part of each sum
	wrong  int              // the number of known sums that, with common added, violate the invariant
	// size is the number of values of the free variables, unless there are infinitely many.
	size     lang.Nat
	infinite bool
	key      []byte
}

// counter is a count in compiled form.
type counter struct {
	of       *sums
	columns  []match.Pattern
	times    total
	sum      lang.Variable // the variable that is added up; -1 for none
	common   bool          // it has no free variables, although others have
	linear   bool          // linear facts count, too
	env      []trace.Sym
	terms    *match.Terms
	negative total // -times
}

// newSums returns the sums in a state without facts, and false if a count has some free variables and lacks others.
func newSums(s *lang.Statement, terms *match.Terms) (*sums, bool) {
	out := &sums{Statement: s, known: make(map[string]total), size: lang.NewNat(1)}
	for i := range s.Sum {
		c := &s.Sum[i]
		has := len(free(s, c))
		if has > 0 && has < s.Free {
			return nil, false
		}
		n := &counter{of: out, times: newTotal(c.Times), negative: newTotal(c.Times).negated(), sum: c.Of,
			linear: !c.Permanent, common: has < s.Free, env: make([]trace.Sym, len(s.Vars)), terms: terms}
		known := make([]bool, len(s.Vars))
		for _, a := range c.Pattern.Args {
			n.columns = append(n.columns, terms.Pattern(a, known))
		}
		out.counts = append(out.counts, n)
	}
	for _, v := range s.Vars[:s.Free] {
		if out.infinite = out.infinite || v.Type.Infinite(); !out.infinite {
			out.size = out.size.Mul(numberOf(v.Type, nil))
		}
	}
	return out, true
}

func (s *sums) reset() {
	clear(s.known)
	s.common, s.wrong = total{}, 0
}

// violated reports whether the state violates the invariant: by a known sum, or by one to which only the common part
// contributes.
func (s *sums) violated() bool {
	if s.wrong > 0 {
		return true
	}
	return !s.common.meets(s.Op, s.Bound) && (s.infinite || s.size.Cmp(lang.NewNat(int64(len(s.known)))) > 0)
}

// meets reports whether a known sum, with the common part added, is as the invariant says.
func (s *sums) meets(known total) bool {
	if s.common.isZero() {
		return known.meets(s.Op, s.Bound)
	}
	return known.plus(s.common).meets(s.Op, s.Bound)
}

// change counts a fact that has come or gone.
func (c *counter) change(args []trace.Sym, permanent, came bool) {
	if !permanent && !c.linear {
		return
	}
	for i := range c.columns {
		if !c.terms.Match(&c.columns[i], args[i], c.env) {
			return
		}
	}
	by := c.times
	if !came {
		by = c.negative
	}
	if c.sum >= 0 {
		by = by.times(c.terms.Nat(c.env[c.sum]))
	}
	switch {
	case by.isZero():
	case c.common:
		c.of.shift(by)
	default:
		c.of.add(c.env[:c.of.Free], by)
	}
}

// shift changes the part that is common to all sums.
func (s *sums) shift(by total) {
	s.common, s.wrong = s.common.plus(by), 0
	for _, known := range s.known { // in any order: it is a count
		if !s.meets(known) {
			s.wrong++
		}
	}
}

// add changes the sum for some values of the free variables. A sum that is not 0 is that of facts which exist, so
// that the numbers of its terms stand for them.
func (s *sums) add(values []trace.Sym, by total) {
	s.key = s.key[:0]
	for _, v := range values {
		s.key = binary.LittleEndian.AppendUint32(s.key, uint32(v))
	}
	was, there := s.known[string(s.key)]
	now := was.plus(by)
	if there && !s.meets(was) {
		s.wrong--
	}
	if now.isZero() {
		delete(s.known, string(s.key))
		return
	}
	if !s.meets(now) {
		s.wrong++
	}
	s.known[string(s.key)] = now
}
