package inquiry

import (
	"reflect"
	"slices"
	"strconv"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// addNumberChanges enters which numbers in facts a rule changes: those of facts that it uses
// up, and makes again with the same other arguments, numbers aside.
func addNumberChanges(s *causal.KindSurvey, r *lang.Rule) {
	for _, p := range r.Premises {
		if p.Kind != lang.Consume {
			continue
		}
		for _, result := range r.Results {
			if result.Permanent || result.Atom.Pred != p.Atom.Pred || !sameButNumbers(p.Atom, result.Atom) {
				continue
			}
			for i, t := range p.Atom.Pred.Args {
				old, now := p.Atom.Args[i], result.Atom.Args[i]
				switch {
				case !t.Counts() || reflect.DeepEqual(old, now):
				case isDerived(r, old, now):
					s.Number(p.Atom.Pred.Name, i, causal.Quantity)
				default:
					s.Number(p.Atom.Pred.Name, i, causal.Changed)
				}
			}
		}
	}
}

// sameButNumbers reports whether two atoms of a predicate have the same arguments, numbers aside.
func sameButNumbers(a, b lang.Atom) bool {
	for i, t := range a.Pred.Args {
		if !t.Counts() && !reflect.DeepEqual(a.Args[i], b.Args[i]) {
			return false
		}
	}
	return true
}

// isDerived reports whether a rule makes a number from the one in whose place it puts it. It does
// if a variable of the old one is in the new one, or if the new one is what clauses or sensors
// make of it: no fact of the state holds one of its variables.
func isDerived(r *lang.Rule, old, now lang.Term) bool {
	var olds, given []lang.Variable
	lang.EachVariable(old, func(v lang.Variable) { olds = append(olds, v) })
	for _, p := range r.Premises {
		if p.Kind.OnState() {
			for _, t := range p.Atom.Args {
				lang.EachVariable(t, func(v lang.Variable) { given = append(given, v) })
			}
		}
	}
	derived := false
	lang.EachVariable(now, func(v lang.Variable) {
		derived = derived || slices.Contains(olds, v) || len(olds) > 0 && !slices.Contains(given, v)
	})
	return derived
}

// quantities returns what a firing of a rule adds to the quantities in facts: the sum of
// those in facts that it makes, less the sum of those that it uses up. What one pays another
// gets, so that all have as much as before.
func (p *Potential) quantities(r *lang.Rule) []causal.Change {
	sums := make(map[causal.Change]*linearSum) // by quantity
	for _, premise := range r.Premises {
		if premise.Kind == lang.Consume {
			p.addQuantities(sums, premise.Atom, -1, !p.taken(r, premise).Exact())
		}
	}
	for _, result := range r.Results {
		if !result.Permanent {
			p.addQuantities(sums, result.Atom, 1, false)
		}
	}
	var changes []causal.Change
	for c, s := range sums {
		c.Least, c.Most = s.bounds()
		changes = append(changes, c)
	}
	return changes
}

// addQuantities adds the quantities of an atom to their sums, so many times. They may
// stay as they are where a permanent fact can meet a premise.
func (p *Potential) addQuantities(sums map[causal.Change]*linearSum, a lang.Atom, times int, unsure bool) {
	for _, at := range p.Kinds.Quantities(a.Pred.Name) {
		c := causal.Change{Kind: p.Kinds.OfQuantity(a.Pred.Name, constantArgs(a), at), Quantity: true, Of: p.kind(a)}
		if sums[c] == nil {
			sums[c] = &linearSum{of: make(map[lang.Variable]int)}
		}
		sums[c].add(a.Args[at], times)
		sums[c].unknown = sums[c].unknown || unsure
	}
}

// constantArgs returns the arguments of an atom as terms of traces. Those that are no constants
// have no name.
func constantArgs(a lang.Atom) []trace.Term {
	args := make([]trace.Term, len(a.Args))
	for i, t := range a.Args {
		name, _ := constant(t)
		args[i] = trace.Const(name) // that of a variable tells nothing
	}
	return args
}

// linearSum is a sum of terms: a number, and variables, each so many times.
type linearSum struct {
	by      int
	of      map[lang.Variable]int
	unknown bool // there are terms of which nothing is known
}

// add adds a term so many times.
func (s *linearSum) add(t lang.Term, times int) {
	switch t := t.(type) {
	case lang.Variable:
		s.of[t] += times
	case lang.Number:
		s.addNumber(t.Num, times)
	case *lang.Successor:
		s.of[t.Var] += times
		s.addNumber(t.By, times)
	case *lang.Calculation:
		s.addCalculation(t, times)
	default:
		s.unknown = true
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
	default:
		s.unknown = true
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

// bounds returns the least and the most that the sum can be, whatever its variables stand for:
// none is less than zero.
func (s *linearSum) bounds() (least, most int) {
	if s.unknown || !isBounded(s.by) {
		return -causal.Unbounded, causal.Unbounded
	}
	least, most = s.by, s.by
	for _, times := range s.of {
		switch {
		case times > 0:
			most = causal.Unbounded
		case times < 0:
			least = -causal.Unbounded
		}
	}
	return least, most
}

// isBounded reports whether a change is counted as it is.
func isBounded(n int) bool { return -causal.Unbounded < n && n < causal.Unbounded }

// small returns a number of which a product with another is in range.
func small(n lang.Nat) (int, bool) {
	i, err := strconv.ParseInt(n.String(), 10, 32)
	return int(i), err == nil
}
