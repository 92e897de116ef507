package trace

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Lists are those that were copied, whatever else was, and equal ones share their terms.
func TestTermLists(t *testing.T) {
	word := rapid.Custom(func(t *rapid.T) Term {
		x := Term{Head: rapid.SampledFrom([]string{"1", "2", "ann"}).Draw(t, "head"), Number: rapid.Bool().Draw(t, "number")}
		if rapid.IntRange(0, 4).Draw(t, "compound") == 0 {
			x.Args = []Term{Const(rapid.SampledFrom([]string{"z", "y"}).Draw(t, "arg"))}
		}
		return x
	})
	rapid.Check(t, func(t *rapid.T) {
		var lists TermLists
		var want, got [][]Term
		for _, list := range rapid.SliceOfN(rapid.SliceOfN(word, 1, 3), 0, 20).Draw(t, "lists") {
			want, got = append(want, append([]Term(nil), list...)), append(got, lists.Copy(list))
			clear(list)
		}
		require.Equal(t, want, got)
	})
	var lists TermLists
	list := []Term{Const("ann"), Atomic("1")}
	once, again := lists.Copy(list), lists.Copy(list)
	require.Same(t, &once[0], &again[0])
	require.Nil(t, lists.Copy(nil))
}
