package exec

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
)

// FuzzRun looks for programs that make a run panic, go on without end, or leave
// a trace that cannot be read back.
func FuzzRun(f *testing.F) {
	f.Add([]byte(village))
	f.Add(fmt.Appendf(nil, clauses, "plus X Y (s (s z))"))
	f.Add([]byte(`a : pred. b : pred. c string : pred.
stage one = { $a * b -o !a * c "x\ny". } stage two = { c X * X <> "x" -o b. }
#ordered two. #interactive one.
qui * stage one * $a -o stage two. stage two * !a -o ().
context init = { a, b, !b }. #trace 9 one init. #trace _ two { init, c "y" }.`))
	f.Add([]byte(`t : type. z : t. f t t : t. p t : pred. p X -o p (f X X). #trace _ main { p z }.`))
	limits := Limits{Steps: 20, ProofSteps: 20_000, ProofDepth: 1000, MatchSteps: 20_000, FactSize: 500}
	f.Fuzz(func(t *testing.T, text []byte) {
		prog, _ := lang.Load("p.cep", text)
		if prog == nil {
			return
		}
		for _, start := range prog.Traces {
			tr, _ := Run(context.Background(), prog, start, Options{Limits: limits})
			var b bytes.Buffer
			require.NoError(t, trace.Write(&b, tr))
			first := b.String()
			back, err := trace.Read("p.json", &b)
			require.NoError(t, err)
			require.NoError(t, trace.Write(&b, back))
			require.Equal(t, first, b.String())
		}
	})
}
