package edit

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/outline"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// addPremise adds a premise to a rule, clause or `#never`, or a result to a rule.
func addPremise(c *change) error {
	body, err := c.part(c.edit.At, "a rule", c.isBody)
	if err != nil {
		return err
	}
	p, text, err := c.given()
	if err != nil {
		return err
	}
	side := c.edit.Side
	if side != "l" && (side != "r" || body.Rule == nil) {
		return errors.New("a premise is added at the left or, of a rule, at the right")
	}
	switch {
	case side == "r" && (p.Kind == lang.Backward || p.Kind == lang.Sense):
		return fmt.Errorf("`%s` is %s, so no rule makes it", p.Name, p.Kind)
	case side == "l" && p.Kind == lang.Action:
		return fmt.Errorf("`%s` is an action, which belongs on the right of a rule", p.Name)
	}
	if text == "" {
		if text, err = outline.DraftPremise(c.Analysis, body, side, p); err != nil {
			return err
		}
	}
	c.addItem(body, side, c.edit.Index, text)
	return nil
}

// given returns the predicate that the edit names, and its text with arguments, "" where the edit leaves these open.
func (c *change) given() (p *lang.Pred, text string, err error) {
	x, err := readTerm(c.edit.Pred)
	if err != nil {
		return nil, "", err
	}
	if p = c.pred(predOf(x)); p == nil {
		return nil, "", fmt.Errorf("there is no predicate `%s`", c.edit.Pred)
	}
	if _, alone := x.(*syntax.Name); alone && len(p.Args) > 0 {
		return p, "", nil
	}
	return p, syntax.ExprString(x), nil
}

// addComparison adds a comparison behind the premises of a rule, clause or `#never`. Without terms, it compares the
// first two variables of one type.
func addComparison(c *change) error {
	body, err := c.part(c.edit.At, "a rule", c.isBody)
	if err != nil {
		return err
	}
	op := c.edit.Op
	if op == "" {
		op = string(syntax.Differs)
	}
	if !syntax.Op(op).IsComparison() {
		return fmt.Errorf("%q is no comparison: there are ==, <>, <, <=, > and >=", op)
	}
	x, y := c.edit.Term, c.edit.Other
	if x == "" && y == "" {
		if x, y, err = c.comparable(body); err != nil {
			return err
		}
	}
	terms := []*string{&x, &y}
	for _, t := range terms {
		read, err := readTerm(*t)
		if err != nil {
			return err
		}
		*t = side(read)
	}
	c.addItem(body, "l", nil, x+" "+op+" "+y)
	return nil
}

// comparable returns the first two variables of a rule that have one type, or a variable and a constant of its type.
func (c *change) comparable(body *outline.Node) (x, y string, err error) {
	vars := c.vars(body)
	for i, v := range vars {
		for _, w := range vars[i+1:] {
			if v.Type == w.Type && v.Type != nil {
				return v.Name, w.Name, nil
			}
		}
	}
	for _, v := range vars {
		if first := outline.Ground(v.Type, 1); len(first) > 0 {
			return v.Name, first[0], nil
		}
	}
	return "", "", errors.New("there is nothing to compare: the premises have no variables yet")
}

// vars returns the variables of a rule, clause or statement, in the order of the text.
func (c *change) vars(body *outline.Node) []*lang.Var {
	var vars []*lang.Var
	for _, m := range c.Mentions {
		v, ok := m.Of.(*lang.Var)
		if ok && body.Start.Offset <= m.Start.Offset && m.Start.Offset < body.End.Offset && !slices.Contains(vars, v) {
			vars = append(vars, v)
		}
	}
	slices.SortFunc(vars, func(v, w *lang.Var) int { return v.Start.Offset - w.Start.Offset })
	return vars
}

// addItem adds a text to a side of a rule, clause or `#never`, before the item with an index, or behind all where
// that is nil, negative or too large.
func (c *change) addItem(body *outline.Node, on string, index *int, text string) {
	items := body.Parts(on)
	at := len(items)
	if index != nil && *index >= 0 {
		at = min(*index, len(items))
	}
	if len(items) == 1 {
		if _, unit := items[0].Expr.(*syntax.Unit); unit {
			c.replaceSpan(items[0].Span, text)
			c.focus = fmt.Sprintf("%s/%s0", body.Path, on)
			return
		}
	}
	c.focus = fmt.Sprintf("%s/%s%d", body.Path, on, at)
	switch {
	case len(items) == 0:
		c.addFirst(body, text)
	case at < len(items):
		joint, _ := c.joint(body, items[at])
		c.insert(items[at].Start.Offset, text+" "+joint+" ")
	default:
		last := items[at-1]
		joint, turned := c.joint(body, last)
		if turned { // p -> q -> head
			c.insert(last.End.Offset, " "+joint+" "+text)
			return
		}
		c.insert(last.End.Offset, c.breakBefore(body, last.End.Offset, joint+" "+text))
	}
}

// addFirst adds the first item of a side that has none: the right of `p -o .`, or the premises of a clause that has
// only its head.
func (c *change) addFirst(body *outline.Node, text string) {
	end := body.End.Offset
	if end > 0 && c.text[end-1] == '.' {
		end--
	}
	if body.Rule == nil {
		text = "<- " + text
	}
	at := c.before(end)
	if strings.Trim(c.text[at:end], blanks) == "" {
		c.replace(at, end, " "+text)
	} else {
		c.insert(at, " "+text) // before a comment
	}
}

// joint returns what joins an item to its neighbours: `*`, or in a clause the arrow before each of its premises. It
// reports whether the arrows of the clause point at its head.
func (c *change) joint(body *outline.Node, item *outline.Node) (text string, turned bool) {
	d, ok := body.Decl.(*syntax.Clause)
	if !ok {
		return string(syntax.Star), false
	}
	turned = len(d.Premises) > 0 && d.Premises[0].Range().Start.Offset < d.Head.Range().Start.Offset
	for _, x := range d.Premises {
		if b, ok := x.(*syntax.Binary); ok && b.Op == syntax.Star && slices.Contains(syntax.Joined(b), item.Expr) {
			return string(syntax.Star), turned
		}
	}
	if turned {
		return "->", true
	}
	return "<-", false
}

// widest is the greatest length of a line to which a premise is added.
const widest = 100

// breakBefore returns a text as it follows on the line of an offset within a rule: behind a space, or on a new line
// where the line would become too long.
func (c *change) breakBefore(body *outline.Node, at int, text string) string {
	start := c.lineStart(at)
	line := c.text[start:at]
	rest, _, _ := strings.Cut(c.text[at:], "\n")
	if len(line)+len(rest)+1+len(text) <= widest {
		return " " + text
	}
	indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	if body.Start.Offset >= start {
		indent += "  "
	}
	return c.newline + indent + text
}
