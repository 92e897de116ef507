package certify

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang"
)

// induction checks that statements keep each other: whatever rule fires in a state in which all of them hold leads to
// one in which they hold. A rule is looked at in each case of which of its values are equal. A case is impossible if
// the facts that the rule needs would break one of the statements before; else the rule has to keep the statement.
type induction struct {
	done      context.Context
	tried     int // cases of a rule
	all       []*lang.Statement
	permanent map[*lang.Pred]bool         // whether facts of a predicate are permanent, where all are alike
	above     []map[string]int64          // numbers that the comparisons of the rule say are not below 0
	matters   map[*lang.Pred][]bool       // by argument: whether a statement tells its values apart
	constants map[*lang.Type][]lang.Value // that rules and statements name
}

// scene holds the facts of a case. Before the rule fires, there are the facts that it uses up, the facts that it keeps,
// and others, some of which may be the same; it makes further ones.
type scene struct{ used, kept, others, made []fact }

// These bound the cases of a rule, and the permanent facts that it makes.
const (
	mostCases = 20_000
	mostOnce  = 10
)

// keeps returns why a rule may not keep a statement; nil if it does.
func (k *induction) keeps(s *lang.Statement, r *lang.Rule) error {
	to := r.Stage
	if l := r.Link(); l != nil {
		to = l.To
	}
	if s.Stage != nil && s.Stage != to {
		return nil
	}
	if s.Stage != nil && s.Stage != r.Stage {
		return fmt.Errorf("%s enters the stage of %s", r.Label, s.Label)
	}
	k.tried = 0
	v := make(map[lang.Variable]arg)
	for i := range r.Vars {
		name := fmt.Sprintf("~r%d", i)
		v[lang.Variable(i)] = arg{text: name, sum: map[string]int64{name: 1}}
	}
	return k.cases(r, k.split(r), v, func(v map[lang.Variable]arg) error {
		if excluded(r.Premises, v) {
			return nil
		}
		k.above = nil
		for _, p := range r.Premises {
			k.compare(p, v)
		}
		var c scene
		var once []fact
		for _, p := range r.Premises {
			if f := k.fact(p.Atom, v); p.Kind.OnState() && p.Kind == lang.Consume && !f.permanent {
				c.used = append(c.used, f)
			} else if p.Kind.OnState() {
				c.kept = append(c.kept, f)
			}
		}
		for _, m := range r.Results {
			if f := k.fact(m.Atom, v); !m.Permanent {
				c.made = append(c.made, f)
			} else if !slices.ContainsFunc(once, f.equal) {
				if slices.ContainsFunc(once, f.mayEqual) {
					return fmt.Errorf("%s may make a permanent fact twice", r.Label)
				}
				once = append(once, f)
			}
		}
		if len(once) > mostOnce {
			return fmt.Errorf("%s makes too many permanent facts", r.Label)
		}
		for there := range 1 << len(once) { // which permanent facts are there before
			c := scene{used: c.used, kept: slices.Clone(c.kept), made: slices.Clone(c.made)}
			for i, f := range once {
				if there>>i&1 == 1 {
					c.kept = append(c.kept, f)
				} else {
					c.made = append(c.made, f)
				}
			}
			if k.impossible(r.Stage, &c) {
				continue
			}
			check := k.keepsSum
			if s.Kind == lang.Never {
				check = k.keepsNever
			}
			if err := check(s, r, &c); err != nil {
				return err
			}
		}
		return nil
	})
}

// compare notes what a comparison of numbers says: X > Y, that X - Y - 1 is not below 0.
func (k *induction) compare(p lang.Premise, v map[lang.Variable]arg) {
	if p.Kind != lang.Compare || p.Op == lang.Same || p.Op == lang.Differs {
		return
	}
	x, y, by := value(p.X, v).sum, value(p.Y, v).sum, int64(1)
	if p.Op == lang.Less || p.Op == lang.LessEq {
		x, y = y, x
	}
	if p.Op == lang.LessEq || p.Op == lang.MoreEq {
		by = 0
	}
	sum := maps.Clone(x)
	for name, n := range y {
		sum[name] -= n
	}
	sum[""] -= by
	k.above = append(k.above, sum)
}

// split returns the variables of a rule whose values matter to a statement.
func (k *induction) split(r *lang.Rule) []lang.Variable {
	found := make(map[lang.Variable]bool)
	visit := func(a lang.Atom) {
		for i, t := range a.Args {
			if k.matters[a.Pred] != nil && k.matters[a.Pred][i] {
				lang.EachVariable(t, func(v lang.Variable) { found[v] = true })
			}
		}
	}
	for _, p := range r.Premises {
		if p.Kind.OnState() {
			visit(p.Atom)
		}
	}
	for _, m := range r.Results {
		visit(m.Atom)
	}
	return slices.Sorted(maps.Keys(found))
}

// cases calls f with each choice of values for some variables: constants that are named, or unknowns `?` that are
// neither these nor each other. All other variables may have any value.
func (k *induction) cases(r *lang.Rule, vars []lang.Variable, v map[lang.Variable]arg,
	f func(map[lang.Variable]arg) error) error {
	if k.tried++; k.tried > mostCases || k.done.Err() != nil {
		return fmt.Errorf("%s has too many cases, or the time was over", r.Label)
	}
	if len(vars) == 0 {
		return f(v)
	}
	of := r.Vars[vars[0]].Type
	hasArgs := func(c *lang.Constructor) bool { return len(c.Args) > 0 && !of.Counts() }
	if of.Texts || slices.ContainsFunc(of.Constructors, hasArgs) {
		return k.cases(r, vars[1:], v, f) // it stays unknown
	}
	choices := make(map[string]arg)
	for _, c := range k.constants[of] {
		choices[c.String()] = number(c)
	}
	for w, a := range v {
		if r.Vars[w].Type == of && !strings.HasPrefix(a.text, "~") {
			choices[a.text] = a
		}
	}
	unknown := fmt.Sprintf("?%d", vars[0])
	choices[unknown] = arg{text: unknown, sum: map[string]int64{unknown: 1}}
	before := v[vars[0]]
	for _, text := range slices.Sorted(maps.Keys(choices)) {
		v[vars[0]] = choices[text]
		if err := k.cases(r, vars[1:], v, f); err != nil {
			return err
		}
	}
	v[vars[0]] = before
	return nil
}

// excluded reports whether a comparison of terms fails in a case.
func excluded(premises []lang.Premise, v map[lang.Variable]arg) bool {
	return slices.ContainsFunc(premises, func(p lang.Premise) bool {
		if p.Kind != lang.Compare {
			return false
		}
		yes, no := same(value(p.X, v).text, value(p.Y, v).text)
		return p.Op == lang.Same && no || p.Op == lang.Differs && yes
	})
}
