package lsp

import (
	"sort"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/ceptre-graph/ceptre/lang/units"
)

// text is a text with an index for the positions of editors: a line and, in the line, an offset in
// bytes or in units of UTF-16.
type text struct {
	src   string
	lines []int // where each line starts
	bytes bool  // characters are bytes, for this editor
	units *units.Index
}

func newText(src, encoding string) text {
	t := text{src: src, lines: []int{0}, bytes: encoding == utf8Units, units: units.NewIndex(src)}
	for i := range len(src) {
		if src[i] == '\n' || src[i] == '\r' && (i+1 == len(src) || src[i+1] != '\n') {
			t.lines = append(t.lines, i+1)
		}
	}
	return t
}

// line returns the start and the end of a line, without its terminator.
func (t text) line(i int) (start, end int) {
	start, end = t.lines[i], len(t.src)
	if i+1 < len(t.lines) {
		end = t.lines[i+1]
	}
	for end > start && (t.src[end-1] == '\n' || t.src[end-1] == '\r') {
		end--
	}
	return start, end
}

// offset returns the place of a position. One that is nowhere in the text stands
// for the nearest that is; one within a character for the start of that.
func (t text) offset(p position) int {
	switch {
	case p.Line < 0:
		return 0
	case p.Line >= len(t.lines):
		return len(t.src)
	}
	start, end := t.line(p.Line)
	character := min(max(0, p.Character), end-start)
	if t.bytes {
		at := start + character
		for at < end && !utf8.RuneStart(t.src[at]) {
			at--
		}
		return at
	}
	return min(end, t.units.Offset(t.units.Units(start)+character))
}

// position returns where an offset is. The place within an end of line is that
// before it.
func (t text) position(offset int) position {
	line := sort.SearchInts(t.lines, offset+1) - 1
	start, end := t.line(line)
	offset = min(offset, end)
	if t.bytes {
		return position{line, offset - start}
	}
	return position{line, t.units.Units(offset) - t.units.Units(start)}
}

// between returns the range of two offsets.
func (t text) between(start, end int) textRange { return textRange{t.position(start), t.position(end)} }

// span returns the range of a span.
func (t text) span(s syntax.Span) textRange { return t.between(s.Start.Offset, s.End.Offset) }
