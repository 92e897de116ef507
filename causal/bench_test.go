package causal

import (
	"testing"

	"github.com/ceptre-graph/ceptre/causal/causaltest"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// sizes are the numbers of steps to compare: time should grow as they do.
var sizes = []struct {
	name  string
	steps int
}{{"10k", 10_000}, {"100k", 100_000}, {"1M", 1_000_000}}

func benchmark(b *testing.B, measure func(g *Graph)) {
	for _, size := range sizes {
		g := New(causaltest.Village(size.steps))
		b.Run(size.name, func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				measure(g)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*size.steps), "ns/step")
		})
	}
}

func BenchmarkNew(b *testing.B)       { benchmark(b, func(g *Graph) { New(g.Trace) }) }
func BenchmarkDepths(b *testing.B)    { benchmark(b, func(g *Graph) { g.Depths() }) }
func BenchmarkCritical(b *testing.B)  { benchmark(b, func(g *Graph) { g.CriticalPath() }) }
func BenchmarkHash(b *testing.B)      { benchmark(b, func(g *Graph) { g.Hash() }) }
func BenchmarkWidth(b *testing.B)     { benchmark(b, func(g *Graph) { g.Width() }) }
func BenchmarkReduction(b *testing.B) { benchmark(b, func(g *Graph) { g.Reduction() }) }
func BenchmarkWhy(b *testing.B) {
	benchmark(b, func(g *Graph) { g.Why([]Target{{Event: Event(g.Len() - 1)}}, Reach{Stages: true}) })
}

// BenchmarkCompare compares a run with one that goes another way from the middle on.
func BenchmarkCompare(b *testing.B) {
	benchmark(b, func(g *Graph) {
		other := *g.Trace
		other.Steps = append([]trace.Step(nil), other.Steps...)
		for i := len(other.Steps) / 2; i < len(other.Steps); i += 7 {
			other.Steps[i].Rule = "elsewhere"
		}
		Compare(g, New(&other))
	})
}

func BenchmarkPast(b *testing.B) {
	benchmark(b, func(g *Graph) { g.Past(Event(g.Len() - 1)) })
}
