package inquiry

import (
	"reflect"
	"slices"

	"github.com/ceptre-graph/ceptre/causal/kinds"
	"github.com/ceptre-graph/ceptre/lang"
)

// numberIn is a number in a fact that a rule uses up or makes.
type numberIn struct {
	atom lang.Atom
	arg  int
}

func (n numberIn) term() lang.Term { return n.atom.Args[n.arg] }

// numbersOf returns the numbers in some atoms of a rule, and their positions.
func numbersOf(atoms []lang.Atom) (all []numberIn, at []kinds.Position) {
	for _, a := range atoms {
		for i, t := range a.Pred.Args {
			if t.Counts() {
				all = append(all, numberIn{a, i})
				at = append(at, kinds.Position{Pred: a.Pred.Name, Arg: i})
			}
		}
	}
	return all, at
}

// addNumbers adds to a survey what a rule does to the numbers in the facts that it uses up and makes.
func addNumbers(s *kinds.Survey, r *lang.Rule) {
	var uses, makes []lang.Atom
	for _, p := range r.Premises {
		if p.Kind == lang.Consume {
			uses = append(uses, p.Atom)
		}
	}
	for _, result := range r.Results {
		if !result.Permanent {
			makes = append(makes, result.Atom)
		}
	}
	used, usedAt := numbersOf(uses)
	made, madeAt := numbersOf(makes)
	s.Numbers(kinds.Numbers{
		Used:  usedAt,
		Made:  madeAt,
		Same:  func(u, m int) bool { return reflect.DeepEqual(used[u].term(), made[m].term()) },
		Named: func(u, m int) bool { return len(variablesOf(used[u].term()))+len(variablesOf(made[m].term())) == 0 },
		Kept:  func(u, m int) bool { return sameButNumbers(used[u].atom, made[m].atom) },
		Derived: func(u, m int) bool {
			return isDerived(r, used[u].term(), made[m].term(), usedAt[u] == madeAt[m])
		},
	})
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

// isDerived reports whether a rule makes a number from another. It does if the new one has a
// variable of the old one or, by `==`, one that depends on it, or if clauses make it from the old
// one: no fact of the state holds its variable. Of numbers in facts of one predicate it is enough
// that clauses or sensors make the new one.
func isDerived(r *lang.Rule, old, now lang.Term, here bool) bool {
	olds, news := variablesOf(old), variablesOf(now)
	equal := linked(r, olds, func(p lang.Premise) bool { return p.Kind == lang.Compare && p.Op == lang.Same })
	if intersect(news, equal) {
		return true
	}
	if !here {
		olds = linked(r, olds, func(p lang.Premise) bool {
			return !p.Kind.OnState() && (p.Kind != lang.Compare || p.Op == lang.Same)
		})
	}
	var given []lang.Variable
	for _, p := range r.Premises {
		if p.Kind.OnState() {
			given = append(given, variablesIn(p)...)
		}
	}
	made := slices.DeleteFunc(news, func(v lang.Variable) bool { return slices.Contains(given, v) })
	return len(made) > 0 && len(olds) > 0 && (here || intersect(made, olds))
}

// linked returns variables of a rule and all variables that premises link to them.
func linked(r *lang.Rule, variables []lang.Variable, by func(lang.Premise) bool) []lang.Variable {
	all := slices.Clone(variables)
	for again := true; again; {
		again = false
		for _, p := range r.Premises {
			if !by(p) {
				continue
			}
			there := variablesIn(p)
			if !intersect(there, all) {
				continue
			}
			for _, v := range there {
				if !slices.Contains(all, v) {
					all, again = append(all, v), true
				}
			}
		}
	}
	return all
}

func intersect(a, b []lang.Variable) bool {
	return slices.ContainsFunc(a, func(v lang.Variable) bool { return slices.Contains(b, v) })
}

// variablesIn returns the variables of a premise.
func variablesIn(p lang.Premise) (all []lang.Variable) {
	if p.Kind == lang.Compare {
		return append(variablesOf(p.X), variablesOf(p.Y)...)
	}
	for _, t := range p.Atom.Args {
		all = append(all, variablesOf(t)...)
	}
	return all
}

// variablesOf returns the variables of a term.
func variablesOf(t lang.Term) (all []lang.Variable) {
	lang.EachVariable(t, func(v lang.Variable) { all = append(all, v) })
	return all
}
