package compact

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/json"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// Is reports whether a file that begins like this is in the compact form. No text begins
// like its first byte alone, so a beginning of the magic that is all there is was cut off.
func Is(head []byte) bool {
	n := min(len(head), len(magic))
	return n > 0 && strings.HasPrefix(magic, string(head[:n]))
}

// NewStream reads the header of a run. The name is that of the file, for errors, which are at
// `name: byte N`, counted from 0. The size is how many bytes of the file are read so far.
func NewStream(name string, in *bufio.Reader, size func() int64) (*trace.Stream, error) {
	r := newReader(name, in)
	h, err := r.header()
	if err != nil {
		return nil, err
	}
	s := &run{reader: r, h: h, check: trace.NewChecker(h, true), size: size}
	return &trace.Stream{Header: h, Source: s}, s.check.Err(name)
}

// run is a run in the compact form.
type run struct {
	*reader
	h     *trace.Header
	check *trace.Checker
	size  func() int64
}

// Each implements [trace.Source].
func (s *run) Each(record func(trace.Record) error) error {
	err := s.each(func(r trace.Record) error {
		s.check.Take(r)
		if err := s.check.Err(s.name); err != nil {
			return err
		}
		return record(r)
	})
	if err != nil {
		return err
	}
	s.check.Close()
	return s.check.Err(s.name)
}

const (
	// maxSaid is how many bytes the arguments of a run may have for each byte of its file, as
	// text, where they are all to be in memory, and freeSaid how many those of any such run.
	maxSaid  = 1000
	freeSaid = 1 << 30
)

// Trace implements [trace.Source].
func (s *run) Trace() (*trace.Trace, error) {
	return trace.Gather(s.name, s.size, s.h, func(record func(trace.Record) error) error {
		return s.Each(func(r trace.Record) error {
			if err := record(r); err != nil {
				return err
			}
			if said := s.block.said; said > freeSaid && said > freeSaid+maxSaid*s.size() {
				return fmt.Errorf("%s: terms of more than %d bytes for each byte of the file", s.name, maxSaid)
			}
			return nil
		})
	})
}

// reader reads the sections of the compact form, one after the other.
type reader struct {
	name  string
	in    *bufio.Reader
	at    int64 // how many bytes are read
	body  bytes.Buffer
	block blockReader
	// blocks are those read so far, as the index has them.
	blocks []blockInfo
}

func newReader(name string, in *bufio.Reader) *reader {
	return &reader{name: name, in: in, block: blockReader{texts: make(texts)}}
}

// errorf returns an error at a byte, counted from 0.
func (c *reader) errorf(at int64, format string, args ...any) error {
	return fmt.Errorf("%s: byte %d: %w", c.name, at, fmt.Errorf(format, args...))
}

// fill reads as many bytes as there is room for.
func (c *reader) fill(room []byte) error {
	n, err := io.ReadFull(c.in, room)
	c.at += int64(n)
	return err
}

// header reads all up to the first block.
func (c *reader) header() (*trace.Header, error) {
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
	h, err := json.ParseHeader(c.name+": header", c.body.Bytes())
	c.block.version = written
	if err == nil && written >= sharedSince {
		for _, name := range sharedConstants(h) {
			k := trace.Const(name)
			c.block.shared = append(c.block.shared, symbol{term: k, depth: 1, size: k.Size()})
		}
	}
	return h, err
}

// cut makes an error of what kept the file from being read on. Where it just ends, it is said
// how much of the run stands before.
func (c *reader) cut(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = trace.CutError("the file is cut off here")
	}
	if _, cut := errors.AsType[trace.CutError](err); !cut || len(c.blocks) == 0 {
		return c.errorf(c.at, "%w", err)
	}
	steps := 0
	for _, b := range c.blocks {
		steps += b.steps
	}
	return c.errorf(c.at, "%w; %s of it can be read", err, english.Count(steps, "step"))
}

// section reads a section into body and returns its kind. Room is made as bytes come,
// whatever the length says.
func (c *reader) section() (kind byte, err error) {
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
func (c *reader) head() ([]byte, error) {
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
func (c *reader) each(record func(trace.Record) error) error {
	for {
		more, end, err := c.next()
		switch {
		case err != nil:
			return err
		case !more && end == nil:
			return nil
		case !more:
			return record(trace.Record{End: end})
		}
		if err := c.block.each(record); err != nil {
			return err
		}
	}
}

// next reads up to the next row and reports whether there is one. If there is none, it returns the
// end of the run, or nil if the file has none.
func (c *reader) next() (more bool, end *trace.End, err error) {
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
		c.blocks = append(c.blocks, blockInfo{size: c.at - at})
		if err := c.block.open(c.body.Bytes()); err != nil {
			return false, nil, c.nonsense(err)
		}
	}
}

// row reads a row of the block at hand.
func (c *reader) row() (bool, error) {
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
func (c *reader) nonsense(err error) error {
	return fmt.Errorf("%s: block %d: %w", c.name, len(c.blocks), err)
}

// finish reads the rest of the file from a section on that is no block.
func (c *reader) finish(kind byte, at int64) (end *trace.End, err error) {
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
func (c *reader) close(index int64) error {
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
func parseEnd(name string, body []byte) (*trace.End, error) {
	c := &cursor{rest: body}
	var alive []trace.ResourceID
	last := 0
	for range c.count(c) {
		last += c.int()
		alive = append(alive, trace.ResourceID(last))
	}
	e, all, err := json.ParseEnd(name+": end", c.rest)
	if err != nil {
		return nil, err
	}
	if c.spoilt || !all || e.Alive != nil {
		return nil, fmt.Errorf("%s: end: %w", name, errMalformed)
	}
	e.Alive = alive
	return e, nil
}

// blockInfo is the entry of a block in the index.
type blockInfo struct {
	size        int64
	steps, made int
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
