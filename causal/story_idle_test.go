package causal

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestWithoutIdleAgainstAnew: dropping events equals dropping the first idle event and starting
// over, until none is left.
func TestWithoutIdleAgainstAnew(t *testing.T) {
	several := 0
	rapid.Check(t, func(rt *rapid.T) {
		g := New(randomTrace(rt))
		if g.Len() == 0 {
			return
		}
		s, all := NewStories(g), inOrder(g.Len())
		left := s.withoutIdle(all)
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
func anew(s *Stories, part []Event) []Event {
	l := s.ledger(part)
	for i := range part[:len(part)-1] {
		if _, needed := l.without(i); !needed {
			return anew(s, slices.Delete(slices.Clone(part), i, i+1))
		}
	}
	return part
}

// BenchmarkWithoutIdle leaves out what can be of a whole run.
func BenchmarkWithoutIdle(b *testing.B) {
	g := New(crowd(20_000))
	s, all := NewStories(g), inOrder(g.Len())
	for b.Loop() {
		b.ReportMetric(float64(len(s.withoutIdle(all))), "left")
	}
}
