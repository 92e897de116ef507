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

// counted is a network with a rule `paper C * votes C N * …`. Another atom may use the number,
// too, and votes may have one more column, which no rule uses.
type counted struct {
	*Network
	matches *Matches
	tables  []*Table
	last    trace.ResourceID
	there   map[*Table]map[[3]trace.Sym]uint64 // number of copies by fact
}

// keyOf returns the arguments of a fact as a key.
func keyOf(args []trace.Sym) (key [3]trace.Sym) {
	copy(key[:], args)
	return key
}

func newCounted(looked, wide bool) *counted {
	n := New(nil, Limits{MatchSteps: math.MaxInt})
	of := &lang.Type{Name: "t"}
	c, k := lang.Variable(0), lang.Variable(1)
	rule, votes := &Rule{Types: []*lang.Type{of, of}}, []lang.Term{c, k}
	if wide {
		rule.Types, votes = append(rule.Types, of), append(votes, lang.Variable(2))
	}
	out := &counted{Network: n, there: make(map[*Table]map[[3]trace.Sym]uint64)}
	for _, atom := range []struct {
		name string
		args []lang.Term
	}{{"paper", []lang.Term{c}}, {"votes", votes}, {"twice", []lang.Term{c, k}}} {
		p := &lang.Pred{Name: atom.name, Args: make([]*lang.Type, len(atom.args))}
		for i := range p.Args {
			p.Args[i] = of
		}
		if atom.name != "twice" || looked {
			rule.Atoms = append(rule.Atoms, lang.Premise{Atom: lang.Atom{Pred: p, Args: atom.args}})
			out.tables = append(out.tables, n.Table(p))
			out.there[n.Table(p)] = make(map[[3]trace.Sym]uint64)
		}
	}
	out.matches = n.Matches(rule)
	return out
}

// weigh counts the choices by trying all facts.
func (c *counted) weigh() (n uint64) {
	for paper := range c.Facts(c.tables[0].pred) {
		for votes := range c.Facts(c.tables[1].pred) {
			if paper.Args()[0] != votes.Args()[0] {
				continue
			}
			ways := c.copies(paper) * c.copies(votes)
			if len(c.tables) > 2 {
				twice, ok := c.Find(c.tables[2], votes.Args()[:2])
				if !ok {
					continue
				}
				ways *= c.copies(twice)
			}
			n += ways
		}
	}
	return n
}

func (c *counted) copies(f Fact) uint64 { return f.at().multiplicity.resources() }

// take removes a copy of a fact, if there is one.
func (c *counted) take(table *Table, args []trace.Sym) {
	if old, ok := c.Find(table, args); ok {
		for id := range old.Resources() {
			c.Take(old, id)
			c.there[table][keyOf(args)]--
			break
		}
	}
}

// put adds a fact, and reports whether it reuses the row of another fact.
func (c *counted) put(table *Table, args []trace.Sym) bool {
	_, known := table.find(args)
	rows := table.len
	c.last++
	c.Put(table, args, c.last, false)
	c.there[table][keyOf(args)]++
	return !known && table.len == rows
}

// Facts that reuse a row, at once or later, have the same matches as a search would find. Tombstones
// count as retained facts.
func TestRowReuse(t *testing.T) {
	heirs, late := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		c := newCounted(rapid.Bool().Draw(rt, "looked"), rapid.Bool().Draw(rt, "wide"))
		sym := func(n int) trace.Sym { return trace.Numeral + trace.Sym(rapid.IntRange(0, n).Draw(rt, "term")) }
		weight(rt, c.matches)
		for range rapid.IntRange(1, 60).Draw(rt, "rounds") {
			took := false
			for range rapid.IntRange(1, 3).Draw(rt, "changes") {
				table := rapid.SampledFrom(c.tables).Draw(rt, "table")
				key := sym(2)
				if rapid.Bool().Draw(rt, "take") {
					c.take(table, []trace.Sym{key, sym(3), sym(1)}[:table.width])
					took = true
				}
				if rapid.Bool().Draw(rt, "put") && c.put(table, []trace.Sym{key, sym(3), sym(1)}[:table.width]) {
					heirs++
					if !took {
						late++
					}
				}
			}
			c.Commit(context.Background())
			require.Equal(rt, c.weigh(), weight(rt, c.matches))
			for _, table := range c.tables {
				requireResting(rt, table)
				requirePosts(rt, table, c.there[table])
			}
		}
	})
	if testing.Short() {
		return // A few samples need not contain all kinds.
	}
	require.NotZero(t, late)
	require.Greater(t, heirs, late)
}

// requirePosts requires that each possible fact is found at most once, with as many copies as were
// put and not taken.
func requirePosts(t require.TestingT, table *Table, there map[[3]trace.Sym]uint64) {
	found := make(map[uint32]bool)
	for a := range trace.Sym(3) {
		for b := range trace.Sym(4) {
			for c := range trace.Sym(2) {
				args := []trace.Sym{trace.Numeral + a, trace.Numeral + b, trace.Numeral + c}[:table.width]
				copies := uint64(0)
				if row, ok := table.find(args); ok {
					copies = table.multiplicity(row).resources()
					require.Equal(t, args, table.at(row))
					found[row] = true
				}
				require.Equal(t, there[keyOf(args)], copies)
			}
		}
	}
	require.Len(t, found, table.len)
	belong := uint32(0)
	for _, p := range table.buckets {
		belong += p.rows
		require.False(t, p.sole != 0 && p.rows != 1)
	}
	if len(table.buckets) > 0 {
		require.Len(t, found, int(belong))
	}
}

// Facts are found after the buckets of their table are removed. If a new rule uses another column,
// a fact that differs in this column does not reuse the row.
func TestRowReuseWithoutBuckets(t *testing.T) {
	c := newCounted(false, false)
	votes, arg := c.tables[1], func(n trace.Sym) []trace.Sym { return []trace.Sym{trace.Numeral, trace.Numeral + n} }
	weight(t, c.matches)
	c.put(c.tables[0], arg(0)[:1])
	c.put(votes, arg(1))
	c.Commit(context.Background())
	c.take(votes, arg(1))
	c.put(votes, arg(2))
	require.Equal(t, 1, votes.len, "the heir has the row")
	require.NotZero(t, votes.bucketOf(arg(2)).sole)
	c.Commit(context.Background())

	other := []trace.Sym{trace.Numeral + 1, trace.Numeral + 3}
	for range 2 {
		c.put(votes, other)
		c.take(votes, other)
		c.Commit(context.Background())
		requirePosts(t, votes, c.there[votes])
	}
	c.put(votes, other)

	of := votes.pred.Args[0]
	second := &Rule{Types: []*lang.Type{of},
		Atoms: []lang.Premise{{Atom: lang.Atom{Pred: votes.pred, Args: []lang.Term{lang.Variable(0), lang.Variable(0)}}}}}
	c.take(votes, arg(2))
	same := c.Matches(second)
	require.Zero(t, weight(t, same))
	c.put(votes, arg(0))
	c.Commit(context.Background())
	require.EqualValues(t, 1, weight(t, same))
	requirePosts(t, votes, c.there[votes])

	votes.stopRetaining()
	require.Empty(t, votes.buckets)
	requirePosts(t, votes, c.there[votes])
}

// Of the retained facts of a bucket only the last one stays.
func TestTombstones(t *testing.T) {
	c := newCounted(false, false)
	weight(t, c.matches)
	votes := c.tables[1]
	come := func(i trace.Sym) []trace.Sym {
		args := []trace.Sym{trace.Numeral + i, trace.Numeral}
		c.put(votes, args)
		c.Commit(context.Background())
		c.take(votes, args)
		c.Commit(context.Background())
		return args
	}
	first, same := votes.bucketOf(come(0)), 0
	for i := range trace.Sym(8 * reuseBuckets) {
		resting := votes.retained
		if votes.bucketOf(come(i+1)) == first {
			same++
			require.Equal(t, resting, votes.retained)
		}
	}
	require.NotZero(t, same)
}
