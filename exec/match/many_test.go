package match

import (
	"context"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
)

// Any number of choices is counted correctly or refused, for one match of many atoms and for many
// components of one atom each.
func TestManyOfAll(t *testing.T) {
	const copies = 1 << 11
	for atoms := 1; atoms <= 6; atoms++ {
		for _, apart := range []bool{false, true} {
			n, m, tables := unary(atoms)
			if apart {
				for i := range m.rule.Atoms {
					m.rule.Types = append(m.rule.Types, m.rule.Types[0])
					m.rule.Atoms[i].Atom.Args = []lang.Term{lang.Variable(i)}
				}
				m = n.Matches(m.rule)
			}
			id := trace.ResourceID(0)
			for _, table := range tables {
				for range copies {
					id++
					n.Put(table, []trace.Sym{trace.Numeral}, id, false)
				}
			}
			n.Commit(context.Background())
			w, err := m.Weight(context.Background())
			var known [1]int
			last, total, ok := Counted([]*Matches{m}, known[:])
			if atoms == 6 {
				require.ErrorIs(t, err, ErrMany)
				require.False(t, ok)
				continue
			}
			require.NoError(t, err)
			require.Equal(t, uint64(1)<<(11*atoms), w)
			if ok {
				require.Equal(t, int(w), known[0])
				require.Equal(t, int(w), total)
				require.Zero(t, last)
			}
		}
	}
}
