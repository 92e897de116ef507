package trace

import "encoding/binary"

// window is where the numbers of rows go that are written the quick way, before they go
// into a column. It is of one size, and a place in it is always taken modulo windowSize,
// so that nothing is checked at each byte.
type window struct {
	size  uint // how much of it is written
	bytes [windowSize + windowGap]byte
}

const (
	// windowSize is more than the numbers of someRows rows take.
	windowSize = someRows * rowSize
	// windowGap is room for what is written behind a number. It is so large that what is
	// written of several windows is not in the same places of the processor's cache, of which
	// each holds a few lines only.
	windowGap = 512
	// rowSize is more than the numbers of a row take that is written the quick way.
	rowSize = 512
	// maxQuick is how many numbers such a row has in a column, at the most.
	maxQuick = rowSize/binary.MaxVarintLen64 - 1
)

// add writes a number that is nearly always small.
func (w *window) add(n uint64) {
	if n < 0x80 {
		w.bytes[w.size%windowSize] = byte(n)
		w.size++
		return
	}
	w.size = w.put(w.size, n)
}

// put writes a number at a place as binary.PutUvarint does, and maybe a byte behind it. It
// returns the place after the number.
func (w *window) put(at uint, n uint64) uint {
	for ; n >= 1<<14; n >>= 7 {
		w.bytes[at%windowSize] = byte(n) | 0x80
		at++
	}
	more := (n + 0x7f80) >> 15 // 1 if it takes two bytes
	binary.LittleEndian.PutUint16(w.bytes[at%windowSize:], uint16(n+n&^0x7f|more<<7))
	return at + 1 + uint(more)
}

// zero writes a zero, as put does.
func (w *window) zero(at uint) uint {
	w.bytes[at%windowSize] = 0
	return at + 1
}

// code is a symbol of a block as it stands in the column of terms: in the upper half the
// number of the block, or [everyBlock], below it how many bytes it takes, and in the rest
// these. Zero is no code.
type code uint64

// The parts of a code.
const (
	codeBlock = 32
	codeSize  = 24
	// maxCoded is the first symbol for which there is no room.
	maxCoded = 1 << (codeSize / 8 * 7)
	// maxCodedSize is how many bytes a term may have so that no row of such has more than
	// maxRowSize: it has no more than maxQuick arguments.
	maxCodedSize = maxRowSize / maxQuick
)

func newCode(block, number uint32) code {
	var bytes [binary.MaxVarintLen64]byte
	size := binary.PutUvarint(bytes[:], uint64(number))
	return code(block)<<codeBlock | code(size)<<codeSize | code(binary.LittleEndian.Uint32(bytes[:]))
}

// in reports whether the code is one of a block. There are no codes of later ones.
func (k code) in(block uint32) bool { return uint32(k>>codeBlock) >= block }

// code writes a code at a place, and maybe some bytes behind it. It returns the place
// after the code.
func (w *window) code(at uint, k code) uint {
	binary.LittleEndian.PutUint32(w.bytes[at%windowSize:], uint32(k))
	return at + uint(uint8(k>>codeSize))
}
