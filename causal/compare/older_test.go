package compare

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/causaltest"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// The older reading is a run with the same facts at the end, in which everything that
// was ordered still is, and nothing linear is read.
func TestOlder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := causaltest.Random(t)
		older := Older(tr)
		require.NoError(t, trace.Validate(older))
		require.ElementsMatch(t, facts(tr.Final()), facts(older.Final()))
		g, h := causal.New(tr), causal.New(older)
		for a := range causal.Event(g.Len()) {
			for _, b := range g.Effects(a) {
				require.True(t, h.Before(a, b))
			}
			for _, id := range h.Step(a).Reads {
				r := h.Resource(id)
				require.True(t, r.Persistent || r.StageToken())
			}
		}
	})
}

func facts(rs []trace.Resource) []string {
	out := make([]string, len(rs))
	for i, r := range rs {
		out[i] = r.String()
	}
	return out
}
