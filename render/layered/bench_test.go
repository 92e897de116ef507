package layered

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/render/fonts"
)

// BenchmarkPlace places stories of many sizes.
func BenchmarkPlace(b *testing.B) {
	for _, nodes := range []int{1_000, 3_000, 10_000, 100_000} {
		b.Run(fmt.Sprint(nodes), func(b *testing.B) {
			b.ReportAllocs()
			d := newStory(nodes, 10, 1)
			b.ResetTimer()
			for range b.N {
				require.NoError(b, Place(context.Background(), d, fonts.Like("sans")))
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*nodes), "µs/node")
		})
	}
}
