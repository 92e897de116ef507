package compact

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// errMalformed is the error for a block that no writer writes.
var errMalformed = errors.New("makes no sense")

// blockReader reads the rows of a block, one after the other, with no more room
// than the block and a row need.
type blockReader struct {
	version byte // version is that of the file
	texts   texts
	shared  []symbol // of all blocks
	symbols []symbol // of this one; their numbers are those after the shared ones
	shapes  []writtenShape
	step    trace.StepID
	next    trace.ResourceID
	choices int
	rows    uint64 // how many are left
	said    int64  // how many bytes the arguments of all rows so far have
	columns [columnCount]cursor

	// The row that was read last, and what it is made of.
	made    []trace.Resource
	initial bool // nothing fired
	fired   trace.Step
	size    int // how many bytes its arguments have
	args    []trace.Term
	sizes   []int // of those of the rule
	facts   []trace.Fact
	uses    []trace.ResourceID
	produce []trace.ResourceID
}

// symbol is a term of a block.
type symbol struct {
	term  trace.Term
	depth int // 1 for one without arguments
	size  int // what Size of [trace.Term] says of the term
}

// texts holds one copy of each text, for blocks say the same few over and over.
type texts map[string]string

// maxTexts is how many texts are held at once.
const maxTexts = 1 << 16

func (t texts) read(c *cursor) string {
	text := c.part()
	if len(text) > trace.MaxTermSize-1 {
		c.spoil()
		return ""
	}
	known, ok := t[string(text)]
	if !ok {
		if len(t) == maxTexts {
			clear(t)
		}
		known = string(text)
		t[known] = known
	}
	return known
}

// open begins a block.
func (b *blockReader) open(body []byte) error {
	c := &cursor{rest: body}
	b.step, b.next, b.choices = trace.StepID(c.uint()), trace.ResourceID(c.uint()), 0
	b.rows = c.uint()
	symbols, shapes := &cursor{rest: c.part()}, &cursor{rest: c.part()}
	for i := range b.columns {
		b.columns[i] = cursor{rest: c.part()}
	}
	if c.spoilt || len(c.rest) > 0 {
		return errMalformed
	}
	if err := b.readSymbols(symbols); err != nil {
		return err
	}
	b.shapes = b.shapes[:0]
	for len(shapes.rest) > 0 {
		b.shapes = append(b.shapes, b.shape(shapes))
	}
	if shapes.spoilt {
		return errMalformed
	}
	return nil
}

// readSymbols reads the terms of a block, and checks each of them once.
func (b *blockReader) readSymbols(c *cursor) error {
	b.symbols = b.symbols[:0]
	for len(c.rest) > 0 {
		s := b.symbol(c)
		if c.spoilt {
			return errMalformed
		}
		if err := s.term.CheckHead(s.depth, s.size); err != nil {
			return err
		}
		b.symbols = append(b.symbols, s)
	}
	return nil
}

func (b *blockReader) symbol(c *cursor) symbol {
	n := c.uint()
	s := symbol{term: trace.Term{Head: trace.Spelled(b.texts.read(c)), Number: n&1 != 0}, depth: 1}
	s.size = s.term.Size()
	for range c.bounded(n>>1, c) {
		arg := b.argument(c)
		s.term.Args = append(s.term.Args, arg.term)
		s.depth = max(s.depth, arg.depth+1)
		s.size = min(s.size+arg.size, trace.MaxTermSize+1)
	}
	return s
}

// argument reads an argument of a symbol.
func (b *blockReader) argument(c *cursor) symbol {
	x := c.uint()
	if x&1 != 0 {
		t := number31(c, x>>1)
		return symbol{term: t, depth: 1, size: t.Size()}
	}
	return *b.numbered(c, x>>1)
}

// numbered returns the symbol with a number.
func (b *blockReader) numbered(c *cursor, n uint64) *symbol {
	if n < uint64(len(b.shared)) {
		return &b.shared[n]
	}
	if n -= uint64(len(b.shared)); n < uint64(len(b.symbols)) {
		return &b.symbols[n]
	}
	c.spoil()
	return new(symbol)
}

// number31 returns a numeral, which must be a small one.
func number31(c *cursor, n uint64) trace.Term {
	if n > math.MaxInt32 {
		c.spoil()
	}
	return trace.Term{Head: strconv.FormatUint(n, 10), Number: true}
}

// more reports whether there is another row, and reads it.
func (b *blockReader) more() (bool, error) {
	if b.rows == 0 {
		for i := range b.columns {
			if len(b.columns[i].rest) > 0 {
				return false, errMalformed
			}
		}
		return false, nil
	}
	b.rows--
	shape := &b.columns[shapeColumn]
	s := &writtenShape{}
	if n := shape.uint(); n < uint64(len(b.shapes)) {
		s = &b.shapes[n]
	} else {
		shape.spoil()
	}
	if s.free > maxFree && s.used {
		shape.spoil()
	}
	s.used = true
	b.row(s)
	for i := range b.columns {
		if b.columns[i].spoilt {
			return false, errMalformed
		}
	}
	b.said += int64(b.size)
	switch err := checkRow(b.size); {
	case err == nil:
		return true, nil
	case b.initial:
		return false, fmt.Errorf("resource %v: %w", b.next-1, err)
	default:
		return false, fmt.Errorf("step %v: %w", b.step, err)
	}
}

// checkRow refuses a row with arguments that are too large.
func checkRow(size int) error {
	if size > maxRowSize {
		return fmt.Errorf("terms of more than %d bytes in one record", maxRowSize)
	}
	return nil
}

// cursor reads numbers and texts off arbitrary bytes. Reading past the end returns zero and makes
// the cursor fail for good.
type cursor struct {
	rest   []byte
	spoilt bool
}

func (c *cursor) spoil() {
	c.rest, c.spoilt = nil, true
}

func (c *cursor) uint() uint64 {
	if len(c.rest) > 0 && c.rest[0] < 0x80 { // most are small
		x := uint64(c.rest[0])
		c.rest = c.rest[1:]
		return x
	}
	x, n := binary.Uvarint(c.rest)
	if n <= 0 {
		c.spoil()
		return 0
	}
	c.rest = c.rest[n:]
	return x
}

// int reads a number with a sign.
func (c *cursor) int() int {
	x := c.uint()
	return int(int64(x>>1) ^ -int64(x&1))
}

// count reads how many things follow in another cursor, or in this one. Each takes
// a byte at least, so that no more room is made than there are bytes.
func (c *cursor) count(of *cursor) int { return c.bounded(c.uint(), of) }

// bounded returns a number of things that follow in a cursor, if there is room for
// them.
func (c *cursor) bounded(n uint64, of *cursor) int {
	if n > uint64(len(of.rest)) {
		c.spoil()
		return 0
	}
	return int(n)
}

// part reads a part.
func (c *cursor) part() []byte {
	n := c.count(c)
	p := c.rest[:n]
	c.rest = c.rest[n:]
	return p
}
