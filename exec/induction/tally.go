package induction

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang"
)

// tally is the number of facts that match a pattern, or the sum of a number in them, before and after: what the facts
// of the scene contribute, and the others, which are the same before and after.
type tally struct {
	before, after linear
	rest          column   // the contribution of the others
	args          []string // the pattern, "_" for wildcards that stand in it once
	permanent     bool
	pred          *lang.Pred
	sum           bool
}

// tally returns how many facts a count counts for values of the free variables. Counts of equal patterns have one
// tally, so that statements about the same facts speak of the same quantity.
func (y *system) tally(c *lang.Count, vars []expr, locals int) *tally {
	t := &tally{pred: c.Pattern.Pred, permanent: c.Permanent, sum: c.Of >= 0}
	shown := make(map[lang.Variable]int)
	for _, a := range c.Pattern.Args {
		lang.EachVariable(a, func(v lang.Variable) { shown[v]++ })
	}
	for _, a := range c.Pattern.Args {
		t.args = append(t.args, y.pattern(a, vars, shown, c.Of))
	}
	key := fmt.Sprint(t.pred.Name, t.permanent, t.args)
	if known := y.tallies[key]; known != nil {
		return known
	}
	y.tallies[key] = t
	y.counted = append(y.counted, t)
	// The others stay: a transition takes and makes facts of its scene only.
	t.rest = y.column(key)
	t.before, t.after = single(t.rest), single(t.rest)
	for i, f := range y.facts {
		if f.pred != t.pred || t.permanent && !f.permanent {
			continue
		}
		n, ok := y.contribution(i, c, append(vars[:len(vars):len(vars)], make([]expr, locals)...), key)
		if ok && f.before {
			t.before = t.before.plus(n, 1)
		}
		if ok && f.after {
			t.after = t.after.plus(n, 1)
		}
	}
	local := func(a lang.Term) bool { return open(a, len(vars)) }
	if t.permanent && !t.sum && !slices.ContainsFunc(c.Pattern.Args, local) {
		y.add(constant(1).minus(t.before)) // permanent facts are a set
		y.add(constant(1).minus(t.after))
	}
	return t
}

// open reports whether a pattern has variables beside the free ones.
func open(t lang.Term, free int) bool {
	found := false
	lang.EachVariable(t, func(v lang.Variable) { found = found || int(v) >= free })
	return found
}

// pattern returns a text that is the same for patterns that match the same facts.
func (y *system) pattern(t lang.Term, vars []expr, shown map[lang.Variable]int, of lang.Variable) string {
	switch t := t.(type) {
	case lang.Variable:
		switch {
		case int(t) < len(vars):
			return y.resolve(vars[t]).key()
		case t == of:
			return "+"
		case shown[t] == 1:
			return "_"
		}
		return fmt.Sprint("_", int(t))
	case *lang.Successor:
		if int(t.Var) < len(vars) {
			return y.reduce(vars[t.Var].num.offset(checked(t.By.Int()))).key()
		}
		return y.pattern(t.Var, vars, shown, of) + "+" + t.By.String()
	case lang.Number:
		return constant(t.Num.Int()).key()
	case *lang.Compound:
		var args []string
		for _, a := range t.Args {
			args = append(args, y.pattern(a, vars, shown, of))
		}
		return t.Con.Name + "(" + strings.Join(args, ",") + ")"
	case lang.Literal:
		return expr{kind: literal, text: string(t)}.key()
	}
	panic(outOfRange{})
}

// contribution returns by how much a fact of the scene raises a count, false if it does not. Where that depends on a
// question, it is a quantity of its own, of which only bounds are known: often a case can be closed all the same. An
// equal permanent fact that comes earlier in the scene is the same fact, and has counted already.
func (y *system) contribution(i int, c *lang.Count, vars []expr, key string) (linear, bool) {
	f := y.facts[i]
	v, q := y.matchAll(c.Pattern.Args, f.args, vars)
	if v == no {
		return linear{}, false
	}
	if v == ask {
		y.ask[y.urgency] = append(y.ask[y.urgency], q)
	}
	for _, g := range y.facts[:i] {
		if !f.permanent || !g.permanent || g.pred != f.pred || f.before != g.before {
			continue
		}
		switch same, q := y.equalAll(f.args, g.args); same {
		case yes:
			return linear{}, false // permanent facts are a set
		case ask:
			v = ask
			y.ask[y.urgency] = append(y.ask[y.urgency], q)
		}
	}
	switch {
	case v == ask:
		u := single(y.column(fmt.Sprint("fact ", i, " in ", key)))
		if c.Of < 0 {
			y.add(constant(1).minus(u))
		}
		return u, true
	case c.Of >= 0:
		return y.reduce(vars[c.Of].num), true
	}
	return constant(1), true
}

// within reports whether each fact that matches a pattern matches another, and counts 1 in both.
func (t *tally) within(u *tally) bool {
	if t.pred != u.pred || t.sum || u.sum || u.permanent && !t.permanent {
		return false
	}
	for i := range t.args {
		if u.args[i] != "_" && t.args[i] != u.args[i] {
			return false
		}
	}
	return true
}

// summedBy reports whether a sum adds up numbers of facts that a count counts.
func (t *tally) summedBy(u *tally) bool {
	if t.pred != u.pred || u.permanent && !t.permanent {
		return false
	}
	for i, arg := range t.args {
		if u.args[i] != "_" && arg != u.args[i] {
			return false
		}
	}
	return true
}
