package foreign

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/exec/trace/tracefile"
	"github.com/ceptre-graph/ceptre/lang/bounded"
)

const (
	// headSize is how much of a file is looked at to know one of ours, which
	// is not held in memory whole.
	headSize = 1 << 16
	// maxDepth is how deep terms, proofs and brackets may nest. It is less than
	// what package trace takes.
	maxDepth = 5000
	// byteOrder may stand at the start of UTF-8 text.
	byteOrder = "\ufeff"
)

// file is a text with its name.
type file struct{ name, text string }

// head returns the first bytes of the text, which stay to be read.
func head(in *bufio.Reader) []byte {
	first, _ := in.Peek(headSize)
	if !tracefile.IsCompressed(first) {
		return first
	}
	zip, err := gzip.NewReader(bytes.NewReader(first))
	if err != nil {
		return nil
	}
	// It breaks off in the midst of the text; what there is will do.
	text, _ := io.ReadAll(io.LimitReader(zip, headSize))
	return text
}

// load reads the whole text, compressed or not.
func load(name string, in *bufio.Reader) (*file, error) {
	plain := io.Reader(in)
	if first, _ := in.Peek(2); tracefile.IsCompressed(first) {
		unpacked, err := tracefile.Unpack(in)
		if err != nil {
			return nil, fmt.Errorf("%s:1:1: %w", name, err)
		}
		plain = unpacked
	}
	text := bufio.NewReaderSize(plain, headSize)
	if first, _ := text.Peek(headSize); bytes.IndexByte(first, 0) >= 0 {
		f := &file{name: name, text: string(first)}
		return nil, f.errorf(bytes.IndexByte(first, 0), "this is no text, and no trace that we know")
	}
	data, err := bounded.Read(text, bounded.Text)
	f := &file{name: name, text: string(data)}
	switch {
	case errors.Is(err, bounded.ErrTooLarge):
		return nil, f.errorf(0, "text of more than %d bytes", bounded.Text)
	case err != nil:
		return nil, f.errorf(len(f.text), "%w", err)
	case !utf8.ValidString(f.text):
		return nil, f.errorf(firstInvalid(f.text), "this is not UTF-8")
	}
	f.text = strings.TrimPrefix(f.text, byteOrder)
	return f, nil
}

// firstInvalid returns the offset of the first byte that is not UTF-8.
func firstInvalid(s string) int {
	for i, r := range s {
		if _, size := utf8.DecodeRuneInString(s[i:]); r == utf8.RuneError && size == 1 {
			return i
		}
	}
	return len(s)
}

// errorf returns an error at an offset of the text.
func (f *file) errorf(at int, format string, args ...any) error {
	line, col := f.place(at)
	return fmt.Errorf("%s:%d:%d: %w", f.name, line, col, fmt.Errorf(format, args...))
}

// place returns the line and the column, in characters, both from 1.
func (f *file) place(at int) (line, col int) {
	before := f.text[:at]
	start := strings.LastIndexByte(before, '\n') + 1
	return 1 + strings.Count(before, "\n"), 1 + utf8.RuneCountInString(before[start:])
}
