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
	"hash"
	"io"
	"iter"

	"github.com/ceptre-graph/ceptre/causal/sweep"
)

// magic begins each file, with the version of its format.
const (
	anyMagic = "ceptre shard "
	magic    = anyMagic + "2\n"
)

const (
	mostHeader = 64 << 20  // bytes of a header
	mostTotal  = 256 << 20 // bytes of a total
	mostRow    = 64 << 20  // bytes of a row
)

// ErrForeign is the error of files that are no shards at all.
var ErrForeign = errors.New("this is no shard of runs")

// ErrFormat is the error of files that look like shards in another format.
var ErrFormat = errors.New("this shard has the format of another version of ceptre")

// ErrDamaged is the error of a file that begins like a shard, but has been cut or changed.
var ErrDamaged = errors.New("this shard is damaged")

// damaged returns [ErrDamaged] with the reason.
func damaged(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrDamaged, fmt.Sprintf(format, args...))
}

// Write writes the file of a shard: its total and, unless the header says that there are none, a row for each of its
// runs, in the order of seeds.
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
	if _, err := io.WriteString(out, magic); err != nil {
		return err
	}
	var short bytes.Buffer
	packed, _ := flate.NewWriter(&short, flate.BestSpeed) // fails with other levels alone
	packed.Write(total)                                   // into memory
	packed.Close()
	if err := errors.Join(writeItem(out, header), writeItem(out, short.Bytes())); err != nil {
		return err
	}
	if _, err := out.Write(sum.Sum(nil)); err != nil {
		return err
	}
	packed.Reset(out)
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

// Check reads the file of a shard to its end, and returns its header if the checksums match. Otherwise the error is
// [ErrForeign], [ErrFormat], [ErrDamaged], or an error of reading.
func Check(r io.Reader) (*Header, error) {
	file := newReader(r)
	h, _, err := file.head()
	if err != nil {
		return nil, err
	}
	var tail []byte // the last bytes so far, which may be the checksum
	block := make([]byte, 1<<16)
	for {
		n, err := file.from.Read(block)
		tail = append(tail, block[:n]...)
		if extra := len(tail) - sha256.Size; extra > 0 {
			file.sum.Write(tail[:extra])
			tail = append(tail[:0], tail[extra:]...)
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
	}
	if !bytes.Equal(tail, file.sum.Sum(nil)) {
		return nil, damaged("its checksum does not match")
	}
	return h, nil
}

// CheckTotal is [Check] for the header and the total alone. It does not read the rows.
func CheckTotal(r io.Reader) (*Header, error) {
	h, _, err := newReader(r).head()
	return h, err
}

// Total returns the total of the runs of a file whose header has been read before. It reads no row.
func Total(r io.Reader, of *Header) ([]byte, error) {
	packed, err := newReader(r).again(of)
	if err != nil {
		return nil, err
	}
	var total bytes.Buffer
	n, err := io.CopyN(&total, flate.NewReader(bytes.NewReader(packed)), mostTotal+1)
	switch {
	case err == nil:
		return nil, damaged("its total has more than %d bytes", n-1)
	case err != io.EOF:
		return nil, cutOff(err)
	}
	return total.Bytes(), nil
}

// Read returns the rows of a file whose header has been read before, in the order of seeds. After an error there are
// no more. It does not compare the checksum of the rows: see [Check].
func Read(r io.Reader, of *Header) iter.Seq2[*sweep.Row, error] {
	return func(yield func(*sweep.Row, error) bool) {
		file := newReader(r)
		if _, err := file.again(of); err != nil {
			yield(nil, err)
			return
		}
		packed := bufio.NewReader(flate.NewReader(file.from))
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

// readRow reads a row, for which there is room.
func readRow(r *bufio.Reader, room *bytes.Buffer, h *Header, seed uint64) (*sweep.Row, error) {
	size, err := length(r)
	if err != nil {
		return nil, err
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

// reader reads the part of a file before its rows, and computes the checksum.
type reader struct {
	from *bufio.Reader
	sum  hash.Hash
}

func newReader(r io.Reader) *reader { return &reader{bufio.NewReaderSize(r, 1<<16), sha256.New()} }

// ReadByte implements [io.ByteReader].
func (r *reader) ReadByte() (byte, error) {
	b, err := r.from.ReadByte()
	if err == nil {
		r.sum.Write([]byte{b})
	}
	return b, err
}

// take reads n bytes.
func (r *reader) take(n int) ([]byte, error) {
	var b bytes.Buffer
	_, err := io.CopyN(&b, r.from, int64(n))
	r.sum.Write(b.Bytes())
	return b.Bytes(), err
}

// item reads an item of at most a number of bytes, as [writeItem] writes it. Errors call it by a noun.
func (r *reader) item(most uint64, what string) ([]byte, error) {
	size, err := length(r)
	if err != nil {
		return nil, err
	}
	if size > most {
		return nil, damaged("its %s has %d bytes", what, size)
	}
	data, err := r.take(int(size))
	if err != nil {
		return nil, cutOff(err)
	}
	return data, nil
}

// head reads the header and the compressed total, and compares their checksum.
func (r *reader) head() (h *Header, packed []byte, err error) {
	start, err := r.take(len(magic))
	switch {
	case err != nil && err != io.EOF:
		return nil, nil, err
	case len(start) < len(magic) && bytes.HasPrefix([]byte(magic), start):
		return nil, nil, damaged("it has %d bytes", len(start))
	case string(start) == magic:
	case bytes.HasPrefix(start, []byte(anyMagic)):
		return nil, nil, ErrFormat
	default:
		return nil, nil, ErrForeign
	}
	text, err := r.item(mostHeader, "header")
	if err != nil {
		return nil, nil, err
	}
	if packed, err = r.item(mostTotal, "total"); err != nil {
		return nil, nil, err
	}
	want := r.sum.Sum(nil)
	got, err := r.take(len(want))
	if err != nil {
		return nil, nil, cutOff(err)
	}
	if !bytes.Equal(got, want) {
		return nil, nil, damaged("the checksum of its total does not match")
	}
	h = new(Header)
	if err := json.Unmarshal(text, h); err != nil {
		return nil, nil, damaged("its header is not JSON: %v", err)
	}
	return h, packed, h.check()
}

// again reads the beginning of a file that has been read before, and returns its compressed total.
func (r *reader) again(of *Header) (packed []byte, err error) {
	h, packed, err := r.head()
	if err == nil && (h.Part != of.Part || h.Differs(of) != "") {
		err = damaged("it was replaced while it was read")
	}
	return packed, err
}

// length reads a varint, byte by byte.
func length(r io.ByteReader) (uint64, error) {
	var text []byte
	for len(text) < binary.MaxVarintLen64 {
		b, err := r.ReadByte()
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
		return 0, damaged("a length has more than 64 bits")
	}
	return n, nil
}
