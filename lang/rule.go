package lang

import "github.com/ceptre-graph/ceptre/lang/syntax"

// premise reads one operand of a left side. It gives more than one premise
// where `$` or `!` stands before a group, and none where there is an error.
func (s *scope) premise(x syntax.Expr) []Premise {
	switch x := x.(type) {
	case *syntax.Prefix:
		return s.marked(x)
	case *syntax.Binary:
		return s.comparison(x)
	}
	a, ok := s.atom(x)
	if !ok {
		return nil
	}
	kind := Consume
	if a.Pred.Backward {
		kind = Prove
	}
	return []Premise{{Span: x.Range(), Kind: kind, Atom: a}}
}

// marked reads `$a` and `!a`.
func (s *scope) marked(x *syntax.Prefix) []Premise {
	kind := Keep
	if x.Op == syntax.Bang {
		kind = Permanent
	}
	var out []Premise
	for _, inner := range syntax.Joined(x.X) {
		for _, p := range s.premise(inner) {
			switch {
			case p.Kind == Compare, p.Kind == Prove && kind == Keep:
				s.errorf(x.Span, "`%s` marks facts of the state; this is not one", x.Op)
				s.excuse(x)
				continue
			case p.Kind == Consume:
				p.Kind = kind
			case p.Kind == Keep:
				p.Kind = Permanent // `!$a` keeps a permanent fact, as `!a` does
			}
			p.Span = x.Span
			out = append(out, p)
		}
	}
	return out
}

// comparison reads `x == y` and its like.
func (s *scope) comparison(x *syntax.Binary) []Premise {
	if !x.Op.IsComparison() {
		s.errorf(x.Span, "a calculation is no premise; as an argument it stands in parentheses: `p (N + 1)`")
		s.excuse(x)
		return nil
	}
	if x.Op != syntax.Same && x.Op != syntax.Differs {
		s.missing(x.Span, "the comparison `"+string(x.Op)+"` of numbers")
		return nil
	}
	a, b := s.term(x.X, nil), s.term(x.Y, nil)
	if a == nil || b == nil {
		return nil
	}
	s.comparisons = append(s.comparisons, waiting{x, a, b})
	return []Premise{{Span: x.Span, Kind: Compare, Op: x.Op, X: a, Y: b}}
}

// compareTypes checks that both sides of a comparison have one type.
func (s *scope) compareTypes(w waiting) {
	x, y := s.typeOf(w.x), s.typeOf(w.y)
	if x != nil && y != nil && x != y {
		s.errorf(w.at.Span, "a %s and a %s are compared; they are never the same", x.Name, y.Name)
	}
}

func (s *scope) typeOf(t Term) *Type {
	switch t := t.(type) {
	case Variable:
		return s.vars[t].Type
	case *Compound:
		return t.Con.Result
	}
	return s.types[StringType]
}

// result reads one operand of a right side.
func (s *scope) result(x syntax.Expr) []Result {
	inner, permanent, ok := s.asserted(x)
	if !ok {
		return nil
	}
	switch inner.(type) {
	case *syntax.Name, *syntax.Apply, *syntax.StageRef:
	default:
		s.errorf(x.Range(), "a rule makes facts; `%s` is not one", syntax.ExprString(x))
		return nil
	}
	a, ok := s.atom(inner)
	if !ok {
		return nil
	}
	if a.Pred.Backward {
		e := s.errorf(x.Range(), "`%s` is proved by clauses, so a rule cannot make it", a.Pred.Name)
		note(e, a.Pred.Span, "declared here")
		return nil
	}
	s.mark(a.Pred, permanent)
	return []Result{{Atom: a, Permanent: permanent}}
}

// asserted takes the `!` off a fact that is to be made, and refuses `$` there.
func (c *checker) asserted(x syntax.Expr) (fact syntax.Expr, permanent, ok bool) {
	p, marked := x.(*syntax.Prefix)
	if !marked {
		return x, false, true
	}
	if p.Op == syntax.Keep {
		c.errorf(x.Range(), "`$` stands on the left of rules only: it keeps what they need")
		return nil, false, false
	}
	return p.X, true, true
}

// mark notes that facts of a predicate are made.
func (c *checker) mark(p *Pred, permanent bool) {
	if permanent {
		c.permanent[p] = true
	} else {
		c.linear[p] = true
	}
}

// clause reads a clause and gives it to its predicate.
func (c *checker) clause(d *syntax.Clause) {
	s := newScope(c)
	head, ok := s.atom(d.Head)
	if ok && !head.Pred.Backward {
		c.misuse(d, head.Pred)
		return
	}
	clause := &Clause{Span: d.Span, Head: head}
	if d.Name != nil {
		clause.Name = d.Name.Text
		if first, ok := c.clauses[d.Name.Text]; ok {
			c.twice("clause", d.Name, first)
		} else {
			c.clauses[d.Name.Text] = d.Name.Span
		}
	}
	for _, x := range d.Premises {
		for _, part := range syntax.Joined(x) {
			clause.Premises = append(clause.Premises, s.clausePremise(part)...)
		}
	}
	for _, w := range s.comparisons {
		s.compareTypes(w)
	}
	clause.Vars = s.vars
	if ok {
		head.Pred.Clauses = append(head.Pred.Clauses, clause)
	}
}

// misuse complains, once, of a clause for a predicate of the state.
func (c *checker) misuse(d *syntax.Clause, p *Pred) {
	if c.misused[p] {
		return
	}
	c.misused[p] = true
	advice := "declare it with `bwd`, or put its facts into a context"
	if len(d.Premises) > 0 {
		advice = "write a rule with `-o`, or declare it with `bwd`"
	}
	e := c.errorf(d.Head.Range(), "`%s` is a predicate of the state, so it has no clauses: %s", p.Name, advice)
	note(e, p.Span, "declared here")
}

func (s *scope) clausePremise(x syntax.Expr) []Premise {
	var out []Premise
	for _, p := range s.premise(x) {
		if p.Kind != Prove && p.Kind != Compare {
			s.errorf(p.Span, "a clause cannot ask for facts of the state: `%s` is not declared with `bwd`", p.Atom.Pred.Name)
			continue
		}
		out = append(out, p)
	}
	return out
}
