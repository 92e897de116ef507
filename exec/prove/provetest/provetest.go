// Package provetest has the textbook's prover, as an oracle for tests, and random clauses.
package provetest

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/lang"
	"pgregory.net/rapid"
)

// The oracle of the prover is SLD resolution without any of its shortcuts: substitutions are maps
// that are copied, every clause is renamed apart, every unification looks for the variable in the
// term, and every proof is found.

// variable is a variable of one use of one clause.
type variable struct{ use, index int }

// plain is a variable or a constructor with arguments.
type plain struct {
	isVar bool
	v     variable
	head  string
	args  []plain
}

type goal struct {
	premise lang.Premise
	use     int
}

// Prover finds every proof.
type Prover struct {
	Most    int // uses of clauses; 0 for any number
	Uses    int
	Answers []string
	First   []*lang.Clause // of the first proof; nil before there is one
	path    []*lang.Clause // of the proof at hand
}

func renamed(t lang.Term, use int) plain {
	switch t := t.(type) {
	case lang.Variable:
		return plain{isVar: true, v: variable{use, int(t)}}
	case lang.Literal:
		return plain{head: strconv.Quote(string(t))}
	case lang.Number:
		return number(t.Num, plain{head: "z"})
	case *lang.Successor:
		return number(t.By, renamed(t.Var, use))
	}
	c := t.(*lang.Compound)
	out := plain{head: c.Con.Name}
	for _, a := range c.Args {
		out.args = append(out.args, renamed(a, use))
	}
	return out
}

// number is so many successors of a term.
func number(n lang.Nat, of plain) plain {
	for range n.Int() {
		of = plain{head: "s", args: []plain{of}}
	}
	return of
}

type substitution map[variable]plain

// bound returns what a variable stands for, whose arguments may be variables that stand for something.
func (s substitution) bound(t plain) plain {
	for t.isVar {
		u, ok := s[t.v]
		if !ok {
			break
		}
		t = u
	}
	return t
}

func (s substitution) apply(t plain) plain {
	if t = s.bound(t); t.isVar || len(t.args) == 0 {
		return t
	}
	out := plain{head: t.head, args: make([]plain, 0, len(t.args))}
	for _, a := range t.args {
		out.args = append(out.args, s.apply(a))
	}
	return out
}

func (t plain) String() string {
	if t.isVar {
		return fmt.Sprint("?", t.v)
	}
	words := []string{t.head}
	for _, a := range t.args {
		words = append(words, "("+a.String()+")")
	}
	return strings.Join(words, " ")
}

func (t plain) holds(v variable) bool {
	return t.isVar && t.v == v || slices.ContainsFunc(t.args, func(a plain) bool { return a.holds(v) })
}

// unify returns the substitution with the two terms made equal, or nil.
func (s substitution) unify(a, b plain) substitution {
	a, b = s.bound(a), s.bound(b)
	switch {
	case a.isVar && b.isVar && a.v == b.v:
		return s
	case a.isVar:
		if b = s.apply(b); b.holds(a.v) {
			return nil
		}
		out := maps.Clone(s)
		out[a.v] = b
		return out
	case b.isVar:
		return s.unify(b, a)
	case a.head != b.head || len(a.args) != len(b.args):
		return nil
	}
	for i := range a.args {
		if s = s.unify(a.args[i], b.args[i]); s == nil {
			return nil
		}
	}
	return s
}

// Prove finds all proofs of an atom.
func (p *Prover) Prove(premise lang.Premise) {
	query := plain{head: premise.Atom.Pred.Name}
	for _, a := range premise.Atom.Args {
		query.args = append(query.args, renamed(a, 0))
	}
	p.solve([]goal{{premise, 0}}, substitution{}, query)
}

func (p *Prover) solve(goals []goal, s substitution, query plain) {
	if len(goals) == 0 {
		if answer := s.apply(query).String(); !slices.Contains(p.Answers, answer) {
			p.Answers = append(p.Answers, answer)
		}
		if p.First == nil {
			p.First = slices.Clone(p.path)
		}
		return
	}
	if p.Most > 0 && p.Uses >= p.Most {
		return
	}
	g, rest := goals[0], goals[1:]
	if g.premise.Kind == lang.Compare {
		x, y := s.apply(renamed(g.premise.X, g.use)), s.apply(renamed(g.premise.Y, g.use))
		if g.premise.Op == lang.Differs && strings.Contains(x.String()+y.String(), "?") {
			p.solve(append(slices.Clip(rest), g), s, query) // it waits until all others are met
			return
		}
		if (x.String() == y.String()) == (g.premise.Op == lang.Same) {
			p.solve(rest, s, query)
		}
		return
	}
	for _, c := range g.premise.Atom.Pred.Clauses {
		p.Uses++
		use, t := p.Uses, s
		for i, a := range c.Head.Args {
			if t = t.unify(renamed(a, use), renamed(g.premise.Atom.Args[i], g.use)); t == nil {
				break
			}
		}
		if t == nil {
			continue
		}
		var more []goal
		for _, premise := range c.Premises {
			more = append(more, goal{premise, use})
		}
		p.path = append(p.path, c)
		p.solve(append(more, rest...), t, query)
		p.path = p.path[:len(p.path)-1]
	}
}

// Clauses draws clauses over three predicates, of which each asks the ones
// before it only, or itself of a part of what it was asked, so that every search
// ends.
func Clauses(t *rapid.T) string {
	var b strings.Builder
	b.WriteString("t : type. a : t. b : t. f t : t. g t t : t. l string : t.\n")
	b.WriteString("base t : bwd. base a. base b. base (f a). base (l \"a\"). base (l \"b\").\n")
	term := func(name string) string {
		return rapid.SampledFrom([]string{
			"X", "Y", "X", "Y", "a", "b", "(f X)", "(f Y)", "(g X Y)", "(g X X)", "(f (f Y))", `(l "a")`, `(l "b")`,
		}).Draw(t, name)
	}
	for i := range 3 {
		fmt.Fprintf(&b, "p%d t t : bwd. p%d a b.\n", i, i)
		for range rapid.IntRange(1, 3).Draw(t, "clauses") {
			fmt.Fprintf(&b, "p%d %s %s", i, term("first"), term("second"))
			if rapid.Bool().Draw(t, "early comparison") {
				b.WriteString(rapid.SampledFrom([]string{" <- X <> Y", " <- f X <> Y", " <- g X a <> Y", " <- f X <> a",
					" <- g X Y <> g b X"}).Draw(t, "which early"))
			}
			for range rapid.IntRange(0, 2).Draw(t, "premises") {
				if i > 0 {
					fmt.Fprintf(&b, " <- p%d %s %s", rapid.IntRange(0, i-1).Draw(t, "asked"), term("first"), term("second"))
				}
			}
			b.WriteString(" <- base X <- base Y")
			if rapid.Bool().Draw(t, "comparison") {
				b.WriteString(rapid.SampledFrom([]string{" <- X <> Y", " <- X == Y", " <- f X <> Y"}).Draw(t, "which"))
			}
			b.WriteString(".\n")
		}
	}
	b.WriteString("p3 t t : bwd. p3 a a. p3 (f X) Y <- p3 X Y. p3 X X <- p2 X _.\n")
	return b.String()
}

// Text returns a fact in the words of the oracle.
func Text(f lang.Fact) string { return asPlain(f.Pred.Name, f.Args).String() }

func asPlain(head string, args []lang.Value) plain {
	out := plain{head: head}
	for _, a := range args {
		switch {
		case a.Of != nil:
			out.args = append(out.args, number(a.Num, plain{head: "z"}))
		case a.Con == nil:
			out.args = append(out.args, plain{head: strconv.Quote(a.Text)})
		default:
			out.args = append(out.args, asPlain(a.Con.Name, a.Args))
		}
	}
	return out
}
