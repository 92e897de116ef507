package trace

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/ceptre-graph/ceptre/lang/plural"
)

// compactReader reads the sections of the compact form, one after the other.
type compactReader struct {
	name  string
	in    *bufio.Reader
	at    int64 // how many bytes are read
	body  bytes.Buffer
	block blockReader
	// blocks are those read so far, as the index has them.
	blocks []blockInfo
}

// IsCompact reports whether a file that begins like this is in the compact form. No text begins
// like its first byte alone, so a beginning of the magic that is all there is was cut off.
func IsCompact(head []byte) bool { return begins(head, magic) }

func isCompact(in *bufio.Reader) bool {
	head, _ := in.Peek(len(magic))
	return IsCompact(head)
}

func newCompactReader(name string, in *bufio.Reader) *compactReader {
	return &compactReader{name: name, in: in, block: blockReader{texts: make(texts)}}
}

// errorf returns an error at a byte, counted from 0.
func (c *compactReader) errorf(at int64, format string, args ...any) error {
	return fmt.Errorf("%s: byte %d: %w", c.name, at, fmt.Errorf(format, args...))
}

// fill reads as many bytes as there is room for.
func (c *compactReader) fill(room []byte) error {
	n, err := io.ReadFull(c.in, room)
	c.at += int64(n)
	return err
}

// header reads all up to the first block.
func (c *compactReader) header() (*Header, error) {
	start := make([]byte, len(magic)+1)
	if err := c.fill(start); err != nil {
		return nil, c.cut(err)
	}
	written := start[len(magic)]
	if written < oldest || written > version {
		return nil, c.errorf(int64(len(magic)), "version %d of the compact form: want %d to %d", written, oldest, version)
	}
	at := c.at
	kind, err := c.section()
	switch {
	case err != nil:
		return nil, err
	case kind != headerSection:
		return nil, c.errorf(at, "want the header, found a section %q", kind)
	}
	h, err := parseHeader(c.name, c.body.Bytes())
	if err == nil && written > oldest {
		c.block.shared = sharedSymbols(h)
	}
	return h, err
}

// parseHeader reads the header of the compact form.
func parseHeader(name string, text []byte) (*Header, error) {
	h := new(Header)
	d := newDecoder(name+": header", bytes.NewReader(text))
	if err := d.object(func(key string) error { return d.headerField(h, key) }); err != nil {
		return nil, err
	}
	switch {
	case !d.atEnd():
		return nil, d.unexpected("nothing after the header")
	case h.Format == "":
		return nil, d.errorf(place{1, 1}, `header without "format"`)
	}
	return h, nil
}

// cut makes an error of what kept the file from being read on. Where it just ends, it is said
// how much of the run stands before.
func (c *compactReader) cut(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = cutError("the file is cut off here")
	}
	if _, cut := errors.AsType[cutError](err); !cut || len(c.blocks) == 0 {
		return c.errorf(c.at, "%w", err)
	}
	steps := 0
	for _, b := range c.blocks {
		steps += b.steps
	}
	return c.errorf(c.at, "%w; %s of it can be read", err, plural.Count(steps, "step"))
}

// section reads a section into body and returns its kind. Room is made as bytes come,
// whatever the length says.
func (c *compactReader) section() (kind byte, err error) {
	at := c.at
	head, err := c.head()
	c.at += int64(len(head))
	if err != nil {
		return 0, c.cut(err)
	}
	length, _ := binary.Uvarint(head[1:])
	c.body.Reset()
	c.body.Write(head)
	want := min(length, 1<<62) + 4
	n, err := io.CopyN(&c.body, c.in, int64(want))
	c.at += n
	if err != nil {
		return 0, c.cut(err)
	}
	data := c.body.Bytes()
	end := len(data) - 4
	if crc32.Checksum(data[:end], checksums) != binary.LittleEndian.Uint32(data[end:]) {
		return 0, c.errorf(at, "the section %q that begins here is damaged: wrong checksum", head[0])
	}
	c.body.Next(len(head))
	c.body.Truncate(end - len(head))
	return head[0], nil
}

// head reads the kind and the length of a section; of one that is cut off, what there is.
func (c *compactReader) head() ([]byte, error) {
	head := make([]byte, 0, 1+binary.MaxVarintLen64)
	for len(head) < cap(head) {
		b, err := c.in.ReadByte()
		if err != nil {
			return head, err
		}
		head = append(head, b)
		if len(head) > 1 && b < 0x80 {
			if _, n := binary.Uvarint(head[1:]); n > 0 {
				return head, nil
			}
			break
		}
	}
	return nil, errors.New("the section that begins here has no length")
}

// each hands out the records.
func (c *compactReader) each(record func(Record) error) error {
	for {
		more, end, err := c.next()
		switch {
		case err != nil:
			return err
		case !more && end == nil:
			return nil
		case !more:
			return record(Record{End: end})
		}
		if err := c.block.each(record); err != nil {
			return err
		}
	}
}

// next reads up to the next row and reports whether there is one. If there is none, it returns the
// end of the run, or nil if the file has none.
func (c *compactReader) next() (more bool, end *End, err error) {
	for {
		if more, err = c.row(); more || err != nil {
			return more, nil, err
		}
		at := c.at
		kind, err := c.section()
		switch {
		case err != nil:
			return false, nil, err
		case kind != blockSection:
			end, err = c.finish(kind, at)
			return false, end, err
		}
		c.blocks = append(c.blocks, blockInfo{offset: at, size: c.at - at})
		if err := c.block.open(c.body.Bytes()); err != nil {
			return false, nil, c.nonsense(err)
		}
	}
}

// row reads a row of the block at hand.
func (c *compactReader) row() (bool, error) {
	more, err := c.block.more()
	if err != nil {
		return false, c.nonsense(err)
	}
	if more {
		at := &c.blocks[len(c.blocks)-1]
		at.made += len(c.block.made)
		if !c.block.initial {
			at.steps++
		}
	}
	return more, nil
}

// nonsense is the error of a block that is whole and yet wrong.
func (c *compactReader) nonsense(err error) error {
	return fmt.Errorf("%s: block %d: %w", c.name, len(c.blocks), err)
}

// finish reads the rest of the file from a section on that is no block.
func (c *compactReader) finish(kind byte, at int64) (end *End, err error) {
	if kind == endSection {
		if end, err = parseEnd(c.name, c.body.Bytes()); err != nil {
			return nil, err
		}
		at = c.at
		if kind, err = c.section(); err != nil {
			return nil, err
		}
	}
	if kind != indexSection {
		return nil, c.errorf(at, "want the index, found a section %q", kind)
	}
	if !bytes.Equal(c.body.Bytes(), indexBody(c.blocks)) {
		return nil, c.errorf(at, "the index is of other blocks")
	}
	return end, c.close(at)
}

// close reads what stands behind the index, which began at a byte.
func (c *compactReader) close(index int64) error {
	want := append(binary.LittleEndian.AppendUint64(nil, uint64(index)), tail...)
	got, at := make([]byte, len(want)), c.at
	if err := c.fill(got); err != nil {
		return c.cut(err)
	}
	if !bytes.Equal(got, want) {
		return c.errorf(at, "what stands behind the index is damaged")
	}
	switch more, err := c.in.Peek(len(magic)); {
	case string(more) == magic:
		return c.errorf(c.at, "want nothing after the trace, found another one")
	case len(more) > 0:
		return c.errorf(c.at, "want nothing after the trace")
	case err != io.EOF:
		return c.cut(err)
	}
	return nil
}

// parseEnd reads the end of the compact form.
func parseEnd(name string, body []byte) (*End, error) {
	c := &cursor{rest: body}
	var alive []ResourceID
	last := 0
	for range c.count(c) {
		last += c.int()
		alive = append(alive, ResourceID(last))
	}
	e := new(End)
	d := newDecoder(name+": end", bytes.NewReader(c.rest))
	if err := d.end(e); err != nil {
		return nil, err
	}
	if c.spoilt || !d.atEnd() || e.Alive != nil {
		return nil, fmt.Errorf("%s: end: %w", name, errMalformed)
	}
	e.Alive = alive
	return e, nil
}

// blockInfo is what the index says of a block, and where it stands.
type blockInfo struct {
	offset, size int64
	steps, made  int
}

func indexBody(blocks []blockInfo) []byte {
	body := binary.AppendUvarint(nil, uint64(len(blocks)))
	for _, b := range blocks {
		for _, n := range []int{int(b.size), b.steps, b.made} {
			body = binary.AppendUvarint(body, uint64(n))
		}
	}
	return body
}
