package match

import (
	"math"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The variables of checks: the one that a range filter restricts, and a known one.
const (
	sifted lang.Variable = iota
	given
)

var (
	nat         = lang.Type{Name: "nat", Numerals: true}
	operations  = []lang.Op{"", lang.Plus, lang.Minus, lang.Times, lang.Divide, lang.Mod}
	comparisons = []lang.Op{lang.Same, lang.Differs, lang.Less, lang.LessEq, lang.More, lang.MoreEq}
)

func constant(n int64) lang.Number { return lang.Number{Of: &nat, Num: lang.NewNat(n)} }

// genNumber draws a number. Many are small, some are at the limit of small numbers, and some
// beyond it.
func genNumber() *rapid.Generator[int64] {
	return rapid.OneOf(
		rapid.Int64Range(0, 5), rapid.Int64Range(0, 60), rapid.Int64Range(0, math.MaxInt32),
		rapid.Int64Range(math.MaxInt32-3, math.MaxInt32+3), rapid.Just(int64(math.MaxInt64)),
	)
}

// siftCheck is a check `a op b cmp c`, or `a cmp c`, turned round or not.
type siftCheck struct {
	op, cmp lang.Op
	a, b, c lang.Term
	turned  bool
}

// genSiftCheck draws a check that contains the sifted variable once or twice.
func genSiftCheck() *rapid.Generator[siftCheck] {
	return rapid.Custom(func(t *rapid.T) siftCheck {
		c := siftCheck{op: rapid.SampledFrom(operations).Draw(t, "op"), cmp: rapid.SampledFrom(comparisons).Draw(t, "cmp")}
		operands := []*lang.Term{&c.a, &c.b, &c.c}
		for _, o := range operands {
			*o = constant(genNumber().Draw(t, "constant"))
		}
		if at := rapid.IntRange(0, 5).Draw(t, "given"); at < len(operands) {
			*operands[at] = given
		}
		for range rapid.IntRange(1, 2).Draw(t, "times") {
			*operands[rapid.IntRange(0, 2).Draw(t, "sifted")] = sifted
		}
		c.turned = rapid.Bool().Draw(t, "turned")
		return c
	})
}

// premise is the check as rules have it.
func (c *siftCheck) premise() lang.Premise {
	p := lang.Premise{Kind: lang.Compare, Op: c.cmp, X: c.a, Y: c.c}
	if c.op != "" {
		p.X = &lang.Calculation{Of: &nat, Op: c.op, X: c.a, Y: c.b}
	}
	if c.turned {
		p.X, p.Y, p.Op = p.Y, p.X, opposite(p.Op)
	}
	return p
}

// operands returns the operands of the check. The one that is compared with comes first.
func (c *siftCheck) operands() []lang.Term {
	if c.op == "" {
		return []lang.Term{c.c, c.a}
	}
	return []lang.Term{c.c, c.a, c.b}
}

// values are numbers by variable.
type values [2]int64

func (v values) of(t lang.Term) lang.Nat {
	if x, ok := t.(lang.Variable); ok {
		return lang.NewNat(v[x])
	}
	return t.(lang.Number).Num
}

// holds is the definition.
func (c *siftCheck) holds(v values) bool {
	n, ok := v.of(c.a), true
	if c.op != "" {
		n, ok = lang.Calculate(c.op, n, v.of(c.b))
	}
	order := n.Cmp(v.of(c.c))
	switch c.cmp {
	case lang.Same:
		return ok && order == 0
	case lang.Differs:
		return ok && order != 0
	}
	return ok && term.Ordered(c.cmp, order)
}

// solvable reports whether a range filter is to drop all small numbers that fail the check: it
// asks for the number once, and all else is small.
func (c *siftCheck) solvable(v values) bool {
	asked := 0
	for _, o := range c.operands() {
		if o == lang.Term(sifted) {
			asked++
		} else if v.of(o).Int() > math.MaxInt32 {
			return false
		}
	}
	if c.op != "" && c.c == lang.Term(sifted) && asked == 1 {
		n, ok := lang.Calculate(c.op, v.of(c.a), v.of(c.b))
		return ok && n.Int() <= math.MaxInt32
	}
	return asked == 1
}

// siftTrial is what a range filter is asked.
type siftTrial struct {
	terms   *Terms
	checks  []siftCheck
	given   int64
	numbers []int64
}

func (s *siftTrial) symbol(n int64) trace.Sym { return s.terms.Number(&nat, lang.NewNat(n)) }

// join returns a join after which the checks come, one after another.
func (s *siftTrial) join() *node {
	join := &node{step: step{kind: joinStep, binds: true, other: sifted}}
	at := join
	for i := range s.checks {
		p := s.checks[i].premise()
		c := step{kind: checkStep, condition: &condition{op: p.Op, x: s.terms.newExpr(p.X), y: s.terms.newExpr(p.Y)}}
		c.quick, c.isQuick = newQuick(c.condition)
		at.next = []*node{{step: c}}
		at = at.next[0]
	}
	return join
}

// mayPass reports whether a number is to pass, and whether it may.
func (s *siftTrial) mayPass(n int64) (must, may bool) {
	v := values{sifted: n, given: s.given}
	must, may = true, true
	for i := range s.checks {
		if c := &s.checks[i]; !c.holds(v) {
			must = false
			may = may && (len(s.checks) > mostTests || n > math.MaxInt32 || !c.solvable(v))
		}
	}
	return must, may
}

// require requires that a range filter passes, in their order, all members that satisfy the checks and
// all terms that are not small numbers. If the checks can be solved, it must pass no others.
func (s *siftTrial) require(t require.TestingT) {
	var members []member
	for i, n := range s.numbers {
		members = append(members, member{uint32(i), s.symbol(n)})
	}
	passed := members
	if f := new(rangeFilter); f.set(s.join(), []trace.Sym{given: s.symbol(s.given)}) {
		passed = f.pass(members)
	}
	for i, e := range members {
		passes := len(passed) > 0 && passed[0] == e
		if passes {
			passed = passed[1:]
		}
		if must, may := s.mayPass(s.numbers[i]); must && !passes || passes && !may {
			require.Fail(t, "not as it is to be", "%d of %v passes: %v", s.numbers[i], s.checks, passes)
		}
	}
	require.Empty(t, passed)
}

// Every check of one unknown is solved, whatever it is compared with.
func TestRangeFilterSolves(t *testing.T) {
	s := siftTrial{terms: &Terms{term.NewTable(0)},
		numbers: []int64{math.MaxInt32 - 1, math.MaxInt32, math.MaxInt32 + 1, math.MaxInt64}}
	for n := range int64(40) {
		s.numbers = append(s.numbers, n)
	}
	constants := []int64{0, 1, 2, 3, 7, 12, 1 << 30, math.MaxInt32}
	for _, op := range operations {
		for _, cmp := range comparisons {
			for i := range len(constants) * len(constants) {
				n, m := constant(constants[i%len(constants)]), constant(constants[i/len(constants)])
				for _, c := range []siftCheck{{a: sifted, b: n, c: m}, {a: n, b: sifted, c: m}, {a: n, b: m, c: sifted}} {
					c.op, c.cmp = op, cmp
					s.checks = []siftCheck{c}
					s.require(t)
				}
			}
		}
	}
}

// Checks one after another each do their component.
func TestRangeFilterComponents(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := siftTrial{terms: &Terms{term.NewTable(0)}, given: genNumber().Draw(rt, "given")}
		s.checks = rapid.SliceOfN(genSiftCheck(), 1, mostTests+1).Draw(rt, "checks")
		s.numbers = rapid.SliceOfN(genNumber(), 20, filterSize).Draw(rt, "numbers")
		s.require(rt)
	})
}
