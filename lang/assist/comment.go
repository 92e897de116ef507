package assist

import (
	"sort"
	"strings"
	"unicode"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// Comment returns the author's comments on a thing, a line each without percent signs: the comment lines directly above
// the line that declares its name, and the comment behind it on that line. Lines that hold no word are rulers and left
// out.
func (t *Text) Comment(thing any) []string {
	m := t.Declaration(thing)
	if _, variable := thing.(*lang.Var); m == nil || variable {
		return nil
	}
	first := m.Start.Line
	for c := t.commentOn(first - 1); c != nil && t.startsLine(c); c = t.commentOn(first - 1) {
		first--
	}
	var lines []string
	for line := first; line <= m.Start.Line; line++ {
		if c := t.commentOn(line); c != nil {
			text := strings.TrimSpace(strings.TrimLeft(c.Text, "%"))
			if strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
				lines = append(lines, text)
			}
		}
	}
	return lines
}

// commentOn returns the comment of a line, or nil.
func (t *Text) commentOn(line int) *syntax.Comment {
	all := t.File.Comments
	i := sort.Search(len(all), func(i int) bool { return all[i].Start.Line >= line })
	if i == len(all) || all[i].Start.Line != line {
		return nil
	}
	return &all[i]
}

// startsLine reports whether nothing stands before a comment on its line.
func (t *Text) startsLine(c *syntax.Comment) bool {
	before := t.Src[:c.Start.Offset]
	return strings.TrimSpace(before[strings.LastIndexByte(before, '\n')+1:]) == ""
}
