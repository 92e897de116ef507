package celf

import (
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// doneClause reads how a run goes on behind a phase. It returns a link as a rule.
func (s *staging) doneClause(d *Constant, head *Apply) Decl {
	before := len(s.errs)
	done := s.token(head)
	if done == nil {
		return nil
	}
	p := done.phase
	premises, binders, _ := backwards(d.Type)
	var braces *Braces
	if len(premises) == 1 {
		braces, _ = premises[0].(*Braces)
	}
	if braces == nil {
		note(s.refuse(d.Type.Range(), "the end of a stage has one premise, in braces"), syntax.Span{},
			"`%s %s o- {%s %s * …}`", s.Done, p.name.Text, s.Stage, p.name.Text)
		return nil
	}
	asked, tokens := s.strip(braces.X)
	if len(s.errs) > before {
		return nil
	}
	var from, to *stageToken
	for _, t := range tokens {
		switch {
		case (t.word == s.Stage || s.Next[t.word]) && from == nil:
			from = t
		case t.word == s.Run && to == nil:
			to = t
		default:
			s.refuse(t.Span, "one more token than a stage ends with: there is one of `%s` and at most one of `%s`", s.Stage,
				s.Run)
			return nil
		}
	}
	switch {
	case from == nil:
		note(s.refuse(braces.Span, "`%s %s` is missing: nothing would use it up, so no run would have a solution", s.Stage,
			p.name.Text), syntax.Span{}, "a stage ends with `{%s %s * …}`", s.Stage, p.name.Text)
		return nil
	case from.word != s.Stage:
		s.onward(p, from, to, asked, braces.Span)
		return nil
	case from.phase != p:
		s.refuse(from.Span, "the stage `%s` does not end with the token of `%s`", p.name.Text, from.phase.name.Text)
		return nil
	case to == nil:
		s.end(p, braces.Span, asked, tokens)
		return nil
	}
	x := &exit{&stagePlace{in: p, link: true, to: to.phase}, asked == nil && to.results == nil, false, braces.Span}
	x.counted = s.counts(from, to, !x.plain)
	made := orUnit(to.results, to.Span)
	rule := Expr(&Arrow{Span: braces.Span, From: orUnit(asked, from.Span), To: &Braces{to.Span, made}})
	for i := len(binders) - 1; i >= 0; i-- {
		b := *binders[i]
		b.Body = rule
		rule = &b
	}
	x.decl = &Constant{Span: d.Span, Name: d.Name, Type: rule}
	p.exits = append(p.exits, x)
	s.places[d.Name] = x.stagePlace
	return x.decl
}

// onward reads where a run goes on behind a rule that leads to another phase.
func (s *staging) onward(p *phase, from, to *stageToken, asked Expr, at syntax.Span) {
	switch {
	case to == nil:
		p.onward[from.phase] = false
		s.setGoal(asked, at)
	case asked != nil || to.results != nil || to.phase != from.phase:
		s.refuse(at, "`%s %s` leads to nothing else than `%s %s`", from.word, from.phase.name.Text, s.Run,
			from.phase.name.Text)
	default:
		if s.counts(from, to, false) && s.Steps != "" {
			s.refuse(at, "this counts a step twice")
		}
		p.onward[from.phase] = true
	}
}

// query reads the start of a run: it replaces `run P` by the goal.
func (s *staging) query(d *Directive) {
	if d.Word.Text != "#query" {
		s.refuse(d.Span, "in a file with stages a run is a query with the goal `{%s P}`", s.Run)
		return
	}
	var replace func(x Expr) Expr
	replace = func(x Expr) Expr {
		switch y := x.(type) {
		case *Binder:
			b := *y
			b.Body = replace(y.Body)
			return &b
		case *Arrow:
			s.outside(y.From)
			a := *y
			a.To = replace(y.To)
			return &a
		}
		at := x.Range()
		if b, ok := x.(*Braces); ok {
			x = b.X
		}
		t := s.token(x)
		if t == nil || t.word != s.Run {
			s.refuse(at, "in a file with stages, the goal of a query is `{%s P}` alone", s.Run)
			return &Braces{at, &Unit{at}}
		}
		s.startAt(d, t)
		goal := Expr(&Unit{at})
		if s.goal != nil {
			goal = *s.goal
		}
		return &Braces{at, goal}
	}
	d.Of = replace(d.Of)
}

// startAt enters the stage and the bound of a run.
func (s *staging) startAt(d *Directive, t *stageToken) {
	s.starts[d.Start.Offset] = t.phase
	switch {
	case t.phase.begins == nil:
		s.refuse(t.Span, "`%s %s` has no clause", s.Run, t.phase.name.Text)
	case t.phase.after != nil:
		s.refuse(t.Span, "no run begins with `%s`, which needs the token of the stage before", t.phase.name.Text)
	}
	if len(d.Args) > 0 && !d.Args[0].Any {
		s.refuse(d.Args[0].Span, "the largest number of steps is that of each stage here, which is not supported: write `*`")
		return
	}
	if s.Steps == "" {
		return
	}
	steps, depth := t.steps, 0
	for {
		switch y := steps.(type) {
		case *Apply:
			if y.Fun.Text == s.More && len(y.Args) == 1 {
				depth++
				steps = y.Args[0]
				continue
			}
		case *Name:
			if value := s.terms[y.Text]; value != nil {
				steps = value
				delete(s.terms, y.Text) // an abbreviation of itself would have no end
				defer func() { s.terms[y.Text] = value }()
				continue
			}
			if y.Text == s.None && depth > 0 {
				args := append([]*Arg{{Span: t.steps.Range(), Num: depth, firings: true}}, d.Args[1:]...)
				d.Args = args
				return
			}
		}
		s.refuse(t.steps.Range(), "the number of steps is not `%s (… %s)`", s.More, s.None)
		return
	}
}

// check refuses phases that cannot begin or go on.
func (s *staging) check() {
	if s.errs.Failed() {
		return // some clauses are not known
	}
	entered := make(map[*phase]bool)
	enter := func(p *phase, at syntax.Span, from *phase) {
		entered[p] = true
		switch {
		case p.begins == nil:
			note(s.refuse(at, "`%s %s` has no clause", s.Run, p.name.Text), p.name.Span, "`%s` is declared here", p.name.Text)
		case p.after == nil && from != nil && from.leaves != nil:
			note(s.refuse(p.begins.Name.Span, "the stage `%s` begins without the token `%s %s` of the stage before, so that "+
				"nothing uses it up", p.name.Text, s.Stage, from.name.Text), at, "the run leads there here")
		case p.after != nil && (from == nil || from.leaves == nil || p.after.phase != from):
			note(s.refuse(at, "the stage `%s` does not follow here: it needs the token of `%s`", p.name.Text,
				p.after.phase.name.Text), p.after.Span, "the token is here")
		}
	}
	for _, p := range s.phases {
		if p.leaves != nil {
			enter(p.leaves.to, p.leaves.at, p)
		}
		for _, x := range p.exits {
			enter(x.to, x.at, nil)
		}
		for _, r := range p.rules {
			if r.to == nil {
				continue
			}
			if goes, ok := p.onward[r.to]; !ok {
				s.refuse(r.decl.Name.Span, "no clause of `%s %s` says how the run goes on behind rule `%s`", s.Done, p.name.Text,
					r.decl.Name.Text)
			} else if goes {
				enter(r.to, r.decl.Name.Span, nil)
			}
		}
	}
	for _, p := range s.phases {
		switch stands := p.begins != nil; {
		case stands && p.leaves == nil && len(p.exits)+len(p.ends)+len(p.onward) == 0:
			s.refuse(p.name.Span, "no clause of `%s %s` says how the run goes on behind the stage", s.Done, p.name.Text)
		case p.leaves != nil && len(p.exits)+len(p.ends)+len(p.onward) > 0:
			s.refuse(p.begins.Name.Span, "`%s %s` leads on, and so do other clauses of the stage", s.Run, p.name.Text)
		case !stands && len(p.rules) > 0:
			s.refuse(p.name.Span, "`%s %s` has no clause, so that the rules of the stage never fire", s.Run, p.name.Text)
		}
	}
}

// fold makes stages of phases: those with links, and those of an ordered stage, are part of the stage before them.
func (s *staging) fold() {
	entries := make(map[*phase]int) // ways into a phase; those that are not clauses of `done` count twice
	for _, p := range s.phases {
		if p.leaves != nil {
			entries[p.leaves.to] += 2
		}
		for _, x := range p.exits {
			entries[x.to]++
		}
		for _, r := range p.rules {
			if r.to != nil {
				entries[r.to] += 2
			}
		}
	}
	for _, p := range s.starts {
		entries[p] += 2
	}
	// helps reports whether a clause leads to a phase that no other does, and of which all rules lead on.
	helps := func(x *exit) bool {
		return x.plain && (s.Steps == "" || !x.counted) && entries[x.to] == 1 && len(x.to.rules) > 0 &&
			!slices.ContainsFunc(x.to.rules, func(r *stagePlace) bool { return r.to == nil })
	}
	isPart := make(map[*phase]bool)
	for _, p := range s.phases {
		if len(p.exits) == 1 && len(p.ends) == 0 && helps(p.exits[0]) {
			isPart[p.exits[0].to] = true
		}
	}
	for _, p := range s.phases {
		if p.begins != nil && !isPart[p] {
			s.foldInto(p, helps)
		}
	}
	for _, p := range s.phases {
		if p.begins != nil && !p.folded {
			s.links(p)
		}
	}
}

// foldInto makes the phases behind one that only help it part of it.
func (s *staging) foldInto(p *phase, helps func(*exit) bool) {
	for len(p.exits) == 1 && len(p.ends) == 0 && helps(p.exits[0]) {
		q := p.exits[0].to
		q.folded = true
		p.exits[0].in = nil // the clause is no link
		back := len(q.rules) == 1 && q.rules[0].to == p && (p.ordered || len(p.rules) == 1 && p.rules[0].to == nil) &&
			!strings.HasPrefix(q.name.Text, p.name.Text+"/links")
		for _, r := range q.rules {
			r.in, r.link = p, !back
			if back || !q.onward[r.to] {
				r.to = nil
			}
		}
		p.ordered = p.ordered || back
		p.rules = append(p.rules, q.rules...)
		p.ends, p.exits, q.exits = q.ends, q.exits, nil
		for _, x := range p.exits {
			if x.in = p; !back {
				s.ranked(x)
			}
		}
		if !back {
			return
		}
	}
}

// ranked refuses a clause that leads on only if no rule does.
func (s *staging) ranked(x *exit) {
	e := s.refuse(x.at, "this leads on only where no rule of the stage does, but links of programs have no order")
	note(e, syntax.Span{}, "a stage may have one clause that leads to a row of phases, each with one rule that leads back")
}

// links makes links of the rules of a stage that lead on and of its clauses.
func (s *staging) links(p *phase) {
	own := false
	for _, r := range p.rules {
		own = own || r.to == nil && !r.link
	}
	for _, r := range p.rules {
		if r.link || r.to == nil {
			continue
		}
		if own {
			s.refuse(r.decl.Name.Span, "rule `%s` leaves the stage `%s` while others may fire, which links of programs do not",
				r.decl.Name.Text, p.name.Text)
			continue
		}
		for _, x := range p.exits {
			s.ranked(x)
		}
		r.link = true
		if !p.onward[r.to] {
			r.to = nil
		}
	}
	for i := range p.exits {
		if x := p.exits[i]; s.Steps != "" && !x.counted {
			s.refuse(x.at, "this is a link, but it does not count as a step")
		}
	}
	if p.leaves != nil && s.Steps != "" && !p.leaves.counted {
		s.refuse(p.leaves.at, "this is a link, but it does not count as a step")
	}
}
