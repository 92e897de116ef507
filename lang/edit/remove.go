package edit

import (
	"strings"

	"github.com/ceptre-graph/ceptre/lang/outline"
)

// removeText leaves out a stretch of code and the blanks that only it needs; a line that has nothing else goes with
// its end. Comments stay.
func (c *change) removeText(from, to int) {
	start := from - (len(c.text[:from]) - len(strings.TrimRight(c.text[:from], blanks)))
	end := to + len(c.text[to:]) - len(strings.TrimLeft(c.text[to:], blanks))
	begins := start == 0 || c.text[start-1] == '\n'
	ends := end == len(c.text) || c.text[end] == '\n'
	switch {
	case begins && ends:
		end = min(end+1, len(c.text))
		// Of the blank lines before and behind it one stays, and none behind `{` or before `}`.
		if rest := strings.TrimLeft(c.text[end:], blanks+"\n"); start > 0 && (rest == "" || rest[0] == '}') {
			for start > 0 && c.blankBefore(start) {
				start = c.lineStart(start - 1)
			}
		} else if c.blankBefore(start) || strings.HasSuffix(strings.TrimRight(c.text[:start], blanks+"\n"), "{") {
			for end < len(c.text) && c.text[end] == '\n' || strings.HasPrefix(c.text[end:], "\r\n") {
				end += strings.IndexByte(c.text[end:], '\n') + 1
			}
		}
		c.remove(start, end)
	case begins:
		c.remove(from, end)
	case ends:
		if strings.HasSuffix(c.text[:end], "\r") {
			end--
		}
		c.remove(start, end)
	case end > to && start < from:
		c.remove(start, to)
	case from > 0 && c.text[from-1] == '(':
		c.remove(from, end)
	default:
		c.remove(from, to)
	}
}

// blankBefore reports whether a blank line, or nothing, stands before the line that starts at an offset.
func (c *change) blankBefore(start int) bool {
	return start == 0 || strings.Trim(c.text[c.lineStart(start-1):start], blanks+"\n") == ""
}

// stars and arrows are what joins premises, as it may be written.
var (
	stars  = []string{"*", "⊗", "∗"}
	arrows = []string{"<-", "<−", "←", "->", "−>", "→"}
)

// removeItem leaves out an item of a side of a rule, clause or `#never`, with what joins it to its neighbour. One that
// is alone at a side of a rule becomes `()`.
func (c *change) removeItem(body *outline.Node, item *outline.Node) {
	if body.Rule != nil && len(body.Parts(item.Side)) == 1 {
		c.replaceSpan(item.Span, "()")
		return
	}
	start, end := item.Start.Offset, item.End.Offset
	before, behind := c.before(start), c.behind(end)
	for _, joints := range [][]string{stars, arrows} {
		for _, joint := range joints {
			if strings.HasSuffix(c.text[:before], joint) {
				c.removeBoth(before-len(joint), before, start, end)
				return
			}
			if strings.HasPrefix(c.text[behind:], joint) {
				c.removeBoth(start, end, behind, behind+len(joint))
				return
			}
		}
	}
	c.removeText(start, end)
}

// removeBoth leaves out two stretches of code that follow each other, with the blanks between them. A comment between
// them stays.
func (c *change) removeBoth(from, to, from2, to2 int) {
	if strings.Trim(c.text[to:from2], blanks+"\n") == "" {
		c.removeText(from, to2)
		return
	}
	c.removeText(from, to)
	c.removeText(from2, to2)
}
