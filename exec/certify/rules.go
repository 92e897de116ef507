package certify

import (
	"context"
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/prove"
	"github.com/ceptre-graph/ceptre/exec/statement"
	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/lang"
)

// induction checks that statements keep each other: a rule that fires in a state in which all hold leads to one in
// which all hold.
type induction struct {
	done  context.Context
	all   []*lang.Statement
	weak  []*lang.Statement            // hold in all these states, and no further fact repairs one that is violated
	looks map[*lang.Pred][]bool        // of what statements mention, by argument: whether they look at its value
	facts map[bool]map[*lang.Pred]bool // the predicates with permanent facts, and with linear ones
}

// mostSteps bounds the steps through the cases of a rule and a statement.
const mostSteps = 20_000

// far is a gap between numbers, 2 to the 124th, that outweighs all near ones. These are less than 2 to the 20th, as
// each number up to the gap takes a step; factors are at most 2 to the 63rd, and a text has less than 2 to the 40th.
var far = lang.NewNat(1 << 62).Mul(lang.NewNat(1 << 62))

// made is the kind of the results of a rule, beside the kinds of premises.
const made lang.PremiseKind = -1

// newInduction returns the check of some statements.
func newInduction(ctx context.Context, prog *lang.Program, start *lang.Start, all []*lang.Statement) *induction {
	k := &induction{done: ctx, all: all, looks: make(map[*lang.Pred][]bool),
		facts: map[bool]map[*lang.Pred]bool{true: {}, false: {}}}
	for _, f := range start.Context.Facts {
		k.facts[f.Permanent][f.Fact.Pred] = true
	}
	for _, r := range prog.Rules() {
		for _, m := range r.Results {
			k.facts[m.Permanent][m.Atom.Pred] = true
		}
	}
	for _, s := range all {
		for _, p := range s.AsPremises() {
			looks, permanent := k.looks[p.Atom.Pred], k.facts[true][p.Atom.Pred]
			if looks == nil && p.Kind.OnState() && !(permanent && k.facts[false][p.Atom.Pred]) {
				looks = make([]bool, len(p.Atom.Args))
				k.looks[p.Atom.Pred] = looks
			}
			for i := range looks { // all arguments of permanent facts say which of them are one
				v, ok := p.Atom.Args[i].(lang.Variable)
				looks[i] = looks[i] || !ok || s.Vars[v].Name[0] != '_' || permanent
			}
		}
		weak, odd := *s, func(c lang.Count) bool { return c.Of >= 0 || c.Times < 0 }
		weak.Op = lang.LessEq
		if s.Op != lang.MoreEq && !slices.ContainsFunc(s.Sum, odd) {
			k.weak = append(k.weak, &weak)
		}
	}
	return k
}

// cases goes through the cases of a rule and a statement: all values of their variables that can make a difference.
//
// Constants that neither the rule nor a statement names are alike. Each variable of constants has a named constant,
// one that was made up for a variable before, or a new one.
//
// Numbers are sorted, and each is some gap above the one before, or above 0. What a case depends on, beside sums, is
// how numbers compare: two variables, each with named numbers added or taken away by the rule and by patterns of
// statements; or, where no statement compares variables, a sum or difference of two variables with a named number.
// The named ones that meet there are together at most four times the greatest, so that all gaps above that compare
// alike. For these gaps, the change of a sum is a linear function, which is never above 0 if it is not where each of
// them is either the least, or so far that it outweighs all that is near.
type cases struct {
	*induction
	rule      *lang.Rule
	claim     *lang.Statement
	ours, own []lang.Premise // of the rule, and of a `#never`, as [cases.read] returns them
	types     []*lang.Type   // of the variables of both; nil if their values do not matter
	names     term.Names     // in the rule and the statements
	// sums says that two numbers are added or subtracted, joined that a number stands twice in the statement, and strange
	// that there are things which are not followed.
	sums, joined, strange bool
	invented              map[*lang.Type][]lang.Value // constants made up so far
	steps                 int
}

// keeps reports whether a rule surely keeps a statement.
func (k *induction) keeps(s *lang.Statement, r *lang.Rule) bool {
	c := &cases{induction: k, rule: r, claim: s, types: make([]*lang.Type, len(r.Vars)+len(s.Vars)),
		invented: make(map[*lang.Type][]lang.Value)}
	for _, t := range k.all {
		c.read(t.AsPremises(), t.Vars, make([]*lang.Type, len(t.Vars)))
	}
	all := slices.Clone(r.Premises)
	for _, m := range r.Results {
		all = append(all, lang.Premise{Kind: made, Atom: m.Atom})
	}
	c.ours, c.joined = c.read(all, r.Vars, c.types), false
	parts, own := s.AsPremises(), c.types[len(r.Vars):]
	c.own = c.read(parts, s.Vars, own)
	c.strange = c.strange || len(c.own) < len(parts)
	if s.Kind == lang.Invariant {
		c.own = nil
		clear(own[s.Free:])
	}
	numbers := slices.ContainsFunc(own, func(t *lang.Type) bool { return t != nil && t.Counts() })
	elsewhere := s.Stage != nil && s.Stage != r.After()
	enters := s.Stage != nil && s.Stage != r.Stage // before, it may not hold
	return elsewhere || !enters && !c.strange && !(c.sums && (c.joined || numbers)) &&
		c.each(c.types, nil, func(v []lang.Value) bool { return c.place(v, lang.Nat{}) })
}

// read returns the facts and comparisons of premises that matter, and notes the names in them and the types of their
// variables. Arguments at which no statement looks become alike.
func (c *cases) read(premises []lang.Premise, vars []lang.Var, types []*lang.Type) (out []lang.Premise) {
	slices.SortStableFunc(premises, func(p, q lang.Premise) int { return int(p.Kind - q.Kind) }) // comparisons last
	for _, p := range premises {
		looks, followed := c.looks[p.Atom.Pred]
		p.Atom.Args = slices.Clone(p.Atom.Args)
		if p.Kind == lang.Compare {
			p.Atom.Args, looks = []lang.Term{p.X, p.Y}, []bool{true, true}
			followed = term.IsPattern(p.X) && term.IsPattern(p.Y)
			known := func(v lang.Variable) { followed = followed && types[v] != nil }
			lang.EachVariable(p.X, known)
			lang.EachVariable(p.Y, known)
		}
		if !followed {
			continue
		}
		for i, looked := range looks {
			if looked {
				c.note(p.Atom.Args[i], vars, types)
			} else {
				p.Atom.Args[i] = lang.Literal("")
			}
		}
		out = append(out, p)
	}
	return out
}

// note notes the names and variables in a term, and how it calculates.
func (c *cases) note(t lang.Term, vars []lang.Var, types []*lang.Type) {
	c.names.Add(t)
	lang.EachTerm(t, func(t lang.Term) bool {
		switch t := t.(type) {
		case lang.Variable:
			c.joined = c.joined || types[t] != nil && types[t].Counts()
			types[t] = vars[t].Type
		case *lang.Calculation:
			_, x := t.X.(lang.Variable)
			_, y := t.Y.(lang.Variable)
			_, n := t.Y.(lang.Number)
			c.sums = c.sums || y
			c.strange = c.strange || !x || !y && !n || t.Op != lang.Plus && t.Op != lang.Minus
		}
		return true
	})
}

// spent counts a step, and reports whether there were too many, or the context has ended.
func (c *cases) spent() bool {
	c.steps++
	return c.steps > mostSteps || c.done.Err() != nil
}

// each reports whether f does for all values of variables of some types from one on, but those of numbers.
func (c *cases) each(types []*lang.Type, v []lang.Value, f func([]lang.Value) bool) bool {
	if c.spent() || len(v) == len(types) {
		return !c.spent() && f(v)
	}
	t, next := types[len(v)], func(x lang.Value) bool { return c.each(types, append(slices.Clip(v), x), f) }
	if t == nil || t.Counts() {
		return next(lang.Value{})
	}
	old, another := c.invented[t], lang.NewValue(&lang.Constructor{Name: fmt.Sprint("?", c.steps), Result: t}, nil)
	ok := !slices.ContainsFunc(slices.Concat(c.names.Texts, old), func(x lang.Value) bool { return !next(x) })
	c.invented[t] = append(slices.Clip(old), another)
	ok = ok && next(another)
	c.invented[t] = old
	for _, con := range c.names.Constructors {
		with := func(args []lang.Value) bool { return next(lang.NewValue(con, args)) }
		counts := slices.ContainsFunc(con.Args, (*lang.Type).Counts) // which is not followed
		ok = ok && (con.Result != t || !counts && c.each(con.Args, nil, with))
	}
	return ok
}

// place reports whether the rule keeps the statement for all numbers from one on, of which the lowest is given first.
func (c *cases) place(v []lang.Value, low lang.Nat) bool {
	placed, near := true, 4*min(c.names.Highest.Int(), mostSteps)+2
	for i, t := range c.types {
		if t == nil || !t.Counts() || v[i].Of != nil {
			continue
		}
		placed = false
		for n := range near + 1 {
			gap := lang.NewNat(n)
			if n == near {
				gap = far
			}
			w := slices.Clone(v)
			w[i] = lang.NumberValue(t, low.Add(gap))
			if c.spent() || !c.place(w, w[i].Num) {
				return false
			}
		}
	}
	return !placed || c.fine(v)
}

// fine reports whether the rule keeps the statement in a case.
func (c *cases) fine(v []lang.Value) bool {
	facts, fires := c.ground(c.ours, v)
	own, claims := c.ground(c.own, v[len(c.rule.Vars):])
	return !fires || !claims || c.step(v, facts[lang.Keep], nil, facts[made], facts[lang.Consume], own[lang.Keep])
}

// step is [cases.fine] for the facts that the rule keeps, makes, may make and uses, and the facts of a `#never`.
func (c *cases) step(v []lang.Value, kept, makes, may, used, own []lang.Initial) bool {
	if len(may) > 0 { // a permanent fact may be there before
		f, rest := may[:1], may[1:]
		return !c.spent() && c.step(v, kept, slices.Concat(makes, f), rest, used, own) &&
			(!f[0].Permanent || c.step(v, slices.Concat(kept, f), makes, rest, used, own))
	}
	by := statement.CompareSums(c.claim, v[len(c.rule.Vars):], statement.Set(makes), used)
	if c.claim.Kind == lang.Invariant && (by == 0 || c.claim.Op != lang.Same && term.Ordered(c.claim.Op, by)) {
		return true
	}
	// Else no state before may have the facts that the rule uses and keeps, and those of the `#never` that it does not
	// make: such a state has to violate a statement.
	before, after := slices.Concat(used, kept), slices.Concat(makes, kept)
	for _, f := range statement.Set(own) {
		if i := slices.IndexFunc(after, func(g lang.Initial) bool { return f.Fact.Equal(g.Fact) }); i >= 0 {
			after = slices.Delete(after, i, i+1)
		} else {
			before = append(before, f)
		}
	}
	return slices.ContainsFunc(c.weak, func(w *lang.Statement) bool {
		v, err := statement.Check(c.done, w, c.rule.Stage, before, prove.Limits{})
		return err == nil && v != nil
	})
}

// ground returns the facts of premises and results by their kinds; false if one of them cannot be met.
func (c *cases) ground(premises []lang.Premise, v []lang.Value) (map[lang.PremiseKind][]lang.Initial, bool) {
	facts := make(map[lang.PremiseKind][]lang.Initial)
	for _, p := range premises {
		args, err := term.EvaluateAll(p.Atom.Args, v)
		if err != nil || p.Kind == lang.Compare && !term.Holds(p.Op, args[0], args[1]) {
			return nil, false
		}
		f := lang.Initial{Fact: lang.Fact{Pred: p.Atom.Pred, Args: args}, Permanent: c.facts[true][p.Atom.Pred]}
		if f.Permanent && p.Kind == lang.Consume || p.Kind == lang.Permanent {
			p.Kind = lang.Keep
		}
		facts[p.Kind] = append(facts[p.Kind], f)
	}
	return facts, true
}
