package network

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// counted is a network with a rule `paper C * votes C N * …`, where another atom may look
// at the number, too.
type counted struct {
	*Network
	matches *Matches
	tables  []*Table
	last    trace.ResourceID
}

func newCounted(looked bool) *counted {
	n := New(nil, Limits{MatchSteps: math.MaxInt})
	of := &lang.Type{Name: "t"}
	c, k := lang.Variable(0), lang.Variable(1)
	rule := &Rule{Types: []*lang.Type{of, of}}
	out := &counted{Network: n, matches: n.Matches(rule)}
	for _, atom := range []struct {
		name string
		args []lang.Term
	}{{"paper", []lang.Term{c}}, {"votes", []lang.Term{c, k}}, {"twice", []lang.Term{c, k}}} {
		p := &lang.Pred{Name: atom.name, Args: make([]*lang.Type, len(atom.args))}
		for i := range p.Args {
			p.Args[i] = of
		}
		if atom.name != "twice" || looked {
			rule.Atoms = append(rule.Atoms, lang.Premise{Atom: lang.Atom{Pred: p, Args: atom.args}})
			out.tables = append(out.tables, n.Table(p))
		}
	}
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
				twice, ok := c.Find(c.tables[2], votes.Args())
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

func (c *counted) copies(f Fact) uint64 { return f.at().stock.resources() }

// change takes a copy of a fact out, if there is one, and enters another fact. It reports
// whether that is the heir of the one.
func (c *counted) change(table *Table, gone, come []trace.Sym) bool {
	old, ok := c.Find(table, gone)
	if ok {
		for id := range old.Resources() {
			c.Take(old, id)
			break
		}
	}
	c.last++
	heir, _ := c.Put(table, come, c.last, false)
	return ok && heir == old && !slices.Equal(gone, come)
}

// Heirs have the matches that they would be found to have.
func TestHeirs(t *testing.T) {
	heirs := 0
	rapid.Check(t, func(rt *rapid.T) {
		c := newCounted(rapid.Bool().Draw(rt, "looked"))
		sym := func(n int) trace.Sym { return trace.Numeral + trace.Sym(rapid.IntRange(0, n).Draw(rt, "term")) }
		weight(rt, c.matches)
		for range rapid.IntRange(1, 30).Draw(rt, "rounds") {
			for range rapid.IntRange(1, 3).Draw(rt, "changes") {
				table := rapid.SampledFrom(c.tables).Draw(rt, "table")
				key := sym(2)
				if c.change(table, []trace.Sym{key, sym(3)}[:table.width], []trace.Sym{key, sym(3)}[:table.width]) {
					heirs++
				}
			}
			c.Commit(context.Background())
			require.Equal(rt, c.weigh(), weight(rt, c.matches))
		}
	})
	require.NotZero(t, heirs)
}
