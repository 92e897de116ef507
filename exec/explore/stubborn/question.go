package stubborn

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// seek asks for the states that meet a goal: they stay reachable.
func (a *analysis) seek(g *goal.Goal) {
	q := &rule{}
	known := make(map[string]lang.Variable)
	types := make(map[string]*lang.Type)
	for _, f := range g.Facts {
		if f.Head == trace.StagePred {
			q.stage = a.stageOf(f)
			if q.stage == nil && len(f.Args) > 0 && !a.anyStage(f) {
				return // no state meets it
			}
			continue
		}
		at := slices.IndexFunc(a.program.Preds, func(p *lang.Pred) bool { return p.Name == f.Head })
		if at < 0 {
			a.blunt = a.blunt || f.Head == trace.Open
			return
		}
		p := premise{pred: at, permanent: f.Permanent}
		for i, of := range a.program.Preds[at].Args {
			x := pattern{}
			if i < len(f.Args) {
				x = a.patternOf(q, f, f.Args[i], of, known, types)
			}
			p.args = append(p.args, x)
		}
		q.premises = append(q.premises, p)
	}
	a.goals = append(a.goals, q)
}

// stageOf returns the stage that a pattern of the stage token asks for, nil if it is a variable or unknown.
func (a *analysis) stageOf(f goal.Pattern) *lang.Stage {
	for _, s := range a.program.Stages {
		if len(f.Args) > 0 && f.Args[0].Head == s.Name && !slices.Contains(f.Vars, s.Name) {
			return s
		}
	}
	return nil
}

// anyStage reports whether a pattern of the stage token matches each stage.
func (a *analysis) anyStage(f goal.Pattern) bool {
	return f.Args[0].Head == trace.Open || slices.Contains(f.Vars, f.Args[0].Head)
}

// patternOf compiles an argument of a goal. A term whose written form may be that of several terms becomes a pattern
// for anything.
func (a *analysis) patternOf(q *rule, f goal.Pattern, t trace.Term, of *lang.Type, known map[string]lang.Variable,
	types map[string]*lang.Type) pattern {
	switch {
	case len(t.Args) > 0 || t.Head == trace.Open || of.Counts():
	case slices.Contains(f.Vars, t.Head):
		if types[t.Head] == nil {
			types[t.Head], known[t.Head] = of, lang.Variable(q.vars)
			q.vars++
		}
		if types[t.Head] == of {
			return pattern{kind: variable, v: known[t.Head]}
		}
	default:
		for _, k := range of.Constructors {
			if k.Name == t.Head && len(k.Args) == 0 {
				return pattern{kind: ground, sym: a.terms.Intern(lang.NewValue(k, nil))}
			}
		}
	}
	return pattern{}
}

// watch asks for the states that violate a statement: one of them stays reachable if there is one.
func (a *analysis) watch(st *lang.Statement) {
	if st.Kind == lang.Never {
		q := &rule{vars: len(st.Vars), stage: st.Stage}
		a.addPremises(q, st.Premises)
		a.goals = append(a.goals, q)
		return
	}
	v := &visible{stage: st.Stage}
	for i, r := range a.rules {
		if !r.dead && a.program.Rules()[i].Link() == nil {
			v.items = append(v.items, a.changes(st, i)...)
		}
	}
	a.visible = append(a.visible, v)
}

// item is a scheme.
type item struct {
	rule int
	env  binding
}

// visible are the schemes that change what a statement counts.
type visible struct {
	stage *lang.Stage // in which it is counted; nil for everywhere
	items []item
}

// effect is the change of a count by a premise or result of a rule.
type effect struct {
	env  binding // of the rule's variables, in instances that have the effect
	key  string  // the values of the free variables, and the weight, as terms of the rule; empty if these are not plain
	more int64
}

// changes returns the schemes of a rule that change what a statement counts. Effects that cancel each other for all
// values of the variables are left out.
func (a *analysis) changes(st *lang.Statement, at int) []item {
	s := &selector{analysis: a}
	r := a.rules[at]
	var effects []effect
	for i := range st.Sum {
		c := &st.Sum[i]
		pred, args := a.preds[c.Pattern.Pred], a.compileAll(c.Pattern.Args)
		meets := func(of int, with []pattern, certain bool, more int64) {
			env := free(r.vars)
			if of == pred && s.meetAll(args, free(len(st.Vars)), with, env) {
				effects = append(effects, effect{env, keyOf(st, c, args, with, certain), more})
			}
		}
		for _, p := range r.premises {
			if p.uses && !c.Permanent && p.table == nil {
				meets(p.pred, p.args, !a.mayLast[p.pred], -c.Times)
			}
		}
		for _, f := range r.results {
			if !f.again && (f.permanent || !c.Permanent) {
				meets(f.pred, f.args, !f.permanent, c.Times)
			}
		}
	}
	sums := make(map[string]int64)
	for _, e := range effects {
		if e.key != "" {
			sums[e.key] += e.more
		}
	}
	var out []item
	for _, e := range effects {
		if e.key == "" || sums[e.key] != 0 {
			out = append(out, item{at, e.env})
		}
	}
	return out
}

// keyOf returns the terms of a rule that a count has in the places of the free variables and of the weight. It is
// empty if instances of the rule differ in whether they have the effect, or if a term is calculated.
func keyOf(st *lang.Statement, c *lang.Count, args, with []pattern, certain bool) string {
	var b strings.Builder
	b.WriteString("=")
	bound := make(map[lang.Variable]bool)
	weight := "1"
	for i := range args {
		of, t := &args[i], textOf(&with[i])
		switch {
		case of.kind == ground && with[i].kind == ground && of.sym == with[i].sym:
			continue
		case of.kind != variable || bound[of.v] || t == "" && (int(of.v) < st.Free || of.v == c.Of):
			return ""
		}
		bound[of.v] = true
		if int(of.v) < st.Free {
			b.WriteString(" " + strconv.Itoa(int(of.v)) + ":" + t)
		}
		if of.v == c.Of {
			weight = t
		}
	}
	if !certain {
		return ""
	}
	return b.String() + " " + weight
}

// textOf returns a text that equal variables and ground terms have in common, empty for others.
func textOf(p *pattern) string {
	switch p.kind {
	case variable:
		return "v" + strconv.Itoa(int(p.v))
	case ground:
		return "g" + strconv.FormatUint(uint64(p.sym), 10)
	}
	return ""
}

// ask returns the nodes without which no question that is open gets another answer.
func (s *selector) ask() []int {
	var out []int
	add := func(rule int, env binding) {
		n, _ := s.node(rule, env)
		out = append(out, n)
	}
	for _, q := range s.goals {
		if q.stage == nil || q.stage == s.state.stage {
			s.enable(q, free(q.vars), add)
		}
	}
	for _, v := range s.visible {
		if v.stage != nil && v.stage != s.state.stage {
			continue
		}
		for _, x := range v.items {
			if s.rules[x.rule].stage == s.state.stage {
				add(x.rule, x.env)
			}
		}
	}
	return out
}
