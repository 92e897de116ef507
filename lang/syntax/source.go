// Package syntax reads the text of Ceptre programs: it knows characters,
// places and the tree as written, and nothing of what names mean.
//
// A file becomes tokens ([File] keeps their places), tokens become
// declarations by recursive descent, one function for each construct. The tree
// stays close to the page: `*` is one operator whether it joins premises or
// multiplies, a capital is just a name, and only package lang decides. A
// mistake costs the declaration it stands in: the parser goes on after the next
// `.`, so one reading finds all of a file's mistakes.
package syntax

import (
	"bytes"
	"fmt"
	"sync"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/lang/visible"
)

// Source is the text of a program and the name to call it by in messages.
type Source struct {
	Name string
	Text []byte

	index sync.Once
	// places has the place of the first character at or behind each multiple of placeEvery.
	places []Pos
}

// placeEvery is how many bytes are between the places that a source keeps.
const placeEvery = 1 << 8

// String returns the name as messages show it.
func (s *Source) String() string { return visible.Line(s.Name) }

// Pos is a place in a source. Line and Col count from 1, Col in characters;
// Offset counts bytes from 0. The zero Pos is no place.
type Pos struct {
	Offset, Line, Col int
}

// IsValid reports whether the position is a place.
func (p Pos) IsValid() bool { return p.Line > 0 }

// String returns `line:col`.
func (p Pos) String() string { return fmt.Sprintf("%d:%d", p.Line, p.Col) }

// Span is a stretch of a source; End is the place after it.
type Span struct {
	Start, End Pos
}

// Span returns the empty stretch at a place.
func (p Pos) Span() Span { return Span{p, p} }

// Range returns the span itself. Trees embed Span, so every node has it.
func (s Span) Range() Span { return s }

// to returns the span from the start of s to the end of t.
func (s Span) to(t Span) Span { return Span{s.Start, t.End} }

// NotText returns an error where the source is not UTF-8 or contains NUL, and nil otherwise. Readers of all languages
// ask it first: it is one message, where reading on would give thousands.
func (s *Source) NotText() *Error {
	at := bytes.IndexByte(s.Text, 0)
	for i := 0; i < len(s.Text) && (at < 0 || i < at); {
		r, size := utf8.DecodeRune(s.Text[i:])
		if r == utf8.RuneError && size == 1 {
			at = i
		}
		i += size
	}
	if at < 0 {
		return nil
	}
	pos := s.Pos(at)
	return &Error{Source: s, Span: pos.Span(), Code: NotUTF8, Msg: "this is not UTF-8, the encoding of programs"}
}

// Pos returns the place of the first character at or behind an offset. The first call reads the
// whole text.
func (s *Source) Pos(offset int) Pos {
	s.index.Do(func() {
		p := Pos{0, 1, 1}
		for p.Offset < len(s.Text) {
			s.places = append(s.places, p)
			p = s.walk(p, len(s.places)*placeEvery)
		}
	})
	if len(s.places) == 0 {
		return Pos{0, 1, 1}
	}
	p := s.places[min(offset/placeEvery, len(s.places)-1)]
	if p.Offset > offset {
		p = s.places[offset/placeEvery-1] // within a character that the later place stands behind
	}
	return s.walk(p, offset)
}

// walk returns the place of the first character at or behind an offset, from one before it on.
func (s *Source) walk(p Pos, offset int) Pos {
	for p.Offset < min(offset, len(s.Text)) {
		_, size := utf8.DecodeRune(s.Text[p.Offset:])
		if s.Text[p.Offset] == '\n' {
			p.Line, p.Col = p.Line+1, 0
		}
		p.Offset, p.Col = p.Offset+size, p.Col+1
	}
	return p
}

// Slice returns the text of a span.
func (s *Source) Slice(span Span) string {
	return string(s.Text[span.Start.Offset:span.End.Offset])
}

// line returns the line that p stands in, without its end.
func (s *Source) line(p Pos) []byte {
	rest := s.Text[s.lineStart(p):]
	if end := bytes.IndexAny(rest, "\r\n"); end >= 0 {
		rest = rest[:end]
	}
	return rest
}

// lineStart returns the offset of the line that p stands in.
func (s *Source) lineStart(p Pos) int { return bytes.LastIndexByte(s.Text[:p.Offset], '\n') + 1 }

// width returns how many characters the first line of the span has where it is shown; at
// least 1.
func (s *Source) width(span Span) int {
	if span.End.Offset <= span.Start.Offset {
		return 1
	}
	text := s.Text[span.Start.Offset:span.End.Offset]
	if end := bytes.IndexAny(text, "\r\n"); end >= 0 {
		text = text[:end]
	}
	return max(1, utf8.RuneCount(visible.Bytes(text)))
}
