package logic_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	evaluator "github.com/ceptre-graph/ceptre/exec/logic"
	"github.com/ceptre-graph/ceptre/exec/logic/ground"
	"github.com/ceptre-graph/ceptre/lang/asp"
	"github.com/ceptre-graph/ceptre/lang/logic"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// layered writes random stratified programs: l1/2 to l5/2 depend on themselves, on those
// before, on the input i/1, and on d/1 and e/2.
func (g generator) layered() string {
	text := "l0(1,2). d(1..4). e(1,2). e(2,3). e(3,4). e(4,1). e(2,2).\n"
	for layer := 1; layer <= 5; layer++ {
		for range 1 + g.IntN(3) {
			atom := func(x, y string) string {
				if n := g.IntN(layer); n > 0 {
					return fmt.Sprintf("l%d(%s,%s)", n, x, y)
				}
				return strings.NewReplacer("X", x, "Y", y).Replace(g.pick("e(X,Y)", "i(X)", "d(Y)", "e(Y,X)"))
			}
			body := []string{"d(X)", "d(Y)", atom(g.pick("X", "Y", "Z", "2"), g.pick("X", "Y", "W"))}
			if g.IntN(2) == 0 {
				body = append(body, fmt.Sprintf("l%d(%s,%s)", layer-g.IntN(2), g.pick("X", "Z", "Y", "1"), g.pick("Y", "X", "_")))
			}
			for range g.IntN(3) {
				x, y := g.pick("X", "Y", "3"), g.pick("X", "Y")
				body = append(body, g.pick(atom(x, "_"), atom(x, y), "not "+atom(x, y), "not "+atom("_", y),
					atom(x, "V")+" : e(V,"+y+"), d(V)", "#count{ V : d(V), "+atom("V", y)+" } > 1", "X != Y"))
			}
			text += fmt.Sprintf("l%d(%s,Y) :- %s.\n", layer, g.pick("X", "X", "1"), strings.Join(body, "; "))
		}
	}
	return text
}

// TestOnDemand compares relations that are derived on demand with those that are derived in whole, in several
// questions of one program.
func TestOnDemand(t *testing.T) {
	demands := 0
	rapid.Check(t, func(t *rapid.T) {
		g := generator{rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))}
		text := g.layered()
		p, errs := asp.Parse(&syntax.Source{Name: "program", Text: []byte(text)})
		require.False(t, errs.Failed(), "%v\n%s", errs, text)
		input, output := logic.Predicate{Name: "i", Arity: 1}, logic.Predicate{Name: "l5", Arity: 2}
		base := &evaluator.Base{}
		compile := func(o evaluator.Options) *evaluator.Program {
			program, err := evaluator.Compile(t.Context(), base, p, o)
			require.NoError(t, err)
			return program
		}
		whole := compile(evaluator.Options{Inputs: []logic.Predicate{input}})
		part := compile(evaluator.OnDemand(evaluator.Options{
			Inputs: []logic.Predicate{input}, Outputs: []logic.Predicate{output}}))
		demands += part.Demands()
		for range 3 {
			var facts []ground.Atom
			for n := range int32(4) {
				if g.IntN(2) == 0 {
					facts = append(facts, base.Atoms.Intern(input, []ground.Term{base.Terms.Integer(n + 1)}))
				}
			}
			want, err := whole.Solve(t.Context(), facts, 1, 1)
			require.NoError(t, err)
			got, err := part.Solve(t.Context(), facts, 1, 1)
			require.NoError(t, err)
			require.Equal(t, want.Models[0].Atoms(output), got.Models[0].Atoms(output), text)
			for i, a := range got.Models[0].Atoms(output) {
				if i == 0 { // all its reasons are the same
					r := got.Models[0].Reason(a).Rule
					wanted, err := want.Models[0].Instances(t.Context(), r, a)
					require.NoError(t, err)
					found, err := got.Models[0].Instances(t.Context(), r, a)
					require.NoError(t, err)
					require.Len(t, found, len(wanted), text)
					for j := range found {
						require.Equal(t, wanted[j].Values, found[j].Values, text)
					}
				}
				for _, b := range got.Models[0].Reason(a).Holds {
					require.True(t, got.Models[0].Holds(b), text)
				}
				for _, b := range got.Models[0].Reason(a).Absent {
					require.False(t, want.Models[0].Holds(b), text)
				}
			}
		}
	})
	require.Positive(t, demands)
}
