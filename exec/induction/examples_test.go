package induction

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/replay/replaytest"
	"github.com/stretchr/testify/require"
)

// All statements of the examples are proved by the rules alone.
func TestExamples(t *testing.T) {
	files, err := filepath.Glob("../../examples/*.cep")
	require.NoError(t, err)
	claims := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		prog := replaytest.Load(t, string(text))
		for _, start := range prog.Traces {
			for _, p := range ProveAll(context.Background(), prog, start, prog.Statements, nil) {
				claims++
				require.True(t, p.Holds, "%s: %s is %s", file, p.Statement.Label, verdictOf(p))
			}
		}
	}
	require.NotZero(t, claims)
}

func BenchmarkVerona(b *testing.B) {
	text, err := os.ReadFile("../../examples/verona.cep")
	require.NoError(b, err)
	prog := replaytest.Load(b, string(text))
	for b.Loop() {
		ProveAll(context.Background(), prog, prog.Traces[0], prog.Statements, nil)
	}
}
