package match

import (
	"cmp"
	"context"
	"iter"
	"math"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Order returns the i-th oldest resource of a predicate with its fact, and false if
// there are no more than i.
type Order func(p *lang.Pred, i int) (Fact, trace.ResourceID, bool)

// List returns the choices of resources of a rule, in the fixed order: by the resource
// of the first atom, oldest first, of the second, and so on, then by the answers to
// the first proof, and so on. Each choice is valid until the next iteration. The rule must
// have been weighed since the last [Network.Commit], or be followed and not stale. The list
// ends early if the context is done.
//
// If alike is true, choices that differ only by equal resources of one kind, linear or permanent,
// are listed once. The first of them comes with their number, or [math.MaxUint64] if that is
// larger.
//
// If using is not empty, only choices in which one of its facts meets an atom are listed.
// The time for that does not depend on the number of other choices.
func (m *Matches) List(ctx context.Context, order Order, alike bool, using []Fact) iter.Seq2[*Choice, uint64] {
	return func(yield func(*Choice, uint64) bool) {
		l := m.spare
		m.spare = nil // iterations may be nested
		if l == nil {
			l = newLister(m)
		}
		l.done, l.order, l.alike, l.using, l.yield = ctx, order, alike, using, yield
		l.start()
		m.spare = l
	}
}

// lister makes the choices of a rule, one atom after another. It does no matching, because the
// matches are known: each chosen resource leaves some of the matches of its component, and only
// resources that leave at least one are tried. So no try fails, and the first choice is found
// without looking at the others.
type lister struct {
	Choice
	matches *Matches
	turns   []turn
	done    context.Context
	order   Order
	alike   bool
	using   []Fact
	yield   func(*Choice, uint64) bool
	left    [][]uint32 // by component: the matches that agree with the choice; nil for all
	ranks   [][]uint32 // by component, by match: the index of its answer to the present proof
	found   int
	sorted  map[Fact][]trace.ResourceID
	sole    [1]trace.ResourceID // room for the copy of a fact that has one
	pool    []uint32            // memory for the slices in left
	offers  []offer
	tied    [][]*thetaJoin // by atom: those that it completes
	kinds   []kinds        // by atom: the facts that have met it in its present turn
}

func newLister(m *Matches) *lister {
	l := &lister{
		matches: m, turns: m.turns(), sorted: make(map[Fact][]trace.ResourceID),
		left: make([][]uint32, len(m.components)), ranks: make([][]uint32, len(m.components)),
	}
	l.Choice = m.network.newChoice(m.rule)
	l.tied, l.kinds = make([][]*thetaJoin, len(l.turns)), make([]kinds, len(l.turns))
	for _, p := range m.joins {
		last := max(p.components[0].atoms[0], p.components[1].atoms[0])
		l.tied[last] = append(l.tied[last], p)
	}
	return l
}

// start lists the choices of the present state.
func (l *lister) start() {
	l.found, l.pool, l.offers = 0, l.pool[:0], l.offers[:0]
	clear(l.sorted)
	for i := range l.left {
		l.left[i] = nil
		if f := &l.matches.components[i]; len(f.atoms) == 0 { // no turn will narrow its matches
			l.left[i] = slices.Collect(f.conflicts.sampler.all())
		}
	}
	l.take(0)
}

// turn is the choice for one premise: an atom or a proof.
type turn struct {
	part, index int // index of the component, and index of its atom or proof
	proof       bool
}

// offer is a resource that may meet an atom, and the matches that it leaves.
type offer struct {
	Fact
	id   trace.ResourceID
	left []uint32
}

// turns returns the atoms of the rule, in their order, and then its proofs.
func (m *Matches) turns() []turn {
	atoms := make([]turn, len(m.rule.Atoms))
	proofs := make([]turn, len(m.rule.Proofs))
	for p := range m.components {
		for i, at := range m.components[p].atoms {
			atoms[at] = turn{part: p, index: i}
		}
		for i, at := range m.components[p].proofs {
			proofs[at] = turn{part: p, index: i, proof: true}
		}
	}
	return append(atoms, proofs...)
}

// take takes the turns from the i-th on, in every way. It returns false if no more
// choices are wanted.
func (l *lister) take(i int) bool {
	if i == len(l.turns) {
		return l.arrive()
	}
	switch t := l.turns[i]; {
	case t.proof:
		return l.prove(i, t)
	case l.left[t.part] == nil:
		return l.open(i, t)
	default:
		return l.narrow(i, t)
	}
}

// with takes an offer, and then the turns after the i-th.
func (l *lister) with(i int, o offer) bool {
	l.Facts[i], l.Resources[i], l.left[l.turns[i].part] = o.Fact, o.id, o.left
	for _, p := range l.tied[i] {
		if !p.fits(p.row(&l.Choice, 0), p.row(&l.Choice, 1)) {
			return true
		}
	}
	return l.take(i + 1)
}

// open meets the first atom of a component, with each resource that some match has.
func (l *lister) open(i int, t turn) bool {
	if len(l.using) > 0 && l.restOn(t.part) {
		l.left[t.part] = l.usingOf(t.part)
		more := l.narrow(i, t)
		l.left[t.part] = nil
		return more
	}
	m := l.matches.components[t.part].conflicts
	r, from := m.elements[t.index], len(l.pool)
	more := l.kindsOf(i, r)
	for n := 0; more > 0; n++ {
		fact, id, ok := l.order(r.table.pred, n)
		if !ok {
			break
		}
		if id != fact.Permanent() && (r.permanent || !l.free(i, fact, id)) {
			continue
		}
		more--
		l.pool = m.of(l.pool[:from], t.index, fact.row)
		if len(l.pool) > from && !l.with(i, offer{fact, id, l.pool[from:]}) {
			return false
		}
	}
	l.pool, l.left[t.part] = l.pool[:from], nil
	return true
}

// of appends the matches of a fact for an atom.
func (m *conflictSet) of(to []uint32, atom int, row uint32) []uint32 {
	r := m.elements[atom]
	if !r.mayMatch(row) {
		return to
	}
	for head := *r.posting(&r.table.facts[row], row); head != 0; head = m.next(head, atom) {
		if m.sampler.weight(head) > 0 {
			to = append(to, head)
		}
	}
	return to
}

// kinds are the facts of which a copy was met, by row: those that have the number of the turn.
type kinds struct {
	turn uint32
	met  []uint32
}

// kindsOf begins a turn of the i-th atom, and returns a bound of the number of resources that may
// meet it. If one copy stands for all, a fact with many counts once.
func (l *lister) kindsOf(i int, r *element) int {
	if !l.alike {
		return math.MaxInt
	}
	rows := r.table.rows()
	k := &l.kinds[i]
	k.turn++
	k.met = slices.Grow(k.met, max(0, rows-len(k.met)))[:max(rows, len(k.met))]
	most := 0
	for row := range uint32(rows) {
		stock := r.table.multiplicity(row)
		most += int(min(stock.linear(), 1)) + int(stock&1)
	}
	return most
}

// free reports whether a linear resource may meet the i-th atom: no earlier atom takes it, and if
// one copy stands for all, it is the first.
func (l *lister) free(i int, f Fact, id trace.ResourceID) bool {
	if slices.Contains(l.Resources[:i], id) {
		return false
	}
	if !l.alike {
		return true
	}
	k := &l.kinds[i]
	if k.met[f.row] == k.turn {
		return false
	}
	k.met[f.row] = k.turn
	return true
}

// narrow meets an atom of a component in which other atoms are met, with each resource that one of
// the remaining matches has.
func (l *lister) narrow(i int, t turn) bool {
	m, all, from := l.matches.components[t.part].conflicts, l.left[t.part], len(l.offers)
	r, row := m.elements[t.index], func(match uint32) uint32 { return m.rowsOf(match)[t.index] }
	for group := range groups(all, row) {
		l.offer(i, r.permanent, offer{Fact: Fact{r.table, row(group[0])}, left: group})
	}
	offers := l.offers[from:]
	slices.SortFunc(offers, func(a, b offer) int { return cmp.Compare(a.id, b.id) })
	for _, o := range offers {
		if !l.with(i, o) {
			return false
		}
	}
	l.offers, l.left[t.part] = l.offers[:from], all
	return true
}

// groups sorts matches by a key, and returns the matches with each key.
func groups(matches []uint32, key func(uint32) uint32) iter.Seq[[]uint32] {
	return func(yield func([]uint32) bool) {
		slices.SortFunc(matches, func(a, b uint32) int { return cmp.Compare(key(a), key(b)) })
		for len(matches) > 0 {
			n := 1
			for n < len(matches) && key(matches[n]) == key(matches[0]) {
				n++
			}
			if !yield(matches[:n:n]) {
				return
			}
			matches = matches[n:]
		}
	}
}

// offer adds the resources of a fact that may meet the i-th atom.
func (l *lister) offer(i int, permanent bool, o offer) {
	if o.id = o.Permanent(); o.id != 0 {
		l.offers = append(l.offers, o)
	}
	if permanent {
		return
	}
	if l.alike {
		if o.id = l.oldest(i, o.Fact); o.id != 0 {
			l.offers = append(l.offers, o)
		}
		return
	}
	for _, o.id = range l.copies(o.Fact) {
		if !slices.Contains(l.Resources[:i], o.id) {
			l.offers = append(l.offers, o)
		}
	}
}

// oldest returns the oldest linear resource of a fact that no atom before the i-th takes, or 0.
func (l *lister) oldest(i int, f Fact) (oldest trace.ResourceID) {
	for _, id := range f.table.copies(f.at()) {
		if (oldest == 0 || id < oldest) && !slices.Contains(l.Resources[:i], id) {
			oldest = id
		}
	}
	return oldest
}

// copies returns the linear resources of a fact, oldest first. They are valid until the
// next call.
func (l *lister) copies(f Fact) []trace.ResourceID {
	fact := f.at()
	switch fact.multiplicity.linear() {
	case 0:
		return nil
	case 1:
		l.sole[0] = fact.last
		return l.sole[:]
	}
	sorted, ok := l.sorted[f]
	if !ok {
		sorted = slices.Sorted(slices.Values(append(slices.Clone(f.table.others(fact)), fact.last)))
		l.sorted[f] = sorted
	}
	return sorted
}

// arrive yields the completed choice if it is wanted.
func (l *lister) arrive() bool {
	if l.found++; l.found%often == 0 && l.done.Err() != nil {
		return false
	}
	if len(l.using) > 0 && !slices.ContainsFunc(l.Facts, func(f Fact) bool { return slices.Contains(l.using, f) }) {
		return true
	}
	for p := range l.left {
		l.matches.components[p].load(l.left[p][0], &l.Choice)
	}
	return l.yield(&l.Choice, l.ways())
}

// ways returns the number of choices that the present one stands for.
func (l *lister) ways() uint64 {
	ways := uint64(1)
	if !l.alike {
		return ways
	}
	for i, f := range l.Facts {
		if l.Resources[i] == f.Permanent() {
			continue
		}
		taken := 0
		for j := range i {
			if l.Facts[j] == f && l.Resources[j] != f.Permanent() {
				taken++
			}
		}
		if !times(&ways, f.at().multiplicity.linear()-uint64(taken)) {
			return math.MaxUint64
		}
	}
	return ways
}

// restOn reports whether the facts in using can meet atoms of this component only, so that one of
// them has to meet an atom of it.
func (l *lister) restOn(part int) bool {
	for other, left := range l.left {
		if other == part {
			continue
		}
		if left == nil {
			left = l.usingOf(other)
		}
		m := l.matches.components[other].conflicts
		if slices.ContainsFunc(left, func(match uint32) bool { return l.uses(m, match) }) {
			return false
		}
	}
	return true
}

// usingOf returns the matches of a component in which one of the facts in using meets an atom. A match
// with several of them is returned several times, which does not affect lists.
func (l *lister) usingOf(part int) []uint32 {
	m := l.matches.components[part].conflicts
	var all []uint32
	for atom, r := range m.elements {
		for _, f := range l.using {
			if f.table == r.table {
				all = m.of(all, atom, f.row)
			}
		}
	}
	return all
}

// uses reports whether one of the facts in using meets an atom of a match.
func (l *lister) uses(m *conflictSet, match uint32) bool {
	for atom, row := range m.rowsOf(match) {
		if slices.Contains(l.using, Fact{m.elements[atom].table, row}) {
			return true
		}
	}
	return false
}
