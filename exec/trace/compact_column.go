package trace

import "encoding/binary"

// The columns of a block.
const (
	shapeColumn = iota
	idColumn
	termColumn
	useColumn
	choiceColumn
	columnCount
)

// someRows is after how many rows there is a look at how large a block is.
const someRows = 64

// window returns where the next row goes in a column. There is room for it since the
// last call of reserve.
func (b *blockWriter) window(column int) *window {
	c := b.columns[column]
	return (*window)(c[len(c):cap(c)])
}

// filled says how much of a window there is to keep.
func (b *blockWriter) filled(column int, size uint) {
	c := b.columns[column]
	b.columns[column] = c[:len(c)+int(size)]
}

// put writes a number into a column.
func (b *blockWriter) put(column int, n uint64) {
	if c := &b.columns[column]; n < 0x80 {
		*c = append(*c, byte(n))
	} else {
		*c = binary.AppendUvarint(*c, n)
	}
}

// reserve makes room for as many rows as there may be before the next call, if they are
// written the quick way.
func (b *blockWriter) reserve() {
	for _, column := range [2]int{termColumn, useColumn} {
		if c := b.columns[column]; cap(c)-len(c) < (someRows+1)*rowSize {
			b.columns[column] = append(make([]byte, 0, 2*len(c)+(someRows+1)*rowSize), c...)
		}
	}
}
