package prove

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/prove/provetest"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The prover finds what the textbook finds, in the same order.
func TestProveAgainstOracle(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := provetest.Clauses(rt)
		arg := func(name string) string {
			return rapid.SampledFrom([]string{"V", "W", "V", "a", "(f V)", "(f a)", "(g V W)", "(f (f a))", `(l "b")`}).Draw(rt,
				name)
		}
		first := arg("first")
		if !strings.ContainsAny(first, "VW") || rapid.Bool().Draw(rt, "p2") {
			text += fmt.Sprintf("tok : pred. ask : tok * p%d %s %s -o (). #trace _ main { tok }.",
				rapid.IntRange(0, 2).Draw(rt, "pred"), first, arg("second"))
		} else {
			text += "tok : pred. ask : tok * p3 (f (f a)) V -o (). #trace _ main { tok }."
		}
		p, oracle := load(rt, text), &provetest.Prover{}
		compareWithOracle(rt, p, oracle)
		// With tables the same answers come in another order.
		tables := NewTable()
		for _, pred := range p.Preds {
			tables.defined.endless[pred] = true
		}
		require.ElementsMatch(rt, oracle.Answers, proved(rt, p, tables, oracle), text)
	})
}

// compareWithOracle proves the second premise of the program's first rule in both
// ways, and reports whether the oracle came to an end.
func compareWithOracle(t require.TestingT, p *lang.Program, oracle *provetest.Prover) bool {
	premise := p.Stages[0].Rules[0].Premises[1]
	oracle.Prove(premise)
	if oracle.Most > 0 && oracle.Uses >= oracle.Most {
		return false
	}
	require.Equal(t, oracle.Answers, proved(t, p, NewTable(), oracle), "%s", p.Source.Text)
	return true
}

// proved returns the answers to the second premise of the program's first rule, in the words of the oracle. Where
// an answer of the oracle has a variable, it requires an error and returns these answers.
func proved(t require.TestingT, p *lang.Program, with *Table, oracle *provetest.Prover) (got []string) {
	rule := p.Stages[0].Rules[0]
	n := len(rule.Vars)
	values, known := make([]lang.Value, n), make([]bool, n)
	found, err := with.Prove(context.Background(), rule.Premises[1].Atom, values, known, Limits{}.orDefaults(), nil)
	if slices.ContainsFunc(oracle.Answers, func(a string) bool { return strings.Contains(a, "?") }) {
		require.ErrorContains(t, err, "leaves an argument open", "%s", p.Source.Text)
		return oracle.Answers
	}
	require.NoError(t, err, "%s", p.Source.Text)
	for _, f := range found.Facts {
		got = append(got, provetest.Text(f))
	}
	return got
}
