package match

import (
	"slices"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// A set of tuples behaves like a map under random insertions and removals.
func TestTuples(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		width := rapid.IntRange(0, 3).Draw(rt, "width")
		term := rapid.OneOf(
			rapid.Uint32Range(0, 5), rapid.Uint32Range(0, 5000), rapid.Uint32(),
			rapid.Uint32Range(uint32(trace.Numeral), uint32(trace.Numeral)+40),
		)
		set, rows := newTuples(width), make(map[[3]trace.Sym]uint32)
		for range rapid.IntRange(0, 300).Draw(rt, "changes") {
			var key [3]trace.Sym
			for i := range width {
				key[i] = trace.Sym(term.Draw(rt, "term"))
			}
			row, there := set.find(key[:width])
			want, known := rows[key]
			require.Equal(rt, known, there)
			if known {
				require.Equal(rt, want, row)
				set.remove(row, set.at(row))
				delete(rows, key)
				continue
			}
			rows[key] = set.add(key[:width])
		}
		require.Equal(rt, len(rows), set.len)
		for key, row := range rows {
			require.True(rt, slices.Equal(key[:width], set.at(row)))
			found, ok := set.find(key[:width])
			require.True(rt, ok)
			require.Equal(rt, row, found)
		}
	})
}
