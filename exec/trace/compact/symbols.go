package compact

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/row"
)

// symbolWriter gathers the terms of a block.
type symbolWriter struct {
	in     *row.Interner
	block  uint32 // its number, from 1
	text   []byte
	count  uint32
	shared uint32  // how many are symbols of all blocks
	again  int     // how many bytes of text a block before had, too
	terms  []stamp // by Sym
	// known has what files say of terms that are made of no others, one behind
	// the other: the names of a large program lie all over the memory, and a block
	// may need most of them.
	known []byte
}

// stamp is a term as the latest block has it that has it, or [everyBlock].
type stamp struct {
	block, number uint32
	// from and to are the bounds of its entry in known; to is 0 if it has none.
	from, to uint32
}

// forget forgets what files say of terms. Symbols of all blocks stay.
func (w *symbolWriter) forget() {
	clear(w.terms[w.in.Lasting:])
	w.known = w.known[:0]
}

// maxKnown is how many bytes are known at the most.
const maxKnown = 1 << 28

// reset begins the next block.
func (w *symbolWriter) reset() {
	w.block++
	w.text, w.count, w.again = w.text[:0], w.shared, 0
}

// number returns the number of a term in the block.
func (w *symbolWriter) number(x trace.Sym) uint32 {
	if int(x) >= len(w.terms) {
		w.terms = row.Extend(w.terms, len(w.in.Terms))
	}
	s := &w.terms[x]
	if s.block >= w.block {
		return s.number
	}
	before, from := s.block > 0, len(w.text)
	if s.to > 0 {
		known := w.known[s.from:s.to]
		w.text = append(w.text, known...)
	} else {
		w.learn(x)
	}
	if before {
		w.again += len(w.text) - from
	}
	s = &w.terms[x] // it may have moved
	s.block, s.number = w.block, w.count
	w.count++
	return s.number
}

// learn adds a term, behind those it is made of. What files say of a constant is kept.
func (w *symbolWriter) learn(x trace.Sym) {
	e := &w.in.Terms[x]
	for _, arg := range e.Args {
		if arg < trace.Numeral {
			w.number(arg)
		}
	}
	from := len(w.text)
	n := uint64(len(e.Args)) << 1
	if e.Number {
		n |= 1
	}
	w.text = appendText(binary.AppendUvarint(w.text, n), e.Head)
	for _, arg := range e.Args {
		code := uint64(arg-trace.Numeral)<<1 | 1
		if arg < trace.Numeral {
			code = uint64(w.number(arg)) << 1
		}
		w.text = binary.AppendUvarint(w.text, code)
	}
	if text := w.text[from:]; len(e.Args) == 0 && len(w.known)+len(text) <= maxKnown {
		s := &w.terms[x]
		s.from = uint32(len(w.known))
		w.known = append(w.known, text...)
		s.to = uint32(len(w.known))
	}
}

// maxShared is how many constants of a header are symbols of all blocks, at the most: half as many
// as have codes.
const maxShared = 1 << 20

// sharedConstants returns the constants of a header that are symbols of all blocks. Constants of
// small types come first, for these are used the most and get the small numbers; types of one size
// keep the order of the header. The list ends at maxShared, or before the first name that is no
// term or that JSON may have changed, as it does with invalid UTF-8. A constant declared twice has
// two places.
func sharedConstants(h *trace.Header) []string {
	if h.Program == nil {
		return nil
	}
	types := slices.Clone(h.Program.Types)
	slices.SortStableFunc(types, func(a, b trace.Type) int { return cmp.Compare(len(a.Constants), len(b.Constants)) })
	count := 0
	for i := range types {
		count += len(types[i].Constants)
	}
	all := make([]string, 0, min(count, maxShared))
	for i := range types {
		for _, name := range types[i].Constants {
			c := trace.Const(name)
			if len(all) == maxShared || c.CheckHead(1, c.Size()) != nil || strings.ContainsRune(name, utf8.RuneError) {
				return all
			}
			all = append(all, name)
		}
	}
	return all
}

// everyBlock is in the place of a block's number where a symbol is one of all blocks.
const everyBlock = math.MaxUint32

// share makes the constants of a header symbols of all blocks. Of duplicates the first counts.
func (w *symbolWriter) share(h *trace.Header) error {
	all := sharedConstants(h)
	w.in.Expect(len(all))
	w.terms = make([]stamp, 0, len(all))
	for i, name := range all {
		x, err := w.in.Term(trace.Const(name))
		if err != nil {
			return err
		}
		w.terms = row.Extend(w.terms, int(x)+1)
		if s := &w.terms[x]; s.block != everyBlock {
			s.block, s.number = everyBlock, uint32(i)
		}
		w.shared++
	}
	w.count, w.in.Lasting = w.shared, len(w.in.Terms)
	return nil
}
