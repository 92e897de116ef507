package edit

import (
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// laid returns the text with all splices made, laid out where the text was before the edit.
func (c *change) laid() (string, error) {
	text, err := c.spliced()
	if err != nil || !c.formatted() {
		return text, err
	}
	file, _ := syntax.Parse(&syntax.Source{Name: c.src.Name, Text: []byte(text)})
	if out, ok := file.Reformat(c.stood()); ok {
		text = string(out)
	}
	return text, nil
}

// formatted reports whether the text before the edit is as [syntax.Format] lays it out.
func (c *change) formatted() bool {
	if c.tidy == nil {
		tidy := c.File.Formatted()
		c.tidy = &tidy
	}
	return *c.tidy
}

// kept is a stretch of the new text that the old one has, too.
type kept struct{ from, to, old int }

// stood returns a function that says in which column of the old text stood what is at an offset of the new one. A text
// that replaces another stands in its place. The splices are in order.
func (c *change) stood() func(offset int) (int, bool) {
	c.lines = strings.Split(c.text, "\n")
	var all []kept
	at, now := 0, 0
	for _, s := range c.splices {
		all = append(all, kept{now, now + s.from - at, at})
		now += s.from - at
		if s.to > s.from && s.new != "" {
			all = append(all, kept{now, now + 1, s.from})
		}
		at, now = s.to, now+len(s.new)
	}
	all = append(all, kept{now, now + len(c.text) - at, at})
	return func(offset int) (int, bool) {
		i := sort.Search(len(all), func(i int) bool { return all[i].to > offset })
		if i == len(all) || offset < all[i].from {
			return 0, false
		}
		old := all[i].old + offset - all[i].from
		return c.src.Pos(old).Col, c.inColumn(old)
	}
}

// inColumn reports whether the author has put a colon, declaration or comment into a column with those of other lines,
// and it does not stand there by chance: some line has more blanks before it than it needs. Declarations and colons
// stand in columns with neighbouring lines, and comments with lines up to the next blank one.
func (c *change) inColumn(at int) bool {
	first := c.text[at]
	marks := first == ':' || first == '%'
	needed := 2
	if first == ':' {
		needed = 1
	}
	col := utf8.RuneCountInString(c.text[c.lineStart(at):at])
	// padding returns the blanks before the column in a line, -1 where it holds nothing of the kind.
	padding := func(line string) int {
		blanks := 0
		for range col {
			r, size := utf8.DecodeRuneInString(line)
			switch {
			case size == 0:
				return -1
			case r == ' ':
				blanks++
			default:
				blanks = 0
			}
			line = line[size:]
		}
		if line == "" || marks && line[0] != first || !marks && (line[0] == ':' || line[0] == '%') {
			return -1
		}
		return blanks
	}
	at = c.src.Pos(at).Line - 1
	if first == '%' {
		return c.spaced(at, padding)
	}
	for _, step := range []int{-1, 1} {
		for i := at; i >= 0 && i < len(c.lines) && padding(c.lines[i]) >= needed; i += step {
			if padding(c.lines[i]) > needed {
				return true
			}
		}
	}
	return false
}

// spaced reports whether, among the lines around one up to blank ones, there is a run of lines with comments at the
// column of which each has more blanks before it than two.
func (c *change) spaced(at int, padding func(string) int) bool {
	blank := func(i int) bool { return i < 0 || i >= len(c.lines) || strings.Trim(c.lines[i], blanks) == "" }
	for !blank(at - 1) {
		at--
	}
	least := -1 // of the blanks in the run, -1 before it
	for ; ; at++ {
		spaces := -1
		if !blank(at) {
			spaces = padding(c.lines[at])
		}
		switch {
		case spaces >= 2 && (least < 0 || spaces < least):
			least = spaces
		case spaces < 2 && least > 2:
			return true
		case spaces < 2:
			least = -1
		}
		if blank(at) {
			return false
		}
	}
}

// settle makes the splices and goes on with the text that comes out. Errors are still compared with those before the
// edit.
func (c *change) settle() error {
	text, err := c.laid()
	if err != nil {
		return err
	}
	next := newChange(c.src.Name, text, c.edit)
	next.unbound = c.unbound
	next.first, next.tidy, next.focus, next.loose = c.first, c.tidy, c.focus, c.loose
	*c = *next
	return nil
}
