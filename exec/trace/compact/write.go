package compact

import (
	"encoding/binary"
	"hash/crc32"
	"io"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/json"
	"github.com/ceptre-graph/ceptre/exec/trace/row"
)

// Write writes a run in the compact form.
func Write(w io.Writer, s *trace.Stream) error {
	in := row.NewInterner()
	return row.Copy(newSink(w, in), in, s)
}

// sink writes rows in the compact form.
type sink struct {
	out    io.Writer
	in     *row.Interner
	at     int64 // how many bytes are written
	blocks []blockInfo
	block  blockWriter
	spare  int // how many times as many terms are known as the last block had
}

func newSink(w io.Writer, in *row.Interner) *sink {
	c := &sink{out: w, in: in, spare: 4}
	c.block = blockWriter{
		in: in, maxRows: blockRows, maxSize: maxBlockSize, next: 1,
		symbols: symbolWriter{in: in}, shapes: make(map[string]*shape), columns: spareColumns.Get().(*columns),
	}
	c.block.reset()
	in.OnForget(c.block.symbols.forget)
	return c
}

func (c *sink) Begin(h *trace.Header) error {
	text, err := json.Marshal(h)
	if err != nil {
		return err
	}
	if err := c.block.symbols.share(h); err != nil {
		return err
	}
	return c.write(appendSection(append([]byte(magic), version), headerSection, text))
}

func (c *sink) write(data []byte) error {
	n, err := c.out.Write(data)
	c.at += int64(n)
	return err
}

func (c *sink) Row(r *row.Row) error {
	if err := c.block.row(r); err != nil {
		return err
	}
	return c.count()
}

// count counts a row, and writes the block if it is full, for which it looks once in a while.
func (c *sink) count() error {
	if c.block.rows++; c.block.rows%someRows != 0 {
		return nil
	}
	return c.look()
}

func (c *sink) look() error {
	c.block.columns.grow(0)
	if c.block.full() {
		return c.Flush()
	}
	return nil
}

// Flush writes the block.
func (c *sink) Flush() error {
	b := &c.block
	if b.rows == 0 {
		return nil
	}
	at, sum := c.at, uint32(0)
	for _, piece := range b.section() {
		sum = crc32.Update(sum, checksums, piece)
		if err := c.write(piece); err != nil {
			return err
		}
	}
	if err := c.write(binary.LittleEndian.AppendUint32(nil, sum)); err != nil {
		return err
	}
	c.blocks = append(c.blocks, blockInfo{c.at - at, b.steps, b.made})
	needed := int(b.symbols.count)
	b.reset()
	c.in.Tidy(c.spare * needed)
	return nil
}

func (c *sink) End(e *trace.End) error {
	if err := c.Flush(); err != nil {
		return err
	}
	if e != nil {
		body, err := endBody(e)
		if err != nil {
			return err
		}
		if err := c.write(appendSection(nil, endSection, body)); err != nil {
			return err
		}
	}
	at := c.at
	index := appendSection(nil, indexSection, indexBody(c.blocks))
	spareColumns.Put(c.block.columns)
	c.block.columns = new(columns)
	return c.write(append(binary.LittleEndian.AppendUint64(index, uint64(at)), tail...))
}

func endBody(e *trace.End) ([]byte, error) {
	rest := *e
	rest.Alive = nil
	text, err := json.Marshal(&rest)
	body := binary.AppendUvarint(make([]byte, 0, 2*len(e.Alive)+len(text)+binary.MaxVarintLen64), uint64(len(e.Alive)))
	last := trace.ResourceID(0)
	for _, id := range e.Alive {
		body = binary.AppendVarint(body, int64(id-last))
		last = id
	}
	return append(body, text...), err
}
