package compact

import (
	"encoding/binary"
	"slices"
	"sync"
)

// The columns of a block.
const (
	shapeColumn = iota
	idColumn
	termColumn
	useColumn
	choiceColumn
	columnCount
)

// columns are those that are written of a block.
type columns [columnCount]column

// column holds numbers. Its buffer has room for the next of them, so that writing one is a store.
type column struct {
	buf  []byte
	size int // how much of buf is written
}

const (
	// someRows is after how many rows there is a look at how large a block is.
	someRows = 64
	// maxRowNumbers is how many numbers a row may have in a column to be written by its form.
	maxRowNumbers = 48
	// someRoom is the room in each column for all rows until the next look that are written by
	// their forms.
	someRoom = (someRows + 1) * maxRowNumbers * binary.MaxVarintLen64
)

// spareColumns are columns of traces that have ended. Those of a short run would else spend
// more time to become as large as a block than what they hold takes to write.
var spareColumns = sync.Pool{New: func() any { return new(columns) }}

// grow makes room in each column for so many numbers, and for rows that are written by their forms.
func (c *columns) grow(numbers int) {
	room := numbers*binary.MaxVarintLen64 + someRoom
	for i := range c {
		if c := &c[i]; len(c.buf)-c.size < room {
			buf := slices.Grow(c.buf[:c.size], max(room, c.size))
			c.buf = buf[:cap(buf)]
		}
	}
}

// add writes a number, for which there must be room.
func (c *column) add(n uint64) { c.size = put(c.buf, c.size, n) }

// addSigned writes a number with a sign.
func (c *column) addSigned(n int64) { c.add(uint64(n<<1 ^ n>>63)) }

// put writes a number at a place, and maybe a byte behind it. It returns the place after the number.
// Whether that takes one byte or two is as good as random for resources, so there is no branch for it.
func put(buf []byte, at int, n uint64) int {
	for ; n >= 1<<14; n >>= 7 {
		buf[at] = byte(n) | 0x80
		at++
	}
	high := n >> 7
	more := (high + 0xff) >> 8 // 1 if it takes two bytes
	binary.LittleEndian.PutUint16(buf[at:], uint16(n+(high+more)<<7))
	return at + 1 + int(more)
}

// code is a symbol of a block as it stands in the column of terms: in the upper half the
// number of the block, or [everyBlock], in the lowest byte how many bytes it takes, and
// between them these. Zero is no code.
type code uint64

// The parts of a code.
const (
	codeBlock = 32
	codeBytes = 8
	// maxCoded is the first symbol for which there is no room.
	maxCoded = 1 << ((codeBlock - codeBytes) / 8 * 7)
	// maxCodedSize is how many bytes a term may have so that no row of such has more than
	// maxRowSize: it has no more than maxRowNumbers arguments.
	maxCodedSize = maxRowSize / maxRowNumbers
)

func newCode(block, number uint32) code {
	var bytes [binary.MaxVarintLen64]byte
	size := binary.PutUvarint(bytes[:], uint64(number))
	return code(block)<<codeBlock | code(binary.LittleEndian.Uint32(bytes[:]))<<codeBytes | code(size)
}

// firstCode is no more than any code of a block, and more than those of the blocks before.
func firstCode(block uint32) code { return code(block) << codeBlock }

// put writes a code at a place, and maybe some bytes behind it. It returns the place after the code.
func (k code) put(buf []byte, at int) int {
	binary.LittleEndian.PutUint32(buf[at:], uint32(k>>codeBytes))
	return at + int(uint8(k))
}
