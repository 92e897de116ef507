package compact

import (
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/row"
)

// quickTerms writes the terms of an event that its shape does not know. It returns false and
// writes nothing if a term has no code or differs in kind from the shape. The code that writes a
// term is inlined in the loop, for a call would take as long. quickTerms itself is not inlined,
// since most calls of its callers do not reach it.
//
//go:noinline
func (c *recorder) quickTerms(v *trace.Event, s *shape) bool {
	w, first := &c.windows[termColumn], firstCode(c.block.symbols.block)
	at := w.size
	for i := range s.written {
		p, args := &s.written[i], v.Args
		if p.fact >= 0 {
			args = atomOf(v, p.fact).Args
		}
		x := args[p.arg]
		if direct(x) != p.source {
			return false
		}
		if x >= trace.Numeral {
			at = w.put(at, uint64(x-trace.Numeral))
			continue
		}
		if (int(x) >= len(c.codes) || c.codes[x] < first) && !c.encode(x) {
			return false
		}
		at = w.code(at, c.codes[x])
	}
	w.size = at
	return true
}

// maxNear is how far behind the next resource one may be that is written in two bytes.
const maxNear = 1<<13 - 1

// quickUses writes what an event consumes and reads. Most of that was made not long ago.
func (b *blockWriter) quickUses(w *window, v *trace.Event, s *shape) {
	at, used := w.size, s.last
	for i, id := range v.Uses[:len(used)] {
		last := used[i]
		if id == last {
			at %= windowSize
			w.bytes[at] = 0
			at++
			continue
		}
		used[i] = id
		if back := uint64(b.next - id); back-1 >= b.near {
			at = w.put(at, useCode(id, b.next, last))
		} else {
			at = w.short(at, back*2)
		}
	}
	w.size = at
}

// atomOf returns a fact of an event by its place among all of them.
func atomOf(v *trace.Event, i int) *trace.Atom {
	if i < len(v.Makes) {
		return &v.Makes[i].Atom
	}
	i -= len(v.Makes)
	for _, list := range [2][]trace.Atom{v.Proves, v.Sensed} {
		if i < len(list) {
			return &list[i]
		}
		i -= len(list)
	}
	return &v.Acts[i]
}

// encode gives a term a code in this block. It returns false where there is none, as for
// small numerals.
func (c *recorder) encode(x trace.Sym) bool {
	if int(x) >= len(c.codes) || c.codes[x] == 0 { // it had none in an earlier block
		if !c.codable(x) {
			return false
		}
		c.codes = row.Extend(c.codes, len(c.Syms))
	}
	symbols, known := &c.block.symbols, c.Syms[x]-1
	number := symbols.number(known)
	if number >= maxCoded {
		return false
	}
	c.codes[x] = newCode(symbols.terms[known].block, number)
	return true
}

// codable reports whether a term may have codes, and learns it.
func (c *recorder) codable(x trace.Sym) bool {
	if x >= trace.Numeral {
		return false
	}
	if int(x) >= len(c.Syms) || c.Syms[x] == 0 {
		if c.Learn(x) != nil {
			return false // the general path reports the error
		}
	}
	known := c.Syms[x] - 1
	// It may be the same as another that looks different, or a row of such may be too much.
	return known < trace.Numeral && c.First[known] == x+1 && c.in.Size(known) <= maxCodedSize
}
