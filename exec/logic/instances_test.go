package logic_test

import (
	"testing"

	evaluator "github.com/ceptre-graph/ceptre/exec/logic"
	"github.com/ceptre-graph/ceptre/exec/logic/ground"
	"github.com/ceptre-graph/ceptre/lang/gdl"
	"github.com/ceptre-graph/ceptre/lang/logic"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/stretchr/testify/require"
)

// TestInstances asks for all reasons of an atom, and for the literal at which a rule fails.
func TestInstances(t *testing.T) {
	game, errs := gdl.ParseKIF(&syntax.Source{Name: "game.kif", Text: []byte(`
(role me) (edge a b) (edge a c) (edge b d) (edge c d) (blocked c)
(<= (way ?x ?z) (edge ?x ?y) (edge ?y ?z))
(<= (open ?x ?z) (edge ?x ?y) (edge ?y ?z) (not (blocked ?y)) (distinct ?x ?z))
(<= (lone ?x) (edge ?x ?y) (not (blocked ?x)) (blocked ?y) (edge ?y a))`)})
	require.False(t, errs.Failed(), "%v", errs)
	base := &evaluator.Base{}
	p, err := evaluator.Compile(t.Context(), base, game.Program, evaluator.Options{})
	require.NoError(t, err)
	answer, err := p.Solve(t.Context(), nil, 0, 1)
	require.NoError(t, err)
	m := answer.Models[0]
	atom := func(name string, args ...string) ground.Atom {
		terms := make([]ground.Term, len(args))
		for i, a := range args {
			terms[i] = base.Terms.Compound(a)
		}
		return base.Atoms.Intern(logic.Predicate{Name: name, Arity: len(args)}, terms)
	}
	rule := func(name string) *logic.Rule {
		for _, r := range game.Program.Rules {
			if h, ok := r.Head.(*logic.Atom); ok && h.Name == name {
				return r
			}
		}
		return nil
	}
	found, err := m.Instances(t.Context(), rule("way"), atom("way", "a", "d"))
	require.NoError(t, err)
	require.Len(t, found, 2)
	require.Equal(t, []ground.Atom{atom("edge", "a", "b"), atom("edge", "b", "d")}, found[0].Holds)
	require.Equal(t, []ground.Atom{atom("edge", "a", "c"), atom("edge", "c", "d")}, found[1].Holds)
	found, err = m.Instances(t.Context(), rule("way"), atom("open", "a", "d"))
	require.NoError(t, err)
	require.Empty(t, found, "the rule derives other atoms")

	miss, err := m.Nearest(t.Context(), rule("open"), atom("open", "a", "d"))
	require.NoError(t, err)
	require.Nil(t, miss, "the rule derives the atom, by b")
	miss, err = m.Nearest(t.Context(), rule("lone"), atom("lone", "a"))
	require.NoError(t, err)
	require.Equal(t, atom("edge", "c", "a"), *miss.Atom)
	require.Equal(t, []ground.Atom{atom("edge", "a", "c"), atom("blocked", "c")}, miss.Holds)
	miss, err = m.Nearest(t.Context(), rule("lone"), atom("lone", "d"))
	require.NoError(t, err)
	require.Equal(t, atom("edge", "d", "_"), *miss.Atom, "no value for the end of the edge")
}
