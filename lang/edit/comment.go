package edit

import (
	"errors"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang/outline"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// setComment changes the comment on a declaration, rule or fact: the lines above it, and the comment behind it. A text
// of one line stays behind it if the only comment stands there; where there is none yet, it comes there if neighbours
// have theirs so.
func setComment(c *change) error {
	n, err := c.at(c.edit.At)
	if err != nil {
		return err
	}
	if n.Path == "" || n.Expr != nil && !isFact(n) {
		return errors.New("comments belong to declarations, rules and facts")
	}
	c.focus = n.Path
	above, behind := n.Comments()
	lines := commentLines(c.edit.Text)
	switch {
	case behind != nil && len(lines) > 0 && lines[len(lines)-1] == commentText(behind.Text):
		lines = lines[:len(lines)-1] // it stays
	case behind != nil && len(above) == 0 && len(lines) == 1:
		c.replace(behind.Start.Offset, remarkEnd(behind), "% "+lines[0])
		return nil
	case behind != nil:
		start := len(strings.TrimRight(c.text[:behind.Start.Offset], blanks))
		c.remove(start, remarkEnd(behind))
	case len(above) == 0 && len(lines) == 1 && c.hasRemarks(n):
		end, _ := c.lineEnd(c.endOf(n))
		c.insert(end, "  % "+lines[0])
		return nil
	}
	c.setLinesAbove(n, above, lines)
	return nil
}

// remarkEnd returns the end of a comment, without the carriage return that may end its line.
func remarkEnd(c *syntax.Comment) int { return c.Start.Offset + len(c.Text) }

// commentLines returns the lines of a comment, without percent signs and without blank lines around them.
func commentLines(text string) []string {
	text = strings.Trim(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text), blanks+"\n")
	if text == "" {
		return nil
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = commentText(line)
	}
	return lines
}

// commentText returns a line of a comment without the percent signs before it.
func commentText(line string) string { return strings.TrimSpace(strings.TrimLeft(line, "%")) }

// setLinesAbove replaces the comments above a part by others.
func (c *change) setLinesAbove(n *outline.Node, above []syntax.Comment, lines []string) {
	start := c.lineStart(n.Start.Offset)
	indent := c.indentOf(n.Start.Offset)
	var text strings.Builder
	for _, line := range lines {
		text.WriteString(strings.TrimRight(indent+"% "+line, " ") + c.newline)
	}
	switch {
	case len(above) > 0:
		c.replace(c.lineStart(above[0].Start.Offset), start, text.String())
	case len(lines) == 0:
	case c.beginsLine(n.Start.Offset):
		c.insert(start, text.String())
	default: // the part shares its line with others before it
		c.breakLine(n.Start.Offset, text.String()+indent)
	}
}

// endOf returns the end of a part, with its comma if it is a fact.
func (c *change) endOf(n *outline.Node) int {
	if n.Expr != nil {
		return c.behindComma(n)
	}
	return n.End.Offset
}

// hasRemarks reports whether a part is on one line that it ends, and a neighbour of its kind has a comment behind it on
// its line.
func (c *change) hasRemarks(n *outline.Node) bool {
	if _, alone := c.lineEnd(c.endOf(n)); !alone || n.Start.Line != n.End.Line || n.Unread {
		return false
	}
	siblings := n.Up.Parts("")
	return slices.ContainsFunc(siblings[max(0, n.Index-1):min(n.Index+2, len(siblings))], func(m *outline.Node) bool {
		next := m.End.Line+1 == n.Start.Line || n.End.Line+1 == m.Start.Line
		_, remark := m.Comments()
		return next && remark != nil && kindOf(c, m) == kindOf(c, n)
	})
}

// replaceText replaces the whole text of a part by what the author has written, which may mention names that are not
// declared yet.
func replaceText(c *change) error {
	n, err := c.at(c.edit.At)
	if err != nil {
		return err
	}
	text := strings.Trim(strings.ReplaceAll(c.edit.Text, "\r\n", "\n"), blanks+"\n")
	if n.Path == "" || text == "" {
		return errors.New("there is nothing to replace, or nothing to put in its place")
	}
	text = strings.ReplaceAll(text, "\n", c.newline)
	last := text[strings.LastIndexByte(text, '\n')+1:]
	if rest, _, _ := strings.Cut(c.text[n.End.Offset:], "\n"); strings.Contains(last, "%") &&
		strings.Trim(rest, blanks) != "" {
		text += c.newline // a comment ends with its line
	}
	c.rewrite(n.Start.Offset, n.End.Offset, text)
	c.focus = n.Path
	if n.Unread {
		c.find = func(f *syntax.File) string { return pathAt(f, n.Start.Offset) }
	}
	c.loose = true
	return nil
}

// rewrite replaces the text between two offsets, but for what both texts have at their start and at their end: that
// stays in its columns.
func (c *change) rewrite(from, to int, text string) {
	for from < to && text != "" && c.text[from] == text[0] {
		from, text = from+1, text[1:]
	}
	for to > from && text != "" && c.text[to-1] == text[len(text)-1] {
		to, text = to-1, text[:len(text)-1]
	}
	if from < to || text != "" {
		c.replace(from, to, text)
	}
}

// pathAt returns the path of the declaration, rule or unreadable text at an offset.
func pathAt(f *syntax.File, offset int) string {
	n, _ := outline.Locate(f, "")
	within := func(m *outline.Node) bool { return m.Start.Offset <= offset && offset < m.End.Offset }
	for parts := n.Parts(""); n.Rule == nil && !n.Unread; parts = n.Parts("") {
		next := named(append(n.Texts(), parts...), within)
		if next == nil {
			break
		}
		n = next
	}
	return n.Path
}
