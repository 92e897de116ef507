package workshop

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/ceptre-graph/ceptre/lang/grammar"
)

// run is a stretch of text in one colour.
type run struct {
	length int    // in units of UTF-16
	class  string // of its tokens, see [grammar.Token.Class]
}

var _ json.Marshaler = run{}

// MarshalJSON writes a pair, [12,"nv"]. Classes are plain words.
func (r run) MarshalJSON() ([]byte, error) {
	out := strconv.AppendInt([]byte{'['}, int64(r.length), 10)
	return append(append(append(out, `,"`...), r.class...), `"]`...), nil
}

// palette remembers the colours of lines, which do not depend on other lines: most lines of a text are those of the
// text before. All lines of a program of 500 rules take longer than the rest of a request.
type palette struct {
	lines map[string][]run
	most  int // runs of the text before
}

// mostLines is how many lines are remembered beside those of the newest text.
const mostLines = 10_000

// colours returns the colours of a text. Neighbours of one class are one.
func (p *palette) colours(text string) []run {
	if p.lines == nil || len(p.lines) > mostLines {
		p.lines = make(map[string][]run)
	}
	out := make([]run, 0, p.most+p.most/16) // the next text is hardly longer
	for line := range strings.Lines(text) {
		runs, known := p.lines[line]
		if !known {
			runs = colour(line)
			p.lines[strings.Clone(line)] = runs // which does not keep the text
		}
		for _, r := range runs {
			out = join(out, r)
		}
	}
	p.most = len(out)
	return out
}

// colour returns the colours of a line.
func colour(line string) []run {
	var out []run
	for _, t := range grammar.Tokens(line) {
		r := run{class: t.Class()}
		for _, c := range t.Text {
			r.length += utf16.RuneLen(c)
		}
		out = join(out, r)
	}
	return out
}

// join adds a run to others, or lengthens the last of them.
func join(runs []run, r run) []run {
	if last := len(runs) - 1; last >= 0 && runs[last].class == r.class {
		runs[last].length += r.length
		return runs
	}
	return append(runs, r)
}
