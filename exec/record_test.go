package exec

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// However many there are, ids are in order.
func TestIDsInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		last := rapid.IntRange(1, 5000).Draw(t, "last")
		ids := rapid.SliceOfNDistinct(rapid.Map(rapid.IntRange(1, last),
			func(i int) trace.ResourceID { return trace.ResourceID(i) }), 0, min(last, 200), rapid.ID).Draw(t, "ids")
		want := slices.Sorted(slices.Values(ids))
		inOrder(ids, trace.ResourceID(last))
		require.Equal(t, want, slices.Concat(ids))
	})
}
