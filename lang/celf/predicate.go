package celf

import (
	"slices"

	"github.com/ceptre-graph/ceptre/lang/scc"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// predicate is a family that is no type of terms, with its form in the program.
type predicate struct {
	of   *family
	form form
	name string // in the program
	// Beside a predicate of the form provedToo, proved is the backward one, and kept the one of its persistent facts,
	// if there are such: the predicate itself has none of these.
	proved, kept string

	clauses []*clause
	// made holds, for each mode, the place of the first rule or state that makes such facts.
	made [Persistent + 1]syntax.Span
	// asked says that a rule or a goal asks for the facts.
	asked bool
	// helps says that a clause asks for them.
	helps bool
	// group is the number of the group of predicates that ask for each other.
	group int
	// finite says that there are finitely many facts, which no state changes.
	finite bool
}

// form says how a program declares a predicate.
type form int

const (
	// ofState is a predicate of the state. Its facts of the signature, if there are any, are permanent from the
	// start.
	ofState form = iota
	// backward is a predicate with clauses, which is proved when a rule asks for it. No rule and no state makes its
	// facts.
	backward
	// provedToo is a predicate of the state with clauses that do not derive finitely many facts: a backward predicate
	// beside it has them.
	provedToo
	// dropped is a predicate that only clauses ask for, of which the facts are worked out before the runs. The
	// program does not have it.
	dropped
)

// isMade reports whether a rule or a state makes facts of the predicate.
func (p *predicate) isMade() bool {
	return slices.ContainsFunc(p.made[:], func(s syntax.Span) bool { return s.Start.IsValid() })
}

// isLoose reports whether a rule or a state makes facts that can be used up.
func (p *predicate) isLoose() bool {
	return p.made[Linear].Start.IsValid() || p.made[Affine].Start.IsValid()
}

// noteMade notes a place where a rule or a state makes a fact of the predicate. The first one stays.
func (p *predicate) noteMade(m Mode, at syntax.Span) {
	if !p.made[m].Start.IsValid() {
		p.made[m] = at
	}
}

// headOf returns the name that an atom or term begins with, and its arguments.
func headOf(x Expr) (*Name, []Expr) {
	switch x := x.(type) {
	case *Name:
		return x, nil
	case *Apply:
		return x.Fun, x.Args
	}
	panic("celf: a checked signature has only names and applications in its atoms")
}

// predicateOf returns the predicate of an atom.
func (t *translation) predicateOf(atom Expr) *predicate {
	name, _ := headOf(atom)
	return t.predicates[name.Text]
}

// sortPredicates determines the form of each predicate: it collects the clauses and uses, finds the predicates with
// finitely many facts that no state changes, group by group, and derives the form from these.
func (t *translation) sortPredicates() {
	for _, f := range t.sig.families {
		if !f.terms {
			p := &predicate{of: f}
			t.predicates[f.name.Text] = p
			t.preds = append(t.preds, p)
		}
	}
	for _, c := range t.sig.clauses {
		p := t.predicateOf(c.head)
		p.clauses = append(p.clauses, c)
		for _, x := range c.premises {
			t.predicateOf(x).helps = true
		}
	}
	for _, r := range t.sig.rules {
		t.usesOf(r)
	}
	for _, r := range t.sig.runs {
		t.resources(r.state)
		t.premises(r.goal)
	}
	for _, group := range t.components() {
		t.judge(group)
	}
	for _, p := range t.preds {
		switch {
		case len(p.clauses) == 0, p.finite && (p.asked || p.isMade()):
			p.form = ofState
		case p.isMade():
			p.form = provedToo
		case !p.finite:
			p.form = backward
		case p.helps:
			p.form = dropped
		}
	}
	for i := len(t.preds) - 1; i >= 0; i-- {
		if f := t.preds[i].form; f == backward || f == provedToo {
			t.needs(t.preds[i])
		}
	}
}

// needs makes dropped predicates that the clauses of a backward predicate ask for backward, too, and so on.
func (t *translation) needs(p *predicate) {
	for _, c := range p.clauses {
		for _, x := range c.premises {
			if q := t.predicateOf(x); q.form == dropped {
				q.form = backward
				t.needs(q)
			}
		}
	}
}

// usesOf enters the facts that a rule asks for and makes.
func (t *translation) usesOf(r *rule) {
	t.premises(r.left)
	t.resources(r.right)
}

func (t *translation) premises(parts []part) {
	for _, p := range parts {
		if p.rule == nil {
			t.predicateOf(p.atom).asked = true
		}
	}
}

func (t *translation) resources(parts []part) {
	for _, p := range parts {
		if p.rule != nil {
			t.usesOf(p.rule)
			continue
		}
		t.predicateOf(p.atom).noteMade(p.mode, p.Span)
	}
}

// components returns the predicates in groups that ask for each other by their clauses, each group behind those that
// it asks for.
func (t *translation) components() [][]*predicate {
	numbers := make(map[*predicate]int32)
	for i, p := range t.preds {
		numbers[p] = int32(i)
	}
	g := scc.New(len(t.preds), func(edge func(from, to int32)) {
		for i, p := range t.preds {
			for _, c := range p.clauses {
				for _, x := range c.premises {
					edge(int32(i), numbers[t.predicateOf(x)])
				}
			}
		}
	})
	var out [][]*predicate
	for _, nodes := range g.Components() {
		var group []*predicate
		for _, n := range nodes {
			p := t.preds[n]
			p.group = len(out)
			group = append(group, p)
		}
		out = append(out, group)
	}
	return out
}

// judge determines whether the predicates of a group are finite. The groups that it asks for are judged already.
func (t *translation) judge(group []*predicate) {
	for _, p := range group {
		for _, c := range p.clauses {
			if !t.isBounded(p, c) {
				return
			}
		}
	}
	for _, p := range group {
		p.finite = true
	}
}

// isBounded reports whether a clause of a predicate derives finitely many facts, if the others of its group do. No
// premise may ask the state. A variable of the head that no premise binds must be of a type with finitely many terms.
// Where the clause is recursive, the head must hold no variable deeper than some premise does, so that terms do not
// grow; any depth will do if a premise of an earlier group binds the variable.
func (t *translation) isBounded(of *predicate, c *clause) bool {
	deepest := make(map[string]int) // in the premises
	recursive := false
	for _, x := range c.premises {
		p := t.predicateOf(x)
		inside := p.group == of.group
		if p.made[Persistent].Start.IsValid() || !inside && !p.finite {
			return false
		}
		recursive = recursive || inside
		eachDepth(x, 0, func(n *Name, depth int) {
			if !inside {
				depth = maxDepth
			}
			deepest[n.Text] = max(deepest[n.Text], depth)
		})
	}
	if len(c.premises) > maxJoined {
		return false
	}
	bounded := true
	types := make(map[string]*family)
	for _, v := range c.vars {
		types[v.name.Text] = v.of
	}
	eachDepth(c.head, 0, func(n *Name, depth int) {
		of := types[n.Text]
		switch most := deepest[n.Text]; {
		case of == nil: // a constant
		case most == 0:
			bounded = bounded && t.isFinite(of)
		case recursive:
			bounded = bounded && depth <= most
		}
	})
	return bounded
}

// maxJoined is the largest number of premises of a clause from which facts are worked out.
const maxJoined = 64

// maxDepth is deeper than any term.
const maxDepth = 1 << 30

// eachDepth calls f with each name in a term or atom that has no arguments, and how deep it stands: 1 is an argument
// of the atom.
func eachDepth(x Expr, depth int, f func(*Name, int)) {
	switch x := x.(type) {
	case *Name:
		f(x, depth)
	case *Apply:
		for _, a := range x.Args {
			eachDepth(a, depth+1, f)
		}
	}
}

// isFinite reports whether a type has finitely many terms: none of its terms can be within another.
func (t *translation) isFinite(of *family) bool {
	if known, ok := t.finite[of]; ok {
		return known
	}
	t.finite[of] = false // while the types within it are judged
	finite := true
	for _, c := range t.constructors[of] {
		for _, arg := range c.args {
			finite = t.isFinite(arg) && finite
		}
	}
	t.finite[of] = finite
	return finite
}
