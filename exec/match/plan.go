package match

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// step meets a premise. Only the fields of its kind are set.
type step struct {
	kind    stepKind
	another bool // the fact must not be the one that the search starts from
	single  bool // the key is one variable
	binds   bool // a join gives a variable the value in the open column of its index
	isQuick bool
	// A join meets an atom by facts found in an index; a lookup, where all is known, by
	// the one fact.
	atom  int
	by    lang.Variable // the key, if it is single
	other lang.Variable // the variable that a join binds; the second variable of a pair lookup
	index *index
	table *Table
	rest  []columnPattern // patterns of the columns outside the key, except for one that binds
	// The key of a join or lookup, unless it is a single variable.
	key    []expr
	buffer []trace.Sym
	// A check asks for a condition. Most steps have none, and it is large.
	*condition
	// A proof gives values to variables.
	proof *proof
}

// condition compares y with x or, if the check gives values to variables, with a pattern.
type condition struct {
	op    lang.Op
	x, y  expr
	gives pattern
	quick quick
	check lang.Premise // as written
}

type stepKind uint8

const (
	lookupStep stepKind = iota
	pairStep            // a lookup of two variables by an index that goes by one of them
	joinStep
	checkStep
	giveStep
	proofStep
	rootStep // the fact that the search starts from, which must match the patterns in rest
)

// columnPattern matches one column of a fact. A column that just gives or repeats the value of a
// variable needs no pattern.
type columnPattern struct {
	kind    patternKind
	column  int
	v       lang.Variable
	pattern *pattern
}

// planner makes a plan: the steps in which the premises of a rule are met.
type planner struct {
	rule    *Rule
	network *Network
	known   []bool
	checks  []lang.Premise // yet to be placed
	nodes   []node         // the steps so far
	columns []int          // of an atom, see keyed
}

func (n *Network) newPlanner(r *Rule) *planner {
	return &planner{rule: r, network: n, known: make([]bool, len(r.Types)), checks: slices.Clone(r.Checks)}
}

// order returns the atoms of a rule in the order in which they are to be met: first the one to
// start from, unless it is -1, and then each time the one that the fewest facts are likely to meet.
func (n *Network) order(r *Rule, from int) []int {
	out, open := make([]int, 0, len(r.Atoms)), make([]int, 0, len(r.Atoms))
	for i := range r.Atoms {
		if i != from {
			open = append(open, i)
		}
	}
	if from >= 0 {
		out = append(out, from)
	}
	if len(open) > 1 { // there is a choice
		out, open = n.newPlanner(r).choose(out, open)
	}
	return append(out, open...)
}

// choose appends atoms to the met ones, each time the one that the fewest facts are likely to meet,
// until no choice remains. It also returns the atoms left.
func (p *planner) choose(met, open []int) (out, rest []int) {
	for _, i := range met {
		p.learn(p.atom(i).Args...)
	}
	for len(open) > 1 {
		p.settle()
		best := p.cheapest(open)
		p.learn(p.atom(open[best]).Args...)
		met = append(met, open[best])
		open = slices.Delete(open, best, best+1)
	}
	return met, open
}

// learn notes that the variables of terms are known.
func (p *planner) learn(terms ...lang.Term) {
	for _, t := range terms {
		lang.EachVariable(t, func(v lang.Variable) { p.known[v] = true })
	}
}

// settle is like ready, but only records the variables that become known.
func (p *planner) settle() {
	for again := true; again; {
		again = false
		p.checks = slices.DeleteFunc(p.checks, func(c lang.Premise) bool {
			gives, _, due := p.due(c)
			if gives != nil {
				p.learn(gives)
			}
			again = again || due
			return due
		})
	}
}

// due reports whether a check is due. If one side has unknown variables, which the check gives values
// to, due returns that side and the other one. If both sides are known, it returns nil for both.
func (p *planner) due(c lang.Premise) (gives, from lang.Term, due bool) {
	x, y := term.Known(c.X, p.known), term.Known(c.Y, p.known)
	switch {
	case x && y:
		return nil, nil, true
	case c.Op == lang.Same && y && term.IsPattern(c.X):
		return c.X, c.Y, true
	case c.Op == lang.Same && x && term.IsPattern(c.Y):
		return c.Y, c.X, true
	}
	return nil, nil, false
}

// steps returns how the premises of a rule are met, its atoms in their order, from the
// first one where there is any: nodes that are yet to get their texts.
func (n *Network) steps(r *Rule) []node {
	p := n.newPlanner(r)
	p.nodes = make([]node, 0, len(r.Atoms)+len(r.Checks)+len(r.Proofs))
	if len(r.Atoms) > 0 {
		p.root(0)
	}
	p.ready()
	for i := 1; i < len(r.Atoms); i++ {
		p.join(i)
		p.ready()
	}
	for i := range r.Proofs {
		p.add(step{kind: proofStep, proof: n.newProof(r, i, p.known)})
		p.ready()
	}
	return p.nodes
}

// add adds a step.
func (p *planner) add(s step) { p.nodes = append(p.nodes, node{step: s}) }

func (p *planner) root(i int) {
	a := p.atom(i)
	p.add(step{kind: rootStep, atom: i, table: p.network.Table(a.Pred), rest: p.patterns(a, nil)})
}

func (p *planner) atom(i int) lang.Atom { return p.rule.Atoms[i].Atom }

// patterns compiles the columns of an atom that are not in the key.
func (p *planner) patterns(a lang.Atom, key []int) []columnPattern {
	var out []columnPattern
	for i, t := range a.Args {
		if slices.Contains(key, i) {
			continue
		}
		x := p.network.terms.newPattern(t, p.known)
		c := columnPattern{kind: x.kind, column: i, v: x.v}
		if x.kind != patternBind && x.kind != patternSame {
			whole := x
			c.pattern = &whole
		}
		out = append(out, c)
	}
	return out
}

// keyed returns the columns of an atom that have known values, as far as these are easy to
// compute. The slice is valid until the next call.
func (p *planner) keyed(a lang.Atom) []int {
	out := p.columns[:0]
	for i, t := range a.Args {
		if _, compound := t.(*lang.Compound); compound {
			if _, ok := p.network.terms.ground(t); !ok {
				continue
			}
		}
		if term.Known(t, p.known) {
			out = append(out, i)
		}
	}
	p.columns = out
	return out
}

func (p *planner) join(i int) {
	a := p.atom(i)
	t := p.network.Table(a.Pred)
	columns := p.keyed(a)
	s := step{kind: joinStep, atom: i, table: t, buffer: make([]trace.Sym, len(columns))}
	for _, c := range columns {
		s.key = append(s.key, p.network.terms.newExpr(a.Args[c]))
	}
	if len(columns) == len(a.Args) {
		s.kind = lookupStep
		s.pick()
	} else {
		s.index = t.index(columns)
		s.rest = p.patterns(a, columns)
		// The easy part of the work of a join is done without reading the facts.
		if s.single = len(s.key) == 1 && s.key[0].kind == exprVar; s.single {
			s.by = s.key[0].v
		}
		if s.binds = s.rest[0].kind == patternBind; s.binds {
			s.other, s.rest = s.rest[0].v, s.rest[1:]
		}
	}
	p.add(s)
}

// almostUnique is the average number of facts with the same value in a column up to which the column
// serves as a key.
const almostUnique = 1.5

// pick lets a lookup of a pair of variables go by one of them, if that leaves hardly
// more than one fact: single terms are found by their number.
func (s *step) pick() {
	if len(s.key) != 2 || s.key[0].kind != exprVar || s.key[1].kind != exprVar || s.table.len == 0 {
		return
	}
	for c := range s.key {
		if s.table.expect([]int{c}) <= almostUnique {
			s.kind, s.index = pairStep, s.table.index([]int{c})
			s.by, s.other = s.key[c].v, s.key[1-c].v
			return
		}
	}
}

// ready adds the checks that are due: a check is due once its variables are known, or, for `==`,
// the variables of one side.
func (p *planner) ready() {
	for again := true; again; {
		again = false
		p.checks = slices.DeleteFunc(p.checks, func(c lang.Premise) bool {
			s, ok := p.check(c)
			if ok {
				p.add(s)
				again = true
			}
			return ok
		})
	}
}

// check compiles a check, if it is due.
func (p *planner) check(c lang.Premise) (step, bool) {
	gives, from, due := p.due(c)
	if !due {
		return step{}, false
	}
	terms := p.network.terms
	if gives != nil {
		return step{kind: giveStep,
			condition: &condition{check: c, y: terms.newExpr(from), gives: terms.newPattern(gives, p.known)}}, true
	}
	s := step{kind: checkStep, condition: &condition{check: c, op: c.Op, x: terms.newExpr(c.X), y: terms.newExpr(c.Y)}}
	s.quick, s.isQuick = newQuick(s.condition)
	return s, true
}

// cheapest returns the one of some atoms that the fewest facts are likely to meet.
func (p *planner) cheapest(open []int) int {
	best, least := 0, 0.0
	for k, i := range open {
		a := p.atom(i)
		n := p.network.Table(a.Pred).expect(p.keyed(a))
		if k == 0 || n < least {
			best, least = k, n
		}
	}
	return best
}

// mostSampled is the number of rows read for an estimate.
const mostSampled = 4096

// expect estimates how many facts agree in some columns with a given fact or, if these are all
// columns, meet an atom.
func (t *Table) expect(columns []int) float64 {
	switch {
	case len(columns) == len(t.pred.Args):
		return 0.5
	case t.len == 0:
		return float64(int(4) << min(20, 2*(len(t.pred.Args)-len(columns))))
	case len(columns) == 0:
		return float64(t.len)
	}
	for i := range t.expected {
		if e := &t.expected[i]; slices.Equal(e.columns, columns) {
			if e.version != t.version {
				e.version, e.facts = t.version, t.estimate(columns)
			}
			return e.facts
		}
	}
	e := expectation{slices.Clone(columns), t.version, t.estimate(columns)}
	t.expected = append(t.expected, e)
	return e.facts
}

// expectation is how many facts were expected to agree in some columns in a version of a table.
type expectation struct {
	columns []int
	version uint
	facts   float64
}

// estimate estimates how many facts agree in some columns with a fact of the table.
func (t *Table) estimate(columns []int) float64 {
	seen := newTuples(len(columns))
	key := make([]trace.Sym, len(columns))
	rows := 0
	for row := 0; row < len(t.facts) && rows < mostSampled; row++ {
		if !t.facts[row].shown {
			continue
		}
		rows++
		for i, c := range columns {
			key[i] = t.at(uint32(row))[c]
		}
		if _, ok := seen.find(key); !ok {
			seen.add(key)
		}
	}
	return float64(rows) / float64(max(1, seen.len))
}
