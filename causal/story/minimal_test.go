package story

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/causaltest"
)

// TestDropIdleAgainstAnew: dropping events equals dropping the first idle event and starting
// over, until none is left.
func TestDropIdleAgainstAnew(t *testing.T) {
	several := 0
	rapid.Check(t, func(rt *rapid.T) {
		g := causal.New(causaltest.Random(rt))
		if g.Len() == 0 {
			return
		}
		s, all := NewFinder(g), g.Events()
		left := s.dropIdle(all)
		require.Equal(rt, anew(s, all), left)
		if len(left)+1 < len(all) {
			several++
		}
	})
	if testing.Short() {
		return // Few samples need not have all kinds.
	}
	require.Positive(t, several)
}

// anew leaves out the first event without which nothing is short, until there is none.
func anew(s *Finder, part []causal.Event) []causal.Event {
	l := s.ledger(part)
	for i := range part[:len(part)-1] {
		if _, needed := l.without(i); !needed {
			return anew(s, slices.Delete(slices.Clone(part), i, i+1))
		}
	}
	return part
}

// BenchmarkDropIdle leaves out what can be of a whole run.
func BenchmarkDropIdle(b *testing.B) {
	g := causal.New(crowd(20_000))
	s, all := NewFinder(g), g.Events()
	for b.Loop() {
		b.ReportMetric(float64(len(s.dropIdle(all))), "left")
	}
}
