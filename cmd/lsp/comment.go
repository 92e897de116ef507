package lsp

import (
	"sort"
	"strings"
	"unicode"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// comment returns the author's comments on a thing: the comment lines directly above the line that
// declares its name, and the comment behind it on that line.
func (d *document) comment(thing any) []string {
	m := d.declaration(thing)
	if _, variable := thing.(*lang.Var); m == nil || variable {
		return nil
	}
	first := m.Start.Line
	for c := d.commentOn(first - 1); c != nil && d.startsLine(c); c = d.commentOn(first - 1) {
		first--
	}
	var lines []string
	for line := first; line <= m.Start.Line; line++ {
		if c := d.commentOn(line); c != nil {
			lines = append(lines, c.Text)
		}
	}
	return lines
}

// commentOn returns the comment of a line, or nil.
func (d *document) commentOn(line int) *syntax.Comment {
	all := d.File.Comments
	i := sort.Search(len(all), func(i int) bool { return all[i].Start.Line >= line })
	if i == len(all) || all[i].Start.Line != line {
		return nil
	}
	return &all[i]
}

// startsLine reports whether nothing stands before a comment on its line.
func (d *document) startsLine(c *syntax.Comment) bool {
	before := d.src[:c.Start.Offset]
	return strings.TrimSpace(before[strings.LastIndexByte(before, '\n')+1:]) == ""
}

// markdown returns the text of comments as Markdown: their lines stay lines, and
// nothing in them is mark-up. Lines that hold no word are rulers and left out.
func markdown(comments []string) string {
	var lines []string
	for _, c := range comments {
		c = strings.TrimSpace(strings.TrimLeft(c, "%"))
		if strings.ContainsFunc(c, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			lines = append(lines, escape(c))
		}
	}
	return strings.Join(lines, "  \n")
}

// escape puts a backslash before whatever means something in Markdown.
func escape(s string) string {
	var b strings.Builder
	for _, r := range s {
		if strings.ContainsRune("\\`*_{}[]()<>#+-.!|~&", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
