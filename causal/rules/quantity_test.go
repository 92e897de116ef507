package rules

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/causaltest"
	"github.com/ceptre-graph/ceptre/causal/kinds"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

func ofQuantity(kind string, least, most int) Change {
	return Change{Kind: kind, Quantity: true, Least: least, Most: most}
}

// A loop that changes a quantity is not neutral, and says by how much.
func TestLoopKindsOfQuantities(t *testing.T) {
	for says, around := range map[string]Incidence{
		"engine: coin 2 more each round":               {ofQuantity("coin", 2, 2)},
		"engine: +1 seed, coin 0 to 3 more each round": {ofLinear("seed", 1, 1), ofQuantity("coin", 0, 3)},
		"engine: coin at least 1 more each round":      {ofQuantity("coin", 1, kinds.Unbounded)},
		"drain: coin 1 less each round":                {ofQuantity("coin", -1, -1)},
		"drain: -1 coin, coin at least 4 less each round": {ofLinear("coin", -1, -1),
			ofQuantity("coin", -kinds.Unbounded, -4)},
		"converter: +1 seed, coin 2 to 4 less each round":        {ofLinear("seed", 1, 1), ofQuantity("coin", -4, -2)},
		"varies: coin 1 less to 2 more each round":               {ofQuantity("coin", -1, 2)},
		"varies: coin varies each round":                         {ofQuantity("coin", -kinds.Unbounded, kinds.Unbounded)},
		"varies: coin less or the same each round":               {ofQuantity("coin", -kinds.Unbounded, 0)},
		"varies: coin at most 1 less each round":                 {ofQuantity("coin", -1, kinds.Unbounded)},
		"engine: coin 1 more each round; makes at most 1 !known": {ofQuantity("coin", 1, 1), ofPermanent("known", 0, 1)},
	} {
		require.Equal(t, says, around.Sentence())
	}
	sum := Around([]int{0, 1}, []Incidence{{ofQuantity("coin", -1, kinds.Unbounded)},
		{ofQuantity("coin", -kinds.Unbounded, -3), ofLinear("coin", 1, 1)}})
	require.Equal(t, "[+1 coin coin varies]", fmt.Sprint(sum))
}

// T-invariants leave quantities as they are, too.
func TestInvariantsOfQuantities(t *testing.T) {
	found := FindInvariants([]Incidence{
		{ofQuantity("coin", -2, -2), ofLinear("seed", 1, 1)},
		{ofQuantity("coin", 3, 3), ofLinear("seed", -1, -1)},
		{ofQuantity("coin", -1, -1)},
		{ofQuantity("coin", 0, 1)},
		{ofQuantity("coin", kinds.Unbounded-1, kinds.Unbounded-1)},
		{ofLinear("coin", 1, 1)}, // facts of the name are no quantity
	})
	require.Equal(t, Invariants{Firings: [][]Firing{{{0, 1}, {1, 1}, {2, 1}}}, Varying: []int{3, 4}}, found)
}

// TestGreatQuantities: numbers out of range change by an unknown amount, all others by their
// difference.
func TestGreatQuantities(t *testing.T) {
	few := causal.New(causaltest.Barter(nil, causaltest.Numeral(7), causaltest.Numeral(3), "ann"))
	require.Equal(t, "[[have 4 less]]", fmt.Sprint(Incidences(few, kinds.Of(few))))
	great := trace.Term{Head: "99999999999999999999999", Number: true}
	g := causal.New(causaltest.Barter(nil, great, causaltest.Numeral(3), "ann"))
	require.Equal(t, "[[have varies]]", fmt.Sprint(Incidences(g, kinds.Of(g))))
}
