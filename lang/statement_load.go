package lang

import (
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// largestFactor bounds the numbers of an invariant, so that no sum of maxPremises of them overflows.
const largestFactor = 1_000_000_000_000_000

// statement reads `#invariant …` or `#never …`.
func (c *checker) statement(d *syntax.Statement) {
	s := newScope(c)
	st := &Statement{Span: d.Span, Kind: Invariant, Label: d.String()}
	before := len(c.errs)
	if d.Name != nil {
		c.nameStatement(st, d.Name)
	}
	if d.Stage != nil {
		st.Stage = c.findStage(d.Stage)
	}
	if d.Op == "" {
		st.Kind = Never
		c.never(s, st, d)
	} else {
		c.invariant(s, st, d)
	}
	if len(c.errs) == before {
		c.prog.Statements = append(c.prog.Statements, st)
		return
	}
	st.Sum, st.Premises = nil, nil
	if d.Name == nil && d.Stage == nil {
		c.noColon(d, c.errs[before])
	}
}

// nameStatement gives a statement its name, which no other may have.
func (c *checker) nameStatement(st *Statement, name *syntax.Name) {
	st.Name, st.Label = name.Text, name.Text
	if first := c.statements[st.Name]; first != nil {
		c.twice("statement", name, first.NameSpan)
		return
	}
	st.NameSpan = name.Span
	c.statements[st.Name] = st
	c.mention(name, st)
}

// never reads the premises of a `#never`.
func (c *checker) never(s *scope, st *Statement, d *syntax.Statement) {
	s.giver = "fact of the statement"
	for _, x := range s.joined(d.Premises) {
		if fun, _ := split(x); fun != nil && fun.Text == "not" && s.preds["not"] == nil {
			e := c.errorf(syntax.BadStatement, fun.Span, "a `#never` names facts that are there, so it has no `not`")
			note(e, syntax.Span{}, "where facts may be absent, count them: `#invariant at C _ + dead C = 1`")
			s.excuse(x)
			continue
		}
		if c.aboutStages(x) {
			continue
		}
		st.Premises = append(st.Premises, s.forbidden(x)...)
	}
	st.Vars = s.finish(st.Premises)
	if len(syntax.Joined(d.Premises)) == 0 {
		c.errorf(syntax.BadStatement, d.Premises.Range(), "a `#never` needs facts that are not to be there together")
	}
}

// aboutStages reports whether an operand of a `#never` speaks of stages or quiescence, and complains of it.
func (c *checker) aboutStages(x syntax.Expr) bool {
	stage := "a"
	if ref, ok := x.(*syntax.StageRef); ok {
		stage = ref.Name.Text
	} else if _, marked := stageRef(x); !marked && !c.isQui(x) {
		return false
	}
	c.errorf(syntax.MisplacedStage, x.Range(), "a statement about one stage names it before a colon: `#never in %s : …`",
		stage)
	return true
}

// forbidden reads an operand of a `#never`. Nothing is used up, so that facts of the state are kept.
func (s *scope) forbidden(x syntax.Expr) []Premise {
	var out []Premise
	if kept, ok := x.(*syntax.Prefix); ok && kept.Op == syntax.Keep {
		s.keepsNothing(kept)
		for _, inner := range s.joined(kept.X) {
			out = append(out, s.forbidden(inner)...)
		}
		return out
	}
	for _, p := range s.premise(x) {
		switch p.Kind {
		case Ask:
			s.noStateFact(p.Atom.Pred, p.Span)
			s.excuse(x)
			continue
		case Consume:
			p.Kind = Keep
		}
		out = append(out, p)
	}
	return out
}

// keepsNothing complains of `$` in a statement.
func (s *scope) keepsNothing(x *syntax.Prefix) {
	e := s.errorf(syntax.MisplacedMark, x.Span, "`$` keeps a fact that a rule would use up, but a statement uses up none")
	e.Fix = &syntax.Fix{Span: x.Mark()}
}

// noStateFact complains of a predicate of which a state has no facts.
func (s *scope) noStateFact(p *Pred, at syntax.Span) {
	e := s.errorf(syntax.MisplacedPredicate, at, "`%s` is %s, so no state has facts of it", p.Name, p.Kind)
	note(e, p.Span, "declared here")
}

// invariant reads the counts of an invariant, and brings them to one side.
func (c *checker) invariant(s *scope, st *Statement, d *syntax.Statement) {
	counts := append(d.Left[:len(d.Left):len(d.Left)], d.Right...)
	if len(counts) > maxPremises {
		c.errorf(syntax.TooLarge, counts[maxPremises].Span, "an invariant has at most %d counts", maxPremises)
		return
	}
	before := len(c.errs)
	var patterns []syntax.Expr
	s.enterFree(counts)
	st.Free = len(s.vars)
	for i, x := range counts {
		sign := int64(1)
		if x.Minus {
			sign = -sign
		}
		if i >= len(d.Left) {
			sign = -sign
		}
		if s.belowZero(x.Of) {
			continue
		}
		times, ok := s.factor(x)
		if x.Of == nil {
			st.Bound -= sign * times
		} else if n, counted := s.count(x); ok && counted {
			n.Times *= sign * times
			patterns = append(patterns, x.Of)
			st.Sum = append(st.Sum, n)
		}
	}
	st.Vars = s.vars
	s.mentionVariables()
	switch st.Op = d.Op; d.Op {
	case syntax.Less:
		st.Op, st.Bound = LessEq, st.Bound-1
	case syntax.More:
		st.Op, st.Bound = MoreEq, st.Bound+1
	}
	switch {
	case len(c.errs) > before:
	case len(st.Sum) == 0:
		c.errorf(syntax.BadStatement, d.Span, "an invariant counts facts, but this one has only numbers")
	default:
		c.endless(st, patterns)
	}
}

// belowZero reports whether a number below 0 seems to stand for a count, and complains of it: `-1` is a name.
func (s *scope) belowZero(of syntax.Expr) bool {
	n, ok := of.(*syntax.Name)
	if !ok || !n.BelowZero() || s.preds[n.Text] != nil {
		return false
	}
	e := s.errorf(syntax.BadStatement, n.Span, "the numbers of an invariant are natural, and `%s` is none", n.Text)
	note(e, syntax.Span{}, "add to the other side: `at C _ + %s = dead C`", n.Text[1:])
	return true
}

// enterFree enters the free variables of counts: those that have names and are not added up.
func (s *scope) enterFree(counts []*syntax.Count) {
	added := make(map[string]syntax.Span)
	for _, x := range counts {
		if x.Sum != nil {
			added[x.Sum.Text] = x.Sum.Span
		}
	}
	for _, x := range counts {
		if x.Of == nil {
			continue
		}
		said := make(map[string]bool)
		syntax.EachVariable(x.Of, func(n *syntax.Name) {
			if x.Sum != nil && x.Sum.Text == n.Text || said[n.Text] {
				return
			}
			if at, ok := added[n.Text]; ok {
				said[n.Text] = true
				e := s.errorf(syntax.BadStatement, n.Span, "`%s` is added up elsewhere, so it has no one value here", n.Text)
				note(e, at, "it is added up here; give one of the two another name, or write `_`")
				return
			}
			if _, known := s.index[n.Text]; !known {
				s.index[n.Text] = Variable(len(s.vars))
				s.vars = append(s.vars, Var{n.Span, n.Text, nil})
			}
		})
	}
}

// factor returns the number that is written in a count, 1 where none is, and false where it cannot be a factor.
func (s *scope) factor(x *syntax.Count) (int64, bool) {
	if x.Times == nil {
		return 1, true
	}
	n := ParseNat(x.Times.Digits).Int()
	switch {
	case len(x.Times.Digits) > maxDigits || n > largestFactor:
		s.errorf(syntax.TooLarge, x.Times.Span, "the numbers of an invariant are at most 10^15")
		return 0, false
	case n == 0 && x.Of != nil:
		s.errorf(syntax.BadStatement, x.Times.Span, "0 times a count is 0: leave it out")
		return 0, false
	}
	return n, true
}

// count reads the facts that a count is of, with the factor 1.
func (s *scope) count(x *syntax.Count) (Count, bool) {
	n := Count{Span: x.Span, Times: 1, Of: -1}
	of := x.Of
	if marked, ok := of.(*syntax.Prefix); ok {
		of = marked.X
		if n.Permanent = marked.Op == syntax.Bang; !n.Permanent {
			s.keepsNothing(marked)
		}
	}
	if name, ok := of.(*syntax.Name); ok && syntax.IsVariable(name.Text) && s.preds[name.Text] == nil {
		e := s.errorf(syntax.BadStatement, name.Span, "a statement counts facts, but `%s` is a variable", name.Text)
		note(e, syntax.Span{}, "numbers in facts are added up like this: `sum N in coin N`")
		return n, false
	}
	if s.misread(of) {
		s.excuse(of)
		return n, false
	}
	outer, shadows := Variable(0), false
	if x.Sum != nil {
		outer, shadows = s.index[x.Sum.Text]
		delete(s.index, x.Sum.Text)
	}
	var ok bool
	n.Pattern, ok = s.atom(of)
	if x.Sum != nil {
		ok = s.added(&n, x, ok) && ok
		if delete(s.index, x.Sum.Text); shadows {
			s.index[x.Sum.Text] = outer
		}
	}
	if !ok {
		return n, false
	}
	if n.Pattern.Pred.Kind != OfState {
		s.noStateFact(n.Pattern.Pred, of.Range())
		return n, false
	}
	return n, s.plain(of, n.Pattern.Args)
}

// added finds the variable that a count adds up, which has to be a number of its pattern.
func (s *scope) added(n *Count, x *syntax.Count, readable bool) bool {
	v, ok := s.index[x.Sum.Text]
	switch {
	case x.Sum.Text == syntax.Wildcard:
		s.errorf(syntax.BadStatement, x.Sum.Span, "`_` has no name to be added up by: `sum N in coin N`")
	case !ok && readable:
		e := s.errorf(syntax.BadStatement, x.Sum.Span, "`%s` is not an argument of `%s`, so there is nothing to add up",
			x.Sum.Text, syntax.ExprString(x.Of))
		note(e, syntax.Span{}, "the number that is added up stands in the fact: `sum N in coin N`")
	case !ok:
	default:
		s.occurs(x.Sum, v)
		s.vars[v].Span = x.Sum.Span
		n.Of = v
		if t := s.vars[v].Type; t != nil && !t.Counts() {
			e := s.errorf(syntax.WrongType, x.Sum.Span, "`%s` is %s, but only numbers are added up", x.Sum.Text,
				english.A(t.Name))
			note(e, t.Span, "declared here")
			return false
		}
		return true
	}
	return false
}
