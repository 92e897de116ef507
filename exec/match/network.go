package match

import (
	"context"
	"errors"
	"math"

	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Network is a multiset of facts, and the matches of rules in it.
type Network struct {
	terms   *Terms
	limits  Limits
	search  *search
	writer  writer // writes the text of rules and plans
	room    int    // for records of matches, in words
	commits int
	relaxed int // the number of commits at which relax runs next
	// shown is the number of facts shown, and planned their number when plans were last made.
	shown, planned int
	prover         Prover
	tables         map[*lang.Pred]*Table
	shared         map[string]*conflictSet // by the text of the rule
	changed        []Fact                  // facts that the matches do not reflect yet
	gone           []Fact                  // changed facts that are to be dropped
	crowded        []*Table                // tables that may retain too many facts
	conflictSets   []*conflictSet          // conflict sets in use, in the order of their first use
	matches        []*Matches              // of all rules
	keeping        uint                    // number of times that matches were released, plus one
	noted          []*conflictSet          // followed conflict sets with changed weights
	merged         []*Matches              // followed rules that have other components now
	stale          []*Matches              // the rules that Stale returned last
	beside         []*Network              // networks with the same terms
}

// Limits bound the work of matching.
type Limits struct {
	// MatchSteps bounds the search for the new matches of a component after a change.
	// Each fact tried and each step of a proof counts.
	MatchSteps int
	// FewTerms is the number of terms up to which unused ones are not collected.
	FewTerms int
}

// mostWords bounds the records of all matches, in words of four bytes.
const mostWords = 1 << 26

// ErrDense says that there are more matches than can be kept.
var ErrDense = errors.New("there are more ways to match it than can be kept")

// New returns a network without facts.
func New(prover Prover, limits Limits) *Network {
	return newNetwork(prover, limits, &Terms{term.NewTable(limits.FewTerms)})
}

// Beside returns a network without facts that shares the terms of another, for matches that must not affect
// those of the other: the order in which matches are found decides which one is drawn.
func (n *Network) Beside(prover Prover) *Network {
	b := newNetwork(prover, n.limits, n.terms)
	n.beside = append(n.beside, b)
	return b
}

func newNetwork(prover Prover, limits Limits, terms *Terms) *Network {
	limits.MatchSteps = min(limits.MatchSteps, math.MaxInt/2) // so that more can be added
	n := &Network{terms: terms, limits: limits, keeping: 1, prover: prover,
		tables: make(map[*lang.Pred]*Table), shared: make(map[string]*conflictSet)}
	n.search, n.room, n.relaxed = &search{network: n}, mostWords, relaxEvery
	return n
}

// Terms returns the table of terms.
func (n *Network) Terms() *Terms { return n.terms }

// touch handles a change of the multiplicity of a fact. The matches are updated at once if the
// fact may be retained, so that nothing is lost if it returns, and if it has so few matches that
// noting the change would take as long. [Network.Commit] handles all other changes. Many runs
// spend most of their time here, so touch inlines its callees and is not inlined itself.
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

// Commit brings the matches up to date with the resources put and taken since the last
// call. New facts are shown one after another, so that each match is found once, when the
// last of its facts is shown.
func (n *Network) Commit(ctx context.Context) {
	n.commits++
	if len(n.crowded)+len(n.changed) > 0 || n.commits >= n.relaxed {
		n.commit(ctx)
	}
}

// commit is Commit if there is work to do.
func (n *Network) commit(ctx context.Context) {
	if len(n.crowded) > 0 || n.commits >= n.relaxed {
		n.relax()
	}
	n.gone = n.gone[:0]
	fresh := n.changed[:0] // shares the array: each fact is read before its place is overwritten
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

// settle updates the matches of a fact that is shown, or notes that the fact is to be dropped.
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

// seek finds the matches of the elements of a group that contain a new fact, and returns the
// number of steps taken.
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

// replan has plans made anew once there are many more facts than when they were made.
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

// spread continues the search from a root. Each branch fails by itself.
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

// update gives new weights to all matches of a fact. If there are many and nearly all lack another
// fact as well, the table stops retaining facts, because that costs more than finding their matches
// anew.
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

// relaxEvery is the least number of commits between two calls of relax. If there are more conflict
// sets than that, their number takes its place.
const relaxEvery = 64

// relax forgets conflict sets that have cost too much upkeep without being used, and drops
// retained facts of crowded tables. The cost of that is not charged to conflict sets in use.
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

// Put adds a resource, which is younger than all others. A fact has one permanent resource
// at most: if it has one already, Put adds no other and returns false. The matches reflect
// the resource after the next [Network.Commit].
func (n *Network) Put(t *Table, args []trace.Sym, id trace.ResourceID, permanent bool) (Fact, bool) {
	if !permanent {
		n.putFast(&Made{t, args}, id)
		row, _ := t.find(args) // the fast path does not return the row, which few callers use
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

// put adds a linear resource, without the fast path.
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

// Take removes a resource of a fact. The matches reflect that after the next [Network.Commit].
func (n *Network) Take(x Fact, id trace.ResourceID) {
	n.takeFast(&x, id)
}

// take removes a resource, without the fast path.
//
//go:noinline
func (n *Network) take(t *Table, row uint32, id trace.ResourceID) {
	f := &t.facts[row]
	switch {
	case f.multiplicity == one && t.places == nil:
		f.multiplicity, f.last = 0, 0
	case f.multiplicity.permanent() && t.forGood[row] == id:
		delete(t.forGood, row)
		f.multiplicity--
	default:
		t.extract(f, id)
	}
	n.touch(t, row, f)
}

// Find returns a fact, and false if it has no resources.
func (n *Network) Find(t *Table, args []trace.Sym) (Fact, bool) {
	row, ok := t.find(args)
	return Fact{t, row}, ok && t.multiplicity(row) > 0
}

// Changed returns the number of changed facts that the matches do not reflect yet.
func (n *Network) Changed() int { return len(n.changed) }
