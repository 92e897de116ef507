package outline

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// extent returns where an expression stands, with the parentheses around it alone. In trees, the places of
// parentheses are left out.
func (t *tree) extent(x syntax.Expr) syntax.Span {
	span := x.Range()
	if b, ok := x.(*syntax.Binary); ok {
		span = syntax.Span{Start: t.extent(b.X).Start, End: t.extent(b.Y).End}
	}
	for {
		open, end := t.before(span.Start.Offset), t.behind(span.End.Offset)
		if open == 0 || t.Source.Text[open-1] != '(' || end == len(t.Source.Text) || t.Source.Text[end] != ')' {
			return span
		}
		span = syntax.Span{Start: t.Source.Pos(open - 1), End: t.Source.Pos(end + 1)}
	}
}

// before returns the offset behind the last character before an offset that is neither blank nor in a comment, or 0.
func (t *tree) before(offset int) int {
	for offset > 0 {
		r, size := utf8.DecodeLastRune(t.Source.Text[:offset])
		if i := t.comment(offset - 1); i >= 0 {
			offset = t.Comments[i].Start.Offset
		} else if isBlank(r, offset-size) {
			offset -= size
		} else {
			break
		}
	}
	return offset
}

// behind returns the offset of the first character from an offset on that is neither blank nor in a comment, or the
// length of the text.
func (t *tree) behind(offset int) int {
	for offset < len(t.Source.Text) {
		r, size := utf8.DecodeRune(t.Source.Text[offset:])
		if i := t.comment(offset); r == '%' && i >= 0 {
			offset = t.Comments[i].End.Offset
		} else if isBlank(r, offset) {
			offset += size
		} else {
			break
		}
	}
	return offset
}

// isBlank reports whether a character at an offset is white space, or the mark of UTF-8 at the start of files.
func isBlank(r rune, offset int) bool { return unicode.IsSpace(r) || r == '\ufeff' && offset == 0 }

// commented reports whether a comment stands in a span.
func (t *tree) commented(s syntax.Span) bool {
	i := sort.Search(len(t.Comments), func(i int) bool { return t.Comments[i].Start.Offset >= s.Start.Offset })
	return i < len(t.Comments) && t.Comments[i].Start.Offset < s.End.Offset
}

// comment returns the number of the comment that a character is in, or -1.
func (t *tree) comment(offset int) int {
	i := sort.Search(len(t.Comments), func(i int) bool { return t.Comments[i].End.Offset > offset })
	if i < len(t.Comments) && t.Comments[i].Start.Offset <= offset {
		return i
	}
	return -1
}

// Texts returns the stretches of a file or stage that could not be read, in the order of the text.
func (n *Node) Texts() []*Node {
	if n.Expr != nil || n.Unread {
		return nil
	}
	from, to := n.Start.Offset, n.End.Offset
	var parts []*Node
	switch d := n.Decl.(type) {
	case nil:
		parts = n.declarations()
	case *syntax.Stage:
		if n.Rule != nil {
			return nil
		}
		parts = n.rules(d)
		from, to = n.tree.inside(d)
	default:
		return nil
	}
	var texts []*Node
	for i := range len(parts) + 1 {
		end := to
		if i < len(parts) {
			end = parts[i].Start.Offset
		}
		if start := n.tree.behind(from); start < end {
			span := syntax.Span{Start: n.tree.Source.Pos(start), End: n.tree.Source.Pos(n.tree.before(end))}
			text := new(Node)
			n.lead(text, "t", len(texts), span)
			text.Unread = true
			texts = append(texts, text)
		}
		if i < len(parts) {
			from = parts[i].End.Offset
		}
	}
	return texts
}

// inside returns where the rules of a stage stand: behind its `{` and before its `}`.
func (t *tree) inside(d *syntax.Stage) (from, to int) {
	from, to = t.behind(d.Name.End.Offset), d.End.Offset
	if t.Source.Text[from] == '=' {
		from = t.behind(from + 1)
	}
	from++
	last := from
	if n := len(d.Rules); n > 0 {
		last = d.Rules[n-1].End.Offset
	}
	closed := t.before(to)
	if closed > last && t.Source.Text[closed-1] == '.' {
		closed = t.before(closed - 1)
	}
	if closed > last && t.Source.Text[closed-1] == '}' {
		to = t.before(closed - 1)
	}
	return from, max(last, to)
}

// Comments returns the comments on a part: the lines directly above it that hold nothing else, where it begins its
// line, and the one behind it on its last line, nil where there is none or where more stands between.
func (n *Node) Comments() (above []syntax.Comment, behind *syntax.Comment) {
	t := n.tree
	if t.startsLine(n.Start) {
		last := sort.Search(len(t.Comments), func(i int) bool { return t.Comments[i].Start.Offset >= n.Start.Offset })
		first := last
		for line := n.Start.Line - 1; first > 0; line-- {
			if c := t.Comments[first-1]; c.Start.Line != line || !t.startsLine(c.Start) {
				break
			}
			first--
		}
		above = t.Comments[first:last]
	}
	i := sort.Search(len(t.Comments), func(i int) bool { return t.Comments[i].Start.Offset >= n.End.Offset })
	if i < len(t.Comments) && t.Comments[i].Start.Line == n.End.Line {
		between := string(t.Source.Text[n.End.Offset:t.Comments[i].Start.Offset])
		if strings.Trim(between, " \t,.") == "" {
			behind = &t.Comments[i]
		}
	}
	return above, behind
}

// startsLine reports whether only blanks stand before a place on its line.
func (t *tree) startsLine(p syntax.Pos) bool {
	for i := p.Offset - 1; i >= 0 && t.Source.Text[i] != '\n'; i-- {
		if c := t.Source.Text[i]; c != ' ' && c != '\t' && c != '\r' {
			return false
		}
	}
	return true
}

// said returns the text of the comments on a part, a line each, without percent signs.
func (n *Node) said() string {
	above, behind := n.Comments()
	if behind != nil {
		above = append(above[:len(above):len(above)], *behind)
	}
	lines := make([]string, len(above))
	for i, c := range above {
		lines[i] = strings.TrimSpace(strings.TrimLeft(c.Text, "%"))
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}
