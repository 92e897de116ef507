package tracefile

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/english"
)

const (
	// maxRatio is how many times its compressed size a text may have. Traces
	// shrink to a tenth or a thirtieth; more than this is a trap to fill
	// the memory.
	maxRatio = 250
	// freeText is how many bytes may come out of however few.
	freeText = 1 << 20
	// zipMagic is how compressed files begin.
	zipMagic = "\x1f\x8b"
)

// IsCompressed reports whether a file that begins like this is compressed with gzip. No other
// file that we read begins like the first byte alone, so that is one that was cut off.
func IsCompressed(head []byte) bool {
	n := min(len(head), len(zipMagic))
	return n > 0 && strings.HasPrefix(zipMagic, string(head[:n]))
}

// inflate returns the text of in, which may be compressed with gzip.
func inflate(in *bufio.Reader) (*bufio.Reader, error) {
	if head, _ := in.Peek(len(zipMagic)); !IsCompressed(head) {
		return in, nil
	}
	u, err := Unpack(in)
	if err != nil {
		return nil, err
	}
	f := &inflater{Unpacker: u}
	text := bufio.NewReader(f)
	f.compact = isCompact(text)
	return text, nil
}

// inflater reads compressed text up to [maxRatio]. The compact form, of which a run that
// goes round and round may leave next to nothing, fills no memory as it is read; see
// [compact.NewStream].
type inflater struct {
	*Unpacker
	compact bool
}

func (f *inflater) Read(p []byte) (int, error) {
	n, err := f.Unpacker.Read(p)
	if !f.compact && f.text.n > freeText+maxRatio*f.packed.n {
		return 0, fmt.Errorf("more than %d times the compressed size", maxRatio)
	}
	return n, err
}

// Unpacker reads a gzip-compressed text of any size. Its errors describe faults of the file;
// faults of the text are reported by the reader of the text.
type Unpacker struct {
	packed, text counter
	in           *bufio.Reader // of packed
	zip          *gzip.Reader  // of one part of in
}

// Unpack begins to read a compressed text.
func Unpack(in io.Reader) (*Unpacker, error) {
	u := &Unpacker{packed: counter{in: in}}
	u.in = bufio.NewReader(&u.packed)
	zip, err := gzip.NewReader(u.in)
	if err != nil {
		return nil, u.inWords(err)
	}
	zip.Multistream(false)
	u.zip, u.text.in = zip, zip
	return u, nil
}

// Read implements [io.Reader].
func (u *Unpacker) Read(p []byte) (int, error) {
	for {
		n, err := u.text.Read(p)
		switch {
		case err != nil && err != io.EOF:
			return n, u.inWords(err)
		case err == nil || n > 0:
			return n, nil
		}
		if err := u.next(); err != nil {
			return 0, err
		}
	}
}

// next goes to the next part: files of gzip that are written one after the other are one. The
// error is io.EOF where there is none.
func (u *Unpacker) next() error {
	head, err := u.in.Peek(len(zipMagic))
	switch {
	case string(head) == zipMagic:
	case len(head) > 0:
		end := u.packed.n - int64(u.in.Buffered())
		return fmt.Errorf("the compressed text ends after %s, and the file goes on with something else",
			english.Count(int(end), "byte"))
	case err == io.EOF:
		return io.EOF
	default:
		return u.inWords(err)
	}
	if err := u.zip.Reset(u.in); err != nil {
		return u.inWords(err)
	}
	u.zip.Multistream(false)
	return nil
}

// inWords says why the text cannot be read on.
func (u *Unpacker) inWords(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return trace.CutError("the file is cut off after " + english.Count(int(u.packed.n), "byte"))
	}
	return fmt.Errorf("compressed text: %w", err)
}

// counter counts the bytes read.
type counter struct {
	in io.Reader
	n  int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.in.Read(p)
	c.n += int64(n)
	return n, err
}
