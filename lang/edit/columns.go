package edit

import (
	"strings"
	"unicode/utf8"
)

// columns tells which columns of a text its author has made.
type columns struct {
	lines []string
	known map[column]bool // the answers so far: neighbouring lines have the same
	habit *bool           // whether the author puts colons into columns; nil before it is asked
}

// column is a column at a line, both from 0, in characters. The mark is the first byte of the text there.
type column struct {
	line, col int
	mark      byte
}

func newColumns(text string) *columns {
	return &columns{lines: strings.Split(text, "\n"), known: make(map[column]bool)}
}

// intended reports whether the author has put a colon, declaration or comment into a column with those of other lines,
// and it does not stand there by chance: some line has more blanks before it than it needs. Declarations and colons
// stand in columns with neighbouring lines, and comments with lines up to the next blank one.
//
// A rename may leave a column in which each line has only the blanks that it needs. It is intended still if it has
// colons, and other columns of colons are intended, or if it has comments of lines that are not neighbours. Otherwise
// a rename and the one back may lose the blanks of a column.
func (c *columns) intended(at column) bool {
	if at.mark != ':' && at.mark != '%' {
		at.mark = 0 // a declaration
	}
	if _, ok := c.known[at]; !ok && at.mark == '%' {
		c.comments(at)
	} else if !ok {
		c.neighbours(at)
	}
	return c.known[at]
}

// neighbours finds out about the colons or declarations at a column of neighbouring lines.
func (c *columns) neighbours(at column) {
	needed := 2
	if at.mark == ':' {
		needed = 1
	}
	if c.blanksBefore(at.line, at) < needed {
		c.known[at] = false
		return
	}
	from, to := at.line, at.line+1
	for from > 0 && c.blanksBefore(from-1, at) >= needed {
		from--
	}
	for to < len(c.lines) && c.blanksBefore(to, at) >= needed {
		to++
	}
	found := false
	for i := from; i < to; i++ {
		found = found || c.blanksBefore(i, at) > needed
	}
	found = found || at.mark == ':' && to-from > 1 && c.alignsColons()
	for i := from; i < to; i++ {
		c.known[column{i, at.col, at.mark}] = found
	}
}

// alignsColons reports whether some colon has more blanks before it than one, and stands below or above another.
func (c *columns) alignsColons() bool {
	if c.habit == nil {
		habit := c.hasColumn()
		c.habit = &habit
	}
	return *c.habit
}

func (c *columns) hasColumn() bool {
	for i, line := range c.lines {
		code, _, _ := strings.Cut(line, "%")
		before, _, found := strings.Cut(code, "  :")
		if !found {
			continue
		}
		at := column{i, utf8.RuneCountInString(before) + 2, ':'}
		if i > 0 && c.blanksBefore(i-1, at) > 0 || i+1 < len(c.lines) && c.blanksBefore(i+1, at) > 0 {
			return true
		}
	}
	return false
}

// comments finds out about the comments at a column in lines up to blank ones: whether there is a run of lines of which
// each has more blanks before its comment than two, or there are several runs. Layout keeps one run in a column anyway.
func (c *columns) comments(at column) {
	from, to := at.line, at.line
	for from > 0 && !c.blank(from-1) {
		from--
	}
	for to < len(c.lines) && !c.blank(to) {
		to++
	}
	found := false
	runs := 0
	least := -1 // of the blanks in the run, -1 before it
	for i := from; i <= to; i++ {
		spaces := -1
		if i < to {
			spaces = c.blanksBefore(i, at)
		}
		switch {
		case spaces >= 2 && (least < 0 || spaces < least):
			if least < 0 {
				runs++
			}
			least = spaces
		case spaces < 2:
			found = found || least > 2
			least = -1
		}
	}
	found = found || runs > 1
	for i := from; i <= max(at.line, to-1); i++ {
		c.known[column{i, at.col, at.mark}] = found
	}
}

// blank reports whether a line is blank.
func (c *columns) blank(line int) bool { return strings.Trim(c.lines[line], blanks) == "" }

// blanksBefore returns how many blanks stand before a column in a line, -1 where nothing of its kind stands there.
func (c *columns) blanksBefore(line int, at column) int {
	text := c.lines[line]
	blanks := 0
	for range at.col {
		r, size := utf8.DecodeRuneInString(text)
		switch {
		case size == 0:
			return -1
		case r == ' ':
			blanks++
		default:
			blanks = 0
		}
		text = text[size:]
	}
	switch {
	case text == "":
		return -1
	case at.mark != 0 && text[0] != at.mark, at.mark == 0 && (text[0] == ':' || text[0] == '%'):
		return -1
	}
	return blanks
}
