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
//	rule.go      rules with variables and predicates as numbers
//	pattern.go   terms with variables: matching, building, calculating
//	plan.go      the order in which the literals of a body are matched
//	relation.go  atoms of a predicate, with indexes; facts.go: derived atoms with their reasons
//	evaluate.go  components to fixpoints; match.go: instances of bodies; emit.go: what an instance derives
//	aggregate.go aggregates and conditional literals
//	model.go     answers
package logic

import (
	"context"
	"fmt"
	"slices"

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
	// depend on are evaluated. Nil is all predicates.
	Outputs []logic.Predicate
	// MaxRules is the largest number of instances of rules; 0 is DefaultMaxRules.
	MaxRules int
	// Solver finds stable models where there is more than one candidate: "" is package stable, "clingo" the program
	// of that name.
	Solver string
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
	static     *facts  // what does not depend on inputs
	conflict   []Reason
	scratch    *evaluation
	lastSize   int // number of facts of the last answer
}

// unit is a component with what its evaluation needs.
type unit struct {
	rules     []*rule
	relations []*relation // of the component
	heads     []*relation // that the rules add to
	recursive bool
}

// Compile prepares a program: it orders and plans its rules, and evaluates all that does not depend on inputs. Errors
// have the place of a rule: an unsafe variable, or instances beyond the limit.
func Compile(ctx context.Context, base *Base, p *logic.Program, o Options) (*Program, error) {
	out := &Program{base: base, options: o, predicates: make(map[logic.Predicate]*relation)}
	if out.options.MaxRules == 0 {
		out.options.MaxRules = DefaultMaxRules
	}
	components := logic.Components(p.Rules)
	dynamic := dynamic(components, o.Inputs)
	needed := needed(components, o.Outputs)
	out.static = newFacts(len(p.Rules))
	e := out.newEvaluation(ctx, out.static)
	for _, q := range o.Inputs {
		out.relation(q).dynamic = true
	}
	for _, c := range components {
		for _, q := range c.Predicates {
			out.relation(q).dynamic = dynamic[q]
		}
	}
	for _, c := range components {
		if len(c.Rules) == 0 || !slices.ContainsFunc(c.Rules, func(r *logic.Rule) bool { return needed[r] }) {
			continue
		}
		u, err := out.newUnit(c)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(c.Rules, func(r *logic.Rule) bool { return isDynamic(r, dynamic) }) {
			out.units = append(out.units, u)
		} else if e.evaluate(u); e.err != nil {
			return nil, e.err
		}
		if e.conflict != nil {
			out.conflict = e.conflict
			break
		}
	}
	return out, nil
}

// dynamic returns the predicates that depend on inputs or on choices. All rules of such a predicate are evaluated
// with each question.
func dynamic(components []*logic.Component, inputs []logic.Predicate) map[logic.Predicate]bool {
	out := make(map[logic.Predicate]bool)
	for _, p := range inputs {
		out[p] = true
	}
	for changed := true; changed; {
		changed = false
		for _, c := range components {
			open := c.Through != nil
			for _, r := range c.Rules {
				open = open || isDynamic(r, out)
			}
			for _, r := range c.Rules {
				r.Derives(func(p logic.Predicate) {
					changed = changed || open && !out[p]
					out[p] = out[p] || open
				})
			}
		}
	}
	return out
}

func isDynamic(r *logic.Rule, dynamic map[logic.Predicate]bool) bool {
	_, yes := r.Head.(*logic.Choice)
	of := func(p logic.Predicate) { yes = yes || dynamic[p] }
	r.Derives(of)
	r.Dependencies(func(p logic.Predicate, _ logic.Literal, _ bool) { of(p) })
	return yes
}

// needed returns the rules that the outputs depend on, and those that can make models fewer or more.
func needed(components []*logic.Component, outputs []logic.Predicate) map[*logic.Rule]bool {
	out := make(map[*logic.Rule]bool)
	wanted := make(map[logic.Predicate]bool)
	for _, p := range outputs {
		wanted[p] = true
	}
	for _, c := range slices.Backward(components) { // what depends on a predicate comes behind it
		yes := outputs == nil || c.Through != nil
		for _, r := range c.Rules {
			_, choice := r.Head.(*logic.Choice)
			yes = yes || choice || r.Head == nil
			r.Derives(func(p logic.Predicate) { yes = yes || wanted[p] })
		}
		for _, r := range c.Rules {
			if out[r] = yes; yes {
				r.Dependencies(func(p logic.Predicate, _ logic.Literal, _ bool) { wanted[p] = true })
			}
		}
	}
	return out
}

func (p *Program) relation(q logic.Predicate) *relation {
	r := p.predicates[q]
	if r == nil {
		r = &relation{predicate: q, id: p.base.Atoms.ID(q)}
		p.predicates[q], p.relations = r, append(p.relations, r)
	}
	return r
}

// newUnit translates and plans the rules of a component.
func (p *Program) newUnit(c *logic.Component) (*unit, error) {
	u := &unit{}
	for _, q := range c.Predicates {
		u.relations = append(u.relations, p.relation(q))
	}
	for _, source := range c.Rules {
		r := p.newRule(source)
		u.rules = append(u.rules, r)
		source.Derives(func(q logic.Predicate) {
			if h := p.relation(q); !slices.Contains(u.heads, h) {
				u.heads = append(u.heads, h)
			}
		})
		if err := p.planRule(u, r); err != nil {
			return nil, err
		}
	}
	return u, nil
}

// planRule makes the plans of a rule: one for each positive literal of the component, which is matched with new
// atoms, or one alone. Conditional literals and aggregates over predicates of the component come last, when it is
// complete.
func (p *Program) planRule(u *unit, r *rule) error {
	isOwn := func(l *literal) bool { return slices.Contains(u.relations, l.atom.relation) }
	var now, recursive []*literal
	for _, l := range r.body {
		eachAtom([]*literal{l}, func(a *literal) { a.unfinished = isOwn(a); l.unfinished = l.unfinished || isOwn(a) })
		if l.late = l.unfinished && (l.elements != nil || l.projected); l.late {
			r.waits = true
		} else {
			now = append(now, l)
		}
	}
	if r.waits { // for the values of variables, too
		_, left, _ := p.plan(r, now, make([]bool, r.slots), nil)
		for _, l := range left {
			l.late = true
		}
	}
	var late []*literal
	now = now[:0]
	for _, l := range r.body {
		switch {
		case l.late:
			late = append(late, l)
			continue
		case l.unfinished && l.kind == positiveLiteral:
			recursive = append(recursive, l)
			u.recursive = true
		}
		now = append(now, l)
	}
	if recursive == nil {
		recursive = []*literal{nil}
	}
	var bound []bool
	for _, first := range recursive {
		bound = make([]bool, r.slots)
		steps, _, err := p.plan(r, now, bound, first)
		if err != nil {
			return err
		}
		r.plans = append(r.plans, steps)
	}
	var err error
	if r.late, _, err = p.plan(r, late, bound, nil); err != nil {
		return err
	}
	unsafe := false
	check := func(ps ...pattern) {
		for i := range ps {
			unsafe = unsafe || !ps[i].isBound(bound)
		}
	}
	if r.head != nil {
		check(r.head.args...)
	}
	if c := r.choice; c != nil {
		for _, b := range []*pattern{c.lower, c.upper} {
			if b != nil {
				check(*b)
			}
		}
		for _, e := range c.elements {
			if err := p.planElement(r, e, bound); err != nil {
				return err
			}
			eachAtom(e.condition, func(l *literal) { l.unfinished = isOwn(l); r.waits = r.waits || isOwn(l) })
		}
	}
	if unsafe {
		return p.unsafe(r, nil)
	}
	return nil
}

// Solve returns up to most stable models of the program with facts added, or fewer if there are not so many. The seed
// decides which come first. If there is no model, the answer has a conflict instead. Facts must be of the inputs.
func (p *Program) Solve(ctx context.Context, facts []ground.Atom, seed uint64, most int) (*Answer, error) {
	if p.conflict != nil {
		return &Answer{Conflict: p.conflict, Decided: &Model{program: p, facts: newFacts(0)}}, nil
	}
	e := p.scratch
	if e == nil {
		e = p.newEvaluation(ctx, nil)
		p.scratch = e
	}
	e.reset(ctx, newFacts(p.lastSize))
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
	p.lastSize = len(e.facts.records)
	return e.answer(ctx, seed, most)
}
