package match

import (
	"testing"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Filling a table has the same effect as putting one fact after another.
func TestFillAgainstPut(t *testing.T) {
	of := &lang.Type{Name: "t"}
	rapid.Check(t, func(rt *rapid.T) {
		filled, put := New(nil, Limits{}), New(nil, Limits{})
		var preds []*lang.Pred
		for width := range 4 {
			preds = append(preds, &lang.Pred{Args: []*lang.Type{of, of, of}[:width]})
		}
		id := trace.ResourceID(1)
		for range rapid.IntRange(1, 6).Draw(rt, "runs") {
			p := rapid.SampledFrom(preds).Draw(rt, "predicate")
			count, width := rapid.IntRange(1, 40).Draw(rt, "count"), len(p.Args)
			args := rapid.SliceOfN(terms, width*count, width*count).Draw(rt, "arguments")
			if rapid.Bool().Draw(rt, "permanent") {
				filled.Put(filled.Table(p), args[:width], id, true)
				put.Put(put.Table(p), args[:width], id, true)
				id++
			}
			filled.Fill(filled.Table(p), args, count, id)
			for i := range count {
				put.Put(put.Table(p), args[i*width:][:width], id, false)
				id++
			}
			requireSame(rt, put.Table(p), filled.Table(p))
		}
		require.Equal(rt, len(put.changed), filled.Changed())
		for i, c := range put.changed {
			require.Equal(rt, Fact{filled.Table(c.Pred()), c.row}, filled.changed[i])
		}
	})
}

// terms are constants, of which many are far from the others, and numbers.
var terms = rapid.OneOf(
	rapid.Map(rapid.Uint32Range(0, 9), func(n uint32) trace.Sym { return trace.Sym(n) }),
	rapid.Map(rapid.Uint32Range(0, 9), func(n uint32) trace.Sym { return trace.Sym(n * 1000) }),
	rapid.Map(rapid.Uint32Range(0, 9), func(n uint32) trace.Sym { return trace.Numeral + trace.Sym(n) }),
)

// requireSame requires the same facts in the same rows.
func requireSame(t require.TestingT, want, got *Table) {
	require.Equal(t, want.facts, got.facts)
	for row := range uint32(len(want.facts)) {
		require.Equal(t, want.at(row), got.at(row))
		require.Equal(t, want.permanent(row), got.permanent(row))
		require.Equal(t, want.others(&want.facts[row]), got.others(&got.facts[row]))
		at, ok := got.find(want.at(row))
		require.True(t, ok)
		require.Equal(t, row, at)
	}
}

// Each of many facts takes the room that it needs, and no more.
func TestFillRoom(t *testing.T) {
	n := New(nil, Limits{})
	p := &lang.Pred{Args: []*lang.Type{{Name: "t"}}}
	args := make([]trace.Sym, 3000)
	for i := range args {
		args[i] = trace.Sym(i % 100)
	}
	n.Fill(n.Table(p), args, len(args), 1)
	require.Less(t, cap(n.Table(p).facts), 130)
	require.Less(t, cap(n.changed), 130)
	for i := range n.Table(p).facts {
		require.Equal(t, 29, cap(n.Table(p).others(&n.Table(p).facts[i])))
	}
}
