package compact

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/row"
)

// ids writes the ids of an odd row.
func (b *blockWriter) ids(r *row.Row) error {
	c := b.columns[idColumn]
	if !r.Initial {
		c = binary.AppendVarint(c, int64(r.ID-b.step-1))
	}
	next := b.next
	for _, id := range r.Made {
		c = binary.AppendVarint(c, int64(id-next))
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
		c = binary.AppendUvarint(c, uint64(i))
	}
	b.columns[idColumn] = c
	return nil
}

// uses writes what a row consumes and reads.
func (b *blockWriter) uses(r *row.Row, s *shape) {
	c := b.columns[useColumn]
	at := 0
	for _, ids := range [2][]trace.ResourceID{r.Consumes, r.Reads} {
		for _, id := range ids {
			c = binary.AppendUvarint(c, useCode(id, b.next, s.last[at]))
			s.last[at] = id
			at++
		}
	}
	b.columns[useColumn] = c
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
			b.columns[termColumn] = binary.AppendUvarint(b.columns[termColumn], uint64(b.symbols.number(x)))
		case fromNumerals:
			b.columns[termColumn] = binary.AppendUvarint(b.columns[termColumn], uint64(x-trace.Numeral))
		}
	}
}

// shape returns the shape of a row of that outline.
func (b *blockWriter) shape(r *row.Row, o outline) *shape {
	if int(r.Rule) >= len(b.recent) {
		b.recent = row.Extend(b.recent, int(r.Rule)+1)
	}
	recent := &b.recent[r.Rule]
	for i, s := range recent {
		if s == nil {
			break
		}
		if s.fits(r, &o) {
			b.promote(recent, i)
			return s
		}
	}
	s := b.newShape(r, &o)
	b.remember(s)
	return s
}

// remember makes a shape that has not come up lately the latest, if others than this row may have it.
func (b *blockWriter) remember(s *shape) {
	if s.free <= maxFree {
		recent := &b.recent[s.rule]
		last := len(recent) - 1
		recent[last] = s
		b.promote(recent, last)
	}
}

// promote makes a shape the latest.
func (b *blockWriter) promote(recent *[recentShapes]*shape, i int) {
	if i > 0 {
		b.forget(recent[0])
		s := recent[i]
		copy(recent[1:i+1], recent[:i])
		recent[0] = s
	}
}

// newShape returns the shape of a row that has not come up lately.
func (b *blockWriter) newShape(r *row.Row, o *outline) *shape {
	s := newShape(r, o)
	b.key = s.append(b.key[:0], b.in)
	if known := b.shapes[string(b.key)]; known != nil {
		return known
	}
	s.text = string(b.key)
	b.enter(s)
	return s
}

// enter enters a shape that the block does not have.
func (b *blockWriter) enter(s *shape) {
	s.number = b.shapeCount
	b.shapeCount++
	b.shapeText = append(b.shapeText, s.text...)
	if s.free <= maxFree {
		b.shapes[s.text] = s
	}
}
