package edit

import (
	"bytes"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/lang/outline"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// isType, isMember and the like say of which kind a declaration is.
func isType(d syntax.Decl) bool {
	s, ok := d.(*syntax.Signature)
	return ok && s.Result.Text == "type"
}

// isMember reports whether a declaration is a constant or constructor.
func (c *change) isMember(d syntax.Decl) bool {
	s, ok := d.(*syntax.Signature)
	return ok && !isType(d) && c.typeNamed(s.Result.Text) != nil
}

// lastDecl returns the index of the last declaration of which a condition holds, -1 if there is none.
func (c *change) lastDecl(ok func(syntax.Decl) bool) int {
	for i := len(c.File.Decls) - 1; i >= 0; i-- {
		if ok(c.File.Decls[i]) {
			return i
		}
	}
	return -1
}

// declareBehind adds a declaration behind one with an index, or before all others where that is -1, on lines of its
// own. A blank line comes between where blank says so, and before what follows where the declaration before had one.
// It returns the index of the new declaration.
func (c *change) declareBehind(at int, text string, blank bool) int {
	text = strings.ReplaceAll(text, "\n", c.newline)
	if at < 0 {
		c.declareFirst(text)
		return 0
	}
	end := c.File.Decls[at].Range().End.Offset
	behind, alone := c.lineEnd(end)
	text = c.lineEnds(blank) + text
	if !alone { // another declaration follows on the line
		rest := c.text[end:]
		c.replace(end, end+len(rest)-len(strings.TrimLeft(rest, blanks)), text+c.newline)
		return at + 1
	}
	if blank && at+1 < len(c.File.Decls) && !c.blankAt(behind) {
		text += c.newline
	}
	c.insert(behind, text)
	return at + 1
}

// lineEnds returns the end of a line, and a blank line behind it where that is asked for.
func (c *change) lineEnds(blank bool) string {
	if blank {
		return c.newline + c.newline
	}
	return c.newline
}

// declareFirst adds a declaration before all others, behind the comment at the head of the file.
func (c *change) declareFirst(text string) {
	if len(c.File.Decls) == 0 {
		c.declareAlone(text)
		return
	}
	at := c.commentAbove(c.File.Decls[0].Range().Start.Offset)
	c.insert(at, text+c.newline+c.newline)
}

// declareAlone adds a declaration to a text that has none: behind all that the text has.
func (c *change) declareAlone(text string) {
	body := strings.TrimRight(strings.TrimPrefix(c.text, bom), blanks+"\n")
	at := strings.Index(c.text, body) + len(body)
	if body != "" {
		text = c.newline + c.newline + text
	} else {
		at = len(c.text) - len(strings.TrimPrefix(c.text, bom))
	}
	c.replace(at, len(c.text), text+c.newline)
}

// bom is the mark that some editors put before a text in UTF-8.
const bom = "\ufeff"

// blanks are the characters that may stand around the text of a line.
const blanks = " \t\r\v\f"

// lineEnd returns the end of the line of an offset, before its line break, if nothing but a comment stands behind the
// offset, else the offset and false.
func (c *change) lineEnd(at int) (int, bool) {
	line, _, _ := strings.Cut(c.text[at:], "\n")
	line = strings.TrimSuffix(line, "\r")
	if rest := strings.TrimLeft(line, blanks); rest != "" && rest[0] != '%' {
		return at, false
	}
	return at + len(line), true
}

// lineStart returns the offset of the line of an offset.
func (c *change) lineStart(at int) int { return strings.LastIndexByte(c.text[:at], '\n') + 1 }

// blankAt reports whether a blank line, or nothing, follows the line that ends at an offset.
func (c *change) blankAt(end int) bool {
	rest := strings.TrimPrefix(strings.TrimPrefix(c.text[end:], "\r"), "\n")
	line, _, _ := strings.Cut(rest, "\n")
	return strings.Trim(line, blanks) == ""
}

// commentAbove returns the start of the lines of comments directly above the line of an offset, or of that line where
// there are none. Where more than white space is before the offset on its line, it is the offset itself.
func (c *change) commentAbove(at int) int {
	start := c.lineStart(at)
	if strings.Trim(strings.TrimPrefix(c.text[start:at], bom), blanks) != "" {
		return at
	}
	for start > 0 {
		above := c.lineStart(start - 1)
		line := bytes.TrimLeft([]byte(strings.TrimPrefix(c.text[above:start], bom)), blanks)
		if len(line) == 0 || line[0] != '%' {
			break
		}
		start = above
	}
	if start == 0 && strings.HasPrefix(c.text, bom) {
		start = len(bom)
	}
	return start
}

// before returns the offset behind the last character before an offset that is neither blank nor in a comment, or 0.
func (c *change) before(at int) int {
	for at > 0 {
		if i := c.comment(at - 1); i >= 0 {
			at = c.File.Comments[i].Start.Offset
			continue
		}
		r, size := utf8.DecodeLastRuneInString(c.text[:at])
		if !unicode.IsSpace(r) && string(r) != bom {
			break
		}
		at -= size
	}
	return at
}

// behind returns the offset of the first character from an offset on that is neither blank nor in a comment, or the
// length of the text.
func (c *change) behind(at int) int {
	for at < len(c.text) {
		if i := c.comment(at); i >= 0 {
			at = c.File.Comments[i].End.Offset
			continue
		}
		r, size := utf8.DecodeRuneInString(c.text[at:])
		if !unicode.IsSpace(r) && string(r) != bom {
			break
		}
		at += size
	}
	return at
}

// comment returns the index of the comment that a character is in, or -1.
func (c *change) comment(at int) int {
	all := c.File.Comments
	i := sort.Search(len(all), func(i int) bool { return all[i].End.Offset > at })
	if i < len(all) && all[i].Start.Offset <= at {
		return i
	}
	return -1
}

// declareNext declares a name behind a signature of its kind: on the same line where this is the custom there and the
// line has room, else on the next, with its colon below the other where that stands in a column.
func (c *change) declareNext(at int, head, end string) int {
	d := c.File.Decls[at].(*syntax.Signature)
	line := c.text[c.lineStart(d.Start.Offset):d.End.Offset]
	behind, alone := c.lineEnd(d.End.Offset)
	bare := alone && strings.Trim(c.text[d.End.Offset:behind], blanks) == ""
	if at > 0 && bare && utf8.RuneCountInString(line)+2+len(head+end) <= narrow {
		before, ok := c.File.Decls[at-1].(*syntax.Signature)
		if ok && before.End.Line == d.Start.Line && before.Result.Text == d.Result.Text {
			c.insert(d.End.Offset, "  "+head+end)
			return at + 1
		}
	}
	if column := c.colonColumn(at); column > 0 {
		head += strings.Repeat(" ", max(0, column-d.Start.Col-1-utf8.RuneCountInString(head)))
	}
	return c.declareBehind(at, head+end, false)
}

// colonColumn returns the column of the colon of a signature if it has more than one space before it or stands below
// the colon of the signature before, which has another length; else 0.
func (c *change) colonColumn(at int) int {
	d := c.File.Decls[at].(*syntax.Signature)
	head, colon := c.beforeColon(d)
	if colon-head > 1 {
		return c.src.Pos(colon).Col
	}
	if at == 0 {
		return 0
	}
	before, ok := c.File.Decls[at-1].(*syntax.Signature)
	if !ok || before.Start.Line+1 != d.Start.Line {
		return 0
	}
	head2, colon2 := c.beforeColon(before)
	col := c.src.Pos(colon).Col
	if colon2-head2 > 1 && c.src.Pos(colon2).Col == col {
		return col
	}
	return 0
}

// beforeColon returns the end of the head of a signature and the offset of its colon.
func (c *change) beforeColon(d *syntax.Signature) (head, colon int) {
	end := d.Name.End
	if n := len(d.Args); n > 0 {
		end = d.Args[n-1].Range().End
	}
	return end.Offset, c.behind(end.Offset)
}

// removeText leaves out a stretch of code and the blanks that only it needs; a line that has nothing else goes with
// its end. Comments stay.
func (c *change) removeText(from, to int) {
	k := &cut{change: c}
	k.take(from, to)
	k.done()
}

// removeItem leaves out an item of a list, with what joins it to its neighbour. One that is alone at a side of a rule
// becomes `()`. Comments stay.
func (c *change) removeItem(n *outline.Node) {
	k := &cut{change: c, bare: true}
	k.item(n)
}

// blankBefore reports whether a blank line, or nothing, stands before the line that starts at an offset.
func (c *change) blankBefore(start int) bool {
	return start == 0 || strings.Trim(c.text[c.lineStart(start-1):start], blanks+"\n") == ""
}
