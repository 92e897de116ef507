package scenes

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal"
)

// label says what an event does, without ids.
func label(g *causal.Graph, e causal.Event) string {
	return ruleText(g, e) + "\t" + strings.TrimPrefix(factText(g, e), "\n\t")
}

// plainRanks are ranks in the simplest way: by all that decides at once, with the texts of the
// whole run.
func plainRanks(p *Performance) []causal.Event {
	depths := p.Graph.Depths()
	waits := func(e causal.Event) int {
		if p.method == Chain && p.places.Spot(e).Journey() {
			return 1
		}
		return 0
	}
	order := p.Graph.Events()
	slices.SortStableFunc(order, func(a, b causal.Event) int {
		return cmp.Or(waits(a)-waits(b), depths[a]-depths[b], strings.Compare(label(p.Graph, a), label(p.Graph, b)))
	})
	return order
}

func TestRanks(t *testing.T) {
	for _, m := range []Method{Chain, Place, Stage} {
		t.Run(string(m), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				p := staged(t, someRun(t), m)
				require.Equal(t, plainRanks(p), newCutter(p).order)
			})
		})
	}
}
