package statement

import (
	"encoding/binary"

	"github.com/ceptre-graph/ceptre/exec/match"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// sums are the sums of an invariant of which each count gives values to all free variables. They change with
// each fact by themselves, so that a step costs as much as it changes facts.
type sums struct {
	*lang.Statement
	counts []*counter
	known  map[string]total // by the terms of the free variables; without those that are 0
	wrong  int              // the number of these that violate the invariant
	// others is the number of values of the free variables if 0 violates the invariant: then it is violated
	// unless there are as many sums. It is 0 if there may be any number of sums that are 0.
	others lang.Nat
	key    []byte
}

// counter is a count in compiled form.
type counter struct {
	of       *sums
	columns  []match.Pattern
	times    total
	sum      lang.Variable // the variable that is added up; -1 for none
	linear   bool          // linear facts count, too
	env      []trace.Sym
	terms    *match.Terms
	negative total // -times
}

// newSums returns the sums in a state without facts, and false if a count lacks a free variable.
func newSums(s *lang.Statement, terms *match.Terms) (*sums, bool) {
	out := &sums{Statement: s, known: make(map[string]total)}
	for i := range s.Sum {
		c := &s.Sum[i]
		if len(free(s, c)) < s.Free {
			return nil, false
		}
		n := &counter{of: out, times: newTotal(c.Times), negative: newTotal(c.Times).negated(), sum: c.Of,
			linear: !c.Permanent, env: make([]trace.Sym, len(s.Vars)), terms: terms}
		known := make([]bool, len(s.Vars))
		for _, a := range c.Pattern.Args {
			n.columns = append(n.columns, terms.Pattern(a, known))
		}
		out.counts = append(out.counts, n)
	}
	if !(total{}).meets(s.Op, s.Bound) { // then all types are finite
		out.others = lang.NewNat(1)
		for _, v := range s.Vars[:s.Free] {
			out.others = out.others.Mul(numberOf(v.Type, nil))
		}
	}
	return out, true
}

func (s *sums) reset() {
	clear(s.known)
	s.wrong = 0
}

// violated reports whether the state violates the invariant.
func (s *sums) violated() bool {
	return s.wrong > 0 || s.others.Cmp(lang.NewNat(int64(len(s.known)))) > 0
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
	if !by.isZero() {
		c.of.add(c.env[:c.of.Free], by)
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
	if there && !was.meets(s.Op, s.Bound) {
		s.wrong--
	}
	if now.isZero() {
		delete(s.known, string(s.key))
		return
	}
	if !now.meets(s.Op, s.Bound) {
		s.wrong++
	}
	s.known[string(s.key)] = now
}
