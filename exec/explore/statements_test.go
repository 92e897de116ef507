package explore

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/prove"
	"github.com/ceptre-graph/ceptre/exec/replay/replaytest"
	"github.com/ceptre-graph/ceptre/exec/statement"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// genStatements draws statements about the programs of genProgram.
func genStatements(t *rapid.T) string {
	count := func(free string) string {
		c := rapid.SampledFrom([]string{"p X", "q X _", "q _ X", "!p X", "!q X _", "2 * p X", "3 * q X X", "fixed X _",
			"sum N in fixed X N"}).Draw(t, "count")
		return strings.ReplaceAll(c, "X", free)
	}
	var b strings.Builder
	for i := range rapid.IntRange(1, 4).Draw(t, "statements") {
		in := rapid.SampledFrom([]string{"", " in one", " in two"}).Draw(t, "stage")
		switch rapid.IntRange(0, 3).Draw(t, "kind") {
		case 0:
			fmt.Fprintf(&b, "#never s%d%s : %s.\n", i, in, rapid.SampledFrom([]string{"p X * p X", "q X Y * p Y * X <> Y",
				"n N * n M * N < M", "!p X * p X", "reach X X", "q X Y * next X Y", "k (cons _ (cons _ _))", "r * r * r", "n 3",
				"n N * low N 1"}).Draw(t, "never"))
		case 1:
			fmt.Fprintf(&b, "#invariant s%d%s : %s + %s %s %d.\n", i, in, count("X"), count("X"),
				rapid.SampledFrom([]string{"=", "<=", ">="}).Draw(t, "op"), rapid.IntRange(0, 3).Draw(t, "bound"))
		default:
			fmt.Fprintf(&b, "#invariant s%d%s : %s + %s %s %d.\n", i, in, count("_"),
				rapid.SampledFrom([]string{"r", "sum N in n N", "m _", "w \"x\"", "k nil"}).Draw(t, "other"),
				rapid.SampledFrom([]string{"=", "<=", ">="}).Draw(t, "op"), rapid.IntRange(0, 5).Draw(t, "bound"))
		}
	}
	return b.String()
}

// Each statement is violated in the first state that violates it by definition, in that way; and the search ends when
// all are.
func TestStatementsAgainstDefinition(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := genProgram().Draw(rt, "program") + genStatements(rt)
		p, errs := lang.Load("p.cep", []byte(text))
		require.NotNil(rt, p, "%v", errs)
		o := Options{MaxStates: 200}
		whole, err := Search(context.Background(), p, p.Traces[0], o)
		require.NoError(rt, err)
		o.Statements = p.Statements
		s, err := Search(context.Background(), p, p.Traces[0], o)
		require.NoError(rt, err)
		found := make(map[*lang.Statement]Violation)
		for _, v := range s.Violations {
			found[v.Statement] = v
		}
		last := State(0)
		for _, st := range p.Statements {
			var first *statement.Violation
			at := State(0)
			for ; int(at) < whole.Len() && first == nil; at++ {
				stage, facts := whole.At(at)
				first, err = statement.Check(context.Background(), st, stage, facts, prove.Limits{})
				require.NoError(rt, err)
			}
			require.Equal(rt, first, found[st].Violation, text)
			if first != nil {
				require.Equal(rt, at-1, found[st].State, text)
				last = max(last, at-1)
			}
		}
		if len(found) == len(p.Statements) {
			require.Equal(rt, Found, s.Ended)
			require.Equal(rt, last, s.Goal)
			return
		}
		require.Equal(rt, whole.Ended, s.Ended)
		require.Equal(rt, whole.Len(), s.Len())
	})
}

// Numbers that are too large to be added up fast, and proofs that come to no end, are left to the definition.
func TestStatementsBeyondNumbers(t *testing.T) {
	p := replaytest.Load(t, `nat : type. #builtin NAT nat. n nat : pred. up nat : bwd. up N <- up (N + 1).
		stage s = { n 0 -o n 99999999999999999999999. } #trace _ s { n 0, n 0 }.
		#invariant little : sum N in n N <= 7.`)
	s, err := Search(context.Background(), p, p.Traces[0], Options{Statements: p.Statements})
	require.NoError(t, err)
	require.Equal(t, State(1), s.Violations[0].State)
	require.Equal(t, "99999999999999999999999", s.Violations[0].Sum)

	p = replaytest.Load(t, `nat : type. #builtin NAT nat. n nat : pred. up nat : bwd. up N <- up (N + 1).
		stage s = { n 0 -o n 1. } #trace _ s { n 0 }.
		#never endless : n 1 * up 3.`)
	o := Options{Statements: p.Statements}
	o.Limits.ProofSteps = 1000
	_, err = Search(context.Background(), p, p.Traces[0], o)
	require.ErrorContains(t, err, "endless cannot be checked: gave up the search for a proof after")
	at, ok := errors.AsType[*Error](err)
	require.True(t, ok)
	require.Equal(t, State(1), at.State)
	require.Equal(t, []int{1}, at.Choices)
}
