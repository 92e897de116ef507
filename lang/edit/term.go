package edit

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/outline"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// readTerm reads a text that is one term.
func readTerm(text string) (syntax.Expr, error) {
	if strings.TrimSpace(text) == "" {
		return nil, errors.New("a term is missing")
	}
	x, errs := syntax.ParseTerm(&syntax.Source{Text: []byte(text)})
	if len(errs) > 0 {
		return nil, fmt.Errorf("%q is not a term: %s", text, errs[0].Msg)
	}
	return x, nil
}

// argument, side and operand return a term as it is written as an argument, as a side of a comparison, and as an
// operand of a calculation: with parentheses where the text around it could change its meaning.
func argument(x syntax.Expr) string {
	return strings.TrimPrefix(syntax.ExprString(&syntax.Apply{Fun: &syntax.Name{Text: "p"}, Args: []syntax.Expr{x}}), "p ")
}

func side(x syntax.Expr) string {
	if _, calculation := x.(*syntax.Binary); calculation {
		return argument(x)
	}
	return syntax.ExprString(x)
}

func operand(x syntax.Expr) string {
	if name, ok := x.(*syntax.Name); ok && !syntax.IsVariable(name.Text) {
		return "(" + name.Text + ")"
	}
	return argument(x)
}

// setTerm puts a term in the place of an argument.
func setTerm(c *change) error {
	at, err := c.part(c.edit.At, "an argument", isArgument)
	if err != nil {
		return err
	}
	x, err := readTerm(c.edit.Term)
	if err != nil {
		return err
	}
	write := argument
	if b, ok := at.Up.Expr.(*syntax.Binary); ok && b.Op.IsComparison() {
		write = side
	} else if ok {
		write = operand
	}
	c.replaceSpan(at.Span, write(x))
	c.focus = at.Path
	return nil
}

// isArgument reports whether a node is an argument of a premise, fact or term, or a side of a comparison or
// calculation.
func isArgument(n *outline.Node) bool { return n.Expr != nil && n.Up.Expr != nil }

// setOperator changes a comparison.
func setOperator(c *change) error {
	if s, err := c.claimAt(c.edit.At, "an invariant", isInvariant); err == nil {
		return s.setRelation(c.edit.Op)
	}
	at, err := c.part(c.edit.At, "a comparison", isComparison)
	if err != nil {
		return err
	}
	op := c.edit.Op
	if !syntax.Op(op).IsComparison() {
		return fmt.Errorf("%q is no comparison: there are ==, <>, <, <=, > and >=", op)
	}
	sides := at.Parts("")
	from := c.behind(sides[0].End.Offset)
	c.replace(from, from+len(c.operatorAt(from)), op)
	c.focus = at.Path
	return nil
}

// isComparison reports whether a node is a premise that compares.
func isComparison(n *outline.Node) bool {
	b, ok := n.Expr.(*syntax.Binary)
	return ok && n.Up.Expr == nil && b.Op.IsComparison()
}

// operators are the comparisons as they may be written, longer ones first.
var operators = []string{"==", "<>", "!=", "<=", ">=", "<", ">"}

// operatorAt returns the comparison that is written at an offset.
func (c *change) operatorAt(at int) string {
	i := slices.IndexFunc(operators, func(op string) bool { return strings.HasPrefix(c.text[at:], op) })
	return operators[max(i, 0)]
}

// setMode says what a rule does with a fact that it needs, or for how long it makes one.
func setMode(c *change) error {
	at, err := c.part(c.edit.At, "a premise", func(n *outline.Node) bool {
		return isPremise(n) || isFact(n) || n.Expr != nil && n.Side == "c"
	})
	if err != nil {
		return err
	}
	p := c.pred(predOf(at.Expr))
	if p == nil || p.Kind != lang.OfState && p.Kind != lang.Action {
		return errors.New("only facts are used up, kept, made or permanent: this is none")
	}
	mark, ok := map[string]string{"used": "", "made": "", "kept": "$", "permanent": "!"}[c.edit.Mode]
	left := at.Side == "l" || at.Side == "c"
	switch {
	case !ok:
		return fmt.Errorf("there is no mode %q: a fact is used, kept, permanent or made", c.edit.Mode)
	case left && c.edit.Mode == "made":
		return errors.New("a rule makes what stands at its right, not what it needs")
	case isFact(at) && (c.edit.Mode == "used" || c.edit.Mode == "kept"):
		return errors.New("a run begins with facts that are there until a rule uses them up, or permanent")
	case !left && (c.edit.Mode == "used" || c.edit.Mode == "kept"):
		return errors.New("a rule uses up or keeps what it needs, not what it makes")
	case at.Rule == nil && c.edit.Mode == "used":
		return errors.New("only rules use up facts")
	case at.Rule == nil && c.edit.Mode == "kept":
		mark = "" // as facts are read there without a mark
	}
	c.setMark(at, mark)
	c.focus = at.Path
	return nil
}

// setPermanent makes all facts of a predicate permanent: those that contexts, runs and rules make, and those that rules
// need. A rule that uses one up would find it there again.
func setPermanent(c *change) error {
	n, err := c.part(c.edit.At, "a predicate", c.isPredDecl)
	if err != nil {
		return err
	}
	p, ok := declared(c, n).(*lang.Pred)
	if !ok || p.Kind != lang.OfState {
		return errors.New("only predicates of the state have facts that can be permanent")
	}
	uses, err := c.uses(p)
	if err != nil {
		return err
	}
	var consuming []string
	for _, u := range uses {
		makes := u.side == "r" || u.in.kind == factsBody
		switch {
		case u.in.kind != ruleBody && !makes || u.mark == syntax.Bang:
		case u.side == "l" && u.mark == "":
			if !slices.Contains(consuming, u.in.name) {
				consuming = append(consuming, u.in.name)
			}
		case predOf(u.item.Expr) == p.Name: // a fact of a group such as `$(p * q)` may be permanent
			c.setMark(u.item, string(syntax.Bang))
		}
	}
	if len(consuming) > 0 {
		return fmt.Errorf("facts of `%s` are used up in %s, and permanent ones always stay", p.Name, english.List(consuming))
	}
	c.focus = n.Path
	return nil
}

// setMark puts a mark before a premise or fact, in the place of those that it has.
func (c *change) setMark(at *outline.Node, mark string) {
	x, marked := at.Expr.(*syntax.Prefix)
	if !marked {
		c.insert(at.Start.Offset, mark)
	}
	for ; marked; x, marked = x.X.(*syntax.Prefix) {
		from := x.Start.Offset
		to := from + len(x.Op)
		to += len(c.text[to:]) - len(strings.TrimLeft(c.text[to:], blanks))
		c.replace(from, to, mark)
		mark = ""
	}
}
