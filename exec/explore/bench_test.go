package explore

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// BenchmarkModels searches all states of the models in testdata. Beside them stand the same models for SPIN and Maude.
func BenchmarkModels(b *testing.B) {
	files, err := filepath.Glob("testdata/models/*.cep")
	require.NoError(b, err)
	for _, file := range files {
		b.Run(strings.TrimSuffix(filepath.Base(file), ".cep"), func(b *testing.B) {
			text, err := os.ReadFile(file)
			require.NoError(b, err)
			p := load(b, string(text))
			states, transitions := 0, 0
			for b.Loop() {
				s, err := Search(context.Background(), p, p.Traces[0], Options{})
				require.NoError(b, err)
				states, transitions = s.Len(), s.Transitions
			}
			b.ReportMetric(float64(states), "states")
			b.ReportMetric(float64(transitions), "transitions")
			b.ReportMetric(float64(states*b.N)/b.Elapsed().Seconds(), "states/s")
		})
	}
}
