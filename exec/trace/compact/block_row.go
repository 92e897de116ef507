package compact

import (
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/row"
)

// ids writes the ids of an odd row.
func (b *blockWriter) ids(r *row.Row) error {
	c := &b.columns[idColumn]
	if !r.Initial {
		c.addSigned(int64(r.ID - b.step - 1))
	}
	next := b.next
	for _, id := range r.Made {
		c.addSigned(int64(id - next))
		next = id + 1
	}
	if !r.Initial && len(r.Produces) != len(r.Made) {
		return fmt.Errorf("step %v: does not produce just what it makes", r.ID)
	}
	for i, id := range r.Produces {
		if r.Made[i] != id {
			i = slices.Index(r.Made, id)
		}
		if i < 0 {
			return fmt.Errorf("step %v: produces %v, which it does not make", r.ID, id)
		}
		c.add(uint64(i))
	}
	return nil
}

// uses writes what a row consumes and reads.
func (b *blockWriter) uses(r *row.Row, s *shape) {
	at := 0
	for _, ids := range [2][]trace.ResourceID{r.Consumes, r.Reads} {
		for _, id := range ids {
			b.columns[useColumn].add(useCode(id, b.next, s.last[at]))
			s.last[at] = id
			at++
		}
	}
}

// useCode returns what stands for a resource.
func useCode(id, next, last trace.ResourceID) uint64 {
	if id == last {
		return 0
	}
	code := uint64(id)<<1 | 1
	if d := uint64(next - id); d-1 < uint64(id) {
		code = d << 1
	}
	return code
}

// terms writes the arguments that the shape does not know.
func (b *blockWriter) terms(r *row.Row, s *shape) {
	b.some(r.Args, s.sources)
	at := len(r.Args)
	for i := range r.Facts {
		n := len(r.Facts[i].Args)
		b.some(r.Facts[i].Args, s.sources[at:at+n])
		at += n
	}
}

func (b *blockWriter) some(args []trace.Sym, sources []source) {
	for i, x := range args {
		switch sources[i] {
		case fromSymbols:
			b.columns[termColumn].add(uint64(b.symbols.number(x)))
		case fromNumerals:
			b.columns[termColumn].add(uint64(x - trace.Numeral))
		}
	}
}

// shape returns the shape of a row of that outline.
func (b *blockWriter) shape(r *row.Row, o outline) *shape {
	b.recent = row.Extend(b.recent, int(r.Rule)+1)
	recent := &b.recent[r.Rule]
	at := slices.IndexFunc(recent[:], func(s *shape) bool { return s == nil || s.fits(r, &o) })
	var s *shape
	if at >= 0 && recent[at] != nil {
		s = recent[at]
	} else {
		s = b.newShape(r, &o)
		if b.latest = nil; s.free > maxFree {
			return s // no other row may have it
		}
		at = len(recent) - 1
	}
	if b.latest = s; recent[0] != s {
		b.forget(recent[0])
		copy(recent[1:at+1], recent[:at])
		recent[0] = s
	}
	return s
}

// forget takes back the form of a shape, if there is one.
func (b *blockWriter) forget(s *shape) {
	if s != nil && s.form != 0 {
		b.forms[s.form] = nil
		s.form = 0
	}
}

// newShape returns the shape of a row that has not come up lately, and enters it if the block does
// not have it.
func (b *blockWriter) newShape(r *row.Row, o *outline) *shape {
	b.draft.set(r, o)
	b.key = b.draft.append(b.key[:0], b.in)
	s := b.shapes[string(b.key)]
	if s == nil {
		d := b.draft
		s = &d
		s.facts, s.sources, s.written = slices.Clone(d.facts), slices.Clone(d.sources), slices.Clone(d.written)
		s.last = make([]trace.ResourceID, s.consumes+s.reads)
		if s.free <= maxFree {
			b.shapes[string(b.key)] = s
		}
	}
	if s.block != b.symbols.block {
		s.block, s.number, s.form = b.symbols.block, b.shapeCount, 0
		clear(s.last)
		b.shapeCount++
		b.shapeText = append(b.shapeText, b.key...)
	}
	return s
}
