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

// inColumn reports whether the author has put a colon or declaration into a column with those of neighbouring lines:
// one of them has more blanks before it than it needs. Comments are always in columns.
func (c *change) inColumn(at int) bool {
	colon := c.text[at] == ':'
	needed := 2
	if colon {
		needed = 1
	}
	col := utf8.RuneCountInString(c.text[c.lineStart(at):at])
	// padding returns the blanks before the column on the line of an offset, -1 where it holds nothing of the kind.
	padding := func(start int) int {
		rest, blanks := c.text[start:], 0
		for range col {
			r, size := utf8.DecodeRuneInString(rest)
			switch {
			case size == 0 || r == '\n':
				return -1
			case r == ' ':
				blanks++
			default:
				blanks = 0
			}
			rest = rest[size:]
		}
		if rest == "" || rest[0] == '\n' || (rest[0] == ':') != colon {
			return -1
		}
		return blanks
	}
	for start := c.lineStart(at); padding(start) >= needed; start = c.lineStart(start - 1) {
		if padding(start) > needed {
			return true
		}
		if start == 0 {
			break
		}
	}
	for start := c.lineStart(at); padding(start) >= needed; {
		if padding(start) > needed {
			return true
		}
		end := strings.IndexByte(c.text[start:], '\n')
		if end < 0 {
			break
		}
		start += end + 1
	}
	return c.text[at] == '%'
}

// settle makes the splices and goes on with the text that comes out. Errors are still compared with those before the
// edit.
func (c *change) settle() error {
	text, err := c.laid()
	if err != nil {
		return err
	}
	next := newChange(c.src.Name, text, c.edit)
	next.first, next.tidy, next.focus, next.loose = c.first, c.tidy, c.focus, c.loose
	*c = *next
	return nil
}
