package emit

import (
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// check reports the parts of the program that have no counterpart in Celf: by warnings if the file leaves them out,
// by an error otherwise.
func (w *writer) check() {
	for _, s := range w.prog.Stages {
		if s.Interactive {
			w.omit(s.Span, "Celf asks no player, so it draws the rules of the stage `%s` at random", s.Name)
		}
	}
	if n := len(w.prog.Statements); n > 0 {
		w.omit(w.prog.Statements[0].Span, "Celf checks no statements about all states, so %s left out",
			english.Count(n, "statement")+map[bool]string{true: " is", false: " are"}[n == 1])
	}
	for _, t := range w.prog.Traces {
		if t.Goal != nil {
			w.refuse(t.Span, "the program has been read from a Celf file, which is there already")
		}
	}
	c := recursion{writer: w, state: make(map[*lang.Clause]int), told: make(map[*lang.Pred]bool)}
	for _, p := range w.prog.Preds {
		for _, clause := range p.Clauses {
			c.visit(clause)
		}
	}
}

// recursion finds predicates with proofs that may not end in Celf: a clause of the predicate leads to itself again,
// and no argument becomes smaller on the way. Runs of Ceptre keep tables of proofs, so they end there, but Celf has
// none.
type recursion struct {
	*writer
	state map[*lang.Clause]int // of the search: unseen, open or finished
	told  map[*lang.Pred]bool  // each has one warning
}

// The states of clauses in a depth-first search.
const (
	unseen = iota
	open
	finished
)

// visit follows the premises of a clause to the clauses that may prove them.
func (r *recursion) visit(c *lang.Clause) {
	if r.state[c] != unseen {
		return
	}
	r.state[c] = open
	for _, p := range c.Premises {
		if p.Kind != lang.Prove || shrinks(c.Head, p.Atom) {
			continue
		}
		for _, next := range p.Atom.Pred.Clauses {
			if !mayMatch(p.Atom, next.Head) {
				continue
			}
			if r.state[next] == open && !r.told[p.Atom.Pred] {
				r.told[p.Atom.Pred] = true
				r.omit(p.Span, "Celf may look for proofs of `%s` for ever, as this premise leads to itself again with no "+
					"argument that is smaller", p.Atom.Pred.Name)
			}
			r.visit(next)
		}
	}
	r.state[c] = finished
}

// shrinks reports whether an argument of a premise is smaller than some argument of the head.
func shrinks(head, premise lang.Atom) bool {
	for _, t := range premise.Args {
		for _, of := range head.Args {
			if isWithin(t, of) {
				return true
			}
		}
	}
	return false
}

// isWithin reports whether a term is smaller than another: a proper part of it, or a part from which something is
// subtracted.
func isWithin(t, of lang.Term) bool {
	if c, ok := t.(*lang.Calculation); ok && c.Op == lang.Minus {
		return lang.EqualTerms(c.X, of) || isWithin(c.X, of)
	}
	found := false
	lang.EachTerm(of, func(part lang.Term) bool {
		found = found || part != of && lang.EqualTerms(part, t)
		_, calculated := part.(*lang.Calculation)
		return !calculated
	})
	return found
}

// mayMatch reports whether a premise may be proved by a clause with a head: no two arguments differ in their
// constructors. It errs on the side of true.
func mayMatch(premise, head lang.Atom) bool {
	for i, t := range premise.Args {
		if unlike(t, head.Args[i]) {
			return false
		}
	}
	return true
}

// unlike reports whether two terms differ in their outermost constructors, numbers or texts.
func unlike(x, y lang.Term) bool {
	switch x := x.(type) {
	case *lang.Compound:
		y, ok := y.(*lang.Compound)
		return ok && x.Con != y.Con
	case lang.Number:
		y, ok := y.(lang.Number)
		return ok && x.Num.Cmp(y.Num) != 0
	case lang.Literal:
		y, ok := y.(lang.Literal)
		return ok && x != y
	}
	return false
}
