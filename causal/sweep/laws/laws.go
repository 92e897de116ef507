// Package laws checks the laws of statistics that add up: commutative and associative, with the same bytes in any
// order and grouping. Only tests import it.
package laws

import (
	"math/rand/v2"
	"slices"

	"github.com/stretchr/testify/require"
)

// Value is a statistic that adds up: a pointer to a type with the unit as its zero value.
type Value[V any] interface {
	*V
	Merge(*V)
	Append([]byte) []byte
}

// Check checks that additions give the same bytes in any order and grouping, also if intermediate values are written
// and read again by a function of the test. The seed determines the order and the grouping.
func Check[V any, P Value[V]](t require.TestingT, adds []func(P), seed uint64, again func(P) P) {
	random := rand.New(rand.NewPCG(seed, 1))
	whole := P(new(V))
	for _, add := range adds {
		add(whole)
	}
	want := whole.Append(nil)
	parts := make([]P, 1+random.IntN(6))
	for i := range parts {
		parts[i] = new(V)
	}
	for _, i := range random.Perm(len(adds)) {
		adds[i](parts[random.IntN(len(parts))])
	}
	for len(parts) > 1 { // of any two, into any
		i := random.IntN(len(parts))
		into := parts[i]
		parts = slices.Delete(parts, i, i+1)
		i = random.IntN(len(parts))
		if random.IntN(2) == 0 {
			into = again(into)
		}
		before := parts[i].Append(nil)
		into.Merge(parts[i])
		require.Equal(t, before, parts[i].Append(nil), "what is merged does not change")
		parts[i] = into
	}
	require.Equal(t, want, parts[0].Append(nil))
	require.Equal(t, want, again(parts[0]).Append(nil))
	unit := P(new(V))
	unit.Merge(whole)
	require.Equal(t, want, unit.Append(nil))
	whole.Merge(new(V))
	require.Equal(t, want, whole.Append(nil))
}
