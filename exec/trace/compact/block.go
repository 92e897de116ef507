package compact

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/row"
)

// blockWriter gathers rows for a block.
type blockWriter struct {
	in *row.Interner
	// A block that has maxRows rows, or blockSize bytes, goes on as far as to maxSize bytes.
	maxRows, maxSize int
	start            []byte // bytes that say where the block starts
	step             trace.StepID
	next             trace.ResourceID
	choices          int
	// rows, steps and made are how many of each there are in the block.
	rows, steps, made int

	symbols symbolWriter

	shapes     map[string]*shape      // of this block and some before, by what files say of them
	draft      shape                  // of the row at hand
	recent     [][recentShapes]*shape // the latest shapes of each rule, the last first
	forms      []*shape               // the latest of a rule that have a form, by it
	latest     *shape                 // of the row before; nil at the start, and if no other row may have it
	shapeText  []byte
	shapeCount uint64

	columns *columns
	key     []byte
}

// maxShapes is how many shapes are known after a block, at the most.
const maxShapes = 1 << 16

// recentShapes is how many shapes of a rule are tried before they are looked up.
const recentShapes = 8

// reset begins the next block.
func (b *blockWriter) reset() {
	b.symbols.reset()
	b.start = binary.AppendUvarint(b.start[:0], uint64(b.step))
	b.start = binary.AppendUvarint(b.start, uint64(b.next))
	b.choices, b.rows, b.steps, b.made = 0, 0, 0, 0
	b.shapeText, b.shapeCount = b.shapeText[:0], 0
	if len(b.shapes) > maxShapes {
		clear(b.shapes)
	}
	clear(b.recent)
	b.forms, b.latest = b.forms[:0], nil
	for i := range b.columns {
		b.columns[i].size = 0
	}
	b.columns.grow(0)
}

// section returns the section of the block in pieces, without the checksum: columns are large,
// and so are not copied.
func (b *blockWriter) section() [][]byte {
	start := binary.AppendUvarint(b.start, uint64(b.rows))
	pieces, size := [][]byte{nil, start}, len(start)
	parts := [][]byte{b.symbols.text, b.shapeText}
	for i := range b.columns {
		parts = append(parts, b.columns[i].buf[:b.columns[i].size])
	}
	for _, part := range parts {
		length := binary.AppendUvarint(nil, uint64(len(part)))
		pieces = append(pieces, length, part)
		size += len(length) + len(part)
	}
	pieces[0] = binary.AppendUvarint([]byte{blockSection}, uint64(size))
	return pieces
}

// full reports whether the block is large enough. One of which the names are a large part grows on
// where the next one would say most of them again, as this one does with those of blocks before.
func (b *blockWriter) full() bool {
	size := len(b.symbols.text) + len(b.shapeText)
	for i := range b.columns {
		size += b.columns[i].size
	}
	if size < blockSize && b.rows < b.maxRows {
		return false
	}
	names := len(b.symbols.text)
	return size >= b.maxSize || names*namesShare <= size || b.symbols.again < names/2
}

func (b *blockWriter) row(r *row.Row) error {
	flags, err := b.flags(r)
	if err = cmp.Or(err, b.checkSize(r)); err != nil {
		return err
	}
	s := b.shape(r, outlineOf(r, flags))
	b.columns.grow(len(s.sources) + len(s.last) + 2*len(r.Made) + 2)
	b.columns[shapeColumn].add(s.number)
	if flags&oddFlag != 0 {
		if err := b.ids(r); err != nil {
			return err
		}
	}
	b.uses(r, s)
	b.terms(r, s)
	if !r.Initial {
		b.columns[choiceColumn].add(b.choice(r.Choices))
		b.step = r.ID
		b.steps++
	}
	if n := len(r.Made); n > 0 {
		b.next = r.Made[n-1] + 1
		b.made += n
	}
	return nil
}

// checkSize refuses a row that no reader takes, for its terms are too large.
func (b *blockWriter) checkSize(r *row.Row) error {
	size := b.in.Sizes(r.Args)
	for i := range r.Facts {
		size += b.in.Sizes(r.Facts[i].Args)
	}
	return cmp.Or(b.in.CheckTerms(r), r.Refuse(checkRow(size)))
}

// choice returns what says from how many the next step was chosen.
func (b *blockWriter) choice(choices int) uint64 {
	d := int64(choices - b.choices)
	b.choices = choices
	return uint64(d<<1 ^ d>>63)
}

// flags returns the flags of a row's shape.
func (b *blockWriter) flags(r *row.Row) (uint64, error) {
	chosen := slices.Index(choosers[:], r.Chosen)
	if chosen < 0 {
		return 0, fmt.Errorf("step %v: unknown chooser %q", r.ID, r.Chosen)
	}
	if err := trace.CheckVariant(r.Variant); err != nil {
		return 0, fmt.Errorf("step %v: %w", r.ID, err)
	}
	flags := uint64(chosen)<<chosenShift | uint64(r.Variant)<<variantShift
	if r.Initial {
		flags |= initialFlag
	}
	if b.odd(r) {
		flags |= oddFlag
	}
	return flags, nil
}

// odd reports whether the ids of a row do not simply count up.
func (b *blockWriter) odd(r *row.Row) bool {
	if !r.Initial && (r.ID != b.step+1 || len(r.Produces) != len(r.Made)) {
		return true
	}
	for i, id := range r.Made {
		if id != b.next+trace.ResourceID(i) || !r.Initial && r.Produces[i] != id {
			return true
		}
	}
	return false
}
