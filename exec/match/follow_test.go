package match

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/stretchr/testify/require"
)

// Matches that two rules share are kept if one of the rules is forgotten, because they may have
// been counted for the other.
func TestForgetShared(t *testing.T) {
	n, one, tables := unary(1)
	other := n.Matches(&Rule{Types: one.rule.Types, Atoms: one.rule.Atoms})
	n.Put(tables[0], []trace.Sym{trace.Numeral}, 1, false)
	n.Commit(context.Background())
	require.Equal(t, weight(t, one), weight(t, other))
	other.Forget()
	require.Equal(t, trace.ResourceID(1), one.Draw(rand.NewPCG(1, 2)).Resources[0])
}

// Stale returns a followed rule once after its weight changes, until the rule is followed again.
func TestStale(t *testing.T) {
	n, m, tables := unary(2)
	put := func(table *Table, id trace.ResourceID) Fact {
		f, _ := n.Put(table, []trace.Sym{trace.Numeral}, id, false)
		n.Commit(context.Background())
		return f
	}
	put(tables[0], 1)
	weight(t, m)
	m.Follow()
	require.Empty(t, n.Stale())
	put(tables[1], 2)
	require.Equal(t, []*Matches{m}, n.Stale())
	require.Equal(t, uint64(1), weight(t, m))
	put(tables[1], 3)
	require.Empty(t, n.Stale())
	m.Follow()
	n.Take(put(tables[1], 4), 4)
	n.Take(put(tables[1], 5), 5)
	require.Equal(t, []*Matches{m}, n.Stale())
	require.Empty(t, n.Stale())
}
