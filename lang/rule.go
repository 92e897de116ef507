package lang

import (
	"slices"

	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

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
	if a.Pred.Kind == Action {
		e := s.errorf(syntax.MisplacedPredicate, x.Range(), "`%s` is an action, which belongs on the right of a rule",
			a.Pred.Name)
		note(e, a.Pred.Span, "declared here")
		s.excuse(x)
		return nil
	}
	kind := map[PredKind]PremiseKind{OfState: Consume, Backward: Prove, Sense: Ask}[a.Pred.Kind]
	return []Premise{{Span: x.Range(), Kind: kind, Atom: a}}
}

// marked reads `$a` and `!a`.
func (s *scope) marked(x *syntax.Prefix) []Premise {
	kind := Keep
	if x.Op == syntax.Bang {
		kind = Permanent
	}
	var out []Premise
	group := s.joined(x.X)
	for _, inner := range group {
		for _, p := range s.premise(inner) {
			switch {
			case p.Kind == Compare, !p.Kind.OnState() && kind == Keep:
				e := s.errorf(syntax.MisplacedMark, x.Span, "`%s` marks facts of the state; this is not one", x.Op)
				if p.Atom.Pred != nil {
					note(e, p.Atom.Pred.Span, "declared here")
				}
				if len(group) == 1 {
					e.Fix = &syntax.Fix{Span: x.Mark()}
				}
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
		s.noPremise(x)
		return nil
	}
	var want *Type
	if x.Op != Same && x.Op != Differs {
		if want = s.needNumbers(x.Span, "`"+string(x.Op)+"` compares numbers"); want == nil {
			s.excuse(x)
			return nil
		}
	}
	a, b := s.term(x.X, want), s.term(x.Y, want)
	if a == nil || b == nil {
		s.excuse(x)
		return nil
	}
	if want == nil {
		s.comparisons = append(s.comparisons, waiting{x, a, b})
	}
	return []Premise{{Span: x.Span, Kind: Compare, Op: x.Op, X: a, Y: b}}
}

// noPremise complains of a calculation where a premise stands.
func (s *scope) noPremise(x *syntax.Binary) {
	e := s.errorf(syntax.NotAPremise, x.Span,
		"a calculation is not a premise; as an argument, it needs parentheses: `p (N + 1)`")
	left, _ := split(x.X)
	right, _ := split(x.Y)
	switch {
	case left != nil && left.Text == `\`:
		note(e, syntax.Span{}, "%s", foreignWords["not"])
	case left != nil && right != nil && s.preds[left.Text] != nil && s.preds[right.Text] != nil:
		note(e, syntax.Span{}, "%s", syntax.JoinHint)
	}
	s.excuse(x)
}

// infer gives variables that only comparisons mention the type of what they are
// compared with.
func (s *scope) infer() {
	for changed := true; changed; {
		changed = false
		for _, w := range s.comparisons {
			changed = s.adopt(w.x, w.y) || s.adopt(w.y, w.x) || changed
		}
	}
}

// adopt gives a variable without a type that of another term, and reports
// whether it did.
func (s *scope) adopt(x, from Term) bool {
	v, ok := x.(Variable)
	if !ok || s.vars[v].Type != nil {
		return false
	}
	s.vars[v].Type = s.typeOf(from)
	return s.vars[v].Type != nil
}

// compareTypes checks that both sides of a comparison have one type.
func (s *scope) compareTypes(w waiting) {
	x, y := s.typeOf(w.x), s.typeOf(w.y)
	if x != nil && y != nil && x != y {
		s.errorf(syntax.WrongType, w.at.Span, "%s and %s are compared, but they are never equal", english.A(x.Name),
			english.A(y.Name))
	}
}

func (s *scope) typeOf(t Term) *Type {
	switch t := t.(type) {
	case Variable:
		return s.vars[t].Type
	case *Compound:
		return t.Con.Result
	case Number:
		return t.Of
	case *Successor:
		return t.Of
	case *Calculation:
		return t.Of
	}
	return s.texts
}

// result reads one operand of a right side into the rule.
func (s *scope) result(rule *Rule, x syntax.Expr) {
	inner, mark, ok := s.asserted(x)
	if !ok {
		return
	}
	switch inner.(type) {
	case *syntax.Name, *syntax.Apply, *syntax.StageRef:
	default:
		e := s.errorf(syntax.NotAFact, x.Range(), "a rule makes facts, but `%s` is not a fact", syntax.ExprString(x))
		if b, ok := inner.(*syntax.Binary); ok && b.Op == syntax.Star {
			note(e, syntax.Span{}, "write `!` before each fact: `!p * !q`")
		} else if ok && !b.Op.IsComparison() {
			note(e, syntax.Span{}, "as an argument, a calculation needs parentheses: `p (N + 1)`")
		}
		return
	}
	a, ok := s.atom(inner)
	if !ok {
		return
	}
	permanent := mark == syntax.Bang
	switch {
	case a.Pred.Kind == Action && permanent:
		s.errorf(syntax.MisplacedMark, x.Range(), "`!` marks permanent facts, but the action `%s` makes none", a.Pred.Name)
	case a.Pred.Kind == Action:
		rule.Actions = append(rule.Actions, a)
	case a.Pred.Kind != OfState:
		e := s.errorf(syntax.MisplacedPredicate, x.Range(), "`%s` is %s, so a rule cannot make it", a.Pred.Name, a.Pred.Kind)
		note(e, a.Pred.Span, "declared here")
	default:
		s.mark(a.Pred, permanent)
		rule.Results = append(rule.Results, Result{Span: x.Range(), Atom: a, Permanent: permanent,
			Affine: mark == syntax.Affine})
	}
}

// asserted takes the `!` or `@` off a fact that is to be made, and returns it. It refuses `$` there.
func (c *checker) asserted(x syntax.Expr) (fact syntax.Expr, mark syntax.Op, ok bool) {
	p, marked := x.(*syntax.Prefix)
	if !marked {
		return x, "", true
	}
	if p.Op == syntax.Keep {
		c.errorf(syntax.MisplacedMark, x.Range(),
			"`$` belongs on the left of a rule, where it keeps a fact that the rule needs")
		return nil, "", false
	}
	return p.X, p.Op, true
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
	s.clause = true
	head, ok := s.atom(d.Head)
	if !ok {
		c.notDeclared(d)
	}
	if ok && head.Pred.Kind != Backward {
		c.misuse(d, head.Pred)
		return
	}
	clause := &Clause{Span: d.Span, Head: head}
	if d.Name != nil {
		clause.Name = d.Name.Text
		if c.clauses[d.Name.Text] == nil {
			c.clauses[d.Name.Text] = clause
		}
		c.mention(d.Name, c.clauses[d.Name.Text])
	}
	for _, x := range d.Premises {
		for _, part := range s.joined(x) {
			clause.Premises = append(clause.Premises, s.clausePremise(part)...)
		}
	}
	s.infer()
	for _, w := range s.comparisons {
		s.compareTypes(w)
	}
	clause.Vars = s.vars
	if ok {
		s.unboundInClause(clause)
	}
	s.mentionVariables()
	if ok {
		head.Pred.Clauses = append(head.Pred.Clauses, clause)
	}
}

// notDeclared adds a note to the last error where a clause that could not be read
// looks like a declaration without its colon: `character type.`
func (c *checker) notDeclared(d *syntax.Clause) {
	a, ok := d.Head.(*syntax.Apply)
	if !ok || d.Name != nil || len(d.Premises) > 0 || len(c.errs) == 0 {
		return
	}
	last, ok := a.Args[len(a.Args)-1].(*syntax.Name)
	e := c.errs[len(c.errs)-1]
	if !ok || e.Start != a.Fun.Start || last.Text != "type" && last.Text != "bwd" && c.types[last.Text] == nil {
		return
	}
	if n := len(c.missing) - 1; n >= 0 && c.missing[n].Error == e {
		c.missing = c.missing[:n]
	}
	e.Notes = nil
	before := &syntax.Apply{Fun: a.Fun, Args: a.Args[:len(a.Args)-1]}
	note(e, syntax.Span{}, "a declaration has a colon: `%s : %s`", syntax.ExprString(before), last.Text)
	mend(e, last.Start.Span(), ": ")
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
	if p.Kind != OfState {
		advice = "declare it with `bwd`"
	}
	what := map[PredKind]string{OfState: "a predicate of the state", Sense: "answered by a sensor",
		Action: "an action"}[p.Kind]
	e := c.errorf(syntax.MisplacedPredicate, d.Head.Range(), "`%s` is %s, so it has no clauses: %s", p.Name, what, advice)
	note(e, p.Span, "declared here")
}

// clausePremise reads one operand of a clause's body. What it asks the state for is kept, with `$`
// and without.
func (s *scope) clausePremise(x syntax.Expr) []Premise {
	var out []Premise
	for _, p := range s.premise(x) {
		switch p.Kind {
		case Ask:
			e := s.errorf(syntax.MisplacedPredicate, p.Span,
				"a clause cannot ask a sensor: let a rule ask `%s` and pass the answer on", p.Atom.Pred.Name)
			note(e, p.Atom.Pred.Span, "declared here")
			continue
		case Consume:
			p.Kind = Keep
		}
		out = append(out, p)
	}
	return out
}

// unboundInClause complains of variables of a clause that nothing gives a value: they stand in
// comparisons and calculations alone.
func (s *scope) unboundInClause(c *Clause) {
	premises := append(slices.Clip(c.Premises), Premise{Kind: Prove, Atom: c.Head})
	bound := boundVars(premises, len(s.vars))
	for i, v := range s.vars {
		if !bound[i] && !s.excused[v.Name] {
			e := s.errorf(syntax.UnboundVariable, v.Span,
				"`%s` is not known here: neither the head nor a premise gives it a value", shown(v))
			s.nearVariable(e, v, bound)
		}
	}
}
