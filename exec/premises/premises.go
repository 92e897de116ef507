// Package premises puts the premises of a rule into an order in which they can be matched one after another.
//
// Atoms become patterns: a calculation in an atom becomes a variable of the plan, and a comparison that gives this
// variable its value. A comparison stands as soon as its variables are known, `==` as soon as one side is. Terms of the
// right side that may have no value, as `N - M`, become checks, for without a result there is no instance.
package premises

import (
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/lang"
)

// Premises are the premises of a rule, by kind.
type Premises struct {
	// Types and Names describe the variables: first the rule's, then the plan's.
	Types []*lang.Type
	Names []string
	// Atoms are the premises that facts of the state meet, and then the ones that are proved or asked for, in the order
	// written.
	Atoms       []lang.Premise
	Comparisons []lang.Premise
	// Guards are comparisons that hold if a term of the right side has a value. They have no place in the source.
	Guards []lang.Premise
}

// Of takes a rule apart.
func Of(rule *lang.Rule) *Premises {
	p := &Premises{}
	for _, v := range rule.Vars {
		p.Types = append(p.Types, v.Type)
		p.Names = append(p.Names, v.Name)
	}
	p.sort(rule)
	p.guard(rule)
	return p
}

// sort separates the premises: atoms on the state, atoms that are proved or asked for, and comparisons.
func (p *Premises) sort(rule *lang.Rule) {
	var rest []lang.Premise
	for _, premise := range rule.Premises {
		switch {
		case premise.Kind == lang.Compare:
			p.Comparisons = append(p.Comparisons, premise)
			continue
		case !premise.Kind.OnState():
			rest = append(rest, p.patterns(premise))
			continue
		}
		p.Atoms = append(p.Atoms, p.patterns(premise))
	}
	p.Atoms = append(p.Atoms, rest...)
}

// patterns returns an atom without calculations.
func (p *Premises) patterns(premise lang.Premise) lang.Premise {
	premise.Atom.Args = term.WithoutCalculations(premise.Atom.Args, func(c *lang.Calculation) lang.Variable {
		v := lang.Variable(len(p.Types))
		p.Types = append(p.Types, c.Of)
		p.Names = append(p.Names, fmt.Sprintf("#%d", len(p.Names)+1))
		p.Comparisons = append(p.Comparisons, lang.Premise{Span: premise.Span, Kind: lang.Compare, Op: lang.Same, X: v, Y: c})
		return v
	})
	return premise
}

// guard adds, for each term of the right side that may have no value, that it has one: then it is the same as itself.
func (p *Premises) guard(rule *lang.Rule) {
	add := func(ts []lang.Term) {
		for _, t := range ts {
			if mayFail(t) {
				p.Guards = append(p.Guards, lang.Premise{Kind: lang.Compare, Op: lang.Same, X: t, Y: t})
			}
		}
	}
	for _, r := range rule.Results {
		add(r.Atom.Args)
	}
	for _, a := range rule.Actions {
		add(a.Args)
	}
}

// IsGuard reports whether a premise is one of [Premises.Guards].
func IsGuard(p lang.Premise) bool { return p.Span == lang.Premise{}.Span }

// mayFail reports whether a term may have no value although its variables have.
func mayFail(t lang.Term) bool {
	switch t := t.(type) {
	case *lang.Calculation, *lang.Successor:
		return true
	case *lang.Compound:
		return slices.ContainsFunc(t.Args, mayFail)
	}
	return false
}

// HasResult reports whether a term has a value whatever the values of its variables are: it has no
// calculations but sums of two operands, which are never too large.
func HasResult(t lang.Term) bool {
	switch t := t.(type) {
	case *lang.Calculation:
		return t.Op == lang.Plus && isOperand(t.X) && isOperand(t.Y)
	case *lang.Compound:
		return !slices.ContainsFunc(t.Args, func(a lang.Term) bool { return !HasResult(a) })
	}
	return true
}

// isOperand reports whether a term is a number that need not be calculated.
func isOperand(t lang.Term) bool {
	switch t.(type) {
	case lang.Variable, lang.Number:
		return true
	}
	return false
}

// InOrder returns the premises in an order of matching. Next returns the index of the atom to match next, among those
// that are left, if some variables are known; nil for the order of [Premises.Atoms]. The guards come as soon as their
// variables are known, too.
func (p *Premises) InOrder(next func(known []bool, left []lang.Premise) int) []lang.Premise {
	known := make([]bool, len(p.Types))
	waiting := slices.Concat(p.Comparisons, p.Guards)
	out := ready(&waiting, known)
	left := slices.Clone(p.Atoms)
	for len(left) > 0 {
		at := 0
		if next != nil {
			at = next(known, left)
		}
		out = append(out, left[at])
		bind(left[at].Atom.Args, known)
		left = slices.Delete(left, at, at+1)
		out = append(out, ready(&waiting, known)...)
	}
	return out
}

// ready removes the comparisons that can be tested from the list, and turns those of `==` so that
// the known side is Y. The variables that they give a value are marked as known.
func ready(waiting *[]lang.Premise, known []bool) []lang.Premise {
	var out []lang.Premise
	for again := true; again; {
		again = false
		*waiting = slices.DeleteFunc(*waiting, func(c lang.Premise) bool {
			x, y := term.Known(c.X, known), term.Known(c.Y, known)
			switch {
			case x && y:
			case c.Op == lang.Same && y && term.IsPattern(c.X):
			case c.Op == lang.Same && x && term.IsPattern(c.Y):
				c.X, c.Y = c.Y, c.X
			default:
				return false
			}
			bind([]lang.Term{c.X}, known)
			out = append(out, c)
			again = true
			return true
		})
	}
	return out
}

func bind(ts []lang.Term, known []bool) {
	for _, t := range ts {
		lang.EachTerm(t, func(t lang.Term) bool {
			if v, ok := t.(lang.Variable); ok {
				known[v] = true
			}
			_, calculated := t.(*lang.Calculation) // it gives its variables no values
			return !calculated
		})
	}
}
