package induction

import (
	"slices"

	"github.com/ceptre-graph/ceptre/lang"
)

// firstCount is the first column that is a number of facts.
const firstCount column = 1 << 30

// system holds linear inequalities between the numbers of facts in a scene.
type system struct {
	*scene
	columns map[string]column // the numbers of facts, by pattern
	tallies map[string]*tally // by the pattern that is counted
	counted []*tally          // in the order in which they came up
	rows    []row
	// ask are the questions on which counts depend. Those of the statement that is proved come first, as their
	// answers change what has to be shown; new questions are added to the list with the number urgency.
	ask     [2][]question
	urgency int
}

// row is an expression that is not below 0, with the statements from which that follows.
type row struct {
	linear
	from []*assumption
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

// assume adds that an invariant holds before, for values of its free variables. An equation is two inequalities.
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

// instances adds that invariants hold before. They hold for all values of their free variables; of use are those that
// facts of the scene give them, and those of the statement that is proved.
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
