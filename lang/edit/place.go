package edit

import (
	"bytes"
	"strings"

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
	gap := c.newline
	if blank {
		gap += c.newline
	}
	text = gap + text
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
