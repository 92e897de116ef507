package syntax

import (
	"bytes"
	"unicode/utf8"
)

// line is a line on its way to the page.
type line struct {
	number  int
	section int  // columns do not reach from one section to the next
	blank   bool // a blank line stands before it
	opens   bool // it ends in `{`
	cells   []cell
	comment cell   // comment behind the code, if it has text
	text    []byte // text written so far
	width   int    // width of text, in characters
}

// cell is a stretch of a line that may begin in a column with others.
type cell struct {
	text  string
	col   int // where it stood
	space int // the least before it
}

// linesOf breaks the words into lines where the author did.
func linesOf(words []word) []*line {
	var lines []*line
	for len(words) > 0 {
		n := 1
		for n < len(words) && words[n].breaks == 0 {
			n++
		}
		lines = append(lines, newLine(words[:n], lines))
		words = words[n:]
	}
	return lines
}

// newLine makes a line of its words.
func newLine(words []word, before []*line) *line {
	l := &line{number: len(before)}
	if l.number > 0 {
		last := before[l.number-1]
		edge := last.opens || words[0].kind == tCloseBrace
		l.blank = words[0].breaks > 1 && !edge
		l.section = last.section
		if l.blank || edge {
			l.section++
		}
	}
	l.put(cell{}, words[0].indent)
	if last := len(words) - 1; last > 0 && words[last].comment {
		l.comment = cell{words[last].text, words[last].col, 2}
		words = words[:last]
	}
	l.opens = words[len(words)-1].kind == tOpenBrace
	l.cells = cellsOf(words)
	return l
}

// cellsOf splits the code of a line before each colon and each declaration.
func cellsOf(words []word) []cell {
	var cells []cell
	c, text := cell{}, []byte(words[0].text)
	for i, w := range words[1:] {
		space := spaceBetween(words[i], w)
		if w.part == begins || w.kind == tColon {
			c.text = string(text)
			cells = append(cells, c)
			c, text = cell{col: w.col, space: space}, nil
		} else {
			text = append(text, spaces(space)...)
		}
		text = append(text, w.text...)
	}
	c.text = string(text)
	return append(cells, c)
}

// spaceBetween returns how many spaces stand between two words of a line.
func spaceBetween(a, b word) int {
	switch {
	case b.part == begins && a.kind != tOpenBrace:
		return 2
	case a.kind == tOpen || a.kind == tBang || a.kind == tDollar:
		return 0
	case b.kind == tClose || b.kind == tDot || b.kind == tComma:
		return 0
	}
	return 1
}

func spaces(n int) []byte { return bytes.Repeat([]byte(" "), n) }

// put writes a cell at a column.
func (l *line) put(c cell, column int) {
	l.text = append(l.text, spaces(column-l.width)...)
	l.text = append(l.text, c.text...)
	l.width = column + utf8.RuneCountInString(c.text)
}

// page writes the lines, cell by cell, so that each column knows how wide all is
// that stands left of it.
func page(lines []*line) []byte {
	// Cells of neighbouring lines that stood in a column do so still.
	some := lines
	for i := 0; len(some) > 0; i++ {
		some = where(some, func(l *line) bool { return i < len(l.cells) })
		writeColumn(some, func(l *line) cell { return l.cells[i] }, func(a, b *line) bool {
			x, y := a.cells[i], b.cells[i]
			return i > 0 && neighbours(a, b) && x.col == y.col && x.space == y.space
		})
	}
	// The comments of neighbouring lines stand in a column, and so do those that others stand between
	// if they stood in one.
	some = where(lines, func(l *line) bool { return l.comment.text != "" })
	writeColumn(some, func(l *line) cell { return l.comment }, func(a, b *line) bool {
		fit := a.width <= widest && b.width <= widest
		return fit && (neighbours(a, b) || a.section == b.section && a.comment.col == b.comment.col)
	})
	var out bytes.Buffer
	for _, l := range lines {
		if l.blank {
			out.WriteByte('\n')
		}
		out.Write(l.text)
		out.WriteByte('\n')
	}
	return out.Bytes()
}

// widest is the length, in characters, of the longest line with a comment aligned to others; a
// longer one would push theirs out of sight.
const widest = 80

func neighbours(a, b *line) bool { return a.section == b.section && a.number+1 == b.number }

func where(lines []*line, ok func(*line) bool) []*line {
	var some []*line
	for _, l := range lines {
		if ok(l) {
			some = append(some, l)
		}
	}
	return some
}

// writeColumn writes one cell of each line. Lines of which each is joined to the
// next have them in a column.
func writeColumn(lines []*line, of func(*line) cell, joined func(a, b *line) bool) {
	for len(lines) > 0 {
		n := 1
		for n < len(lines) && joined(lines[n-1], lines[n]) {
			n++
		}
		column := 0
		for _, l := range lines[:n] {
			column = max(column, l.width+of(l).space)
		}
		for _, l := range lines[:n] {
			l.put(of(l), column)
		}
		lines = lines[n:]
	}
}
