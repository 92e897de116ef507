package match

import (
	"slices"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// An index finds the same facts as a scan of the table, under random changes.
func TestIndex(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		columns := rapid.SampledFrom([][]int{{}, {0}, {1}, {2}, {0, 1}, {0, 2}}).Draw(rt, "columns")
		x, facts := newIndex(columns), make(map[uint32][]trace.Sym)
		term := rapid.Uint32Range(0, rapid.SampledFrom([]uint32{1, 4, 400}).Draw(rt, "terms"))
		row := rapid.Uint32Range(0, rapid.SampledFrom([]uint32{20, 150}).Draw(rt, "rows"))
		for range rapid.IntRange(0, 500).Draw(rt, "changes") {
			row := row.Draw(rt, "row")
			fact := []trace.Sym{trace.Sym(term.Draw(rt, "a")), trace.Sym(term.Draw(rt, "b")), trace.Sym(term.Draw(rt, "c"))}
			switch old := facts[row]; {
			case old == nil:
				x.add(row, fact)
				facts[row] = fact
			case rapid.Bool().Draw(rt, "renamed"):
				x.rename(row, old, fact)
				facts[row] = fact
			default:
				x.remove(row, old)
				delete(facts, row)
			}
		}
		for range 20 {
			key := []trace.Sym{trace.Sym(term.Draw(rt, "key")), trace.Sym(term.Draw(rt, "key"))}[:len(columns)]
			requireIndex(rt, x, facts, key)
		}
		for _, fact := range facts {
			requireIndex(rt, x, facts, slices.Clone(x.keyOf(fact)))
		}
	})
}

// requireIndex compares the members of a key with a scan of the facts.
func requireIndex(t *rapid.T, x *index, facts map[uint32][]trace.Sym, key []trace.Sym) {
	open := slices.IndexFunc([]int{0, 1, 2}, func(c int) bool { return !slices.Contains(x.columns, c) })
	var want []member
	for row, fact := range facts {
		if slices.Equal(slices.Clone(x.keyOf(fact)), key) {
			want = append(want, member{row, fact[open]})
		}
	}
	require.ElementsMatch(t, want, x.members(key))
	if len(key) != 1 {
		return
	}
	require.ElementsMatch(t, want, x.of(key[0]))
	for _, term := range append(termsOf(want), 0, 1, 7) {
		found := x.pair(key[0], term)
		require.Equal(t, slices.ContainsFunc(want, func(e member) bool { return e.open == term }), found != nil)
		if found != nil {
			require.Contains(t, want, *found)
			require.NotEmpty(t, x.seek([]member{{open: key[0]}}, term))
		}
	}
	if only := x.only(key[0]); only != nil {
		require.Equal(t, want, []member{*only})
	}
}

// termsOf returns the terms of members in the open column.
func termsOf(members []member) []trace.Sym {
	var terms []trace.Sym
	for _, e := range members {
		terms = append(terms, e.open)
	}
	return terms
}

// An index keeps few of the keys that do not return.
func TestIndexOfPassingKeys(t *testing.T) {
	x := newIndex([]int{0})
	for n := range trace.Sym(10 * mostEmpty) {
		row := uint32(n % 3)
		if n >= 3 {
			x.remove(row, []trace.Sym{n - 3, n - 2})
		}
		x.add(row, []trace.Sym{n, n + 1})
		require.Equal(t, []member{{row, n + 1}}, x.of(n))
		require.LessOrEqual(t, x.keys.len, mostEmpty+3)
	}
}
