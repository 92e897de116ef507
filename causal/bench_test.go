package causal

import (
	"testing"

	"github.com/ceptre-graph/ceptre/causal/causaltest"
)

func BenchmarkNew(b *testing.B)    { causaltest.Benchmark(b, New, func(g *Graph) { New(g.Trace) }) }
func BenchmarkDepths(b *testing.B) { causaltest.Benchmark(b, New, func(g *Graph) { g.Depths() }) }
func BenchmarkCritical(b *testing.B) {
	causaltest.Benchmark(b, New, func(g *Graph) { g.CriticalPath() })
}
func BenchmarkWidth(b *testing.B)     { causaltest.Benchmark(b, New, func(g *Graph) { g.Width() }) }
func BenchmarkReduction(b *testing.B) { causaltest.Benchmark(b, New, func(g *Graph) { g.Reduction() }) }
func BenchmarkWhy(b *testing.B) {
	causaltest.Benchmark(b, New, func(g *Graph) { g.Why([]Target{{Event: Event(g.Len() - 1)}}, Reach{Stages: true}) })
}

func BenchmarkPast(b *testing.B) {
	causaltest.Benchmark(b, New, func(g *Graph) { g.Past(Event(g.Len() - 1)) })
}
