package sweep_test

import (
	"context"
	"os"
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

// load returns an example.
func load(t testing.TB, name string) *lang.Program {
	t.Helper()
	text, err := os.ReadFile("../../examples/" + name + ".cep")
	require.NoError(t, err)
	prog, errs := lang.Load(name+".cep", text)
	require.NotNil(t, prog, "%v", errs)
	return prog
}
