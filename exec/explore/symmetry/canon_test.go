package symmetry

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// most is the number of constants in the structures below.
const most = 6

// genRows draws rows over constants, each once.
func genRows(constants int) *rapid.Generator[[]row] {
	return rapid.Custom(func(t *rapid.T) []row {
		var out []row
		for range rapid.IntRange(0, 8).Draw(t, "rows") {
			n := rapid.IntRange(1, 3).Draw(t, "holes")
			r := row{uint64(4*rapid.IntRange(0, 1).Draw(t, "shape") + n), nil}
			for range n {
				r.holes = append(r.holes, int32(rapid.IntRange(0, constants-1).Draw(t, "constant")))
			}
			if !slices.ContainsFunc(out, func(o row) bool { return o.compare(r) == 0 }) {
				out = append(out, r)
			}
		}
		slices.SortFunc(out, row.compare)
		return out
	})
}

// renamings lists the ways to rename constants within classes.
func renamings(constants int, classes [][]int32) []renaming {
	class := newCanoniser(constants, classes).cell
	var out []renaming
	var extend func(renaming)
	extend = func(r renaming) {
		if len(r) == constants {
			out = append(out, slices.Clone(r))
			return
		}
		for k := range int32(constants) {
			if class[k] == class[len(r)] && !slices.Contains(r, k) {
				extend(append(r, k))
			}
		}
	}
	extend(nil)
	return out
}

func same(a, b []row) bool {
	return slices.EqualFunc(a, b, func(x, y row) bool { return x.compare(y) == 0 })
}

// Two states have the same canonical form if and only if a renaming of the group leads from one to the other. The
// group is found by trying all renamings.
func TestCanonicalForms(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(2, most).Draw(rt, "constants")
		split := int32(rapid.IntRange(1, n).Draw(rt, "split"))
		var classes [][]int32
		classes = append(classes, nil, nil)
		for k := range int32(n) {
			if k < split {
				classes[0] = append(classes[0], k)
			} else {
				classes[1] = append(classes[1], k)
			}
		}
		var fixed []row
		if rapid.Bool().Draw(rt, "fixed") {
			fixed = genRows(n).Draw(rt, "fixed rows")
		}
		g := newGroup(n, classes, fixed)
		c := newCanoniser(n, g.cells)
		var keep, others []renaming
		for _, r := range renamings(n, classes) {
			if same(r.apply(fixed), fixed) {
				keep = append(keep, r)
			} else {
				others = append(others, r)
			}
		}
		size := len(g.moves)
		for _, cell := range g.cells {
			for i := range cell {
				size *= i + 1
			}
		}
		require.LessOrEqual(rt, size, len(keep))
		require.Zero(rt, len(keep)%size)
		whole := size == len(keep) // or some renamings mix cells with other constants

		rows := genRows(n).Draw(rt, "rows")
		renamed, form := g.canonical(c, rows)
		require.True(rt, same(form, renamed.apply(rows)))
		require.True(rt, same(fixed, renamed.apply(fixed)), "%v %v", fixed, renamed)
		for _, r := range keep {
			if _, again := g.canonical(c, r.apply(rows)); whole {
				require.True(rt, same(form, again), "%v: %v %v", r, form, again)
			}
		}
		for _, r := range others {
			_, again := g.canonical(c, r.apply(rows))
			alike := slices.ContainsFunc(keep, func(k renaming) bool { return same(k.apply(rows), r.apply(rows)) })
			require.True(rt, alike || !same(form, again))
		}
	})
}

// A ring can be turned, and nothing else.
func TestRing(t *testing.T) {
	var ring []row
	var class []int32
	for k := range int32(20) {
		ring = append(ring, row{1, []int32{k, (k + 1) % 20}})
		class = append(class, k)
	}
	g := newGroup(20, [][]int32{class}, ring)
	require.Empty(t, g.cells)
	require.Len(t, g.moves, 20)
	c := newCanoniser(20, g.cells)
	forms := make(map[string]bool)
	for k := range int32(20) {
		rows := []row{{2, []int32{k}}, {3, []int32{(k + 7) % 20}}}
		names, form := g.canonical(c, rows)
		require.True(t, same(form, names.apply(rows)))
		forms[fmt.Sprint(form)] = true
	}
	require.Len(t, forms, 1)
}

// Many pairs of constants that look alike are no more work than a search through each pair once.
func TestPairs(t *testing.T) {
	const pairs = 15
	var class []int32
	for k := range int32(2 * pairs) {
		class = append(class, k)
	}
	form := func(partner func(int32) int32) []row {
		var rows []row
		for k := range int32(2 * pairs) {
			rows = append(rows, row{1, []int32{k, partner(k)}})
		}
		c := newCanoniser(2*pairs, [][]int32{class})
		_, out := newGroup(2*pairs, [][]int32{class}, nil).canonical(c, rows)
		require.Positive(t, c.left)
		return out
	}
	neighbours := form(func(k int32) int32 { return k ^ 1 })
	require.True(t, same(neighbours, form(func(k int32) int32 { return 2*pairs - 1 - k })))
}
