package site

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/site/prose"
	"github.com/ceptre-graph/ceptre/site/scenes"
	"github.com/ceptre-graph/ceptre/site/sitetest"
)

// BenchmarkPublish makes sites of runs of so many transitions, with prose, checks them and
// writes them to disk.
func BenchmarkPublish(b *testing.B) {
	text, err := prose.Parse("verona.md", []byte(sitetest.Prose), prose.Options{})
	require.NoError(b, err)
	for _, method := range []scenes.Method{scenes.Chain, scenes.Step} {
		for _, steps := range []int{1_000, 10_000, 40_000} {
			b.Run(fmt.Sprintf("%s/%d", method, steps), func(b *testing.B) {
				tr := sitetest.Verona(steps, 1)
				for b.Loop() {
					s, err := Build(context.Background(), causal.New(tr), Options{Prose: text, Scenes: method})
					require.NoError(b, err)
					require.Empty(b, s.Check())
					require.NoError(b, Write(s, b.TempDir()))
					b.ReportMetric(float64(len(s.Leaves)), "scenes")
					b.ReportMetric(float64(len(s.Pages)), "files")
				}
			})
		}
	}
}
