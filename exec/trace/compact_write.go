package trace

import (
	"encoding/binary"
	"hash/crc32"
	"io"
)

// WriteCompact writes a trace in the compact form: a few bytes a step, in blocks
// each of which can be read by itself. See compact.go for what it looks like.
func WriteCompact(w io.Writer, t *Trace) error {
	return t.Stream().WriteCompact(w)
}

// NewCompactRecorder returns a recorder that writes to w, a block at a time; End
// writes the last, and the index.
func NewCompactRecorder(w io.Writer) *CompactRecorder {
	in := newInterner()
	sink := newCompactSink(w, in)
	c := &CompactRecorder{events: events{to: sink, in: in}, sink: sink, block: &sink.block}
	in.forgets(c.Forget)
	return c
}

// compactSink writes rows in the compact form.
type compactSink struct {
	out    io.Writer
	in     *interner
	at     int64 // how many bytes are written
	blocks []blockInfo
	block  blockWriter
	spare  int // how many times as many terms are known as the last block had
}

func newCompactSink(w io.Writer, in *interner) *compactSink {
	c := &compactSink{out: w, in: in, spare: 4}
	c.block = blockWriter{in: in, maxRows: blockRows, maxSize: maxBlockSize, next: 1, symbols: symbolWriter{in: in}, shapes: make(map[string]*shape), columns: spareColumns.Get().(*columns)}
	c.block.reset()
	in.forgets(c.block.symbols.forget)
	return c
}

func (c *compactSink) begin(h *Header) error {
	text, err := marshal(h)
	if err != nil {
		return err
	}
	if err := c.block.symbols.share(h); err != nil {
		return err
	}
	return c.write(appendSection(append([]byte(magic), version), headerSection, text))
}

func (c *compactSink) write(data []byte) error {
	n, err := c.out.Write(data)
	c.at += int64(n)
	return err
}

func (c *compactSink) row(r *row) error {
	if err := c.block.row(r); err != nil || !c.block.counted(1) {
		return err
	}
	return c.look()
}

// look writes the block if it is full. Once in a while will do.
func (c *compactSink) look() error {
	if c.block.full(0) {
		return c.flush()
	}
	return nil
}

// flush writes the block.
func (c *compactSink) flush() error {
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
	c.blocks = append(c.blocks, blockInfo{at, c.at - at, b.steps, b.made})
	needed := int(b.symbols.count)
	b.reset()
	c.in.tidy(c.spare * needed)
	return nil
}

func (c *compactSink) end(e *End) error {
	if err := c.flush(); err != nil {
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
	c.block.columns = c.block.columns.giveBack()
	return c.write(append(binary.LittleEndian.AppendUint64(index, uint64(at)), tail...))
}

func endBody(e *End) ([]byte, error) {
	rest := *e
	rest.Alive = nil
	text, err := marshal(&rest)
	body := binary.AppendUvarint(make([]byte, 0, 2*len(e.Alive)+len(text)+binary.MaxVarintLen64), uint64(len(e.Alive)))
	last := ResourceID(0)
	for _, id := range e.Alive {
		body = binary.AppendVarint(body, int64(id-last))
		last = id
	}
	return append(body, text...), err
}
