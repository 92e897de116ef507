package edit

import (
	"fmt"
	"strings"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/outline"
)

// addFact adds a fact to a context or run, or the name of another context.
func addFact(c *change) error {
	list, err := c.part(c.edit.At, "a context, or a run with facts of its own", isFactList)
	if err != nil {
		return err
	}
	facts := list.Parts("")
	if c.pred(c.edit.Pred) == nil && c.context(c.edit.Pred) != nil {
		c.addFactText(list, len(facts), c.edit.Pred)
		return nil
	}
	p, text, err := c.given()
	if err != nil {
		return err
	}
	if p.Kind != lang.OfState {
		return fmt.Errorf("`%s` is %s, so it cannot be in a context", p.Name, p.Kind)
	}
	if text == "" {
		if text, _, err = outline.DraftFact(p, facts); err != nil {
			return err
		}
	}
	c.addFactText(list, len(facts), text)
	return nil
}

// addFactText adds a fact to a context or run before the fact with an index, or behind all.
func (c *change) addFactText(list *outline.Node, at int, text string) {
	facts := list.Parts("")
	c.focus = fmt.Sprintf("%s/%d", list.Path, at)
	if at < len(facts) {
		next := facts[at].Start.Offset
		if c.beginsLine(next) && (at == 0 || c.beginsLine(facts[at-1].Start.Offset)) {
			c.insert(next, text+","+c.newline+c.indentOf(next))
		} else {
			c.insert(next, text+", ")
		}
		return
	}
	closing := c.closing(list.End.Offset)
	if len(facts) == 0 {
		c.addFirstFact(closing, text)
		return
	}
	last := facts[len(facts)-1]
	behind, comma := last.End.Offset, c.behind(last.End.Offset)
	if c.text[comma] == ',' {
		behind = comma + 1
	} else {
		c.insert(behind, ",")
	}
	own := len(facts) > 1 && c.beginsLine(last.Start.Offset) && c.beginsLine(facts[len(facts)-2].Start.Offset)
	end, alone := c.lineEnd(behind)
	line := c.text[c.lineStart(behind):end]
	switch {
	case !alone: // the `}` follows on the line
		c.insert(behind, " "+text)
	case own || strings.Contains(c.text[behind:end], "%") || len(line)+2+len(text) > narrow:
		c.insert(end, c.newline+c.indentOf(c.firstOnLine(last.Start.Offset))+text)
	default:
		c.insert(behind, " "+text)
	}
}

// narrow is the greatest length of a line of facts to which another fact is added.
const narrow = 80

// addFirstFact adds a fact before the `}` of a context or run that has none.
func (c *change) addFirstFact(closing int, text string) {
	if c.beginsLine(closing) {
		start := c.lineStart(closing)
		c.insert(start, c.text[start:closing]+"  "+text+c.newline)
		return
	}
	from := c.before(closing)
	if strings.Trim(c.text[from:closing], blanks) != "" { // a comment
		c.insert(closing, text+" ")
		return
	}
	c.replace(from, closing, " "+text+" ")
}

// beginsLine reports whether only blanks stand before an offset on its line.
func (c *change) beginsLine(at int) bool {
	return strings.Trim(c.text[c.lineStart(at):at], blanks) == ""
}

// firstOnLine returns the offset of the first character on the line of an offset that is not blank.
func (c *change) firstOnLine(at int) int {
	start := c.lineStart(at)
	return at - len(strings.TrimLeft(c.text[start:at], blanks))
}

// moveRemark gives the line of a fact the comment behind another fact, where both stand on lines of their own.
func (c *change) moveRemark(slot, from *outline.Node) {
	if !c.ownLine(slot) || !c.ownLine(from) {
		return
	}
	_, old := slot.Comments()
	_, remark := from.Comments()
	switch {
	case old != nil && remark != nil:
		c.replace(old.Start.Offset, remarkEnd(old), remark.Text)
	case old != nil:
		c.remove(len(strings.TrimRight(c.text[:old.Start.Offset], blanks)), remarkEnd(old))
	case remark != nil:
		end, _ := c.lineEnd(max(slot.End.Offset, c.behindComma(slot)))
		c.insert(end, "  "+remark.Text)
	}
}

// ownLine reports whether a fact has a line for itself.
func (c *change) ownLine(n *outline.Node) bool {
	_, alone := c.lineEnd(c.behindComma(n))
	return alone && c.beginsLine(n.Start.Offset)
}

// behindComma returns the end of a fact with its comma, if it has one on its line.
func (c *change) behindComma(n *outline.Node) int {
	if at := c.behind(n.End.Offset); c.text[at] == ',' && c.src.Pos(at).Line == n.End.Line {
		return at + 1
	}
	return n.End.Offset
}
