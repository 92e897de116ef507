package trace

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"io"
)

const (
	// maxRatio is how many times its compressed size a text may have. Traces
	// shrink to a tenth or a thirtieth; more than this is a trap to fill
	// the memory.
	maxRatio = 250
	// freeText is how many bytes may come out of however few.
	freeText = 1 << 20
)

// inflate returns the text of in, which may be compressed with gzip.
func inflate(in *bufio.Reader) (*bufio.Reader, error) {
	if magic, _ := in.Peek(2); string(magic) != "\x1f\x8b" {
		return in, nil
	}
	packed := &counter{in: in}
	zip, err := gzip.NewReader(packed)
	if err != nil {
		return nil, fmt.Errorf("compressed text: %w", err)
	}
	f := &inflater{packed: packed, text: counter{in: zip}}
	text := bufio.NewReader(f)
	f.compact = isCompact(text)
	return text, nil
}

// inflater reads compressed text up to [maxRatio]. The compact form, of which a run that
// goes round and round may leave next to nothing, fills no memory as it is read; see
// [Stream.Trace].
type inflater struct {
	packed  *counter
	text    counter
	compact bool
}

func (f *inflater) Read(p []byte) (int, error) {
	n, err := f.text.Read(p)
	switch {
	case !f.compact && f.text.n > freeText+maxRatio*f.packed.n:
		return 0, fmt.Errorf("more than %d times the compressed size", maxRatio)
	case err != nil && err != io.EOF:
		return n, fmt.Errorf("compressed text: %w", err)
	}
	return n, err
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
