package inquiry

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/replay/replaytest"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

const provable = `nat : type. #builtin NAT nat. place : type. a : place. b : place. c : place.
door place place : bwd. door a b. gate: door b c.
way place place : bwd.
way/one : way X Y <- door X Y.
way X Z <- door X Y <- way Y Z <- X <> Z.
lt nat nat : bwd. lt 0 (_ + 1). lt/s : lt (N + 1) (M + 1) <- lt N M.
twice nat nat : bwd. twice N (N * 2) <- N < 50.
beyond place : place. endless place : bwd. endless X <- endless (beyond X).
heard place : sense. p : pred. stage s = { r : p * way X Y -o (). }
`

func provedFact(pred string, args ...string) trace.Fact {
	f := trace.Fact{Pred: pred}
	for _, a := range args {
		f.Args = append(f.Args, trace.Term{Head: a, Number: a[0] <= '9'})
	}
	return f
}

// provedText returns a derivation as lines.
func provedText(d *causal.Derivation, indent string) string {
	out := indent + strings.TrimSpace(d.Fact.String()+" "+d.How) + "\n"
	for _, from := range d.From {
		out += provedText(from, indent+"  ")
	}
	return out
}

func TestProofs(t *testing.T) {
	step := causal.New(&trace.Trace{Steps: []trace.Step{{ID: 1}}})
	proofs := Proofs(context.Background(), replaytest.Load(t, provable), step)
	prove := func(f trace.Fact) (*causal.Derivation, error) { return proofs(0, f) }
	for _, c := range []struct {
		fact trace.Fact
		want string
	}{
		{provedFact("way", "a", "c"),
			"way a c ← line 5\n  door a b (given)\n  way b c ← way/one\n    door b c ← gate (given)\n  a <> c\n"},
		{provedFact("lt", "70", "90"), "lt 70 90 ← lt/s, 70 times\n  lt 0 20 (given)\n"},
		{provedFact("twice", "4", "8"), "twice 4 8 ← line 7\n  4 < 50\n"},
		{provedFact("heard", "a"), "heard a (answered)\n"},
		{provedFact("way", "c", "a"), "way c a (proved in the run; it does not follow from the clauses of the program)\n"},
		{provedFact("way", "a", "hall"), "way a hall (proved in the run; the program has no place hall)\n"},
		{
			provedFact("wayy", "a"), "wayy a (proved in the run; the program has no predicate for wayy a; the nearest is way)\n",
		},
	} {
		d, err := prove(c.fact)
		require.NoError(t, err)
		require.Equal(t, c.want, provedText(d, ""))
	}
	d, err := prove(provedFact("endless", "a"))
	require.NoError(t, err)
	require.Contains(t, d.How, "(proved in the run; gave up the search for a proof after ")

	done, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = Proofs(done, replaytest.Load(t, provable), step)(0, provedFact("way", "a", "c"))
	require.ErrorIs(t, err, context.Canceled)
}

// All that runs prove follows, and all that they ask for is told from it.
func TestProofsOfRuns(t *testing.T) {
	programs := replaytest.Examples(t)
	for seed := range uint64(30) {
		p, _ := lang.Load("world.cep", []byte(replaytest.World(replaytest.Rand(seed))))
		require.NotNil(t, p)
		programs = append(programs, p)
	}
	proofs, answers := 0, 0
	for i, p := range programs {
		run := replaytest.RandomRun(t, p, uint64(i), 100)
		g := causal.New(run)
		prove := Proofs(context.Background(), p, g)
		for e, s := range run.Steps {
			for _, f := range s.Proves {
				d, err := prove(causal.Event(e), f)
				require.NoError(t, err)
				require.Equal(t, g.Shapes().Fact(f).String(), d.Fact.String())
				sensed := slices.ContainsFunc(s.Sensed, func(g trace.Fact) bool { return g.String() == f.String() })
				require.Equal(t, sensed, d.How == "(answered)", fmt.Sprint(f, d.How))
				require.NotContains(t, d.How, "proved in the run")
				if sensed {
					answers++
				} else {
					proofs++
				}
			}
		}
	}
	require.Greater(t, proofs, 100)
	require.Greater(t, answers, 10)
}
