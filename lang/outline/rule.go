package outline

import (
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// setting says what premises and facts stand in, on which their modes depend.
type setting int

const (
	atLeft setting = iota
	atRight
	inClause // of a predicate that is derived, or a `#never`
	inContext
)

// rule makes the card of a rule or link.
func (b *builder) rule(n *Node) Rule {
	d := n.Rule
	r := Rule{Part: b.card(n), Whole: true}
	if d.Name != nil {
		r.Name = d.Name.Text
	}
	if known := b.rules[n.Start.Offset]; known != nil {
		r.Key = known.Label
	}
	var left, right bool
	r.Left, left = b.premises(n, "l", atLeft)
	r.Right, right = b.premises(n, "r", atRight)
	r.Whole = left && right
	r.Vars = b.vars(d.Left, d.Right)
	if n.Up.Decl == nil {
		r.FromStage = b.end(&r, r.Left)
		r.ToStage = b.end(&r, r.Right)
	}
	return r
}

// end returns the stage that a side of a link names. A side with several is not whole.
func (b *builder) end(r *Rule, side []Premise) (name string) {
	for _, p := range side {
		if p.Kind != "stage" {
			continue
		}
		if name != "" {
			r.Whole = false
			continue
		}
		name = p.Pred
	}
	return name
}

// clause makes the card of a clause. One of a predicate that is not declared is a text.
func (b *builder) clause(n *Node, name *syntax.Name, head syntax.Expr) {
	var of *syntax.Name
	switch x := head.(type) {
	case *syntax.Name:
		of = x
	case *syntax.Apply:
		of = x.Fun
	}
	i, ok := 0, false
	if of != nil {
		i, ok = b.preds[of.Text]
	}
	if !ok {
		b.asText(n, "declaration")
		return
	}
	c := Clause{Part: b.card(n), Vars: b.vars(head)}
	if name != nil {
		c.Name = name.Text
	}
	heads, _ := b.premises(n, "h", inClause)
	c.Head = heads[0]
	c.Head.Mode = ""
	c.Premises, c.Whole = b.premises(n, "l", inClause)
	xs := []syntax.Expr{head}
	if d, ok := n.Decl.(*syntax.Clause); ok {
		xs = append(xs, d.Premises...)
	}
	c.Vars = b.vars(xs...)
	p := &b.out.Predicates[i]
	p.Clauses = append(p.Clauses, c)
}

// premises returns the premises or facts on a side of a node, and whether these say all that is written there.
func (b *builder) premises(n *Node, side string, in setting) (list []Premise, whole bool) {
	operands := n.operands(side)
	list, whole = make([]Premise, 0, len(operands)), true
	part := new(Node) // one for all: programs have tens of thousands of premises and terms
	for i, x := range operands {
		n.operand(part, side, i, x)
		p, ok := b.premise(part, in)
		if !ok {
			whole = false
			continue
		}
		list = append(list, p)
	}
	return list, whole
}

// premise returns a premise or fact, and false for one that has no structured form.
func (b *builder) premise(n *Node, in setting) (p Premise, ok bool) {
	p = Premise{Part: b.part(n), Args: []Term{}}
	if in == inContext {
		p.Comment = n.said()
	}
	x, mark := n.Expr, syntax.Op("")
	if marked, ok := x.(*syntax.Prefix); ok {
		x, mark = marked.X, marked.Op
	}
	switch x := x.(type) {
	case *syntax.Unit:
		p.Kind = "nothing"
		return p, mark == ""
	case *syntax.StageRef:
		p.Kind, p.Pred = "stage", x.Name.Text
		return p, mark == "" && (in == atLeft || in == atRight)
	case *syntax.Binary:
		if !x.Op.IsComparison() || mark != "" || in == atRight || in == inContext {
			return p, false
		}
		p.Kind, p.Op = "comparison", string(x.Op)
	case *syntax.Name:
		if x.Text == syntax.Wildcard {
			return p, false
		}
		p.Pred = x.Text
	case *syntax.Apply:
		p.Pred = x.Fun.Text
	default:
		return p, false
	}
	if p.Kind == "" {
		p.Kind = b.kind(x, mark, in)
	}
	p.Mode, ok = mode(p.Kind, mark, in)
	whole := true
	p.Args, whole = b.terms(n)
	return p, ok && whole
}

// kind returns the kind of a premise that consists of a name and perhaps arguments.
func (b *builder) kind(x syntax.Expr, mark syntax.Op, in setting) string {
	name, alone := x.(*syntax.Name)
	if !alone {
		name = x.(*syntax.Apply).Fun
	}
	switch pred := b.byName[name.Text]; {
	case pred == nil && alone && in == atLeft && b.isQuiescence(name):
		return "quiescence"
	case in == inContext && mark == "" && b.included(x) != "":
		return "context"
	case pred == nil || pred.Kind == lang.OfState:
		return "fact"
	case pred.Kind == lang.Action:
		return "action"
	}
	return "derived"
}

// isFact reports whether the name of a predicate alone is a fact of the state.
func isFact(p *lang.Pred) bool { return p != nil && p.Kind == lang.OfState && len(p.Args) == 0 }

// mode returns the mode of a premise with a mark, and false where no mode says what the mark does.
func mode(kind string, mark syntax.Op, in setting) (string, bool) {
	switch {
	case kind != "fact" && kind != "derived":
		return "", mark == ""
	case mark == syntax.Bang:
		return "permanent", true
	case mark == syntax.Keep:
		return "kept", in == atLeft || in == inClause
	case kind == "derived":
		return "", true
	case in == atLeft:
		return "used", true
	case in == inClause:
		return "kept", true
	}
	return "made", true
}

// terms returns the arguments of a premise or term, and whether they say all that is written there.
func (b *builder) terms(n *Node) (list []Term, whole bool) {
	operands := n.operands("")
	if len(operands) == 0 {
		return []Term{}, true
	}
	list, whole = make([]Term, 0, len(operands)), true
	wants, part := b.wants(n), new(Node)
	for i, x := range operands {
		n.operand(part, "", i, x)
		t, ok := b.term(part, wants[i])
		list = append(list, t)
		whole = whole && ok
	}
	return list, whole
}

// term returns an argument in a place that wants a type, and whether it says all that is written there: terms that
// nest too deeply do not.
func (b *builder) term(n *Node, want string) (t Term, whole bool) {
	t = Term{Part: b.part(n), Type: want}
	switch x := n.Expr.(type) {
	case *syntax.Name:
		t.Name = x.Text
		switch {
		case x.Text == syntax.Wildcard:
			t.Kind, t.Name = "any", ""
		case syntax.IsVariable(x.Text):
			t.Kind = "variable"
		default:
			t.Kind = "constant"
		}
		return t, true
	case *syntax.Number:
		t.Kind = "number"
		return t, true
	case *syntax.String:
		t.Kind = "string"
		return t, true
	case *syntax.Apply:
		t.Kind, t.Name = "compound", x.Fun.Text
	case *syntax.Binary:
		t.Kind, t.Name = "calculation", string(x.Op)
	}
	t.Args, whole = b.terms(n)
	return t, whole && len(t.Args) > 0
}
