package compact

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Blocks is a file in the compact form of which any part can be read, without what
// stands before it.
type Blocks struct {
	Header  *trace.Header
	name    string
	file    io.ReaderAt
	version byte
	shared  []symbol // of all blocks
	blocks  []placed
}

// placed is the entry of a block in the index, and where it stands.
type placed struct {
	blockInfo
	offset int64
}

// Block is the entry of a block in the index.
type Block struct {
	// FirstStep is how many steps come before, FirstResource how many resources.
	FirstStep, Steps         int
	FirstResource, Resources int
}

// OpenBlocks reads the header and the index of a file in the compact form, which is not
// compressed. The name is for errors.
func OpenBlocks(name string, file io.ReaderAt, size int64) (*Blocks, error) {
	c := newReader(name, bufio.NewReader(io.NewSectionReader(file, 0, size)))
	h, err := c.header()
	if err != nil {
		return nil, err
	}
	b := &Blocks{Header: h, name: name, file: file, version: c.block.version, shared: c.block.shared}
	start := c.at
	end := make([]byte, 8+len(tail))
	if _, err := file.ReadAt(end, size-int64(len(end))); err != nil || string(end[8:]) != tail {
		return nil, c.errorf(size, "the file is cut off here, or damaged: it has no index")
	}
	at := binary.LittleEndian.Uint64(end)
	if at > uint64(size) {
		return nil, c.errorf(size-int64(len(end)), "no index at byte %d", at)
	}
	return b, b.readIndex(start, int64(at))
}

// section returns the body of the section at an offset.
func (b *Blocks) section(kind byte, at int64) ([]byte, error) {
	c := newReader(b.name, bufio.NewReader(io.NewSectionReader(b.file, at, math.MaxInt64-at)))
	c.at = at
	found, err := c.section()
	if err == nil && found != kind {
		err = c.errorf(at, "want a section %q, found %q", kind, found)
	}
	return c.body.Bytes(), err
}

// readIndex reads the index, by which the blocks stand one after the other from an offset.
func (b *Blocks) readIndex(start, at int64) error {
	body, err := b.section(indexSection, at)
	if err != nil {
		return err
	}
	c := &cursor{rest: body}
	for range c.count(c) {
		info := blockInfo{size: int64(c.uint()), steps: int(c.uint()), made: int(c.uint())}
		b.blocks = append(b.blocks, placed{info, start})
		if info.size <= 0 || info.size > at-start || info.steps < 0 || info.made < 0 {
			c.spoil()
			break
		}
		start += info.size
	}
	if c.spoilt || len(c.rest) > 0 {
		return fmt.Errorf("%s: index: %w", b.name, errMalformed)
	}
	return nil
}

// Blocks returns the index entries of all blocks.
func (b *Blocks) Blocks() []Block {
	all := make([]Block, len(b.blocks))
	var next Block
	for i, info := range b.blocks {
		next.Steps, next.Resources = info.steps, info.made
		all[i] = next
		next.FirstStep += info.steps
		next.FirstResource += info.made
	}
	return all
}

// Each hands out the records of a block, as Each of [trace.Stream] does. It cannot check that they are
// those of a run, for it does not read the blocks before.
func (b *Blocks) Each(block int, record func(trace.Record) error) error {
	body, err := b.section(blockSection, b.blocks[block].offset)
	if err != nil {
		return err
	}
	r := blockReader{version: b.version, texts: make(texts), shared: b.shared}
	if err := r.open(body); err != nil {
		return b.nonsense(block, err)
	}
	for {
		switch more, err := r.more(); {
		case err != nil:
			return b.nonsense(block, err)
		case !more:
			return nil
		}
		if err := r.each(record); err != nil {
			return err
		}
	}
}

func (b *Blocks) nonsense(block int, err error) error {
	return fmt.Errorf("%s: block %d: %w", b.name, block+1, err)
}
