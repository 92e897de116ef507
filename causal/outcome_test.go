package causal

import (
	"slices"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The end rests on what led to any of the facts that are left, each asked about by itself.
func TestOutcome(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := New(randomTrace(t))
		stages := rapid.Bool().Draw(t, "stages")
		o := g.Outcome(stages)
		led := make(map[Event]bool)
		var left []string
		for _, r := range g.Trace.Final() {
			if r.Pred == trace.StagePred && !stages {
				continue
			}
			left = append(left, r.ID.String())
			found, err := g.Find(r.ID.String())
			require.NoError(t, err)
			for _, e := range g.Why(found, Reach{Stages: stages}).Events {
				led[e] = true
			}
		}
		var names []string
		for _, r := range o.Left {
			names = append(names, r.ID.String())
		}
		require.Equal(t, left, names)
		for e := range Event(g.Len()) {
			require.Equal(t, led[e], slices.Contains(o.RestsOn, e))
			leaves, makes := false, false
			for _, id := range g.Step(e).Consumes {
				leaves = leaves || g.Resource(id).Pred == trace.StagePred
			}
			for _, id := range g.Step(e).Produces {
				makes = makes || g.Resource(id).Pred != trace.StagePred
			}
			moves := !led[e] && !stages && leaves && !makes
			require.Equal(t, moves, slices.Contains(o.Moves, e))
			require.Equal(t, !led[e] && !moves, slices.Contains(o.DeadEnds, e))
		}
	})
}

func BenchmarkOutcome(b *testing.B) {
	g := New(longRun(1000, 100_000))
	for b.Loop() {
		require.NotEmpty(b, g.Outcome(false).RestsOn)
	}
}
