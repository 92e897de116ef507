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
	done context.Context
	all  []*lang.Statement
	// weak are statements that hold in all these states, and that no further fact repairs once they are violated.
	weak  []*lang.Statement
	looks map[*lang.Pred][]bool // by argument of what statements mention: whether they look at its value
	kinds map[*lang.Pred]int    // of facts: linear, permanent or both
}

const linear, permanent = 1, 2

// These bound the steps through the cases of a rule and a statement, the numbers and factors there, the atoms of the
// rule, and the permanent facts that it makes. Sums of as many such numbers times such factors are less than far.
const mostSteps, mostNumber, mostAtoms, mostOnce, far = 20_000, 1 << 9, 1 << 5, 10, 1 << 36

// newInduction returns the check of some statements.
func newInduction(ctx context.Context, prog *lang.Program, start *lang.Start, all []*lang.Statement) *induction {
	k := &induction{ctx, all, nil, make(map[*lang.Pred][]bool), make(map[*lang.Pred]int)}
	facts := slices.Clone(start.Context.Facts)
	for _, r := range prog.Rules() {
		for _, m := range r.Results {
			facts = append(facts, lang.Initial{Fact: lang.Fact{Pred: m.Atom.Pred}, Permanent: m.Permanent})
		}
	}
	for _, f := range facts {
		k.kinds[f.Fact.Pred] |= map[bool]int{false: linear, true: permanent}[f.Permanent]
	}
	for _, s := range all {
		for _, p := range premises(s) {
			if k.looks[p.Atom.Pred] == nil && p.Kind.OnState() {
				k.looks[p.Atom.Pred] = make([]bool, len(p.Atom.Args))
			}
			for i := range k.looks[p.Atom.Pred] { // all arguments of permanent facts say which of them are one
				v, ok := p.Atom.Args[i].(lang.Variable)
				if !ok || s.Vars[v].Name[0] != '_' || k.kinds[p.Atom.Pred] != linear {
					k.looks[p.Atom.Pred][i] = true
				}
			}
		}
		weak, adds := *s, func(c lang.Count) bool { return c.Of >= 0 }
		weak.Op, weak.Sum = lang.LessEq, slices.DeleteFunc(slices.Clone(s.Sum), adds)
		if s.Op != lang.MoreEq && !slices.ContainsFunc(s.Sum, func(c lang.Count) bool { return c.Times < 0 }) &&
			!slices.ContainsFunc(s.Premises, func(p lang.Premise) bool { return p.Kind == lang.Prove }) {
			k.weak = append(k.weak, &weak)
		}
	}
	return k
}

// premises returns the facts that a statement looks at, in the form of the premises of a `#never`.
func premises(s *lang.Statement) []lang.Premise {
	out := slices.Clone(s.Premises)
	for _, c := range s.Sum {
		out = append(out, lang.Premise{Kind: lang.Keep, Atom: c.Pattern})
	}
	return out
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
	rule              *lang.Rule
	statement         *lang.Statement
	needs, makes, own []lang.Premise                     // of the rule, and of a `#never`, as [cases.read] returns them
	types             []*lang.Type                       // of the variables of both; nil if their values do not matter
	named             map[*lang.Type][]*lang.Constructor // in the rule and the statements
	texts             []lang.Value                       // literals there
	high              int64                              // the greatest number there
	sums, strange     bool                               // there are sums of two variables; things not followed
	invented          map[*lang.Type][]lang.Value        // constants made up so far
	steps             int
}

// keeps reports whether a rule surely keeps a statement.
func (k *induction) keeps(s *lang.Statement, r *lang.Rule) bool {
	c := &cases{induction: k, rule: r, statement: s, named: make(map[*lang.Type][]*lang.Constructor),
		invented: make(map[*lang.Type][]lang.Value)}
	var results []lang.Premise
	for _, m := range r.Results {
		results = append(results, lang.Premise{Kind: lang.Keep, Atom: m.Atom})
	}
	for _, t := range k.all {
		c.read(premises(t), make([]int, len(t.Vars)))
	}
	to, uses, own := r.Stage, make([]int, len(r.Vars)), make([]int, len(s.Vars))
	if l := r.Link(); l != nil {
		to = l.To
	}
	c.makes = c.read(results, uses)
	c.needs, c.own = c.read(r.Premises, uses), c.read(premises(s), own)
	for _, p := range premises(s) {
		c.strange = c.strange || p.Kind.OnState() && k.kinds[p.Atom.Pred] == linear|permanent ||
			p.Kind == lang.Prove && len(p.Atom.Pred.Reads()) > 0 || p.Kind == lang.Compare && !compares(p, own)
	}
	for i, v := range s.Vars {
		alone := s.Kind == lang.Invariant && i >= s.Free && own[i] == 1
		c.strange = c.strange || v.Type.Counts() && own[i] > 0 && !alone && c.sums
	}
	if s.Kind == lang.Invariant {
		c.own, own = nil, slices.Concat(own[:s.Free], make([]int, len(own)-s.Free))
	}
	for i, v := range slices.Concat(r.Vars, s.Vars) {
		if c.types = append(c.types, v.Type); slices.Concat(uses, own)[i] == 0 {
			c.types[i] = nil
		}
	}
	large := func(n lang.Count) bool { return max(n.Times, -n.Times) > mostNumber }
	switch {
	case c.strange || c.high > mostNumber || max(len(c.makes)+len(c.needs), len(s.Sum)) > mostAtoms ||
		slices.ContainsFunc(s.Sum, large):
		return false
	case s.Stage != nil && (s.Stage != to || to != r.Stage):
		return s.Stage != to // it does not hold before where the rule enters its stage
	}
	return c.each(c.types, nil, func(v []lang.Value) bool { return c.place(v, 0) })
}

// read returns the premises that matter. It notes the names in them, and counts uses of variables. Arguments at which
// no statement looks become alike.
func (c *cases) read(premises []lang.Premise, uses []int) (out []lang.Premise) {
	for i, p := range slices.Concat(premises, premises) { // facts first, then comparisons
		looks, facts := c.looks[p.Atom.Pred]
		if then := i >= len(premises); then == facts || then && !compares(p, uses) {
			continue
		}
		c.see(p.X, uses)
		c.see(p.Y, uses)
		p.Atom.Args = slices.Clone(p.Atom.Args)
		for i, looked := range looks {
			if looked {
				c.see(p.Atom.Args[i], uses)
			} else {
				p.Atom.Args[i] = lang.Literal("")
			}
		}
		out = append(out, p)
	}
	return out
}

// compares reports whether a premise is a comparison that is followed: it calculates with no variables, and facts at
// which statements look have all of them.
func compares(p lang.Premise, uses []int) bool {
	ok := p.Kind == lang.Compare && term.IsPattern(p.X) && term.IsPattern(p.Y)
	for _, t := range []lang.Term{p.X, p.Y} {
		lang.EachVariable(t, func(v lang.Variable) { ok = ok && uses[v] > 0 })
	}
	return ok
}

// see notes the names and numbers in a term.
func (c *cases) see(t lang.Term, uses []int) {
	switch t := t.(type) {
	case lang.Variable:
		uses[t]++
	case lang.Literal:
		c.texts = append(c.texts, lang.Value{Text: string(t)})
	case lang.Number:
		c.high = max(c.high, t.Num.Int())
	case *lang.Successor:
		c.high = max(c.high, t.By.Int())
		c.see(t.Var, uses)
	case *lang.Compound:
		if !slices.Contains(c.named[t.Con.Result], t.Con) {
			c.named[t.Con.Result] = append(c.named[t.Con.Result], t.Con)
		}
		for _, x := range t.Args {
			c.see(x, uses)
		}
	case *lang.Calculation:
		_, x := t.X.(lang.Variable)
		_, y := t.Y.(lang.Variable)
		c.sums = c.sums || x && y
		for _, z := range []lang.Term{t.X, t.Y} {
			_, deep := z.(*lang.Calculation)
			c.strange = c.strange || deep || !x && !y || t.Op != lang.Plus && t.Op != lang.Minus
			c.see(z, uses)
		}
	}
}

// each reports whether f does for all values of variables of some types from one on, but those of numbers.
func (c *cases) each(types []*lang.Type, v []lang.Value, f func([]lang.Value) bool) bool {
	if c.steps++; c.steps > mostSteps || c.done.Err() != nil || len(v) == len(types) {
		return c.steps <= mostSteps && c.done.Err() == nil && f(v)
	}
	t, next := types[len(v)], func(x lang.Value) bool { return c.each(types, append(slices.Clip(v), x), f) }
	if t == nil || t.Counts() && len(c.named[t]) == 0 {
		return next(lang.Value{})
	}
	old, made := c.invented[t], lang.NewValue(&lang.Constructor{Name: fmt.Sprint("?", c.steps), Result: t}, nil)
	ok := !slices.ContainsFunc(slices.Concat(c.texts, old), func(x lang.Value) bool { return !next(x) })
	c.invented[t] = append(slices.Clip(old), made)
	ok = ok && next(made)
	c.invented[t] = old
	for _, con := range c.named[t] {
		ok = ok && !t.Counts() && !slices.ContainsFunc(con.Args, (*lang.Type).Counts) &&
			c.each(con.Args, nil, func(args []lang.Value) bool { return next(lang.NewValue(con, args)) })
	}
	return ok
}

// place reports whether the rule keeps the statement for all numbers from one on, of which the lowest is given first.
func (c *cases) place(v []lang.Value, low int64) bool {
	placed, ok := true, true
	for i, t := range c.types {
		if t == nil || !t.Counts() || v[i].Of != nil {
			continue
		}
		placed = false
		for gap := range 4*c.high + 3 {
			if c.steps++; gap == 4*c.high+2 {
				gap = far
			}
			w := slices.Clone(v)
			w[i] = lang.NumberValue(t, lang.NewNat(low+gap))
			ok = ok && c.steps <= mostSteps && c.place(w, low+gap)
		}
	}
	return ok && (!placed || c.fine(v[:len(c.rule.Vars)], v[len(c.rule.Vars):]))
}

// fine reports whether the rule keeps the statement in a case.
func (c *cases) fine(v, values []lang.Value) bool {
	used, kept, fires := c.ground(c.needs, v)
	_, makes, ends := c.ground(c.makes, v)
	_, own, counts := c.ground(c.own, values)
	if !fires || !ends || !counts {
		return true
	}
	permanent := func(f lang.Initial) bool { return f.Permanent }
	once := slices.DeleteFunc(slices.Clone(makes), func(f lang.Initial) bool { return !f.Permanent })
	if len(once) > mostOnce {
		return false
	}
	for there := range 1 << len(once) { // which permanent facts that it makes are there before
		kept, made := slices.Clone(kept), slices.DeleteFunc(slices.Clone(makes), permanent)
		for i, f := range once {
			if there>>i&1 == 1 {
				kept = append(kept, f)
			} else if find(kept, f) < 0 && find(made, f) < 0 {
				made = append(made, f)
			}
		}
		by := c.amount(made, values) - c.amount(used, values)
		harmless := by == 0 || by < 0 && c.statement.Op == lang.LessEq || by > 0 && c.statement.Op == lang.MoreEq
		if !(harmless && c.statement.Kind == lang.Invariant) && !c.impossible(used, kept, made, own) {
			return false
		}
	}
	return true
}

// impossible reports whether no state before the rule has the facts that it uses and keeps, and the facts that would
// be together with made ones afterwards: such a state violates a statement.
func (c *cases) impossible(used, kept, made, together []lang.Initial) bool {
	before := slices.Concat(used, kept)
	for _, f := range together {
		if i := find(made, f); i >= 0 && !f.Permanent {
			made = slices.Delete(made, i, i+1)
		} else if j := find(kept, f); i < 0 && j >= 0 {
			kept = slices.Delete(kept, j, j+1)
		} else if i < 0 {
			before = append(before, f)
		}
	}
	return slices.ContainsFunc(c.weak, func(w *lang.Statement) bool {
		v, err := statement.Check(c.done, w, c.rule.Stage, before, prove.Limits{})
		return err == nil && v != nil
	})
}

// ground returns the facts of premises, used ones and others apart; false if a premise cannot be met.
func (c *cases) ground(premises []lang.Premise, v []lang.Value) (used, others []lang.Initial, ok bool) {
	for _, p := range premises {
		x, err := term.EvaluateAll(p.Atom.Args, v)
		once := c.kinds[p.Atom.Pred] == permanent
		if p.Kind == lang.Compare {
			x, err = term.EvaluateAll([]lang.Term{p.X, p.Y}, v)
		}
		f := lang.Initial{Fact: lang.Fact{Pred: p.Atom.Pred, Args: x}, Permanent: once}
		switch {
		case err != nil || p.Kind == lang.Permanent && !once || p.Kind == lang.Compare && !term.Holds(p.Op, x[0], x[1]):
			return nil, nil, false
		case p.Kind == lang.Consume && !once:
			used = append(used, f)
		case p.Kind != lang.Compare:
			others = append(others, f)
		}
	}
	return used, others, true
}

// find returns the index of a fact in a list, -1 if it is not there.
func find(facts []lang.Initial, f lang.Initial) int {
	return slices.IndexFunc(facts, func(g lang.Initial) bool { return f.Fact.Equal(g.Fact) })
}

// amount returns the sum of the invariant in some facts, for values of its free variables.
func (c *cases) amount(facts []lang.Initial, values []lang.Value) (sum int64) {
	for _, n := range c.statement.Sum {
		for _, f := range facts {
			b := term.Bindings{Args: slices.Clone(values), Bound: make([]bool, len(values))}
			for i := range c.statement.Free {
				b.Bound[i] = true
			}
			fits := n.Pattern.Pred == f.Fact.Pred && (f.Permanent || !n.Permanent) &&
				b.FitAll(n.Pattern.Args, f.Fact.Args)
			if fits && n.Of >= 0 {
				sum += n.Times * b.Args[n.Of].Num.Int()
			} else if fits {
				sum += n.Times
			}
		}
	}
	return sum
}
