package network

import (
	"context"
	"errors"
	"math"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Network is a multiset of facts, and the matches of rules in it.
type Network struct {
	terms   *Terms
	limits  Limits
	search  *search
	room    int // for records of matches, in words
	commits int
	// shown is how many facts are shown, and planned how many were when plans were made.
	shown, planned int
	prover         Prover
	tables         map[*lang.Pred]*Table
	shared         map[string]*memory // by the text of the rule
	changed        []change
	crowded        []*Table  // where too many facts rest
	weary          []*memory // that are kept up to date for nobody
}

// Limits bound the work of matching.
type Limits struct {
	// MatchSteps bounds the search for the matches of a part that a change
	// leads to, in facts tried and steps of proofs.
	MatchSteps int
}

// mostWords is how many words of four bytes the records of all matches may take.
const mostWords = 1 << 26

// ErrDense says that there are more matches than can be kept.
var ErrDense = errors.New("there are more ways to match it than can be kept")

// change is a row whose stock is not what it was.
type change struct {
	table *Table
	row   uint32
}

// New returns a network without facts.
func New(prover Prover, limits Limits) *Network {
	limits.MatchSteps = min(limits.MatchSteps, math.MaxInt/2) // so that more can be added
	n := &Network{terms: NewTerms(), limits: limits, prover: prover, tables: make(map[*lang.Pred]*Table), shared: make(map[string]*memory)}
	n.search, n.room = &search{network: n}, mostWords
	return n
}

// Terms returns the table of terms.
func (n *Network) Terms() *Terms { return n.terms }

// touch notes that the stock of a row is about to change.
func (n *Network) touch(t *Table, row uint32) {
	if f := &t.facts[row]; f.before == 0 {
		f.before = f.stock() + 1
		n.changed = append(n.changed, change{t, row})
	}
}

// Commit brings the matches up to date with what was put and taken since the last
// time. Facts that are new are shown one after another, so that each match is
// found once, when the last of its facts is.
func (n *Network) Commit(ctx context.Context) {
	n.commits++
	fresh := n.changed[:0]
	for _, c := range n.changed {
		was, is := c.table.facts[c.row].before-1, c.table.stock(c.row)
		c.table.facts[c.row].before = 0
		switch {
		case c.table.facts[c.row].shown:
			n.update(c, was, is)
		case is == 0:
			c.table.remove(c.row)
		default:
			fresh = append(fresh, c)
		}
	}
	for _, c := range fresh {
		n.add(ctx, c.table, c.row)
	}
	n.changed = n.changed[:0]
	n.relax()
}

// add shows a new fact, and finds the matches that it is part of.
func (n *Network) add(ctx context.Context, t *Table, row uint32) {
	t.show(row)
	n.replan()
	if len(t.readers) == 0 {
		return
	}
	if !t.planted {
		t.plant()
	}
	total := 0
	for _, root := range t.roots {
		n.search.begin()
		if n.search.from(root, row) {
			n.spread(ctx, root)
		}
		total += n.search.steps + 1
	}
	for _, r := range t.readers {
		r.memory.tire(total)
	}
}

// replan has plans made anew where there are many more facts than when they were made.
func (n *Network) replan() {
	if n.shown++; n.shown <= 4*n.planned+64 {
		return
	}
	n.shown, n.planned = 0, 0
	for _, t := range n.tables { // in any order: it is a sum
		t.planted = false
		n.planned += t.len
	}
	n.shown = n.planned
}

// spread goes on from a root. An error is one of what comes after it in one way only.
func (n *Network) spread(ctx context.Context, root *node) {
	for i := range root.leaves {
		if err := root.leaves[i].enter(n.search); err != nil {
			root.leaves[i].memory.err = err
		}
	}
	for _, c := range root.next {
		if err := n.search.meet(ctx, c); err != nil {
			c.fail(err)
		}
	}
}

// update brings the matches of a fact up to date that was there or rested.
func (n *Network) update(c change, was, is stock) {
	t := c.table
	switch {
	case was == is:
	case is > 0 || t.rests():
		for at, r := range t.readers {
			if head := *t.head(c.row, at); head != 0 {
				r.memory.recount(r.atom, head)
				r.memory.tire(0)
			}
		}
		if was == 0 {
			t.resting.remove(c.row)
		} else if is == 0 {
			n.rest(c)
		}
	default:
		n.drop(t, c.row)
	}
}

// rest keeps a fact of which there are no copies for a while.
func (n *Network) rest(c change) {
	c.table.resting.add(c.row)
	if c.table.crowded() {
		n.crowded = append(n.crowded, c.table)
	}
}

// drop forgets a fact of which there are no copies.
func (n *Network) drop(t *Table, row uint32) {
	for at, r := range t.readers {
		for head := t.head(row, at); *head != 0; {
			r.memory.drop(*head - 1)
		}
	}
	t.hide(row)
	n.shown--
}

// relax forgets facts that rest where too many do, and ends keeping those matches up
// to date that nobody has asked for in a long time, nor just before.
func (n *Network) relax() {
	for _, t := range n.crowded {
		for t.crowded() {
			row := t.resting.first - 1
			t.resting.remove(row)
			n.drop(t, row)
		}
	}
	for _, m := range n.weary {
		if m.asked+1 < n.commits {
			m.forget()
		}
	}
	n.crowded, n.weary = n.crowded[:0], n.weary[:0]
}

// Table returns the facts of a predicate.
func (n *Network) Table(p *lang.Pred) *Table {
	t := n.tables[p]
	if t == nil {
		t = newTable(p)
		n.tables[p] = t
	}
	return t
}

// Put enters a resource, which is younger than all there are. It is for good where
// it is permanent; a fact that is there for good already is not entered again, and
// the answer is false. The change is one for [Network.Commit].
func (n *Network) Put(t *Table, args []trace.Sym, id trace.ResourceID, permanent bool) (Fact, bool) {
	row := t.row(args)
	switch {
	case !permanent:
		n.touch(t, row)
		t.extend(row, id)
	case t.facts[row].forGood != 0:
		return Fact{t, row}, false
	default:
		n.touch(t, row)
		t.facts[row].forGood = id
	}
	return Fact{t, row}, true
}

// Take takes a resource of a fact out. The change is one for [Network.Commit].
func (n *Network) Take(f Fact, id trace.ResourceID) {
	n.touch(f.table, f.row)
	if at := f.at(); at.forGood == id {
		at.forGood = 0
		return
	}
	f.table.shrink(f.row, f.table.place(f.row, id))
}

// Find returns a fact, and false where it is not there.
func (n *Network) Find(t *Table, args []trace.Sym) (Fact, bool) {
	row, ok := t.find(args)
	return Fact{t, row}, ok && t.stock(row) > 0
}

// Changed returns how many facts have changed since the last [Network.Commit].
func (n *Network) Changed() int { return len(n.changed) }
