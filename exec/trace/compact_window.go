package trace

import "encoding/binary"

// window is where the numbers of a row go in a column. It is of one size, and a place in
// it is always taken modulo rowSize, so that nothing is checked at each byte.
type window [rowSize + 8]byte

const (
	// rowSize is more than the numbers of a row take that is written the quick way.
	rowSize = 512
	// maxQuick is how many numbers such a row has in a column, at the most.
	maxQuick = rowSize/binary.MaxVarintLen64 - 1
)

// put writes a number as binary.PutUvarint does, and maybe a byte behind it. It returns
// the place after the number.
func (w *window) put(at uint, n uint64) uint {
	for ; n >= 1<<14; n >>= 7 {
		w[at%rowSize] = byte(n) | 0x80
		at++
	}
	more := (0x7f - n) >> 63 // 1 if it takes two bytes
	binary.LittleEndian.PutUint16(w[at%rowSize:], uint16(n+n&^0x7f|more<<7))
	return at + 1 + uint(more)
}

// uses writes resources, next being the next to be made, and last what was used at
// each of these places the last time.
func (w *window) uses(at uint, ids, last []ResourceID, next ResourceID) uint {
	last = last[:len(ids)]
	for i, id := range ids {
		if id == last[i] {
			w[at%rowSize] = 0
			at++
			continue
		}
		at = w.put(at, useCode(id, next, last[i]))
		last[i] = id
	}
	return at
}

// code is a symbol of a block as it stands in the column of terms: in the upper half the
// number of the block, below it how many bytes it takes, and in the rest these. Zero
// is no code.
type code uint64

// The parts of a code.
const (
	codeBlock = 32
	codeSize  = 24
	// maxCoded is the first symbol for which there is no room.
	maxCoded = 1 << (codeSize / 8 * 7)
)

func newCode(block, number uint32) code {
	var bytes [binary.MaxVarintLen64]byte
	size := binary.PutUvarint(bytes[:], uint64(number))
	return code(block)<<codeBlock | code(size)<<codeSize | code(binary.LittleEndian.Uint32(bytes[:]))
}

// in reports whether the code is one of a block.
func (k code) in(block uint32) bool { return uint32(k>>codeBlock) == block }

// terms writes the codes of terms of a block. It returns false where one has none.
func (w *window) terms(args []Sym, codes []code, block uint32) (at uint, ok bool) {
	for _, x := range args {
		if int(x) >= len(codes) || !codes[x].in(block) {
			return 0, false
		}
		at = w.code(at, codes[x])
	}
	return at, true
}

func (w *window) code(at uint, k code) uint {
	binary.LittleEndian.PutUint32(w[at%rowSize:], uint32(k))
	return at + uint(uint8(k>>codeSize))
}
