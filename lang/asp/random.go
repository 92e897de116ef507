package asp

import (
	"bytes"
	"regexp"
	"strconv"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// randomInteger is the text for which an integer is drawn; there are no blanks in it.
var randomInteger = regexp.MustCompile(`RANDINT\(([0-9]+),([0-9]+)\)`)

// Draw replaces each `RANDINT(low,high)` in the sources by an integer from low to high, which the function draws.
// Each occurrence is a draw, also in comments and strings, in the order of the sources and of their text. Sources
// without one are returned as they are.
//
// The numbers are followed by blanks, up to the length of the text that they replace, so that messages have the
// places of the original. Where a blank could change the meaning, within a word or on a line with a string, there are
// none, and the places behind it on its line are moved to the left.
func Draw(sources []*syntax.Source, draw func(low, high int64) int64) ([]*syntax.Source, syntax.ErrorList) {
	drawn := make([]*syntax.Source, len(sources))
	var errs syntax.ErrorList
	for i, src := range sources {
		f := &file{source: src}
		drawn[i] = f.draw(draw)
		errs = append(errs, f.errs...)
	}
	return drawn, errs
}

// draw returns the source with its random integers.
func (f *file) draw(draw func(low, high int64) int64) *syntax.Source {
	text := f.source.Text
	matches := randomInteger.FindAllSubmatchIndex(text, -1)
	if len(matches) == 0 {
		return f.source
	}
	var out []byte
	last := 0
	for _, m := range matches {
		out = append(out, text[last:m[0]]...)
		last = m[1]
		low, err := strconv.ParseInt(string(text[m[2]:m[3]]), 10, 64)
		high, err2 := strconv.ParseInt(string(text[m[4]:m[5]]), 10, 64)
		if err != nil || err2 != nil || low > high {
			span := syntax.Span{Start: f.source.Pos(m[0]), End: f.source.Pos(m[1])}
			f.report(syntax.ImpossibleNumber, span, "no integer can be drawn for `"+f.source.Slice(span)+"`",
				syntax.Note{Msg: "the first number is not above the second, and both are below 2^63"})
			continue
		}
		start := len(out)
		out = strconv.AppendInt(out, draw(low, high), 10)
		line := text[bytes.LastIndexByte(text[:m[0]], '\n')+1 : m[0]]
		if r, _ := utf8.DecodeRune(text[m[1]:]); bytes.IndexByte(line, '"') < 0 && !isNamePart(r) {
			out = append(out, bytes.Repeat([]byte{' '}, m[1]-m[0]-(len(out)-start))...)
		}
	}
	return &syntax.Source{Name: f.source.Name, Text: append(out, text[last:]...)}
}
