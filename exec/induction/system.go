package induction

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang"
)

// firstCount is the first column that is a number of facts.
const firstCount column = 1 << 30

// system is what is known of the numbers of facts in a scene, as linear inequalities.
type system struct {
	*scene
	columns map[string]column // of numbers of facts, by what they count
	tallies map[string]*tally // by the pattern that is counted
	counted []*tally          // in the order in which they came up
	rows    []row
	ask     [3][]question // what is not known of the counts, the important first
	urgency int           // which of these questions are added to
}

// row is an expression that is not below 0, with the statements from which that follows.
type row struct {
	linear
	from []*assumption
}

// tally is the number of facts that match a pattern, or the sum of a number in them, before and after.
type tally struct {
	before, after linear
	rest          column
	args          []string // the pattern, "_" for wildcards that stand in it once
	permanent     bool
	pred          *lang.Pred
	sum           bool
}

func newSystem(s *scene) *system {
	return &system{scene: s, columns: make(map[string]column), tallies: make(map[string]*tally)}
}

// column returns the column of a number of facts.
func (y *system) column(of string) column {
	c, ok := y.columns[of]
	if !ok {
		c = firstCount + column(len(y.columns))
		y.columns[of] = c
	}
	return c
}

func (y *system) add(e linear, from ...*assumption) {
	y.rows = append(y.rows, row{linear: e, from: from})
}

// tally returns how many facts a count counts for values of the free variables.
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

// contribution returns by how much a fact raises a count. What is not known is a quantity of its own.
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

// equalAll says whether two lists of terms are equal.
func (s *store) equalAll(as, bs []expr) (verdict, question) {
	return s.equal(expr{kind: compound, args: as}, expr{kind: compound, args: bs})
}

// sum returns what an invariant adds up to for values of the free variables, before and after.
func (y *system) sum(s *lang.Statement, vars []expr) (before, after linear) {
	for i := range s.Sum {
		c := &s.Sum[i]
		t := y.tally(c, vars, len(s.Vars)-s.Free)
		before, after = before.plus(t.before, c.Times), after.plus(t.after, c.Times)
	}
	return before, after
}

// assume adds that an invariant holds before.
func (y *system) assume(a *assumption, vars []expr) {
	s := a.statement
	before, _ := y.sum(s, vars)
	if s.Op != lang.LessEq {
		y.add(before.offset(-s.Bound), a)
	}
	if s.Op != lang.MoreEq {
		y.add(before.scaled(-1).offset(s.Bound), a)
	}
}

// instances adds that invariants hold before for the values that facts of the scene give their free variables, and
// for those of the statement that is proved.
func (y *system) instances(all []*assumption, of *lang.Statement) {
	for _, a := range all {
		s := a.statement
		if s.Kind != lang.Invariant {
			continue
		}
		seen := make(map[string]bool)
		enter := func(vars []expr) {
			if vars = y.resolveAll(vars); slices.ContainsFunc(vars, y.mayBeNone) {
				return
			}
			if key := keyOf(vars); !seen[key] {
				seen[key] = true
				y.assume(a, vars)
			}
		}
		if of.Kind == lang.Invariant && slices.EqualFunc(s.Vars[:s.Free], of.Vars[:of.Free],
			func(v, w lang.Var) bool { return v.Type == w.Type }) {
			enter(y.vars)
		}
		for _, c := range s.Sum {
			for _, f := range y.facts {
				vars := make([]expr, len(s.Vars))
				if f.pred != c.Pattern.Pred {
					continue
				}
				if v, _ := y.matchAll(c.Pattern.Args, f.args, vars); v != no {
					enter(vars[:s.Free])
				}
			}
		}
	}
}

// mayBeNone reports whether a term has no value, or may be a number below 0.
func (y *system) mayBeNone(t expr) bool {
	if t.kind != number {
		return t.kind == 0
	}
	v, _ := y.atLeastZero(t.num)
	return v != yes
}

// relate adds that a pattern has no more facts than one that it is an instance of.
func (y *system) relate() {
	for _, t := range y.counted {
		for _, u := range y.counted {
			if t != u && t.within(u) {
				y.add(single(u.rest).minus(single(t.rest)))
			}
		}
	}
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

// none adds that a sum in numbers of facts is 0 where there are no such facts, as far as the invariants say so.
func (y *system) none() {
	for _, t := range y.counted {
		for _, u := range y.counted {
			if !t.sum || u.sum || !t.summedBy(u) {
				continue
			}
			some := single(u.rest).offset(-1)
			if uses, values := y.refute(&some); values == nil {
				y.add(single(t.rest).scaled(-1), uses...)
			}
		}
	}
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

// refute looks for a contradiction with a further expression that is not below 0, nil for none. It returns the
// assumptions that it needs, or else values of the columns that matter.
func (y *system) refute(further *linear) (uses []*assumption, values map[column]rational) {
	rows := y.all()
	if further != nil {
		rows = connected(append(rows, row{linear: *further}))
	}
	return contradiction(rows)
}

// all returns the rows, those of the assumptions on numbers included.
func (y *system) all() []row {
	rows := slices.Clone(y.rows)
	for _, e := range y.least {
		rows = append(rows, row{linear: e})
	}
	return rows
}

// contradiction returns the assumptions that make rows impossible, or else values of the columns.
func contradiction(rows []row) (uses []*assumption, values map[column]rational) {
	expressions := make([]linear, len(rows))
	for i, r := range rows {
		expressions[i] = r.linear
	}
	values, factors := solve(expressions)
	for i, f := range factors {
		if f.n != 0 {
			uses = append(uses, rows[i].from...)
		}
	}
	return uses, values
}

// connected returns the rows that share columns with the last one, directly or through others.
func connected(rows []row) []row {
	in := make([]bool, len(rows))
	in[len(rows)-1] = true
	columns := make(map[column]bool)
	for changed := true; changed; {
		changed = false
		for i, e := range rows {
			if !in[i] && !slices.ContainsFunc(e.parts, func(p part) bool { return columns[p.of] }) {
				continue
			}
			in[i] = true
			for _, p := range e.parts {
				changed = changed || !columns[p.of]
				columns[p.of] = true
			}
		}
	}
	var out []row
	for i, e := range rows {
		if in[i] {
			out = append(out, e)
		}
	}
	return out
}
