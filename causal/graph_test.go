package causal

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/causal/causaltest"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

type ids = []trace.ResourceID

var quarrel = causaltest.Quarrel

func TestQuarrel(t *testing.T) {
	g := New(quarrel())
	require.Equal(t, 5, g.Len())
	require.True(t, g.Concurrent(0, 1), "both only read")
	require.False(t, g.Concurrent(0, 0))
	require.True(t, g.Before(0, 2), "read before consumed")
	require.True(t, g.Before(0, 3))
	require.True(t, g.Concurrent(1, 3))
	require.True(t, g.Concurrent(2, 3))
	require.Equal(t, []Event{0, 1, 2, 3}, g.Past(4), "all read the stage")
	require.Equal(t, []Event{2, 3, 4}, g.Future(0))
	require.Nil(t, g.Past(0))
	require.Nil(t, g.Future(4))
	require.Equal(t, []int{0, 0, 1, 1, 2}, g.Depths())

	e, ok := g.Event(3)
	require.True(t, ok)
	require.Equal(t, Event(2), e)
	require.Equal(t, "leave", g.Step(e).Rule)
	_, ok = g.Event(6)
	require.False(t, ok)
	require.True(t, g.Resource(3).StageToken())
	require.Equal(t, Event(4), g.Resource(3).Consumer)
}

func TestEmpty(t *testing.T) {
	g := New(&trace.Trace{})
	require.Zero(t, g.Len())
	require.Empty(t, g.Depths())
}

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
