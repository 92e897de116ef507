package exec

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The oracle of the prover is SLD resolution as the textbook has it:
// substitutions are maps that are copied, every clause is renamed apart, every
// unification looks for the variable in the term, and every proof is found.

// naiveVar is a variable of one use of one clause.
type naiveVar struct{ use, index int }

// naiveTerm is a variable or a constructor with arguments.
type naiveTerm struct {
	isVar bool
	v     naiveVar
	head  string
	args  []naiveTerm
}

type naiveGoal struct {
	premise lang.Premise
	use     int
}

type naiveProver struct {
	most    int // uses of clauses; 0 for any number
	uses    int
	answers []string
	path    []*lang.Clause // of the proof at hand
	first   []*lang.Clause // of the first proof; nil before there is one
}

func renamed(t lang.Term, use int) naiveTerm {
	switch t := t.(type) {
	case lang.Variable:
		return naiveTerm{isVar: true, v: naiveVar{use, int(t)}}
	case lang.Literal:
		return naiveTerm{head: strconv.Quote(string(t))}
	case lang.Number:
		return naiveNumber(t.Num, naiveTerm{head: "z"})
	case *lang.Successor:
		return naiveNumber(t.By, renamed(t.Var, use))
	}
	c := t.(*lang.Compound)
	out := naiveTerm{head: c.Con.Name}
	for _, a := range c.Args {
		out.args = append(out.args, renamed(a, use))
	}
	return out
}

// naiveNumber is so many successors of a term.
func naiveNumber(n lang.Nat, of naiveTerm) naiveTerm {
	for range n.Int() {
		of = naiveTerm{head: "s", args: []naiveTerm{of}}
	}
	return of
}

type substitution map[naiveVar]naiveTerm

func (s substitution) apply(t naiveTerm) naiveTerm {
	if t.isVar {
		if u, ok := s[t.v]; ok {
			return s.apply(u)
		}
		return t
	}
	out := naiveTerm{head: t.head}
	for _, a := range t.args {
		out.args = append(out.args, s.apply(a))
	}
	return out
}

func (t naiveTerm) String() string {
	if t.isVar {
		return fmt.Sprint("?", t.v)
	}
	words := []string{t.head}
	for _, a := range t.args {
		words = append(words, "("+a.String()+")")
	}
	return strings.Join(words, " ")
}

func (t naiveTerm) holds(v naiveVar) bool {
	return t.isVar && t.v == v || slices.ContainsFunc(t.args, func(a naiveTerm) bool { return a.holds(v) })
}

// unify returns the substitution with the two terms made equal, or nil.
func (s substitution) unify(a, b naiveTerm) substitution {
	a, b = s.apply(a), s.apply(b)
	switch {
	case a.isVar && b.isVar && a.v == b.v:
		return s
	case a.isVar:
		if b.holds(a.v) {
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

func (p *naiveProver) solve(goals []naiveGoal, s substitution, query naiveTerm) {
	if len(goals) == 0 {
		if answer := s.apply(query).String(); !slices.Contains(p.answers, answer) {
			p.answers = append(p.answers, answer)
		}
		if p.first == nil {
			p.first = slices.Clone(p.path)
		}
		return
	}
	if p.most > 0 && p.uses >= p.most {
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
		p.uses++
		use, t := p.uses, s
		for i, a := range c.Head.Args {
			if t = t.unify(renamed(a, use), renamed(g.premise.Atom.Args[i], g.use)); t == nil {
				break
			}
		}
		if t == nil {
			continue
		}
		var more []naiveGoal
		for _, premise := range c.Premises {
			more = append(more, naiveGoal{premise, use})
		}
		p.path = append(p.path, c)
		p.solve(append(more, rest...), t, query)
		p.path = p.path[:len(p.path)-1]
	}
}

// genClauses draws clauses over three predicates, of which each asks the ones
// before it only, or itself of a part of what it was asked, so that every search
// ends.
func genClauses(t *rapid.T) string {
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
				b.WriteString(rapid.SampledFrom([]string{" <- X <> Y", " <- f X <> Y", " <- g X a <> Y", " <- f X <> a", " <- g X Y <> g b X"}).Draw(t, "which early"))
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

// The prover finds what the textbook finds, in the same order.
func TestProveAgainstOracle(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := genClauses(rt)
		arg := func(name string) string {
			return rapid.SampledFrom([]string{"V", "W", "V", "a", "(f V)", "(f a)", "(g V W)", "(f (f a))", `(l "b")`}).Draw(rt, name)
		}
		first := arg("first")
		if !strings.ContainsAny(first, "VW") || rapid.Bool().Draw(rt, "p2") {
			text += fmt.Sprintf("tok : pred. ask : tok * p%d %s %s -o (). #trace _ main { tok }.", rapid.IntRange(0, 2).Draw(rt, "pred"), first, arg("second"))
		} else {
			text += "tok : pred. ask : tok * p3 (f (f a)) V -o (). #trace _ main { tok }."
		}
		p, oracle := load(rt, text), &naiveProver{}
		compareWithOracle(rt, p, oracle)
		// With tables the same answers come in another order.
		tables := newProofTable()
		for _, pred := range p.Preds {
			tables.defined.endless[pred] = true
		}
		require.ElementsMatch(rt, oracle.answers, proved(rt, p, tables, oracle), text)
	})
}

// compareWithOracle proves the second premise of the program's first rule in both
// ways, and reports whether the oracle came to an end.
func compareWithOracle(t require.TestingT, p *lang.Program, oracle *naiveProver) bool {
	premise := p.Stages[0].Rules[0].Premises[1]
	query := naiveTerm{head: premise.Atom.Pred.Name}
	for _, a := range premise.Atom.Args {
		query.args = append(query.args, renamed(a, 0))
	}
	oracle.solve([]naiveGoal{{premise, 0}}, substitution{}, query)
	if oracle.most > 0 && oracle.uses >= oracle.most {
		return false
	}
	require.Equal(t, oracle.answers, proved(t, p, newProofTable(), oracle), "%s", p.Source.Text)
	return true
}

// proved returns the answers to the second premise of the program's first rule, in the words of the oracle. Where
// an answer of the oracle has a variable, it requires an error and returns these answers.
func proved(t require.TestingT, p *lang.Program, with *proofTable, oracle *naiveProver) (got []string) {
	rule := p.Stages[0].Rules[0]
	n := len(rule.Vars)
	values, known := make([]lang.Value, n), make([]bool, n)
	found, err := with.prove(context.Background(), rule.Premises[1].Atom, values, known, Limits{}.orDefaults(), nil)
	if slices.ContainsFunc(oracle.answers, func(a string) bool { return strings.Contains(a, "?") }) {
		require.ErrorContains(t, err, "leaves an argument open", "%s", p.Source.Text)
		return oracle.answers
	}
	require.NoError(t, err, "%s", p.Source.Text)
	for _, f := range found.facts {
		got = append(got, asNaive(f.Pred.Name, f.Args).String())
	}
	return got
}

func asNaive(head string, args []lang.Value) naiveTerm {
	out := naiveTerm{head: head}
	for _, a := range args {
		switch {
		case a.Of != nil:
			out.args = append(out.args, naiveNumber(a.Num, naiveTerm{head: "z"}))
		case a.Con == nil:
			out.args = append(out.args, naiveTerm{head: strconv.Quote(a.Text)})
		default:
			out.args = append(out.args, asNaive(a.Con.Name, a.Args))
		}
	}
	return out
}
