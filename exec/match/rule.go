// Package match keeps the matches of rules in a multiset of facts up to date while
// facts come and go, counts the choices of resources that they stand for, and draws
// one, each as likely.
//
// # Facts
//
// Ground terms are numbers (package term): equal terms are equal numbers, and small natural
// numbers stand for themselves. The facts of a predicate are rows of a [Table]: the
// numbers of the arguments, and the resources that are copies of the fact. So a
// thousand equal facts are one row. Rows are found by all of their columns, and by
// the columns that rules join by (index). Once there are many terms, the unused ones are
// freed and their numbers given to others (collect).
//
// # Matches
//
// The left side of a rule falls into components that share no variable (split). Each component
// is matched apart from the others, and rules that contain an equal component share its
// matches (conflict set). A match is a choice of a row for each atom, and of values for
// the variables that no atom gives one. Its weight is the number of ways in which
// resources of these rows meet the atoms: a product of falling factorials. The weight of a rule is
// the product of the sums over its components.
//
// Matches are kept as the facts change, in the manner of TREAT (Miranker, "TREAT: A
// better match algorithm for AI production systems", AAAI 1987), which stores
// matches but, unlike Rete, no partial ones (Forgy, "Rete: a fast algorithm for
// the many pattern/many object pattern match problem", Artificial Intelligence 19,
// 1982). For each atom of a component, a plan says how to match the other atoms when a
// new fact meets this one (plan). Its steps are joins by an index, lookups of single facts,
// comparisons and proofs. The next atom is the one that the fewest facts are likely to
// meet, estimated from the facts that agree in the known columns now. The matches of each fact
// form a list, so that a removed fact leads to its matches without a search (records). If the
// number of copies changes but does not become or cease to be 0, only weights change. A change
// costs nothing for rules that do not use it: rules that ask for one predicate with different
// constants are found by the constant (subscribers). A caller that counts the choices of many
// rules learns which of the counts may have changed (follow).
//
// New facts are shown to the plans one after another, so each match is found once, when
// the last of its facts is added. A resource that a firing takes and makes again is no change.
// Facts with one argument at most are retained with their matches when the last copy is taken,
// because there are few of them and they often return (retained). Facts with columns that no rule
// uses are retained, too: a new fact that differs only in such columns takes over the row and
// the matches (row reuse). If a retained fact has few matches, these are updated at once, and
// if its only copy is taken or put, by code that does nothing else (fast path). A predicate
// stops retaining facts if a taken fact has many matches that lack another fact as well,
// or if its facts rarely return and each new one has many matches that are never used.
//
// If the checks that follow a join over many facts ask for a number in some range, or for a
// divisor or multiple, a range filter drops the failing facts first.
//
// # Ties
//
// Two atoms that share no variable, but are compared, or may not take the same
// resource, would have as many matches as there are pairs: a million for a thousand
// numbers. The pairs are counted from the number of facts with each value (histogram), and
// drawn by drawing both facts until they fit, as simulators of chemistry do (Danos et al., "Scalable
// simulation of cellular signaling networks", APLAS 2007).
//
// # Choice
//
// Matches of similar weight form a class (sampler), so a draw takes as long with a million
// matches as with ten. A draw also yields a number below the weight of the match, which
// selects the resources of its rows.
//
// # Runs in series
//
// Compiling and planning take longer than a short run. [Network.Reset] prepares a network for
// the next run of the same program: the network keeps all that does not depend on facts, and
// behaves like a new one. Before it makes a plan, it looks for a template of an equal plan.
//
// # Limits
//
// Partial matches are not stored. All matches of a component are stored, up to a bound, even
// if they outnumber the facts: if all people are in one place, each pair of them is a match.
// Atoms that are tied in more than one way, or with other atoms, form one component.
package match

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/premises"
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

// Left returns the left side of a rule, and false if it needs an answer of the outside, or proofs that
// read the state.
func Left(p *premises.Premises) (*Rule, bool) {
	r := &Rule{Types: p.Types, Checks: slices.Clone(p.Comparisons)}
	for _, premise := range p.Atoms {
		switch premise.Kind {
		case lang.Ask:
			return nil, false
		case lang.Prove:
			if len(premise.Atom.Pred.Reads()) > 0 {
				return nil, false
			}
			r.Proofs = append(r.Proofs, premise)
		default:
			r.Atoms = append(r.Atoms, premise)
		}
	}
	for _, g := range p.Guards {
		if !premises.HasResult(g.X) {
			r.Checks = append(r.Checks, g)
		}
	}
	return r, true
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
