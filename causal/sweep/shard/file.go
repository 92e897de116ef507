package shard

import (
	"bufio"
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/ceptre-graph/ceptre/causal/sweep"
)

// magic begins each file, with the version of its format.
const magic = "ceptre shard 1\n"

const (
	mostHeader = 64 << 20 // bytes of a header
	mostRow    = 64 << 20 // bytes of a row
)

// ErrForeign is the error of files that are no shards at all.
var ErrForeign = errors.New("this is no shard of runs")

// ErrDamaged is the error of a file that begins like a shard, but has been cut or changed.
var ErrDamaged = errors.New("this shard is damaged")

// damaged returns [ErrDamaged] with the reason.
func damaged(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrDamaged, fmt.Sprintf(format, args...))
}

// Write writes the file of a shard, with a row for each of its runs, in the order of seeds.
func Write(w io.Writer, h *Header, rows sweep.Rows) error {
	sum := sha256.New()
	out := io.MultiWriter(w, sum)
	header, err := json.Marshal(h)
	if err != nil {
		return err
	}
	start := append(binary.AppendUvarint([]byte(magic), uint64(len(header))), header...)
	if _, err := out.Write(start); err != nil {
		return err
	}
	packed, err := flate.NewWriter(out, flate.BestSpeed)
	if err != nil {
		return err
	}
	if from, to := h.Part.Range(h.Runs); len(rows) != to-from {
		return fmt.Errorf("shard %v has %d runs, not %d", h.Part, to-from, len(rows))
	}
	var row, size []byte
	for _, r := range rows {
		row = appendRow(row[:0], h, r)
		size = binary.AppendUvarint(size[:0], uint64(len(row)))
		if _, err := packed.Write(size); err != nil {
			return err
		}
		if _, err := packed.Write(row); err != nil {
			return err
		}
	}
	if err := packed.Close(); err != nil {
		return err
	}
	_, err = w.Write(sum.Sum(nil))
	return err
}

// Check reads the file of a shard to its end, and returns its header if it is as it was written. Otherwise the error
// is [ErrForeign], [ErrDamaged], or that of reading.
func Check(r io.Reader) (*Header, error) {
	sum := sha256.New()
	file := &reader{from: bufio.NewReaderSize(r, 1<<16), sum: sum.Write}
	h, err := file.header()
	if err != nil {
		return nil, err
	}
	var tail []byte // the last bytes so far, which may be the checksum
	block := make([]byte, 1<<16)
	for {
		n, err := file.from.Read(block)
		tail = append(tail, block[:n]...)
		if extra := len(tail) - sha256.Size; extra > 0 {
			sum.Write(tail[:extra])
			tail = append(tail[:0], tail[extra:]...)
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
	}
	if !bytes.Equal(tail, sum.Sum(nil)) {
		return nil, damaged("its checksum is another one")
	}
	return h, nil
}

// Read returns the rows of a file whose header has been read before, in the order of seeds. After an error there are
// no more. It does not compare the checksum: see [Check].
func Read(r io.Reader, of *Header) iter.Seq2[*sweep.Row, error] {
	return func(yield func(*sweep.Row, error) bool) {
		file := &reader{from: bufio.NewReaderSize(r, 1<<16)}
		h, err := file.header()
		if err == nil && (h.Part != of.Part || h.Differs(of) != "") {
			err = damaged("it was replaced while it was read")
		}
		if err != nil {
			yield(nil, err)
			return
		}
		packed := bufio.NewReader(flate.NewReader(file.from))
		from, to := h.Part.Range(h.Runs)
		var room bytes.Buffer
		for n := from; n < to; n++ {
			row, err := readRow(packed, &room, h, h.Seed+uint64(n))
			if !yield(row, err) || err != nil {
				return
			}
		}
		if _, err := packed.ReadByte(); err != io.EOF {
			yield(nil, damaged("it has more rows than runs"))
		}
	}
}

// readRow reads a row, for which there is room.
func readRow(r *bufio.Reader, room *bytes.Buffer, h *Header, seed uint64) (*sweep.Row, error) {
	size, err := binary.ReadUvarint(r)
	if err != nil {
		return nil, cutOff(err)
	}
	if size > mostRow {
		return nil, damaged("the row of seed %d has %d bytes", seed, size)
	}
	room.Reset()
	if _, err := io.CopyN(room, r, int64(size)); err != nil {
		return nil, cutOff(err)
	}
	return decodeRow(room.Bytes(), h, seed)
}

// cutOff returns the error of a file that ends early, or of compressed data that makes no sense.
func cutOff(err error) error {
	_, corrupt := errors.AsType[flate.CorruptInputError](err)
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return damaged("it ends early")
	case corrupt:
		return damaged("%v", err)
	}
	return err
}

// reader reads the beginning of a file, and has it summed.
type reader struct {
	from *bufio.Reader
	sum  func([]byte) (int, error) // may be nil
}

// take reads n bytes.
func (r *reader) take(n int) ([]byte, error) {
	var b bytes.Buffer
	_, err := io.CopyN(&b, r.from, int64(n))
	if r.sum != nil {
		r.sum(b.Bytes())
	}
	return b.Bytes(), err
}

// header reads the header.
func (r *reader) header() (*Header, error) {
	start, err := r.take(len(magic))
	switch {
	case err != nil && err != io.EOF:
		return nil, err
	case len(start) < len(magic) && bytes.HasPrefix([]byte(magic), start):
		return nil, damaged("it has %d bytes", len(start))
	case string(start) != magic:
		return nil, ErrForeign
	}
	size, err := r.length()
	if err != nil {
		return nil, cutOff(err)
	}
	if size > mostHeader {
		return nil, damaged("its header has %d bytes", size)
	}
	text, err := r.take(int(size))
	if err != nil {
		return nil, cutOff(err)
	}
	h := new(Header)
	if err := json.Unmarshal(text, h); err != nil {
		return nil, damaged("its header is %v", err)
	}
	return h, h.check()
}

// length reads a varint, byte by byte.
func (r *reader) length() (uint64, error) {
	var text []byte
	for len(text) < binary.MaxVarintLen64 {
		b, err := r.take(1)
		if err != nil {
			return 0, err
		}
		text = append(text, b[0])
		if b[0] < 0x80 {
			break
		}
	}
	n, size := binary.Uvarint(text)
	if size <= 0 {
		return 0, damaged("the length of its header makes no sense")
	}
	return n, nil
}
