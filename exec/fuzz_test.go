package exec

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/trace/json"
	"github.com/ceptre-graph/ceptre/exec/trace/tracefile"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
)

// anywhere is an outside for all that a program is tied to: sensors know the
// first constant of each type.
func anywhere(prog *lang.Program) Host {
	o := Host{Sensors: make(map[string]Sensor), Actions: make(map[string]Action)}
	for _, p := range prog.Preds {
		o.Sensors[p.Handler] = func(_ context.Context, p *lang.Pred) ([]lang.Fact, error) {
			f := lang.Fact{Pred: p}
			for _, t := range p.Args {
				switch {
				case t.Name == lang.StringType:
					f.Args = append(f.Args, lang.Value{Text: "x"})
				case len(t.Constructors) > 0 && len(t.Constructors[0].Args) == 0:
					f.Args = append(f.Args, lang.NewValue(t.Constructors[0], nil))
				default:
					return nil, nil
				}
			}
			return []lang.Fact{f}, nil
		}
		o.Actions[p.Handler] = func(context.Context, lang.Fact) error { return nil }
	}
	return o
}

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
	f.Add([]byte(numerals + arithmetic + calculated + `p nat : pred. q nat : pred.
stage s = { p (N + 2) * lt N M * M < 9 -o p (N - 1) * q (M * N). q N * fac N M * X == M / N -o p (X mod 7).
	p N * twice N M * half M K * K == N -o q K. }
#trace _ s { p 9, p 3, q 4 }.`))
	f.Add([]byte(echo))
	f.Add([]byte(`t : type. z : t. f t t : t. p t : pred. p X -o p (f X X). #trace _ main { p z }.`))
	limits := Limits{Steps: 20, ProofSteps: 20_000, ProofDepth: 1000, MatchSteps: 20_000, FactSize: 500}
	f.Fuzz(func(t *testing.T, text []byte) {
		prog, _ := lang.Load("p.cep", text)
		if prog == nil {
			return
		}
		for _, start := range prog.Traces {
			tr, _ := Run(context.Background(), prog, start, Options{Limits: limits, Host: anywhere(prog)})
			var b bytes.Buffer
			require.NoError(t, json.Write(&b, tr.Stream()))
			first := b.String()
			back, err := tracefile.Read("p.json", &b, nil)
			require.NoError(t, err)
			require.NoError(t, json.Write(&b, back.Stream()))
			require.Equal(t, first, b.String())
		}
	})
}
