package compact

import (
	"encoding/binary"
	"sync"

	"github.com/ceptre-graph/ceptre/exec/trace"
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
type columns [columnCount][]byte

// spareColumns are columns of traces that have ended. Those of a short run would else spend
// more time to become as large as a block than what they hold takes to write.
var spareColumns = sync.Pool{New: func() any { return new(columns) }}

// giveBack makes columns spare ones, and returns others that are empty.
func (c *columns) giveBack() *columns {
	spareColumns.Put(c)
	return new(columns)
}

// someRows is after how many rows there is a look at how large a block is.
const someRows = 64

// put writes a number into a column.
func (b *blockWriter) put(column int, n uint64) {
	b.columns[column] = binary.AppendUvarint(b.columns[column], n)
}

// grow counts rows with consecutive ids, and the resources that they make, as counted does.
func (b *blockWriter) grow(rows, made int) bool {
	b.next += trace.ResourceID(made)
	b.made += made
	return b.counted(rows)
}

// counted counts rows, and reports whether it is time for a look, which none of them goes beyond.
func (b *blockWriter) counted(rows int) bool {
	b.rows += rows
	return b.rows%someRows == 0
}
