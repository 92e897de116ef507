package json

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

const (
	// maxDepth is how deep lists and objects may nest; encoding/json writes
	// no deeper ones.
	maxDepth = trace.MaxTermDepth + 10
	// maxToken is how many bytes a string or number may have, so that a file
	// cannot fill the memory with one.
	maxToken = trace.MaxTermSize - 1
)

// decoder reads JSON values off a stream, strictly, and knows the place of all
// it refuses. encoding/json is no help here: it takes field names in any case
// and any number of times, null for any value and bytes that are not UTF-8, and
// does not say where an unknown field stands.
//
// A method that reads a value skips the white space before it.
type decoder struct {
	file  string
	in    io.Reader
	ahead []byte            // some of it
	base  int64             // how many bytes came before these
	pos   int               // of ch in there
	ended error             // the error that ended it after that; nil as long as there may be more
	ch    byte              // the next byte; 0 at the end
	at    place             // of ch
	err   error             // the error that ended the text, io.EOF as a rule
	stops place             // where JSON Lines that were read stop without an end; its line is 0 of others
	depth int               // how many lists and objects are open
	token []byte            // the string, number or word read last
	key   string            // the key that object has handed out last
	keyAt place             // of key
	names map[string]string // one copy of each string read
	// listed are the terms of the list that is read, lists those that were read.
	listed []trace.Term
	lists  trace.TermLists
}

// place is a line and a column, in characters, both from 1.
type place struct{ line, col int }

func newDecoder(file string, in io.Reader) *decoder {
	return newDecoderAt(file, in, place{1, 1})
}

// newDecoderAt returns a decoder of what stands in a file from a place on.
func newDecoderAt(file string, in io.Reader, at place) *decoder {
	d := &decoder{file: file, in: in, pos: -1, at: place{at.line, at.col - 1}, names: make(map[string]string)}
	d.advance()
	return d
}

// advance moves on by a byte. It is not to be called at the end.
func (d *decoder) advance() {
	if d.ch == '\n' {
		d.at = place{line: d.at.line + 1}
	}
	if d.pos++; d.pos >= len(d.ahead) && !d.read() {
		d.ch = 0
	} else {
		d.ch = d.ahead[d.pos]
	}
	if utf8.RuneStart(d.ch) {
		d.at.col++
	}
}

const (
	// chunkSize is how many bytes are read at once, if there are so many.
	chunkSize = 1 << 14
	// mostTries is how often a reader may return nothing.
	mostTries = 100
)

// read reads on, and is false at the end.
func (d *decoder) read() bool {
	room := d.ahead[:cap(d.ahead)]
	if room == nil {
		room = make([]byte, chunkSize)
	}
	n := 0
	for tries := 0; n == 0 && d.ended == nil; tries++ {
		if n, d.ended = d.in.Read(room); tries == mostTries {
			d.ended = cmp.Or(d.ended, io.ErrNoProgress)
		}
	}
	if n == 0 {
		d.err = d.ended
	}
	d.base += int64(len(d.ahead))
	d.ahead, d.pos = room[:n], 0
	return n > 0
}

// take appends to the token what follows the next byte, as far as it is there and stands in a
// string for itself.
func (d *decoder) take() {
	n := 0
	for _, c := range d.ahead[d.pos+1:] {
		if c < ' ' || c == '"' || c == '\\' {
			break
		}
		if utf8.RuneStart(c) {
			d.at.col++
		}
		n++
	}
	d.token = append(d.token, d.ahead[d.pos+1:d.pos+1+n]...)
	d.pos += n
}

// peek returns the next byte that is not white space, 0 at the end.
func (d *decoder) peek() byte {
	for d.ch == ' ' || d.ch == '\n' || d.ch == '\r' || d.ch == '\t' {
		d.advance()
	}
	return d.ch
}

// atEnd reports whether only white space is left.
func (d *decoder) atEnd() bool { return d.peek() == 0 && d.err == io.EOF }

func (d *decoder) errorf(at place, format string, args ...any) error {
	return fmt.Errorf("%s:%d:%d: %w", d.file, at.line, max(1, at.col), fmt.Errorf(format, args...))
}

// unexpected returns the error for a token other than the wanted one.
func (d *decoder) unexpected(want string) error {
	at := d.at
	switch {
	case d.err == io.EOF:
		return d.errorf(at, "want %s, found the end of the text", want)
	case d.err != nil:
		return d.errorf(at, "%w", d.err)
	}
	return d.errorf(at, "want %s, found %.40s", want, d.found())
}

// found describes what starts at the next byte.
func (d *decoder) found() string {
	switch {
	case d.ch == '"':
		return "a string"
	case d.ch == '{':
		return "an object"
	case d.ch == '[':
		return "a list"
	case isWordByte(d.ch):
		return d.bare()
	}
	char := []byte{d.ch}
	for !utf8.FullRune(char) && d.err == nil {
		d.advance()
		char = append(char, d.ch)
	}
	r, _ := utf8.DecodeRune(char)
	return strconv.QuoteRune(r)
}

// punct reads that byte.
func (d *decoder) punct(c byte) error {
	if d.peek() != c {
		return d.unexpected(strconv.QuoteRune(rune(c)))
	}
	d.advance()
	return nil
}

// object reads an object and calls field at each value, with its key. For a key
// it does not know field returns d.unknown.
func (d *decoder) object(field func(key string) error) error {
	var room [16]string
	seen := room[:0]
	return d.sequence('{', '}', "an object", func() error {
		d.peek()
		at := d.at
		var key string
		if err := d.text(&key); err != nil {
			return err
		}
		if slices.Contains(seen, key) {
			return d.errorf(at, "field %.40q for the second time", key)
		}
		seen = append(seen, key)
		if err := d.punct(':'); err != nil {
			return err
		}
		d.key, d.keyAt = key, at
		return field(key)
	})
}

// unknown returns the error for the key that object has just handed out; what
// names the kind of object.
func (d *decoder) unknown(what string) error {
	return d.errorf(d.keyAt, "unknown field %.40q in %s", d.key, what)
}

// list reads a list into a slice, which is not nil then.
func list[T any](d *decoder, to *[]T, item func(*T) error) error {
	*to = []T{}
	return d.sequence('[', ']', "a list", func() error {
		var x T
		*to = append(*to, x)
		return item(&(*to)[len(*to)-1])
	})
}

// sequence reads items with commas between and brackets around them; what
// names the whole.
func (d *decoder) sequence(open, end byte, what string, item func() error) error {
	if d.peek() != open {
		return d.unexpected(what)
	}
	if d.depth++; d.depth > maxDepth {
		return d.errorf(d.at, "nested deeper than %d", maxDepth)
	}
	d.advance()
	for more := d.peek() != end; more; {
		if err := item(); err != nil {
			return err
		}
		if more = d.peek() == ','; more {
			d.advance()
		}
	}
	if d.ch != end {
		return d.unexpected(fmt.Sprintf("',' or %q", end))
	}
	d.depth--
	d.advance()
	return nil
}

// skip passes over a list, of which it looks at brackets and strings alone.
func (d *decoder) skip() error {
	if d.peek() != '[' {
		return d.unexpected("a list")
	}
	for open := 0; ; {
		switch d.ch {
		case '"':
			if _, err := d.quoted(); err != nil {
				return err
			}
			continue
		case '[', '{':
			open++
		case ']', '}':
			open--
		case 0:
			return d.unexpected("']'")
		}
		if d.advance(); open == 0 {
			return nil
		}
	}
}

// offset returns how many bytes stand before the next one.
func (d *decoder) offset() int64 { return d.base + int64(d.pos) }
