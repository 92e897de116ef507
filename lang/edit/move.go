package edit

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang/outline"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// move brings a part before or behind another of its kind. Comments directly above it, and behind it on its last line,
// move with it.
func move(c *change) error {
	n, err := c.at(c.edit.At)
	if err != nil {
		return err
	}
	to, err := c.at(c.edit.To)
	if err != nil {
		return err
	}
	switch {
	case n.Path == to.Path:
		c.focus = n.Path
		return nil
	case n.Unread || to.Unread || n.Path == "" || to.Path == "":
		return errors.New("a part that cannot be read moves only as text")
	case isFact(n) && isFactList(to) && to.Expr == nil && n.Up.Path != to.Path:
		return c.moveFact(n, to, len(to.Parts("")))
	case n.Expr != nil && n.Side == "c":
		return errors.New("the order in which an invariant counts changes nothing")
	case n.Expr != nil && n.Up.Expr == nil && n.Side != "h":
		return c.moveItem(n, to)
	case isRule(n) && isDecl[*syntax.Stage](to) && n.Up.Decl != nil:
		return c.moveIntoStage(n, to)
	case kindOf(c, n) != kindOf(c, to) || kindOf(c, n) == "":
		return errors.New("this moves only among others of its kind")
	}
	c.moveBlock(n, to)
	return nil
}

// kindOf returns the kind of a declaration or rule, "" for one that does not move. The constants of a type are one
// kind, and so are the clauses of a predicate.
func kindOf(c *change, n *outline.Node) string {
	if n.Expr != nil {
		return ""
	}
	switch d := n.Decl.(type) {
	case nil:
		return ""
	case *syntax.Signature:
		switch {
		case isType(d):
			return "type"
		case c.isMember(d):
			return "constant " + d.Result.Text
		case c.isFactClause(d):
			return "clause " + d.Result.Text
		}
		return "predicate"
	case *syntax.Clause:
		return "clause " + predOf(d.Head)
	case *syntax.Rule:
		if c.isLink(d) {
			return "link"
		}
		return "rule"
	case *syntax.Stage:
		if n.Rule != nil {
			return "rule"
		}
	case *syntax.Directive:
		return "directive " + d.Name
	}
	return fmt.Sprintf("%T", n.Decl)
}

// moveItem brings a premise or fact to another place.
func (c *change) moveItem(n, to *outline.Node) error {
	if to.Expr == nil || to.Up.Expr != nil || n.Side != to.Side || isDecl[*syntax.Signature](n.Up) {
		return errors.New("this moves only among others of its kind")
	}
	if n.Up.Path != to.Up.Path {
		if !isFactList(n.Up) || !isFactList(to.Up) {
			return errors.New("a premise moves only within its rule")
		}
		at := to.Index
		if c.edit.After {
			at++
		}
		return c.moveFact(n, to.Up, at)
	}
	items := n.Up.Parts(n.Side)
	order := make([]*outline.Node, 0, len(items))
	for _, item := range items {
		switch {
		case item.Index == n.Index:
		case item.Index != to.Index:
			order = append(order, item)
		case c.edit.After:
			order = append(order, item, n)
		default:
			order = append(order, n, item)
		}
	}
	for i, item := range items {
		if order[i].Index == item.Index {
			continue
		}
		c.replaceSpan(item.Span, c.src.Slice(order[i].Span))
		if isFactList(n.Up) {
			c.moveRemark(item, order[i])
		}
	}
	at := slices.IndexFunc(order, func(item *outline.Node) bool { return item.Index == n.Index })
	c.focus = strings.TrimSuffix(n.Path, fmt.Sprint(n.Index)) + fmt.Sprint(at)
	return nil
}

// moveFact brings a fact into another context or run, before the fact with an index there.
func (c *change) moveFact(n, list *outline.Node, at int) error {
	k := &cut{change: c}
	above, behind := n.Comments()
	var lines []string
	for _, comment := range above {
		lines = append(lines, comment.Text)
	}
	if behind != nil && k.alone(n) {
		lines = append(lines, behind.Text)
	}
	k.item(n)
	c.addFactText(list, at, c.src.Slice(n.Span))
	if len(lines) == 0 {
		return nil
	}
	if err := c.settle(); err != nil {
		return err
	}
	c.edit.At, c.edit.Text = c.focus, strings.Join(lines, "\n")
	return setComment(c)
}

// moveIntoStage brings a rule of a stage to the end of another.
func (c *change) moveIntoStage(n, stage *outline.Node) error {
	rules := stage.Parts("")
	if len(rules) > 0 {
		last := rules[len(rules)-1]
		if last.Path == n.Path {
			c.focus = n.Path
			return nil
		}
		c.edit.After = true
		c.moveBlock(n, last)
		return nil
	}
	from, to := c.block(n.Span)
	c.removeText(from, to)
	c.focus = stage.Path + "/0"
	return c.addToStage(stage, "", strings.TrimLeft(c.text[from:to], blanks))
}

// moveBlock brings a declaration or rule before or behind another.
func (c *change) moveBlock(n, to *outline.Node) {
	first, last := c.group(n)
	from, end := c.blockOf(n, last)
	_, toLast := c.group(to)
	text, alone := c.text[from:end], c.lineAlone(n, last)
	if !alone {
		from, end, last = n.Start.Offset, n.End.Offset, first
		text = c.text[from:end]
	}
	isolated := c.isolated(from, end)
	if c.edit.After {
		_, at := c.blockOf(to, toLast)
		c.putBehind(to, at, text, alone, isolated && (c.gapBehind(to, at) || isBraced(n)))
	} else {
		at, _ := c.blockOf(to, toLast)
		c.putBefore(to, at, text, alone, isolated && c.gapAbove(to, at))
	}
	c.removeText(from, end)
	if !alone && c.sharesLine(to) {
		toLast = declIndex(to)
	}
	c.focus = c.moved(n, to, first, last, toLast)
}

// moved returns the path, in the new text, of what moved.
func (c *change) moved(n, to *outline.Node, first, last, toLast int) string {
	decl := declIndex(to) // or the one that comes to be behind what moved
	if c.edit.After && to.Up.Decl == nil {
		decl = toLast + 1
	}
	if n.Up.Decl == nil && first < decl {
		decl -= last - first + 1
	}
	if to.Up.Decl == nil {
		return fmt.Sprint(decl)
	}
	at := to.Index // in its stage
	if c.edit.After {
		at++
	}
	if n.Up.Path == to.Up.Path && n.Index < at {
		at--
	}
	return fmt.Sprintf("%d/%d", decl, at)
}

// group returns the indexes of the first and last declaration that move as one: a type with the constants that follow
// it, a predicate with its clauses, a stage with its directives. Of rules of a stage they are those of the stage.
func (c *change) group(n *outline.Node) (first, last int) {
	first = declIndex(n)
	last = first
	if n.Rule != nil {
		return first, last
	}
	for _, d := range c.File.Decls[first+1:] {
		if !c.belongs(d, n.Decl) {
			break
		}
		last++
	}
	return first, last
}

// belongs reports whether a declaration belongs to a type, predicate or stage.
func (c *change) belongs(d, to syntax.Decl) bool {
	name := ""
	switch to := to.(type) {
	case *syntax.Signature:
		name = to.Name.Text
	case *syntax.Stage:
		name = to.Name.Text
	}
	switch d := d.(type) {
	case *syntax.Signature:
		return isDeclOf[*syntax.Signature](to) && d.Result.Text == name && (isType(to) && c.isMember(d) || c.isFactClause(d))
	case *syntax.Clause:
		return isDeclOf[*syntax.Signature](to) && !isType(to) && predOf(d.Head) == name
	case *syntax.Directive:
		last := len(d.Args) - 1
		if last < 0 || predOf(d.Args[last]) != name {
			return false
		}
		return isDeclOf[*syntax.Stage](to) && isStageDirective(d) || isType(to) && d.Name == "builtin"
	}
	return false
}

// blockOf returns the stretch of a declaration or rule with its comments. It reaches as far as the declaration with an
// index, the last of its group.
func (c *change) blockOf(n *outline.Node, last int) (from, to int) {
	from, to = c.block(n.Span)
	if last > declIndex(n) {
		_, to = c.block(c.File.Decls[last].Range())
	}
	return from, to
}

// lineAlone reports whether a declaration or rule, with what belongs to it, shares no line with others.
func (c *change) lineAlone(n *outline.Node, last int) bool {
	end := n.End.Offset
	if last > declIndex(n) {
		end = c.File.Decls[last].Range().End.Offset
	}
	_, alone := c.lineEnd(end)
	return alone && c.beginsLine(n.Start.Offset)
}

// isolated reports whether blank lines, braces or the ends of the text are before and behind a stretch of lines.
func (c *change) isolated(from, to int) bool {
	before := strings.TrimRight(c.text[:from], blanks+"\n")
	after := strings.TrimLeft(c.text[to:], blanks+"\n")
	first := before == "" || strings.HasSuffix(before, "{") || c.blankBefore(c.lineStart(from))
	last := after == "" || strings.HasPrefix(after, "}") || c.blankAt(to)
	return first && last
}

// gapBehind reports whether a part that is added behind a block, which ends at an offset, has a blank line before it: a
// blank line follows the block or, if the block is the last, precedes it.
func (c *change) gapBehind(n *outline.Node, at int) bool {
	if rest := strings.TrimLeft(c.text[at:], blanks+"\n"); rest == "" || rest[0] == '}' {
		from, _ := c.block(n.Span)
		return c.blankBefore(c.lineStart(from))
	}
	return c.blankAt(at)
}

// gapAbove is [change.gapBehind] for a part that is added before a block, which starts at an offset.
func (c *change) gapAbove(n *outline.Node, at int) bool {
	if rest := strings.TrimRight(c.text[:at], blanks+"\n"); rest == "" || strings.HasSuffix(rest, "{") {
		_, to := c.block(n.Span)
		return c.blankAt(to)
	}
	return c.blankBefore(c.lineStart(at))
}

// isBraced reports whether a node is a stage or a context.
func isBraced(n *outline.Node) bool { return isDecl[*syntax.Stage](n) || isDecl[*syntax.Context](n) }

// sharesLine reports whether a declaration shares its line with others. A part that shares its own then comes directly
// before or behind it, and not behind what belongs to it.
func (c *change) sharesLine(n *outline.Node) bool {
	_, ends := c.lineEnd(n.End.Offset)
	return !ends || !c.beginsLine(n.Start.Offset)
}

// putBehind adds the text of a block behind another that ends at an offset.
func (c *change) putBehind(to *outline.Node, at int, text string, alone, blank bool) {
	_, ends := c.lineEnd(to.End.Offset)
	gap := c.lineEnds(blank)
	switch {
	case !alone && c.sharesLine(to):
		c.insert(to.End.Offset, "  "+text)
	case !alone:
		c.insert(at, gap+c.indentOf(to.Start.Offset)+text)
	case !ends:
		rest := c.text[at:]
		c.replace(at, at+len(rest)-len(strings.TrimLeft(rest, blanks)), gap+text+c.newline)
	default:
		c.insert(at, gap+text)
	}
}

// putBefore adds the text of a block before another that starts at an offset.
func (c *change) putBefore(to *outline.Node, at int, text string, alone, blank bool) {
	gap := c.lineEnds(blank)
	switch {
	case !alone && c.sharesLine(to):
		c.insert(to.Start.Offset, text+"  ")
	case !alone:
		c.insert(at, c.indentOf(to.Start.Offset)+text+gap)
	case !c.beginsLine(to.Start.Offset):
		c.breakLine(to.Start.Offset, text+gap+c.indentOf(to.Start.Offset))
	default:
		c.insert(at, text+gap)
	}
}

// breakLine puts a text, on lines of its own, before an offset within a line.
func (c *change) breakLine(at int, text string) {
	c.replace(len(strings.TrimRight(c.text[:at], blanks)), at, c.newline+text)
}
