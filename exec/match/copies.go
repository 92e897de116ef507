package match

import (
	"iter"
	"math/bits"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// fact is the content of a row. It fills one cache line, because a step that draws from
// thousands of facts spends most of its time waiting for memory. It has no pointers, so
// that the garbage collector need not scan it.
type fact struct {
	last         trace.ResourceID // one of the linear resources, 0 for none
	multiplicity multiplicity
	committed    multiplicity // multiplicity that the matches reflect
	pile         uint32       // one more than the index of its other linear resources in piles; 0 if it never had any
	shown        bool         // visible to joins
	changed      bool         // listed in Network.changed
	easy         bool         // shown, and no element has had more than one match of it
	// args are the first arguments. Most facts have no others, so a draw need not read the
	// arguments elsewhere.
	args [ownArgs]trace.Sym
	// postings holds the first match of the fact for each of the first elements, or 0.
	postings [ownPostings]uint32
}

// keep stores the first arguments. It does not call copy, which takes longer for so few.
func (f *fact) keep(args []trace.Sym) {
	for i, x := range args {
		if i < ownArgs {
			f.args[i] = x
		}
	}
}

// ownPostings is the number of postings in a fact.
const ownPostings = 8

// ownArgs is the number of arguments in a fact.
const ownArgs = 2

// multiplicity counts the resources of a fact: twice the number of linear ones, plus one if
// there is a permanent one.
type multiplicity uint32

// one is the multiplicity of a fact with one linear resource.
const one multiplicity = 2

func (s multiplicity) linear() uint64  { return uint64(s >> 1) }
func (s multiplicity) permanent() bool { return s&1 != 0 }

// resources returns the number of resources of both kinds.
func (s multiplicity) resources() uint64 { return uint64(s>>1 + s&1) }

// meeting returns the number of resources of both kinds, or of permanent ones only.
func (s multiplicity) meeting(permanent bool) uint64 {
	if permanent {
		return uint64(s & 1)
	}
	return s.resources()
}

func (t *Table) multiplicity(row uint32) multiplicity { return t.facts[row].multiplicity }

// others returns the linear resources of a fact except the last.
func (t *Table) others(f *fact) []trace.ResourceID {
	if f.pile == 0 {
		return nil
	}
	return t.piles[f.pile-1]
}

// copies returns the linear resources of a fact with their places.
func (t *Table) copies(f *fact) iter.Seq2[uint64, trace.ResourceID] {
	return func(yield func(uint64, trace.ResourceID) bool) {
		for place := range f.multiplicity.linear() {
			if !yield(place, *t.linear(f, place)) {
				return
			}
		}
	}
}

// linear returns where the linear resource at a place stands.
func (t *Table) linear(f *fact, place uint64) *trace.ResourceID {
	if others := t.others(f); place < uint64(len(others)) {
		return &others[place]
	}
	return &f.last
}

// push enters a linear resource.
func (t *Table) push(f *fact, id trace.ResourceID) {
	if t.places != nil {
		t.places[id] = f.multiplicity.linear()
	}
	if f.multiplicity >= one {
		t.pileUp(f)
	}
	f.last = id
	f.multiplicity += one
}

// pileUp moves the last linear resource to the others.
func (t *Table) pileUp(f *fact) {
	if f.pile == 0 {
		t.piles = append(t.piles, nil)
		f.pile = uint32(len(t.piles))
	}
	others := &t.piles[f.pile-1]
	*others = append(*others, f.last)
}

// near is the number of resources of a fact up to which a search tries them one after another.
const near = 16

// extract removes a linear resource. A drawn resource is the last one.
func (t *Table) extract(f *fact, id trace.ResourceID) {
	if f.last != id {
		t.swap(f, t.place(f, id), f.multiplicity.linear()-1)
	}
	if t.places != nil {
		delete(t.places, id)
	}
	if f.multiplicity -= one; f.multiplicity < one {
		f.last = 0
		return
	}
	others := &t.piles[f.pile-1]
	n := len(*others) - 1
	f.last, *others = (*others)[n], (*others)[:n]
}

// place returns where a linear resource stands among those of its fact.
func (t *Table) place(f *fact, id trace.ResourceID) uint64 {
	n := f.multiplicity.linear()
	for i := n; i > 0 && n-i < near; i-- {
		if *t.linear(f, i-1) == id {
			return i - 1
		}
	}
	if t.places == nil {
		t.places = make(map[trace.ResourceID]uint64)
		t.updateFastPath()
		for i := range t.facts {
			for place, id := range t.copies(&t.facts[i]) {
				t.places[id] = place
			}
		}
	}
	return t.places[id]
}

// swap exchanges two resources of a fact.
func (t *Table) swap(f *fact, i, j uint64) {
	a, b := t.linear(f, i), t.linear(f, j)
	*a, *b = *b, *a
	if t.places != nil {
		t.places[*a], t.places[*b] = i, j
	}
}

// Nearly every change takes the only copy of a fact, or puts the first one. Many runs spend most of
// their time on these changes, so they have a fast path: when the only copy goes, all weights of the
// fact's matches become 0; when the first copy comes, they were 0.

// Change takes one linear resource of each of some facts, and puts one of each of others.
type Change struct {
	Takes     []*Fact
	Resources []trace.ResourceID // the resources to take, by index of Takes; more may follow
	Makes     []Made
}

// Made is a fact to put.
type Made struct {
	Table *Table
	Args  []trace.Sym
}

// Apply carries out a change. The new resources are numbered from id on. It is not inlined, so that
// it does not take up its caller's registers.
//
//go:noinline
func (n *Network) Apply(c *Change, id trace.ResourceID) {
	takes := c.Takes
	ids := c.Resources[:len(takes)]
	for i := range takes {
		n.takeFast(takes[i], ids[i])
	}
	makes := c.Makes
	for i := range makes {
		n.putFast(&makes[i], id)
		id++
	}
}

// fastPath says how a match gets its weight on the fast path: the weight is the multiplicity of the
// only other fact of the match.
type fastPath struct {
	conflicts *conflictSet
	other     *Table       // table of the other fact; nil if there is none
	word      int          // offset of the other fact's row in the record of the match
	alone     multiplicity // multiplicity to assume without another fact: above one if the fast path does not apply
}

// fastPath returns the fast path of the matches of an element.
func (r *element) fastPath() fastPath {
	p, o := fastPath{conflicts: r.conflicts, alone: one}, r.other
	switch {
	case r.permanent, len(r.others) > 1, o != nil && (o.permanent || o.table == r.table):
		p.alone = one + one
	case o != nil:
		p.other, p.word = o.table, o.word
	}
	return p
}

// updateFastPath determines whether the fast path applies to the table: its facts are retained, no
// theta join watches their matches, and all facts have the same elements.
func (t *Table) updateFastPath() {
	t.fast = t.retains && t.places == nil && t.indexed == 0 && len(t.common.elements) <= ownPostings && t.watched == 0
	t.fastPaths = t.fastPaths[:0]
	for _, r := range t.common.elements[:min(ownPostings, len(t.common.elements))] {
		t.fastPaths = append(t.fastPaths, r.fastPath())
	}
}

// takeFast removes a resource of a fact. On the fast path, the loop has no calls, and values used
// after it are computed again, so that all variables of the loop stay in registers.
//
//go:noinline
func (n *Network) takeFast(x *Fact, id trace.ResourceID) {
	t := x.table
	f := &t.facts[x.row]
	if !t.fast || f.multiplicity != one || f.committed != one || !f.easy { // not the only resource
		n.take(t, x.row, id)
		return
	}
	f.multiplicity, f.committed, f.last = 0, 0, 0
	paths, armed := t.fastPaths, uint(0)
	for at, head := range f.postings[:len(paths)] {
		if head == 0 {
			continue
		}
		m := paths[at].conflicts
		m.idle++
		if place := m.words[head]; place-1 < greater-1 { // the weight is 1
			m.fall(head, place)
			if m.armed {
				armed |= 1 << at
			}
		} else if place > 0 {
			x.table.reviseFrom(at, x.Args())
			break
		}
	}
	t = x.table
	if armed != 0 {
		t.tell(armed)
	}
	if t.retained++; t.retained > mostRetained || len(t.buckets) > 0 {
		n.retain(t, x.row)
	}
}

// putFast puts a linear resource of a fact. It is the counterpart of takeFast.
//
//go:noinline
func (n *Network) putFast(x *Made, id trace.ResourceID) {
	t := x.Table
	row := t.quick(x.Args) - 1
	if int(row) >= len(t.facts) { // there is no row, or finding it takes a search
		row = n.row(t, x.Args)
	}
	f := &t.facts[row]
	if !t.fast || f.multiplicity|f.committed != 0 || !f.easy { // not the first resource
		n.put(t, row, id)
		return
	}
	f.multiplicity, f.committed, f.last = one, one, id
	t.retained--
	paths, armed := t.fastPaths, uint(0)
	for at, head := range f.postings[:len(paths)] {
		if head == 0 {
			continue
		}
		p := &paths[at]
		m, k := p.conflicts, p.alone
		m.idle++
		if p.other != nil {
			k = p.other.facts[m.words[int(head)+p.word]].committed
		}
		if k-1 < one { // the weight is to be 1
			m.rise(head)
			if m.armed {
				armed |= 1 << at
			}
		} else if k > 0 {
			x.Table.reviseFrom(at, x.Args)
			break
		}
	}
	if armed != 0 {
		x.Table.tell(armed)
	}
}

// reviseFrom updates the weights of the matches of a fact, from the first element on to which the
// fast path does not apply. This is so rare that the row is looked up again.
//
//go:noinline
func (t *Table) reviseFrom(at int, args []trace.Sym) {
	row, _ := t.find(args)
	revise(t.common.elements[at:], row, &t.facts[row])
}

// tell tells the network of the weights of some elements.
//
//go:noinline
func (t *Table) tell(readers uint) {
	for ; readers != 0; readers &= readers - 1 {
		t.fastPaths[bits.TrailingZeros(readers)].conflicts.sampler.tell()
	}
}
