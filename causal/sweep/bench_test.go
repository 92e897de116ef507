package sweep_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
)

// Runs a second: with one job and with two, without hashes, and one by one with
// nothing counted.
func BenchmarkRun(b *testing.B) {
	for _, name := range []string{"verona", "blocks", "dungeon", "vote"} {
		prog := load(b, name)
		sweeping := func(o sweep.Options) func(*testing.B) {
			return func(b *testing.B) {
				o.Runs = b.N
				_, err := sweep.Run(context.Background(), prog, prog.Traces[0], o)
				require.NoError(b, err)
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "runs/s")
			}
		}
		b.Run(name+"/jobs=1", sweeping(sweep.Options{Jobs: 1}))
		b.Run(name+"/jobs=2", sweeping(sweep.Options{Jobs: 2}))
		b.Run(name+"/jobs=1,no-hash", sweeping(sweep.Options{Jobs: 1, NoHash: true}))
		b.Run(name+"/alone", func(b *testing.B) {
			for i := range b.N {
				_, err := exec.Run(context.Background(), prog, prog.Traces[0], exec.Options{Seed: uint64(i)})
				require.NoError(b, err)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "runs/s")
		})
	}
}

// Runs a second of a program of many rules, each of which now has something to do and now
// has not: with what else could have fired, and without.
func BenchmarkChances(b *testing.B) {
	prog, errs := lang.Load("ring.cep", []byte(ring(1000)))
	require.NotNil(b, prog, "%v", errs)
	for _, chances := range []bool{false, true} {
		b.Run(fmt.Sprintf("chances=%t", chances), func(b *testing.B) {
			_, err := sweep.Run(context.Background(), prog, prog.Traces[0],
				sweep.Options{Runs: b.N, Jobs: 1, NoHash: true, Chances: chances})
			require.NoError(b, err)
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "runs/s")
		})
	}
}

// ring returns the text of a program with rules that move facts around a ring.
func ring(rules int) string {
	var preds, text, facts strings.Builder
	for i := range rules {
		fmt.Fprintf(&preds, "p%d : pred.\n", i)
		fmt.Fprintf(&text, "  move%d : p%d -o p%d.\n", i, i, (i+1)%rules)
		fmt.Fprintf(&facts, "p%d, ", i)
	}
	return preds.String() + "stage main = {\n" + text.String() + "}\n#trace 10000 main { " + facts.String() + "p0 }.\n"
}

// load returns an example.
func load(t testing.TB, name string) *lang.Program {
	t.Helper()
	text, err := os.ReadFile("../../examples/" + name + ".cep")
	require.NoError(t, err)
	prog, errs := lang.Load(name+".cep", text)
	require.NotNil(t, prog, "%v", errs)
	return prog
}
