package match

import (
	"context"
	"math"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// unary returns a network with a rule `a X * b X …` of so many atoms.
func unary(atoms int) (*Network, *Matches, []*Table) {
	n := New(nil, Limits{MatchSteps: math.MaxInt})
	of := &lang.Type{Name: "t"}
	rule := &Rule{Types: []*lang.Type{of}}
	var tables []*Table
	for i := range atoms {
		p := &lang.Pred{Name: string(rune('a' + i)), Args: []*lang.Type{of}}
		rule.Atoms = append(rule.Atoms, lang.Premise{Atom: lang.Atom{Pred: p, Args: []lang.Term{lang.Variable(0)}}})
		tables = append(tables, n.Table(p))
	}
	return n, n.Matches(rule), tables
}

// weight returns the weight of matches that can be counted.
func weight(t require.TestingT, m *Matches) uint64 {
	w, err := m.Weight(context.Background())
	require.NoError(t, err)
	return w
}

// A match that lacks one fact has weight 0, regardless of the number of copies of its other facts.
func TestManyOfAllButOne(t *testing.T) {
	n, m, tables := unary(6)
	arg, id := []trace.Sym{trace.Numeral}, trace.ResourceID(0)
	for _, table := range tables[:5] {
		for range 1<<13 + 1 {
			id++
			n.Put(table, arg, id, false)
		}
	}
	f, _ := n.Put(tables[5], arg, id+1, false)
	n.Commit(context.Background())
	n.Take(f, id+1)
	n.Commit(context.Background())
	require.Zero(t, weight(t, m))
}

// Facts are put, taken and retained at random. No more are retained than allowed, and the weight
// always follows from the numbers of copies.
func TestRetained(t *testing.T) {
	const terms = 3 * mostRetained
	rapid.Check(t, func(rt *rapid.T) {
		n, m, tables := unary(2)
		copies := [2][terms][]trace.ResourceID{}
		id := trace.ResourceID(0)
		weight(rt, m)
		for range rapid.IntRange(1, 4).Draw(rt, "rounds") {
			table, from := rapid.IntRange(0, 1).Draw(rt, "table"), rapid.IntRange(0, terms-1).Draw(rt, "from")
			put, every := rapid.Bool().Draw(rt, "put"), rapid.IntRange(1, 3).Draw(rt, "every")
			for x := from; x < terms; x += every {
				arg, all := []trace.Sym{trace.Numeral + trace.Sym(x)}, &copies[table][x]
				if put {
					id++
					n.Put(tables[table], arg, id, false)
					*all = append(*all, id)
				} else if last := len(*all) - 1; last >= 0 {
					f, _ := n.Find(tables[table], arg)
					n.Take(f, (*all)[last])
					*all = (*all)[:last]
				}
			}
			n.Commit(context.Background())
			want := 0
			for x := range terms {
				want += len(copies[0][x]) * len(copies[1][x])
			}
			require.Equal(rt, uint64(want), weight(rt, m))
			for _, table := range tables {
				requireResting(rt, table)
			}
		}
	})
}

// requireResting counts the retained facts.
func requireResting(t *rapid.T, table *Table) {
	resting := 0
	for row := range uint32(table.rows()) {
		if table.facts[row].shown && table.multiplicity(row) == 0 {
			resting++
		}
	}
	require.Equal(t, resting, table.retained)
	require.LessOrEqual(t, resting, max(mostRetained, table.len/2))
}

// Unused matches are kept up to date for a while, then forgotten, and found anew when they are
// used again.
func TestForgotten(t *testing.T) {
	n, m, tables := unary(1)
	arg := []trace.Sym{trace.Numeral}
	n.Put(tables[0], arg, 1, false)
	n.Commit(context.Background())
	weight(t, m)
	for id := trace.ResourceID(1); id < 2*patience; id++ {
		n.Put(tables[0], arg, id+1, false)
		if id < patience/2 {
			require.True(t, m.components[0].conflicts.current)
		}
		n.Commit(context.Background())
	}
	require.False(t, m.components[0].conflicts.current)
	require.Equal(t, uint64(2*patience), weight(t, m))
}

// Changed facts that the matches do not reflect yet are not dropped, even if too many facts are
// retained, because the next commit handles their change.
func TestDisperseLeavesChanged(t *testing.T) {
	n, m, tables := unary(2)
	id := trace.ResourceID(0)
	put := func(table *Table, x int) {
		id++
		n.Put(table, []trace.Sym{trace.Numeral + trace.Sym(x)}, id, false)
	}
	for x := range mostRetained + 2 {
		put(tables[0], x)
	}
	n.Commit(context.Background())
	weight(t, m)
	for x := range mostRetained + 2 {
		f, ok := n.Find(tables[0], []trace.Sym{trace.Numeral + trace.Sym(x)})
		require.True(t, ok)
		f.at().easy = x < mostRetained+1 // the last one is as if it had several matches
		n.Take(f, trace.ResourceID(x+1))
	}
	require.Equal(t, 1, n.Changed())
	n.Commit(context.Background())
	rows := len(tables[0].facts)
	for x := range rows {
		put(tables[0], 2*rows+x)
	}
	n.Commit(context.Background())
	seen := 0
	for range n.Facts(tables[0].pred) {
		seen++
	}
	require.Equal(t, rows, seen)
	require.Len(t, tables[0].facts, max(rows, tables[0].rows()))
}

// If a taken fact has many matches that lack another fact as well, the facts of its table are no
// longer retained.
func TestNotRetained(t *testing.T) {
	n, m, tables := unary(2)
	m.rule.Types = append(m.rule.Types, m.rule.Types[0])
	m.rule.Atoms[1].Atom.Args = []lang.Term{lang.Variable(1)}
	m.rule.Checks = []lang.Premise{{Kind: lang.Compare, Op: "<>", X: lang.Variable(0), Y: lang.Variable(1)}}
	m = n.Matches(m.rule)
	m.plain = true // so that matches are kept, and not only those of each atom
	id := trace.ResourceID(0)
	put := func(table *Table, x int) func() {
		id++
		of := id
		f, _ := n.Put(table, []trace.Sym{trace.Numeral + trace.Sym(x)}, id, false)
		return func() { n.Take(f, of) }
	}
	// all puts one fact of the first table and several of the second.
	all := func(others int) (take []func()) {
		for x := range others {
			take = append(take, put(tables[1], x+1))
		}
		take = append(take, put(tables[0], 0))
		n.Commit(context.Background())
		require.EqualValues(t, others, weight(t, m))
		return take
	}
	for i, restless := range []bool{false, true} {
		for _, take := range all(manyIdle + i) {
			take()
			n.Commit(context.Background())
		}
		require.Zero(t, weight(t, m))
		n.Commit(context.Background())
		require.Equal(t, restless, tables[0].notRetained)
		require.Equal(t, !restless, tables[0].retains)
		require.Equal(t, !restless, tables[0].retained > 0)
		require.False(t, tables[1].notRetained)
	}
	all(2)
}

// Facts that never return are no longer retained if each new fact would have useless matches with
// all of them.
func TestRetainedInVain(t *testing.T) {
	nat := &lang.Type{Name: "n", Numerals: true}
	n := New(nil, Limits{MatchSteps: math.MaxInt})
	rule := &Rule{Types: []*lang.Type{nat, nat}}
	var tables []*Table
	for v, name := range []string{"p", "q"} {
		p := &lang.Pred{Name: name, Args: []*lang.Type{nat}}
		rule.Atoms = append(rule.Atoms, lang.Premise{Atom: lang.Atom{Pred: p, Args: []lang.Term{lang.Variable(v)}}})
		tables = append(tables, n.Table(p))
	}
	for _, op := range []lang.Op{"<", "<>"} { // one alone would be counted by values
		rule.Checks = append(rule.Checks, lang.Premise{Kind: lang.Compare, Op: op, X: lang.Variable(0), Y: lang.Variable(1)})
	}
	m := n.Matches(rule)
	require.Zero(t, weight(t, m))
	arg := func(i int) []trace.Sym { return []trace.Sym{trace.Numeral + trace.Sym(i)} }
	for i := range 4 * mostRetained {
		for more, table := range tables {
			if old, ok := n.Find(table, arg(i-1+more)); ok {
				n.Take(old, trace.ResourceID(i))
			}
			n.Put(table, arg(i+more), trace.ResourceID(i+1), false)
		}
		n.Commit(t.Context())
		require.Equal(t, uint64(1), weight(t, m))
	}
	require.False(t, tables[0].retains)
	require.False(t, tables[1].retains)
}
