package celf

import "github.com/ceptre-graph/ceptre/lang/syntax"

// stageToken is a fact of the scheme in a rule or a clause.
type stageToken struct {
	syntax.Span
	word    string
	phase   *phase
	steps   Expr // nil if runs are not bounded
	results Expr // of `results -o run P`; nil of others
}

// token reads a fact of the scheme. It returns nil of other expressions, and of one that is not as it should be.
func (s *staging) token(x Expr) *stageToken {
	a, ok := x.(*Apply)
	if !ok || !s.isWord(a.Fun.Text) {
		return nil
	}
	t := &stageToken{Span: a.Span, word: a.Fun.Text}
	want := 1 + s.numbers()
	if t.word == s.Done {
		want = 1
	}
	if len(a.Args) != want {
		s.refuse(a.Span, "`%s` takes %s, not %d", t.word, arguments(want), len(a.Args))
		return nil
	}
	if want > 1 {
		t.steps = a.Args[1]
	}
	n, ok := a.Args[0].(*Name)
	if ok {
		t.phase = s.byName[n.Text]
	}
	if t.phase == nil {
		e := s.refuse(a.Args[0].Range(), "`%s` is no stage", ExprString(a.Args[0]))
		note(e, syntax.Span{}, "stages are the constants of `%s`, and variables do not stand for them", s.of)
		return nil
	}
	return t
}

// strip returns an expression without the tokens among its parts, which it returns. The expression is nil if nothing is
// left. Functions `RESULTS -o run P` count as tokens.
func (s *staging) strip(x Expr) (Expr, []*stageToken) {
	switch y := x.(type) {
	case *Join:
		var parts []Expr
		var tokens []*stageToken
		for _, part := range y.Parts {
			left, more := s.strip(part)
			if tokens = append(tokens, more...); left != nil {
				parts = append(parts, left)
			}
		}
		switch len(parts) {
		case 0:
			return nil, tokens
		case 1:
			return parts[0], tokens
		}
		return &Join{y.Span, parts}, tokens
	case *Unit:
		return nil, nil
	case *Arrow:
		if run := s.token(y.To); run != nil && run.word == s.Run && !y.Reversed && y.Mode == Linear {
			s.outside(y.From)
			run.Span, run.results = y.Span, y.From
			return nil, []*stageToken{run}
		}
	case *Apply:
		if s.isWord(y.Fun.Text) {
			if t := s.token(y); t != nil {
				return nil, []*stageToken{t}
			}
			return nil, nil
		}
	}
	s.outside(x)
	return x, nil
}

// orUnit returns an expression, or the unit in its place.
func orUnit(x Expr, at syntax.Span) Expr {
	if x == nil {
		return &Unit{at}
	}
	return x
}

// constant reads a declaration. It returns what is left of it for the program: nil of a clause that is no link.
func (s *staging) constant(d *Constant) Decl {
	_, _, head := backwards(d.Type)
	if _, ok := head.(*Braces); ok {
		return s.forward(d)
	}
	if a, ok := head.(*Apply); ok && a.Fun.Text == s.Run {
		return s.runClause(d, a)
	}
	if a, ok := head.(*Apply); ok && a.Fun.Text == s.Done {
		return s.doneClause(d, a)
	}
	s.outside(d.Type)
	return d
}

// forward takes the tokens out of a rule.
func (s *staging) forward(d *Constant) Decl {
	before := len(s.errs)
	var left, right []*stageToken
	var strip func(x Expr) Expr
	strip = func(x Expr) Expr {
		switch y := x.(type) {
		case *Binder:
			b := *y
			b.Body = strip(y.Body)
			return &b
		case *Arrow:
			a := *y
			var tokens []*stageToken
			a.From, tokens = s.strip(y.From)
			a.From = orUnit(a.From, y.From.Range())
			if left = append(left, tokens...); y.Mode != Linear && len(tokens) > 0 {
				s.refuse(tokens[0].Span, "the token of a stage is linear")
			}
			a.To = strip(y.To)
			return &a
		case *Braces:
			b := *y
			b.X, right = s.strip(y.X)
			b.X = orUnit(b.X, y.X.Range())
			return &b
		}
		return x
	}
	out := &Constant{Span: d.Span, Name: d.Name, Type: strip(d.Type)}
	if len(s.errs) > before {
		return out
	}
	switch {
	case len(left) != 1 || left[0].word != s.Stage:
		at := d.Name.Span
		if len(left) > 0 {
			at = left[len(left)-1].Span
		}
		note(s.refuse(at, "rule `%s` does not have one token `%s P` on its left: it would belong to no stage or to several",
			d.Name.Text, s.Stage), syntax.Span{}, "each rule of a file with stages belongs to one")
		return out
	case len(right) != 1 || right[0].results != nil || right[0].word != s.Stage && !s.Next[right[0].word]:
		at := d.Name.Span
		if len(right) > 0 {
			at = right[len(right)-1].Span
		}
		s.refuse(at, "rule `%s` does not make one token `%s %s` again: its stage would be lost", d.Name.Text, s.Stage,
			left[0].phase.name.Text)
		return out
	case right[0].word == s.Stage && right[0].phase != left[0].phase:
		s.refuse(right[0].Span, "rule `%s` goes from the stage `%s` to `%s` while others may fire: clauses of `%s` lead on",
			d.Name.Text, left[0].phase.name.Text, right[0].phase.name.Text, s.Run)
		return out
	}
	s.counts(left[0], right[0], true)
	p := &stagePlace{decl: out, in: left[0].phase}
	if right[0].word != s.Stage {
		p.to = right[0].phase
	}
	p.in.rules = append(p.in.rules, p)
	s.places[d.Name] = p
	return out
}

// counts refuses numbers of steps that are not as the scheme has them: those before and behind a clause are the same
// variable, or one less behind a step. It reports whether the clause takes a step.
func (s *staging) counts(before, behind *stageToken, must bool) bool {
	if s.Steps == "" {
		return true
	}
	now := before.steps
	step := false
	if a, ok := now.(*Apply); ok && a.Fun.Text == s.More && len(a.Args) == 1 {
		now, step = a.Args[0], true
	}
	n, ok := now.(*Name)
	then, same := behind.steps.(*Name)
	if !ok || !same || n.Text != then.Text || !isVariable(n.Text) || must && !step {
		e := s.refuse(behind.steps.Range(), "the steps that are left are not counted here as stages need it")
		note(e, syntax.Span{}, "a step leads from `%s Steps` to `Steps`", s.More)
	}
	return step
}

// runClause reads how a phase begins. It returns a link to a stage that follows without `done`.
func (s *staging) runClause(d *Constant, head *Apply) Decl {
	begin := s.token(head)
	if begin == nil {
		return nil
	}
	p := begin.phase
	if p.begins != nil {
		note(s.refuse(d.Name.Span, "`%s %s` has two clauses", s.Run, p.name.Text), p.begins.Name.Span, "the first is here")
		return nil
	}
	p.begins = d
	premises, binders, _ := backwards(d.Type)
	var f *Arrow
	if n := len(premises); n > 0 {
		f, _ = premises[n-1].(*Arrow)
	}
	var during *stageToken
	var end *Braces
	if f != nil && !f.Reversed && f.Mode == Linear {
		during = s.token(f.From)
		end, _ = f.To.(*Braces)
	}
	if len(premises) == 2 {
		p.after = s.token(premises[0])
	}
	switch {
	case len(binders) > 0:
		s.refuse(binders[0].Span, "a clause of `%s` has no binders", s.Run)
		return nil
	case end == nil || during == nil || during.word != s.Stage || during.phase != p || len(premises) > 2,
		len(premises) == 2 && (p.after == nil || p.after.word != s.Stage || p.after.phase == p):
		e := s.refuse(d.Type.Range(), "a stage does not begin in this way")
		note(e, syntax.Span{}, "`%s %s o- (%s %s -o {…})` begins it, or `%s %s o- %s Q o- (%s %s -o {…})` behind a stage Q",
			s.Run, p.name.Text, s.Stage, p.name.Text, s.Run, p.name.Text, s.Stage, s.Stage, p.name.Text)
		return nil
	}
	s.counts(begin, during, false)
	goal, tokens := s.strip(end.X)
	switch {
	case len(tokens) == 1 && tokens[0].word == s.Done && s.Done != "" && goal == nil && tokens[0].phase == p:
		return nil // clauses of `done` say the rest
	case len(tokens) > 0 && tokens[0].word == s.Done:
		s.refuse(end.Span, "behind the stage, `{%s %s}` is alone", s.Done, p.name.Text)
		return nil
	case len(tokens) == 1 && tokens[0].word == s.Run && goal == nil && tokens[0].results == nil:
		p.leaves = &exit{&stagePlace{in: p, link: true, to: tokens[0].phase}, true, s.counts(during, tokens[0], false),
			tokens[0].Span}
		p.leaves.decl = &Constant{Span: d.Span, Name: d.Name,
			Type: &Arrow{Span: end.Span, From: &Unit{during.Span}, To: &Braces{end.Span, &Unit{tokens[0].Span}}}}
		s.places[d.Name] = p.leaves.stagePlace
		return p.leaves.decl
	}
	s.end(p, end.Span, goal, tokens)
	return nil
}

// end reads the end of a run behind a phase.
func (s *staging) end(p *phase, at syntax.Span, goal Expr, tokens []*stageToken) {
	if len(tokens) != 1 || tokens[0].word != s.Stage || tokens[0].phase != p {
		s.refuse(at, "the end of a run needs `%s %s` once and leads to no stage, or the token is left over", s.Stage,
			p.name.Text)
		return
	}
	p.ends = append(p.ends, at)
	s.setGoal(goal, at)
}

// setGoal enters the goal of the runs, which is the same at all ends.
func (s *staging) setGoal(goal Expr, at syntax.Span) {
	goal = orUnit(goal, at)
	if s.goal == nil {
		s.goal, s.goalAt = &goal, at
		return
	}
	if ExprString(*s.goal) != ExprString(goal) {
		e := s.refuse(at, "runs end in other facts here than elsewhere, but a run of a program has one goal")
		note(e, s.goalAt, "the first end is here")
	}
}
