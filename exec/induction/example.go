package induction

import (
	"context"
	"slices"
	"strconv"

	"github.com/ceptre-graph/ceptre/exec/prove"
	"github.com/ceptre-graph/ceptre/exec/statement"
	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/lang"
)

// Example is a made-up state, from which a rule leads to a violation. All statements that were assumed hold before.
type Example struct {
	Before []lang.Initial
	// Matter is the number of the first of these facts that the rule or the violation needs. With the others,
	// the other statements hold, and this one for all values.
	Matter int
	Args   []lang.Value // of the rule's variables
	After  []lang.Initial
	// Violation is how the state after violates the statement.
	Violation *statement.Violation
}

// maxTries bounds the states that are tried for an example.
const maxTries = 200

// failure returns where the induction fails, with an example if one is found in an open case.
func (p *prover) failure(s *scene) *Failure {
	f := &Failure{Rule: s.rule, Exhausted: p.cases > maxCases || p.done.Err() != nil}
	if f.Exhausted {
		return f
	}
	y, ways := p.system(s)
	if len(ways) == 0 {
		ways = []linear{{}}
	}
	for i := range ways {
		if _, values := contradiction(append(y.all(), row{linear: ways[i]})); values != nil && f.Example == nil {
			f.Example = p.example(s, y, values)
		}
	}
	return f
}

// example makes a state of a case and values for its numbers, nil if it finds none.
func (p *prover) example(s *scene, y *system, values map[column]rational) *Example {
	c := &choice{store: s.store, values: make(map[int]lang.Value), numbers: values,
		texts: textsOf(p.prog)}
	if found, _ := c.choose(s.unknownsOf()); !found {
		return nil
	}
	m := &model{choice: c, prover: p, scene: s, tries: maxTries}
	// Sums come first, as a fact that makes up for one may make up for a count.
	for _, sums := range []bool{true, false} {
		for _, a := range p.holding {
			if slices.ContainsFunc(a.statement.Sum, func(c lang.Count) bool { return c.Of >= 0 }) == sums {
				m.holding = append(m.holding, a.statement)
			}
		}
	}
	for _, a := range s.args {
		m.args = append(m.args, c.value(a))
	}
	var facts []lang.Initial
	for _, f := range s.facts {
		if f.before {
			facts = append(facts, c.fact(f.pred, f.args, f.permanent))
		}
	}
	for _, premise := range s.rule.Premises {
		if pred := premise.Atom.Pred; premise.Kind.OnState() && !p.relevant[pred] {
			f := m.instance(premise.Atom)
			f.Permanent = premise.Kind == lang.Permanent || !p.possible.linear[pred]
			facts = append(facts, f)
			if premise.Kind == lang.Consume && !f.Permanent {
				m.consumed = append(m.consumed, f)
			}
		}
	}
	for _, f := range s.facts {
		if f.before && !f.after {
			m.consumed = append(m.consumed, c.fact(f.pred, f.args, f.permanent))
		}
	}
	if c.failed {
		return nil
	}
	for next := range 4 {
		matter := facts
		if next < 3 {
			matter = append(slices.Clip(facts), m.others(y, next)...)
		}
		if e := m.complete(matter); e != nil {
			e.Matter = len(statement.Set(matter))
			return e
		}
	}
	return nil
}

// unknownsOf returns the unknowns of a scene that have no value, in the order in which they come up.
func (s *scene) unknownsOf() []int {
	var out []int
	var visit func(t expr)
	visit = func(t expr) {
		if t.kind == unknown && !slices.Contains(out, t.v) {
			out = append(out, t.v)
		}
		for _, a := range t.args {
			visit(a)
		}
	}
	for _, t := range slices.Concat(s.args, s.vars) {
		visit(s.resolve(t))
	}
	for _, f := range s.facts {
		for _, t := range s.resolveAll(f.args) {
			visit(t)
		}
	}
	return out
}

// impossible reports whether the types have too few values for a case.
func (s *scene) impossible() bool {
	c := &choice{store: s.store, values: make(map[int]lang.Value)}
	found, all := c.choose(s.unknownsOf())
	return !found && all
}

// model completes the facts of a case to a state.
type model struct {
	*choice
	prover *prover
	scene  *scene
	args   []lang.Value
	// holding are the statements that hold before.
	holding []*lang.Statement
	// consumed are the facts that the rule uses up.
	consumed []lang.Initial
	tries    int
}

// instance returns an atom of the rule as a linear fact.
func (m *model) instance(a lang.Atom) lang.Initial {
	args, err := term.EvaluateAll(a.Args, m.args)
	m.failed = m.failed || err != nil
	return lang.Initial{Fact: lang.Fact{Pred: a.Pred, Args: args}}
}

// others returns facts beside those of the scene, as many as the numbers of the case say that the statement counts;
// next is that of counted.
func (m *model) others(y *system, next int) []lang.Initial {
	var out []lang.Initial
	for i := range m.prover.statement.Sum {
		c := &m.prover.statement.Sum[i]
		n := m.numbers[y.tally(c, m.scene.vars, len(m.prover.statement.Vars)-len(m.scene.vars)).rest]
		if n.d == 1 && n.n > 0 {
			var vars []lang.Value
			for _, v := range m.scene.vars {
				vars = append(vars, m.value(v))
			}
			out = append(out, m.prover.counted(m.prover.statement, c, vars, n.n, next)...)
		}
	}
	return out
}

// counted returns facts that a count counts as n, nil if it knows none. Variables of the pattern that may have any
// value take the first one of their types, or the next.
func (p *prover) counted(s *lang.Statement, c *lang.Count, free []lang.Value, n int64, next int) []lang.Initial {
	if n > 20 && c.Of < 0 || n <= 0 {
		return nil
	}
	args := slices.Clone(free)
	for v := len(args); v < len(s.Vars); v++ {
		some := someValues(s.Vars[v].Type, 2, textsOf(p.prog))
		if len(some) == 0 {
			return nil
		}
		args = append(args, some[next%len(some)])
	}
	permanent := c.Permanent || !p.possible.linear[c.Pattern.Pred]
	copies := n
	if c.Of >= 0 {
		args[c.Of] = lang.NumberValue(args[c.Of].Of, lang.NewNat(n))
		copies = 1
	}
	values, err := term.EvaluateAll(c.Pattern.Args, args)
	if err != nil || permanent && (copies > 1 || !p.possible.permanent[c.Pattern.Pred]) {
		return nil
	}
	f := lang.Initial{Fact: lang.Fact{Pred: c.Pattern.Pred, Args: values}, Permanent: permanent}
	return slices.Repeat([]lang.Initial{f}, int(copies))
}

// complete adds facts until all that is assumed holds, and returns the example that comes of it, nil if there is
// none.
func (m *model) complete(facts []lang.Initial) *Example {
	if m.tries--; m.tries < 0 || m.failed {
		return nil
	}
	facts = statement.Set(facts)
	for _, s := range m.holding {
		v := check(s, m.scene.rule.Stage, facts)
		if v == nil {
			continue
		}
		if s.Kind == lang.Never {
			return nil
		}
		return m.repair(s, v, facts)
	}
	if check(fires(m.scene.rule, m.args), m.scene.rule.Stage, facts) == nil {
		return nil
	}
	e := &Example{Before: facts, Args: m.args, After: m.after(facts)}
	if m.failed {
		return nil
	}
	e.Violation = check(m.prover.statement, m.scene.rule.After(), e.After)
	if e.Violation == nil {
		return nil
	}
	return e
}

// check returns how a state violates a statement, nil if it does not or that is not known.
func check(s *lang.Statement, stage *lang.Stage, facts []lang.Initial) *statement.Violation {
	v, err := statement.Check(context.Background(), s, stage, facts, prove.Limits{Steps: 10_000})
	if err != nil {
		return nil
	}
	return v
}

// repair adds facts that an invariant lacks, for the values for which it is violated. Facts are never taken away:
// those of the case are needed, and the others were added for another statement.
func (m *model) repair(s *lang.Statement, v *statement.Violation, facts []lang.Initial) *Example {
	sum, err := strconv.ParseInt(v.Sum, 10, 64)
	lacks := s.Bound - sum
	if err != nil || lacks > 0 && s.Op == lang.LessEq || lacks < 0 && s.Op == lang.MoreEq {
		return nil
	}
	for i := range s.Sum {
		c := &s.Sum[i]
		if lacks%c.Times != 0 {
			continue
		}
		for next := range 2 {
			more := m.prover.counted(s, c, v.Values, lacks/c.Times, next)
			if more == nil {
				continue
			}
			if e := m.complete(append(slices.Clip(facts), more...)); e != nil {
				return e
			}
		}
	}
	return nil
}

// fires returns a statement that is violated if a rule can fire with some values, whatever sensors answer.
func fires(r *lang.Rule, args []lang.Value) *lang.Statement {
	s := &lang.Statement{Span: r.Span, Kind: lang.Never, Vars: r.Vars}
	for i, v := range args {
		is := lang.Premise{Kind: lang.Compare, Op: lang.Same, X: lang.Variable(i), Y: term.Ground(v)}
		s.Premises = append(s.Premises, is)
	}
	for _, p := range r.Premises {
		if p.Kind == lang.Consume {
			p.Kind = lang.Keep
		}
		if p.Kind != lang.Ask {
			s.Premises = append(s.Premises, p)
		}
	}
	return s
}

// after returns the state after the rule has fired.
func (m *model) after(before []lang.Initial) []lang.Initial {
	out := slices.Clone(before)
	for _, f := range m.consumed {
		i := slices.IndexFunc(out, func(g lang.Initial) bool { return f.Permanent == g.Permanent && f.Fact.Equal(g.Fact) })
		out = slices.Delete(out, i, i+1)
	}
	for _, r := range m.scene.rule.Results {
		f := m.instance(r.Atom)
		f.Permanent = r.Permanent
		out = append(out, f)
	}
	return statement.Set(out)
}
