package match

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
	writer  writer // of what plans do
	room    int    // for records of matches, in words
	commits int
	relaxed int // after how many commits it is looked again what is no longer worth while
	// shown is how many facts are shown, and planned how many were when plans were made.
	shown, planned int
	prover         Prover
	tables         map[*lang.Pred]*Table
	shared         map[string]*conflictSet // by the text of the rule
	changed        []Fact                  // of which the matches do not know yet
	gone           []Fact                  // those of them that are to be dropped
	crowded        []*Table                // where too many facts rest
	conflictSets   []*conflictSet          // those that somebody has wanted, in the order in which they came
	matches        []*Matches              // of all rules
	keeping        uint                    // how often somebody began to keep matches
	noted          []*conflictSet          // of which weights have changed, for those who follow
	merged         []*Matches              // rules that have other components now, for the same
	stale          []*Matches              // those that were told of last
}

// Limits bound the work of matching.
type Limits struct {
	// MatchSteps bounds the search for the matches of a component that a change
	// leads to, in facts tried and steps of proofs.
	MatchSteps int
	// FewTerms is among how many terms those that nothing needs are left alone.
	FewTerms int
}

// mostWords is how many words of four bytes the records of all matches may take.
const mostWords = 1 << 26

// ErrDense says that there are more matches than can be kept.
var ErrDense = errors.New("there are more ways to match it than can be kept")

// New returns a network without facts.
func New(prover Prover, limits Limits) *Network {
	limits.MatchSteps = min(limits.MatchSteps, math.MaxInt/2) // so that more can be added
	n := &Network{terms: NewTerms(limits.FewTerms), limits: limits, keeping: 1, prover: prover, tables: make(map[*lang.Pred]*Table), shared: make(map[string]*conflictSet)}
	n.search, n.room, n.relaxed = &search{network: n}, mostWords, relaxEvery
	return n
}

// Terms returns the table of terms.
func (n *Network) Terms() *Terms { return n.terms }

// touch sees to what goes with the stock of a fact, which has changed. The matches are
// brought up to date at once where nothing is lost if the fact comes back, because it
// may rest, and where it has few matches, so that noting the change would take as long.
// [Network.Commit] sees to the rest. Most of the time of many runs is spent here, so that it is
// compiled with all that it calls, and not with those who call it.
//
//go:noinline
func (n *Network) touch(t *Table, row uint32, f *fact) {
	if !f.easy || !t.retains {
		n.note(t, row, f)
		return
	}
	n.know(t, row, f)
	readers := t.common.elements
	if len(readers) > len(f.postings) || t.indexed > 0 {
		t.revise(row, f)
		return
	}
	left := f.committed.resources()
	for at, r := range readers {
		head := f.postings[at]
		switch {
		case head == 0:
		case left == 0 || r.alone():
			r.conflicts.idle++
			r.conflicts.sampler.set(head, left)
		default:
			r.revise(head, f.committed.meeting(r.permanent))
		}
	}
}

// note records that a fact has changed.
func (n *Network) note(t *Table, row uint32, f *fact) {
	if !f.changed {
		f.changed = true
		n.changed = append(n.changed, Fact{t, row})
	}
}

// Commit brings the matches up to date with what was put and taken since the last
// time. Facts that are new are shown one after another, so that each match is
// found once, when the last of its facts is.
func (n *Network) Commit(ctx context.Context) {
	n.commits++
	if len(n.crowded)+len(n.changed) > 0 || n.commits >= n.relaxed {
		n.commit(ctx)
	}
}

// commit is Commit where there is something to be done.
func (n *Network) commit(ctx context.Context) {
	if len(n.crowded) > 0 || n.commits >= n.relaxed {
		n.relax()
	}
	n.gone = n.gone[:0]
	fresh := n.changed[:0] // what is read before it is overwritten
	for _, c := range n.changed {
		f := c.at()
		f.changed = false
		switch {
		case f.shown:
			n.settle(c, f)
		case f.multiplicity > 0:
			f.committed = f.multiplicity
			fresh = append(fresh, c)
		default:
			c.table.leave(c.row)
		}
	}
	n.changed = n.changed[:0]
	for _, c := range n.gone {
		n.drop(c.table, c.row)
	}
	for _, c := range fresh {
		n.add(ctx, c.table, c.row)
	}
}

// settle brings the matches of a fact that is shown up to date, or notes that it is to be
// dropped.
func (n *Network) settle(c Fact, f *fact) {
	if f.multiplicity == 0 && f.committed > 0 && !c.table.retains {
		n.gone = append(n.gone, c)
	} else if f.multiplicity != f.committed {
		n.update(c.table, c.row, f)
	}
}

// add shows a new fact, and finds the matches that it is part of.
func (n *Network) add(ctx context.Context, t *Table, row uint32) {
	t.show(row)
	n.replan()
	found := t.groupOf(row)
	if len(t.common.elements) == 0 && found == nil {
		return
	}
	if !t.usedCurrent {
		t.findUsedColumns()
	}
	total := n.seek(ctx, &t.common, row)
	if found != nil {
		total += n.seek(ctx, found, row)
		found.spend(total)
	}
	t.common.spend(total)
	if total > manyIdle {
		t.common.countWasted(row)
		if found != nil {
			found.countWasted(row)
		}
	}
}

// spend notes that it took so many steps to keep the matches of elements up to date.
func (s *subscriberGroup) spend(steps int) {
	for _, r := range s.elements {
		r.conflicts.idle += steps
	}
}

// seek finds the matches of the elements of a group that a new fact is part of, and returns in how
// many steps.
func (n *Network) seek(ctx context.Context, s *subscriberGroup, row uint32) int {
	if !s.built {
		s.buildTrie()
	}
	total := 0
	for _, root := range s.roots {
		n.search.begin()
		if n.search.from(root, row) {
			n.spread(ctx, root)
		}
		total += n.search.steps + 1
	}
	return total
}

// replan has plans made anew where there are many more facts than when they were made.
func (n *Network) replan() {
	if n.shown++; n.shown <= 4*n.planned+64 {
		return
	}
	n.shown, n.planned = 0, 0
	for _, t := range n.tables { // in any order: it is a sum
		t.invalidate()
		n.planned += t.len
	}
	n.shown = n.planned
}

// spread goes on from a root. An error is one of what comes after it in one way only.
func (n *Network) spread(ctx context.Context, root *node) {
	for i := range root.leaves {
		if err := root.leaves[i].enter(n.search); err != nil {
			root.leaves[i].conflicts.fail(err)
		}
	}
	for _, c := range root.next {
		if err := n.search.meet(ctx, c); err != nil {
			c.fail(err)
		}
	}
}

// update gives the matches of a fact new weights, however many there are. Where nearly all of
// many lack another fact, too, it costs more to let facts rest than it would to find their
// matches anew.
func (n *Network) update(t *Table, row uint32, f *fact) {
	n.know(t, row, f)
	seen, changed := t.revise(row, f)
	if t.retains && seen > manyIdle && seen > manyIdle*changed {
		t.stopRetaining()
		n.crowd(t)
	}
}

// manyIdle is how many matches of a fact are many to be looked at for one that counts.
const manyIdle = 32

// know takes down how many resources of a fact there are.
func (n *Network) know(t *Table, row uint32, f *fact) {
	if f.committed == 0 {
		t.retained--
	} else if f.multiplicity == 0 {
		if t.retained++; t.retained > mostRetained || len(t.buckets) > 0 {
			n.retain(t, row)
		}
	}
	f.committed = f.multiplicity
}

// revise gives the matches of a fact new weights, and returns how many it has, and how many of
// them have another weight now.
func (t *Table) revise(row uint32, f *fact) (seen, changed int) {
	seen, changed = revise(t.common.elements, row, f)
	if s := t.groupOf(row); s != nil {
		n, m := revise(s.elements, row, f)
		seen, changed = seen+n, changed+m
	}
	return seen, changed
}

// revise is [Table.revise] for some elements.
func revise(readers []*element, row uint32, f *fact) (seen, changed int) {
	for _, r := range readers {
		next := *r.posting(f, row)
		if next == 0 {
			continue
		}
		n := f.committed.meeting(r.permanent)
		for ; next != 0; next = r.conflicts.next(next, r.atom) {
			old := r.conflicts.weight(next)
			r.revise(next, n)
			seen++
			if r.conflicts.weight(next) != old {
				changed++
			}
		}
	}
	return seen, changed
}

// retain leaves a tombstone for a retained fact, and records if the table retains too many.
//
//go:noinline
func (n *Network) retain(t *Table, row uint32) {
	if len(t.buckets) > 0 {
		n.leaveTombstone(t, row)
	}
	if t.crowded() {
		n.crowd(t)
	}
}

// crowd records that a table retains too many facts.
func (n *Network) crowd(t *Table) {
	if !t.listed {
		t.listed = true
		n.crowded = append(n.crowded, t)
	}
}

// drop deletes a fact without copies, and its matches.
func (n *Network) drop(t *Table, row uint32) {
	f := &t.facts[row]
	readers := t.common.elements
	for at, head := range f.postings[:min(len(readers), ownPostings)] {
		if head != 0 {
			readers[at].drop(head)
			f.postings[at] = 0
		}
	}
	for at := ownPostings; at < len(readers); at++ {
		readers[at].dropAll(f, row)
	}
	if s := t.groupOf(row); s != nil {
		for _, r := range s.elements {
			r.dropAll(f, row)
		}
	}
	t.hide(row)
	n.shown--
}

// relaxEvery is after how many commits it is looked what is no longer worth while, or after more
// where that takes long.
const relaxEvery = 64

// relax forgets conflict sets whose upkeep without use has cost too much, and drops retained facts
// of crowded tables. The cost of that is not charged to conflict sets in use.
func (n *Network) relax() {
	if n.commits >= n.relaxed {
		n.relaxed = n.commits + max(relaxEvery, len(n.conflictSets))
	}
	n.ask()
	for _, m := range n.conflictSets {
		if m.current && m.idle > m.cost+patience {
			m.forget()
		}
	}
	for _, t := range n.crowded {
		if t.listed = false; t.crowded() {
			n.dropRetained(t)
		}
	}
	n.crowded = n.crowded[:0]
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
// the answer is false. The matches know of it after the next [Network.Commit].
func (n *Network) Put(t *Table, args []trace.Sym, id trace.ResourceID, permanent bool) (Fact, bool) {
	if !permanent {
		n.putFast(&Made{t, args}, id)
		row, _ := t.find(args) // which comes need not keep for those who do not ask
		return Fact{t, row}, true
	}
	row := n.row(t, args)
	f := &t.facts[row]
	if f.multiplicity.permanent() {
		return Fact{t, row}, false
	}
	t.keep(row, id)
	n.touch(t, row, f)
	return Fact{t, row}, true
}

// put enters a linear resource in any case.
//
//go:noinline
func (n *Network) put(t *Table, row uint32, id trace.ResourceID) {
	f := &t.facts[row]
	t.push(f, id)
	n.touch(t, row, f)
}

// row returns the row of a fact, which is made or reused if the fact has none.
func (n *Network) row(t *Table, args []trace.Sym) uint32 {
	if len(t.buckets) > 0 {
		return n.rowInBucket(t, args)
	}
	if row, ok := t.tuples.find(args); ok {
		return row
	}
	return t.enter(args)
}

// Take takes a resource of a fact out. The matches know of it as of what was put.
func (n *Network) Take(x Fact, id trace.ResourceID) {
	n.takeFast(&x, id)
}

// take takes a resource out in any case.
//
//go:noinline
func (n *Network) take(t *Table, row uint32, id trace.ResourceID) {
	f := &t.facts[row]
	switch {
	case f.multiplicity == one && t.places == nil:
		f.multiplicity, f.last = 0, 0
	case f.multiplicity.permanent() && t.forGood[row] == id:
		t.lose(row)
	default:
		t.extract(f, id)
	}
	n.touch(t, row, f)
}

// Find returns a fact, and false where it is not there.
func (n *Network) Find(t *Table, args []trace.Sym) (Fact, bool) {
	row, ok := t.find(args)
	return Fact{t, row}, ok && t.multiplicity(row) > 0
}

// Changed returns how many facts have changed of which the matches do not know yet.
func (n *Network) Changed() int { return len(n.changed) }
