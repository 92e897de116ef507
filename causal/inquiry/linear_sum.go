package inquiry

import (
	"strconv"

	"github.com/ceptre-graph/ceptre/causal/kinds"
	"github.com/ceptre-graph/ceptre/lang"
)

// linearSum is a sum of terms: a number, and variables, each so many times. No number is less than
// zero, so that terms of which no more is known still have a sign.
type linearSum struct {
	by       int
	of       map[lang.Variable]int
	up, down bool // it has terms that are not linear and add to it, or take from it
	unknown  bool // there are terms of which nothing is known
}

func newLinearSum() *linearSum { return &linearSum{of: make(map[lang.Variable]int)} }

// add adds a term so many times.
func (s *linearSum) add(t lang.Term, times int) {
	switch t := t.(type) {
	case lang.Variable:
		s.addVariable(t, times)
	case lang.Number:
		s.addNumber(t.Num, times)
	case *lang.Successor:
		s.addVariable(t.Var, times)
		s.addNumber(t.By, times)
	case *lang.Calculation:
		s.addCalculation(t, times)
	default:
		s.unknown = true
	}
}

// addVariable adds a variable so many times.
func (s *linearSum) addVariable(v lang.Variable, times int) {
	if s.of[v] += times; s.of[v] == 0 {
		delete(s.of, v)
	}
}

func (s *linearSum) addCalculation(t *lang.Calculation, times int) {
	x, constantX := t.X.(lang.Number)
	y, constantY := t.Y.(lang.Number)
	switch {
	case t.Op == lang.Plus:
		s.add(t.X, times)
		s.add(t.Y, times)
	case t.Op == lang.Minus:
		s.add(t.X, times)
		s.add(t.Y, -times)
	case t.Op == lang.Times && constantX:
		s.addProduct(t.Y, x.Num, times)
	case t.Op == lang.Times && constantY:
		s.addProduct(t.X, y.Num, times)
	case times > 0:
		s.up = true
	case times < 0:
		s.down = true
	}
}

// addProduct adds a term as often as a number says, so many times.
func (s *linearSum) addProduct(t lang.Term, n lang.Nat, times int) {
	factor, ok := small(n)
	if product := factor * times; ok && product == int(int32(product)) {
		s.add(t, product)
		return
	}
	s.unknown = true
}

// addNumber adds a number so many times.
func (s *linearSum) addNumber(n lang.Nat, times int) {
	by, ok := small(n)
	by *= times
	if !ok || !isBounded(by) {
		s.unknown = true
		return
	}
	s.by += by
}

// bounds returns the least and the most that the sum can be, whatever its variables stand for.
func (s *linearSum) bounds() (least, most int) {
	if s.unknown || !isBounded(s.by) {
		return -kinds.Unbounded, kinds.Unbounded
	}
	up, down := s.up, s.down
	for _, times := range s.of {
		up, down = up || times > 0, down || times < 0
	}
	least, most = s.by, s.by
	if up {
		most = kinds.Unbounded
	}
	if down {
		least = -kinds.Unbounded
	}
	return least, most
}

// equation is a sum that is zero, with a variable that occurs in it once, added or taken.
type equation struct {
	*linearSum
	pivot lang.Variable
}

// equationsOf returns the premises `X == Y` of a rule as equations of its numbers. No equation has the
// pivot of an earlier one.
func equationsOf(r *lang.Rule) (equations []equation) {
	for _, p := range r.Premises {
		if p.Kind != lang.Compare || p.Op != lang.Same {
			continue
		}
		s := newLinearSum()
		s.add(p.X, 1)
		s.add(p.Y, -1)
		s.eliminate(equations)
		var pivot lang.Variable // the first that occurs once
		found := false
		for v, times := range s.of {
			if (times == 1 || times == -1) && (!found || v < pivot) {
				pivot, found = v, true
			}
		}
		if found && !s.unknown {
			equations = append(equations, equation{s, pivot})
		}
	}
	return equations
}

// eliminate replaces the pivots of equations by the other terms of the equations.
func (s *linearSum) eliminate(equations []equation) {
	for _, e := range equations {
		if factor := -s.of[e.pivot] * e.of[e.pivot]; factor != 0 {
			s.addSum(e.linearSum, factor)
		}
	}
}

// addSum adds a sum so many times.
func (s *linearSum) addSum(t *linearSum, times int) {
	by := t.by * times
	if !isBounded(by) || times != int(int32(times)) {
		s.unknown = true
		return
	}
	s.by += by
	for v, n := range t.of {
		s.addVariable(v, n*times)
	}
	s.up = s.up || t.up && times > 0 || t.down && times < 0
	s.down = s.down || t.down && times > 0 || t.up && times < 0
}

// boundsGiven returns the bounds of the sum where equations hold. The sum is changed.
func (s *linearSum) boundsGiven(equations []equation) (least, most int) {
	least, most = s.bounds()
	s.eliminate(equations)
	lowest, highest := s.bounds()
	if lowest > most || highest < least {
		return lowest, highest // the rule never fires
	}
	return max(least, lowest), min(most, highest)
}

// isBounded reports whether a change is counted as it is.
func isBounded(n int) bool { return -kinds.Unbounded < n && n < kinds.Unbounded }

// small returns a number of which a product with another is in range.
func small(n lang.Nat) (int, bool) {
	i, err := strconv.ParseInt(n.String(), 10, 32)
	return int(i), err == nil
}
