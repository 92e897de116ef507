package causal

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

func numeral(n int) trace.Term { return trace.Term{Head: strconv.Itoa(n), Number: true} }

// A run tells quantities from numbers that only stand for something else.
func TestQuantitiesOfARun(t *testing.T) {
	declared := []trace.Rule{{Name: "swap", Params: []trace.Param{{Name: "N"}}}}
	require.Equal(t, kindsOf("have", Quantity), barter(declared, numeral(7), numeral(5), "ann").withValue(numeral(7)).Kinds(), "the variable is the old number")
	require.Equal(t, kindsOf("have", Quantity), barter(declared, numeral(7), numeral(5), "ann").withValue(numeral(5)).Kinds(), "the variable is the new number")
	require.Equal(t, kindsOf("have", Changed), barter(declared, numeral(1), numeral(2), "ann", "ben").Kinds(), "constants of the rule")
	require.Equal(t, kindsOf("have", Quantity), barter(nil, numeral(1), numeral(2), "ann", "ben").Kinds(), "nobody says what the variables are")
	require.Equal(t, kindsOf("have", Index), barter(declared, numeral(2), numeral(2), "ann").Kinds(), "nothing changes")

	g := barter(declared, numeral(1), numeral(2), "ann").withValue(numeral(1))
	g.Trace.Resources = append(g.Trace.Resources, trace.Resource{ID: 3, Pred: "path", Args: []trace.Term{numeral(1), numeral(2)}})
	g.Trace.Steps[0].Reads = []trace.ResourceID{3}
	require.Equal(t, kindsOf("have", Changed), New(g.Trace).Kinds(), "it stands in what was read")
}

// withValue sets what the variable of all steps stands for.
func (g *Graph) withValue(v trace.Term) *Graph {
	for i := range g.Trace.Steps {
		g.Trace.Steps[i].Args = []trace.Term{v}
	}
	return New(g.Trace)
}

func ofQuantity(kind string, least, most int) Change {
	return Change{Kind: kind, Quantity: true, Least: least, Most: most}
}

// A loop that changes a quantity is not neutral, and says by how much.
func TestLoopKindsOfQuantities(t *testing.T) {
	for says, around := range map[string]Incidence{
		"engine: coin 2 more each round":                         {ofQuantity("coin", 2, 2)},
		"engine: +1 seed, coin 0 to 3 more each round":           {ofLinear("seed", 1, 1), ofQuantity("coin", 0, 3)},
		"engine: coin at least 1 more each round":                {ofQuantity("coin", 1, Unbounded)},
		"drain: coin 1 less each round":                          {ofQuantity("coin", -1, -1)},
		"drain: -1 coin, coin at least 4 less each round":        {ofLinear("coin", -1, -1), ofQuantity("coin", -Unbounded, -4)},
		"converter: +1 seed, coin 2 to 4 less each round":        {ofLinear("seed", 1, 1), ofQuantity("coin", -4, -2)},
		"varies: coin 1 less to 2 more each round":               {ofQuantity("coin", -1, 2)},
		"varies: coin varies each round":                         {ofQuantity("coin", -Unbounded, Unbounded)},
		"varies: coin less or the same each round":               {ofQuantity("coin", -Unbounded, 0)},
		"varies: coin at most 1 less each round":                 {ofQuantity("coin", -1, Unbounded)},
		"engine: coin 1 more each round; makes at most 1 !known": {ofQuantity("coin", 1, 1), ofPermanent("known", 0, 1)},
	} {
		require.Equal(t, says, around.Sentence())
	}
	sum := Around([]int{0, 1}, []Incidence{{ofQuantity("coin", -1, Unbounded)}, {ofQuantity("coin", -Unbounded, -3), ofLinear("coin", 1, 1)}})
	require.Equal(t, "[+1 coin coin varies]", fmt.Sprint(sum))
}

// T-invariants leave quantities as they are, too.
func TestInvariantsOfQuantities(t *testing.T) {
	found := FindInvariants([]Incidence{
		{ofQuantity("coin", -2, -2), ofLinear("seed", 1, 1)},
		{ofQuantity("coin", 3, 3), ofLinear("seed", -1, -1)},
		{ofQuantity("coin", -1, -1)},
		{ofQuantity("coin", 0, 1)},
		{ofQuantity("coin", Unbounded-1, Unbounded-1)},
		{ofLinear("coin", 1, 1)}, // facts of the name are no quantity
	})
	require.Equal(t, Invariants{Firings: [][]Firing{{{0, 1}, {1, 1}, {2, 1}}}, Varying: []int{3, 4}}, found)
}

// TestGreatQuantities: numbers out of range change by an unknown amount, all others by their
// difference.
func TestGreatQuantities(t *testing.T) {
	few := barter(nil, numeral(7), numeral(3), "ann")
	require.Equal(t, "[[have 4 less]]", fmt.Sprint(few.Incidences(few.Kinds())))
	great := trace.Term{Head: "99999999999999999999999", Number: true}
	g := barter(nil, great, numeral(3), "ann")
	require.Equal(t, "[[have varies]]", fmt.Sprint(g.Incidences(g.Kinds())))
}
