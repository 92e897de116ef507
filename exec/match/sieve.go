package match

import (
	"math"
	"math/bits"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// sieve drops, of many facts that a join looks at, those that fail a check that comes
// next, by the number in the open column. What passes is checked again, so a sieve need
// not know everything: what is no small number passes it.
//
// Checks that compare the number, or what grows or falls with it, leave a range of
// numbers. It is worked out once, and a fact then costs one comparison.
type sieve struct {
	low, high int64 // of the numbers that pass
	tests     [mostTests]sieveTest
	count     int               // of tests
	passed    [sieveSize]member // of the facts at hand
}

// sieveTest passes a number if its value lies in a range or, where out is true, does not.
type sieveTest struct {
	kind      sieveKind
	by        uint32
	low, wide uint32
	out       bool
}

// sieveKind says which value of a number is tested.
type sieveKind uint8

const (
	sieveItself    sieveKind = iota
	sieveRemainder           // divided by a constant
	sieveDividing            // what is left of a constant divided by it
)

const (
	mostTests = 4   // a sieve has
	sieveSize = 256 // facts at a time
	// manyMembers is how many facts it takes for a sieve to be worth its making.
	manyMembers = 48
)

// set makes a sieve of the checks that come after a join whatever it finds, and reports
// whether they say anything.
func (f *sieve) set(n *node, env []trace.Sym) bool {
	if !n.bindsOpen() {
		return false
	}
	f.low, f.high, f.count = 0, math.MaxInt32, 0
	for c := n.sole(); c != nil && c.isQuick; c = c.sole() {
		f.check(&c.quick, n.other, env)
	}
	return f.count > 0 || f.low > 0 || f.high < math.MaxInt32
}

// bindsOpen reports whether a join gives a value to the variable in the open column of
// its index, and to no other.
func (n *node) bindsOpen() bool {
	for _, c := range n.rest {
		if c.kind != patternSame && c.kind != patternConst && c.kind != patternMoreSame {
			return false
		}
	}
	return n.binds
}

// keep enters that the number is to lie in a range.
func (f *sieve) keep(w span) {
	if w.out {
		f.test(sieveItself, 0, w)
		return
	}
	f.low, f.high = max(f.low, w.low), min(f.high, w.high)
}

// test enters that a value of the number is to lie in a range. A test that there is no
// room for is left to the checks.
func (f *sieve) test(kind sieveKind, by int64, w span) {
	w.low, w.high = max(w.low, 0), min(w.high, math.MaxInt32)
	switch {
	case w.high < w.low && w.out:
	case w.high < w.low:
		f.high = -1
	case f.count < mostTests:
		f.tests[f.count] = sieveTest{kind, uint32(by), uint32(w.low), uint32(w.high - w.low), w.out}
		f.count++
	}
}

// pass returns those of some facts, at most sieveSize, that pass.
func (f *sieve) pass(members []member) []member {
	kept := f.between(members)
	for i := range f.count {
		t := &f.tests[i]
		switch t.kind {
		case sieveItself:
			kept = f.byItself(t, kept)
		case sieveRemainder:
			kept = f.byRemainder(t, kept)
		case sieveDividing:
			kept = f.byDividing(t, kept)
		}
	}
	return f.passed[:kept]
}

// between passes the facts whose numbers are in the range of the sieve. It does not
// branch on that: in facts without order it could not be foretold.
func (f *sieve) between(members []member) int {
	low, wide := uint32(f.low), uint32(f.high-f.low)
	if f.low > f.high {
		low, wide = math.MaxInt32+1, math.MaxInt32 // what is no small number
	}
	kept := 0
	for _, e := range members {
		f.passed[kept%sieveSize] = e
		x, in := number(e), 0
		if x-low <= wide {
			in = 1
		}
		kept += in | int(x>>31)
	}
	return kept
}

// number returns the number in the open column, above all small ones where there is
// none of these.
func number(e member) uint32 { return uint32(e.open - trace.Numeral) }

func (t *sieveTest) holds(value uint32) bool { return (value-t.low <= t.wide) != t.out }

func (f *sieve) byItself(t *sieveTest, count int) int {
	kept := 0
	for _, e := range f.passed[:count] {
		if x := number(e); x > math.MaxInt32 || t.holds(x) {
			f.passed[kept] = e
			kept++
		}
	}
	return kept
}

// byRemainder divides by multiplying (Lemire, Kaser and Kurz, "Faster remainder by
// direct computation", Software: Practice and Experience 49, 2019).
func (f *sieve) byRemainder(t *sieveTest, count int) int {
	kept, by := 0, uint64(t.by)
	inverse := math.MaxUint64/by + 1
	for _, e := range f.passed[:count] {
		x := number(e)
		if rest, _ := bits.Mul64(inverse*uint64(x), by); t.holds(uint32(rest)) || x > math.MaxInt32 {
			f.passed[kept] = e
			kept++
		}
	}
	return kept
}

// byDividing does not ask for 0, which is out of the range of the sieve.
func (f *sieve) byDividing(t *sieveTest, count int) int {
	kept := 0
	for _, e := range f.passed[:count] {
		if x := number(e); x > math.MaxInt32 || t.holds(t.by%x) {
			f.passed[kept] = e
			kept++
		}
	}
	return kept
}
