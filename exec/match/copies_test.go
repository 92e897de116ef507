package match

import (
	"slices"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// A fact holds the resources that were put and not taken, in whatever order they are taken.
func TestCopies(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := New(nil, Limits{})
		table := n.Table(&lang.Pred{Name: "p"})
		var want []trace.ResourceID
		id := trace.ResourceID(0)
		for range rapid.IntRange(0, 80).Draw(rt, "acts") {
			f, _ := n.Find(table, nil)
			switch act := rapid.IntRange(0, 3).Draw(rt, "act"); {
			case act < 2 || len(want) == 0:
				id++
				n.Put(table, nil, id, false)
				want = append(want, id)
			case act == 2:
				i := rapid.IntRange(0, len(want)-1).Draw(rt, "which")
				n.Take(f, want[i])
				want = slices.Delete(want, i, i+1)
			default:
				place := func() uint64 { return uint64(rapid.IntRange(0, len(want)-1).Draw(rt, "place")) }
				table.swap(f.at(), place(), place())
			}
			if f, ok := n.Find(table, nil); ok {
				require.Equal(rt, want, ids(f))
				require.Equal(rt, uint64(len(want)), table.multiplicity(f.row).linear())
			} else {
				require.Empty(rt, want)
			}
		}
	})
}

// ids checks the places of the linear resources of a fact, and returns them, oldest first.
func ids(f Fact) []trace.ResourceID {
	var out []trace.ResourceID
	for place, id := range f.table.copies(f.at()) {
		if *f.table.linear(f.at(), place) != id || f.table.place(f.at(), id) != place {
			return nil
		}
		out = append(out, id)
	}
	slices.Sort(out)
	return out
}

// A permanent resource counts as one more, and is taken by its number.
func TestPermanentCopy(t *testing.T) {
	n := New(nil, Limits{})
	table := n.Table(&lang.Pred{Name: "p"})
	f, ok := n.Put(table, nil, 1, true)
	require.True(t, ok)
	_, ok = n.Put(table, nil, 2, true)
	require.False(t, ok)
	n.Put(table, nil, 2, false)
	require.Equal(t, uint64(2), table.multiplicity(f.row).resources())
	require.Equal(t, trace.ResourceID(1), f.Permanent())
	n.Take(f, 1)
	require.Zero(t, f.Permanent())
	require.Equal(t, uint64(1), table.multiplicity(f.row).resources())
}
