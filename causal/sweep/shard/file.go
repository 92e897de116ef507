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
	"strconv"

	"github.com/ceptre-graph/ceptre/causal/sweep"
)

// magic begins each file, with the version of its format.
const magic = "ceptre shard 2\n"

const (
	mostHeader = 64 << 20  // bytes of a header
	mostTotal  = 256 << 20 // bytes of a total
	mostRow    = 64 << 20  // bytes of a row
)

// ErrForeign is the error of files that are no shards at all.
var ErrForeign = errors.New("this is no shard of runs")

// ErrDamaged is the error of a file that begins like a shard, but has been cut or changed.
var ErrDamaged = errors.New("this shard is damaged")

// damaged returns [ErrDamaged] with the reason.
func damaged(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrDamaged, fmt.Sprintf(format, args...))
}

// Write writes the file of a shard, with what its runs add up to, and a row for each of them in the order of seeds
// unless the header says that there are none.
func Write(w io.Writer, h *Header, total []byte, rows sweep.Rows) error {
	if err := h.check(); err != nil {
		return err
	}
	runs := h.Size()
	if h.Rowless {
		runs = 0
	}
	switch {
	case len(rows) != runs:
		return fmt.Errorf("shard %v has %d rows, not %d", h.Part, len(rows), runs)
	case len(total) > mostTotal:
		return fmt.Errorf("the total of shard %v has %d bytes, of at most %d", h.Part, len(total), mostTotal)
	}
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
	if err := writeItem(packed, total); err != nil {
		return err
	}
	var row []byte
	for _, r := range rows {
		row = appendRow(row[:0], h, r)
		if err := writeItem(packed, row); err != nil {
			return err
		}
	}
	if err := packed.Close(); err != nil {
		return err
	}
	_, err = w.Write(sum.Sum(nil))
	return err
}

// writeItem writes the length of an item, and the item.
func writeItem(w io.Writer, item []byte) error {
	var size [binary.MaxVarintLen64]byte
	if _, err := w.Write(size[:binary.PutUvarint(size[:], uint64(len(item)))]); err != nil {
		return err
	}
	_, err := w.Write(item)
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

// Total returns what the runs of a file add up to. The header of the file has been read before. It reads no row, and
// does not compare the checksum: see [Check].
func Total(r io.Reader, of *Header) ([]byte, error) {
	packed, err := unpack(r, of)
	if err != nil {
		return nil, err
	}
	var total bytes.Buffer
	err = readItem(packed, &total, mostTotal, "total")
	return total.Bytes(), err
}

// Read returns the rows of a file whose header has been read before, in the order of seeds. After an error there are
// no more. It does not compare the checksum: see [Check].
func Read(r io.Reader, of *Header) iter.Seq2[*sweep.Row, error] {
	return func(yield func(*sweep.Row, error) bool) {
		packed, err := unpack(r, of)
		if err == nil {
			err = readItem(packed, io.Discard, mostTotal, "total")
		}
		if err != nil {
			yield(nil, err)
			return
		}
		from, to := of.Part.Range(of.Runs)
		if of.Rowless {
			to = from
		}
		var room bytes.Buffer
		for n := from; n < to; n++ {
			row, err := readRow(packed, &room, of, of.Seed+uint64(n))
			if !yield(row, err) || err != nil {
				return
			}
		}
		if _, err := packed.ReadByte(); err != io.EOF {
			yield(nil, damaged("it has more rows than runs"))
		}
	}
}

// unpack returns what a file has behind its header, which is to be that of before.
func unpack(r io.Reader, of *Header) (*bufio.Reader, error) {
	file := &reader{from: bufio.NewReaderSize(r, 1<<16)}
	h, err := file.header()
	if err == nil && (h.Part != of.Part || h.Differs(of) != "") {
		err = damaged("it was replaced while it was read")
	}
	if err != nil {
		return nil, err
	}
	return bufio.NewReader(flate.NewReader(file.from)), nil
}

// readRow reads a row, for which there is room.
func readRow(r *bufio.Reader, room *bytes.Buffer, h *Header, seed uint64) (*sweep.Row, error) {
	room.Reset()
	if err := readItem(r, room, mostRow, "row of seed "+strconv.FormatUint(seed, 10)); err != nil {
		return nil, err
	}
	return decodeRow(room.Bytes(), h, seed)
}

// readItem reads an item of at most so many bytes, as [writeItem] writes it.
func readItem(r *bufio.Reader, to io.Writer, most uint64, what string) error {
	size, err := length(r.ReadByte)
	if err != nil {
		return err
	}
	if size > most {
		return damaged("the %s has %d bytes", what, size)
	}
	if _, err := io.CopyN(to, r, int64(size)); err != nil {
		return cutOff(err)
	}
	return nil
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
	size, err := length(func() (byte, error) {
		b, err := r.take(1)
		if err != nil {
			return 0, err
		}
		return b[0], nil
	})
	if err != nil {
		return nil, err
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
func length(next func() (byte, error)) (uint64, error) {
	var text []byte
	for len(text) < binary.MaxVarintLen64 {
		b, err := next()
		if err != nil {
			return 0, cutOff(err)
		}
		text = append(text, b)
		if b < 0x80 {
			break
		}
	}
	n, size := binary.Uvarint(text)
	if size <= 0 {
		return 0, damaged("a length makes no sense")
	}
	return n, nil
}
