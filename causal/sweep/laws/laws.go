// Package laws checks the laws of statistics that add up: commutative and associative, with the same bytes in any
// order and grouping; and damages their forms. Only tests import it.
package laws

import (
	"iter"
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
	for len(parts) > 1 { // merge two parts at a time
		i := random.IntN(len(parts))
		into := parts[i]
		parts = slices.Delete(parts, i, i+1)
		i = random.IntN(len(parts))
		if random.IntN(2) == 0 {
			into = again(into)
		}
		var before []byte
		if random.IntN(2) == 0 { // not always, because writing a value may also put it in order
			before = parts[i].Append(nil)
		}
		into.Merge(parts[i])
		if after := parts[i].Append(nil); before != nil {
			require.Equal(t, before, after, "merging changed its argument")
		}
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

// Bunched returns at most some twenty additions, each of which adds several items: fewer additions are shuffled faster.
func Bunched[X, V any](items []X, add func(*V, X)) (adds []func(*V)) {
	for bunch := range slices.Chunk(items, max(1, len(items)/20)) {
		adds = append(adds, func(v *V) {
			for _, x := range bunch {
				add(v, x)
			}
		})
	}
	return adds
}

// Damaged yields a form with one small damage at each place: it is cut off there, has another byte, a byte too many or
// too few, or a number that is written longer than it need be or is too large.
func Damaged(form []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for i, b := range form {
			changes := [][]byte{{}, {b, b}, {b | 0x80, 0}, slices.Repeat([]byte{0xff}, 11),
				append(slices.Repeat([]byte{0xff}, 7), 1)} // of 50 bits
			for other := range 256 {
				changes = append(changes, []byte{byte(other)})
			}
			for _, to := range changes {
				if data := slices.Concat(form[:i], to, form[i+1:]); !slices.Equal(form, data) && !yield(data) {
					return
				}
			}
			if !yield(form[:i:i]) {
				return
			}
		}
	}
}
