package match

import (
	"slices"

	"github.com/ceptre-graph/ceptre/lang"
)

// Rule is a left side to be matched. Its atoms are patterns; their calculations are
// among the checks.
type Rule struct {
	// Types are the types of its variables. Variables for calculations come after the
	// variables of the rule.
	Types []*lang.Type
	// Atoms are the premises on the state, Proofs those that clauses prove, and
	// Checks the comparisons, each in the order written.
	Atoms, Proofs, Checks []lang.Premise
}

// subrule is a component of a rule, which shares no variable with the other components. It is
// a rule of its own, and maps its variables, atoms and proofs to those of the whole rule.
// Matches of the components are found and drawn independently.
type subrule struct {
	*Rule
	variables     []lang.Variable
	atoms, proofs []int
}

// split returns the components of a rule, in the order of their first premise: the
// classes of the smallest equivalence in which a premise and its variables are one.
// Components may still be related by ties and groups. If tied is false, they are joined instead.
func split(r *Rule, tied bool) ([]*subrule, []tie, [][]int) {
	p := newPartition(r)
	ties, groups := p.ties()
	if !tied {
		for _, t := range ties {
			p.untie(t)
		}
		for _, g := range groups {
			for _, atom := range g[1:] {
				p.join(p.atom(g[0]), p.atom(atom))
			}
		}
		ties, groups = nil, nil
	}
	parts := &assignment{partition: p, of: make(map[int]*subrule)}
	for i, a := range r.Atoms {
		c := parts.part(p.atom(i))
		c.atoms = append(c.atoms, i)
		c.Atoms = append(c.Atoms, c.own(r, a))
	}
	for i, a := range r.Proofs {
		c := parts.part(p.proof(i))
		c.proofs = append(c.proofs, i)
		c.Proofs = append(c.Proofs, c.own(r, a))
	}
	for i, a := range r.Checks {
		if !slices.ContainsFunc(ties, func(t tie) bool { return t.check == i }) {
			c := parts.part(p.check(i))
			c.Checks = append(c.Checks, c.own(r, a))
		}
	}
	return parts.all, ties, groups
}

// assignment makes a component for each class of a partition.
type assignment struct {
	*partition
	of  map[int]*subrule // by class
	all []*subrule
}

// part returns the component that a premise belongs to.
func (a *assignment) part(premise int) *subrule {
	class := a.find(premise)
	if a.of[class] == nil {
		a.of[class] = &subrule{Rule: new(Rule)}
		a.all = append(a.all, a.of[class])
	}
	return a.of[class]
}

// own returns a premise of the whole in the variables of the component.
func (p *subrule) own(whole *Rule, premise lang.Premise) lang.Premise {
	rename := func(v lang.Variable) lang.Variable {
		if !slices.Contains(p.variables, v) {
			p.variables = append(p.variables, v)
			p.Types = append(p.Types, whole.Types[v])
		}
		return p.local(v)
	}
	args := make([]lang.Term, len(premise.Atom.Args))
	for i, t := range premise.Atom.Args {
		args[i] = renamed(t, rename)
	}
	premise.Atom.Args = args
	if premise.Kind == lang.Compare {
		premise.X, premise.Y = renamed(premise.X, rename), renamed(premise.Y, rename)
	}
	return premise
}

// local returns a variable of the whole as the component has it.
func (p *subrule) local(v lang.Variable) lang.Variable {
	return lang.Variable(slices.Index(p.variables, v))
}

// renamed returns a term with other variables.
func renamed(t lang.Term, rename func(lang.Variable) lang.Variable) lang.Term {
	switch t := t.(type) {
	case lang.Variable:
		return rename(t)
	case *lang.Successor:
		return &lang.Successor{Of: t.Of, Var: rename(t.Var), By: t.By}
	case *lang.Calculation:
		return &lang.Calculation{Of: t.Of, Op: t.Op, X: renamed(t.X, rename), Y: renamed(t.Y, rename)}
	case *lang.Compound:
		args := make([]lang.Term, len(t.Args))
		for i, a := range t.Args {
			args[i] = renamed(a, rename)
		}
		return &lang.Compound{Con: t.Con, Args: args}
	}
	return t
}

// partition is a union-find structure over the variables and premises of a rule. Checks
// are joined to their variables one by one.
type partition struct {
	rule   *Rule
	parent []int
}

func newPartition(r *Rule) *partition {
	p := &partition{rule: r, parent: make([]int, len(r.Types)+len(r.Atoms)+len(r.Proofs)+len(r.Checks))}
	for i := range p.parent {
		p.parent[i] = i
	}
	for i, a := range r.Atoms {
		p.joinAll(p.atom(i), a.Atom.Args)
	}
	for i, a := range r.Proofs {
		p.joinAll(p.proof(i), a.Atom.Args)
	}
	return p
}

func (p *partition) joinCheck(i int) {
	c := p.rule.Checks[i]
	p.joinAll(p.check(i), []lang.Term{c.X, c.Y})
}

func (p *partition) atom(i int) int  { return len(p.rule.Types) + i }
func (p *partition) proof(i int) int { return p.atom(len(p.rule.Atoms)) + i }
func (p *partition) check(i int) int { return p.proof(len(p.rule.Proofs)) + i }

func (p *partition) find(i int) int {
	for p.parent[i] != i {
		i = p.parent[i]
	}
	return i
}

func (p *partition) join(i, j int) { p.parent[p.find(i)] = p.find(j) }

func (p *partition) joinAll(node int, terms []lang.Term) {
	for _, t := range terms {
		lang.EachVariable(t, func(v lang.Variable) { p.join(node, int(v)) })
	}
}

// overlap reports whether two atoms may ask for the same linear resource.
func overlap(a, b lang.Premise) bool {
	if a.Atom.Pred != b.Atom.Pred || a.Kind == lang.Permanent || b.Kind == lang.Permanent {
		return false
	}
	for i, x := range a.Atom.Args {
		if apart(x, b.Atom.Args[i]) {
			return false
		}
	}
	return true
}

// apart reports whether no term is an instance of both terms, as far as that is
// easy to tell.
func apart(x, y lang.Term) bool {
	switch x := x.(type) {
	case lang.Literal:
		y, ok := y.(lang.Literal)
		return ok && x != y
	case lang.Number:
		y, ok := y.(lang.Number)
		return ok && x.Num.Cmp(y.Num) != 0
	case *lang.Compound:
		y, ok := y.(*lang.Compound)
		if !ok {
			return false
		}
		if x.Con != y.Con {
			return true
		}
		for i := range x.Args {
			if apart(x.Args[i], y.Args[i]) {
				return true
			}
		}
	}
	return false
}
