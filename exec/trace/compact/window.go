package compact

import "encoding/binary"

// window is where the numbers of rows go that are written the quick way, before they go
// into a column. It is of one size, and a place in it is always taken modulo windowSize,
// so that nothing is checked at each byte.
type window struct {
	size  uint // how much of it is written
	bytes [windowSize + windowGap]byte
}

const (
	windowSize = 1 << 15
	// maxPending is how much stands in all windows, at the most, after a look. To put it into
	// the columns more often takes time, and more of it would not stay in the cache.
	maxPending = 4096
	// windowGap is room for the bytes written behind a number. It is large enough to keep the
	// windows in different sets of the processor's cache, each of which holds only a few lines.
	windowGap = 512
	// rowSize is no less than the numbers of a row take that is written the quick way, so that
	// there is room for all that are written until the next look.
	rowSize = (windowSize - maxPending) / someRows
	// maxQuick is how many numbers such a row has in a column, at the most.
	maxQuick = rowSize/binary.MaxVarintLen64 - 1
)

// add writes a number that is nearly always small.
func (w *window) add(n uint64) {
	if n < 0x80 {
		w.byte(n)
		return
	}
	w.size = w.put(w.size, n)
}

// byte writes a number that takes one byte.
func (w *window) byte(n uint64) {
	w.bytes[w.size%windowSize] = byte(n)
	w.size++
}

// put writes a number at a place as binary.PutUvarint does, and maybe a byte behind it. It
// returns the place after the number.
func (w *window) put(at uint, n uint64) uint {
	for ; n >= 1<<14; n >>= 7 {
		w.bytes[at%windowSize] = byte(n) | 0x80
		at++
	}
	return w.short(at, n)
}

// short is put for a number of no more than two bytes.
func (w *window) short(at uint, n uint64) uint {
	high := n >> 7
	more := (high + 0xff) >> 8 // 1 if it takes two bytes
	n += (high + more) << 7
	at %= windowSize
	w.bytes[at] = byte(n)
	w.bytes[at+1] = byte(n >> 8)
	return at + 1 + uint(more)
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
	// maxRowSize: it has no more than maxQuick arguments.
	maxCodedSize = maxRowSize / maxQuick
)

func newCode(block, number uint32) code {
	var bytes [binary.MaxVarintLen64]byte
	size := binary.PutUvarint(bytes[:], uint64(number))
	return code(block)<<codeBlock | code(binary.LittleEndian.Uint32(bytes[:]))<<codeBytes | code(size)
}

// firstCode is no more than any code of a block, and more than those of the blocks before.
func firstCode(block uint32) code { return code(block) << codeBlock }

// code writes a code at a place, and maybe some bytes behind it. It returns the place
// after the code.
func (w *window) code(at uint, k code) uint {
	at %= windowSize
	bytes := k >> codeBytes
	w.bytes[at] = byte(bytes)
	w.bytes[at+1] = byte(bytes >> 8)
	w.bytes[at+2] = byte(bytes >> 16)
	w.bytes[at+3] = byte(bytes >> 24) // what the processor can write in one go
	return at + uint(uint8(k))
}
