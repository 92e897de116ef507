// Package logic evaluates logic programs under the semantics of stable models: it derives what follows from a program
// and given facts, and the reason of each atom.
//
// Programs are evaluated bottom-up, component by component of their dependency graph, each to its fixpoint by
// semi-naive evaluation (Bancilhon and Ramakrishnan, “An amateur's introduction to recursive query processing
// strategies”, SIGMOD 1986). A stratified program comes out as facts alone, which are its only stable model. Of other
// programs, ground rules over the atoms that are not decided are left, as a grounder such as gringo leaves them
// (Gebser, Kaminski, König and Schaub, “Advances in gringo series 3”, LPNMR 2011), and the solver in package stable
// finds their stable models.
//
//	compile.go   the rules that are evaluated once, and with each question
//	rule.go      rules with variables and predicates as numbers
//	pattern.go   terms with variables: matching, building, calculating
//	plan.go      the order in which the literals of a body are matched
//	relation.go  atoms of a predicate, with indexes; facts.go: derived atoms with their reasons
//	evaluate.go  components to fixpoints; match.go: instances of bodies; emit.go: what an instance derives
//	demand.go    large relations of which only the atoms that are asked for are derived
//	aggregate.go, value.go, conditional.go  aggregates and conditional literals
//	model.go     answers
package logic

import (
	"context"
	"fmt"

	"github.com/ceptre-graph/ceptre/exec/logic/ground"
	"github.com/ceptre-graph/ceptre/lang/logic"
)

// Base numbers the terms and atoms that several programs share. Programs of one base must not be evaluated at the
// same time.
type Base struct {
	Terms ground.Table
	Atoms ground.Atoms
}

// Options say what is asked of a program. The zero Options ask for everything, without given facts.
type Options struct {
	// Inputs are the predicates whose facts are given with each question. Everything that does not depend on them is
	// derived once, by Compile.
	Inputs []logic.Predicate
	// Outputs are the predicates that models are asked for. Only these, the constraints and choices, and what these
	// depend on are evaluated. Of other predicates, models can have a part of the atoms. Nil is all predicates.
	Outputs []logic.Predicate
	// MaxRules is the largest number of instances of rules; 0 is DefaultMaxRules.
	MaxRules int
	// Solver finds stable models where there is more than one candidate: "" is package stable, "clingo" the program
	// of that name.
	Solver string
	// large is the number of atoms beyond which relations are derived on demand; 0 is largeEstimate.
	large float64
}

// DefaultMaxRules is the limit on instances of rules where [Options] give none.
const DefaultMaxRules = 4_000_000

// Program is a program that can be asked for its stable models with different facts.
type Program struct {
	base       *Base
	options    Options
	relations  []*relation
	predicates map[logic.Predicate]*relation
	rules      []*rule
	units      []*unit // that are evaluated for each question
	static     *facts  // atoms that do not depend on inputs
	conflict   []Reason
	demands    []*demand
	planned    *unit             // the unit whose rules are being planned; nil for rules of demands
	wide       []logic.Predicate // relations of which demands ask for too many atoms
	scratch    *evaluation
	last       *facts // of the last answer
}

// Solve returns up to most stable models of the program with facts added, or fewer if there are not so many. The seed
// decides which come first. If there is no model, the answer has a conflict instead. Facts must be of the inputs.
func (p *Program) Solve(ctx context.Context, facts []ground.Atom, seed uint64, most int) (*Answer, error) {
	if p.conflict != nil {
		return &Answer{Conflict: p.conflict, Decided: &Model{program: p, facts: newFacts(p.last)}}, nil
	}
	e := p.scratch
	if e == nil {
		e = p.newEvaluation(ctx, nil)
		p.scratch = e
	}
	e.reset(ctx, newFacts(p.last))
	for _, a := range facts {
		r := p.predicates[p.base.Atoms.Predicate(a)]
		if r == nil || !r.dynamic {
			return nil, fmt.Errorf("facts of %s/%d are given, which is not an input of the program",
				p.base.Atoms.Predicate(a).Name, p.base.Atoms.Predicate(a).Arity)
		}
		if e.facts.find(a) == nil {
			e.facts.add(record{atom: a, reason: given})
			r.add(a, &p.base.Atoms, &p.base.Terms)
			r.seen = len(r.atoms)
		}
	}
	for _, u := range p.units {
		if e.evaluate(u); e.err != nil {
			return nil, e.err
		}
		if e.conflict != nil {
			return &Answer{Conflict: e.conflict, Decided: &Model{program: p, facts: e.facts}}, nil
		}
	}
	p.last = e.facts
	return e.answer(ctx, seed, most)
}
