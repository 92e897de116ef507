package compact

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/row"
)

// maxShared is how many constants of a header are symbols of all blocks, at the most: so many
// that the quick way still has room for as many terms of a block.
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

// sharedSymbols returns the symbols of all blocks of a file with a header.
func sharedSymbols(h *trace.Header) []symbol {
	var all []symbol
	for _, name := range sharedConstants(h) {
		c := trace.Const(name)
		all = append(all, symbol{term: c, depth: 1, size: c.Size()})
	}
	return all
}
