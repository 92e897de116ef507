package structure

import (
	"slices"

	"github.com/ceptre-graph/ceptre/lang"
)

// reach is a superset of the facts that a run can have: the predicates that come up, and for each argument the
// outermost symbols of its values, as if rules used nothing up and arguments were independent (the relaxation of
// Bonet and Geffner, "Planning as heuristic search", Artificial Intelligence 129, 2001, over abstract values). A
// rule or stage beyond it is never fired or entered.
type reach struct {
	facts  map[*lang.Pred][]heads // of each predicate that comes up, by argument
	rules  map[*lang.Rule][]heads // of each rule that may fire, by variable
	stages map[*lang.Stage]bool
	grown  bool // something was added in this round
}

// head is the outermost symbol of values: a constant or constructor, or a string. The zero head stands for
// numbers and for values from outside.
type head struct {
	con  *lang.Constructor
	text string
}

// heads is a set of heads; nil stands for all.
type heads map[head]bool

// newReach returns a superset of the facts, rules and stages that a run from a start can reach.
func newReach(prog *lang.Program, start *lang.Start) *reach {
	r := &reach{facts: make(map[*lang.Pred][]heads), rules: make(map[*lang.Rule][]heads),
		stages: map[*lang.Stage]bool{start.Stage: true}}
	for _, f := range start.Context.Facts {
		var values []heads
		for _, v := range f.Fact.Args {
			values = append(values, heads{headOfValue(v): true})
		}
		r.addFact(f.Fact.Pred, values)
	}
	for r.grown = true; r.grown; {
		r.grown = false
		r.prove(prog)
		for _, s := range prog.Stages {
			if r.stages[s] {
				r.fire(s)
			}
		}
	}
	return r
}

// prove adds the answers of backward predicates.
func (r *reach) prove(prog *lang.Program) {
	for _, p := range prog.Preds {
		for _, c := range p.Clauses {
			if values, ok := r.match(c.Premises, len(c.Vars)); ok {
				r.addAtom(c.Head, values)
			}
		}
	}
}

// fire adds the facts that rules and links of a stage make.
func (r *reach) fire(s *lang.Stage) {
	for _, rule := range s.Rules {
		r.fireRule(rule)
	}
	for _, l := range s.Links {
		if r.fireRule(&l.Rule) && l.To != nil && !r.stages[l.To] {
			r.stages[l.To] = true
			r.grown = true
		}
	}
}

// fireRule adds the facts that a rule makes, and reports whether the rule may fire.
func (r *reach) fireRule(rule *lang.Rule) bool {
	values, ok := r.match(rule.Premises, len(rule.Vars))
	if !ok {
		return false
	}
	r.rules[rule] = values
	for _, result := range rule.Results {
		r.addAtom(result.Atom, values)
	}
	return true
}

// addAtom adds the facts that an atom can become.
func (r *reach) addAtom(a lang.Atom, values []heads) {
	var args []heads
	for _, t := range a.Args {
		args = append(args, headsOf(t, values))
	}
	r.addFact(a.Pred, args)
}

// addFact adds facts of a predicate with these values.
func (r *reach) addFact(p *lang.Pred, values []heads) {
	known, ok := r.facts[p]
	if !ok {
		known = make([]heads, len(values))
		for i := range known {
			known[i] = heads{}
		}
		r.facts[p] = known
		r.grown = true
	}
	for i, more := range values {
		switch {
		case known[i] == nil:
		case more == nil:
			known[i] = nil
			r.grown = true
		default:
			for h := range more {
				if !known[i][h] {
					known[i][h] = true
					r.grown = true
				}
			}
		}
	}
}

// match returns the values that variables can have where all premises are met; false if there are none.
func (r *reach) match(premises []lang.Premise, vars int) ([]heads, bool) {
	values := make([]heads, vars)
	for range 2 { // the second time with the values of all premises
		for _, p := range premises {
			if !r.meet(p, values) {
				return nil, false
			}
		}
	}
	return values, true
}

// meet narrows the values of variables to the ones that a premise allows, and reports whether some are left.
func (r *reach) meet(p lang.Premise, values []heads) bool {
	switch p.Kind {
	case lang.Ask:
		return true
	case lang.Compare:
		return compare(p, values)
	}
	args, ok := r.facts[p.Atom.Pred]
	if !ok {
		return false
	}
	for i, t := range p.Atom.Args {
		if !narrow(t, args[i], values) {
			return false
		}
	}
	return true
}

// compare narrows the values of variables to those that meet a comparison.
func compare(p lang.Premise, values []heads) bool {
	x, y := headsOf(p.X, values), headsOf(p.Y, values)
	switch p.Op {
	case lang.Same:
		return narrow(p.X, y, values) && narrow(p.Y, x, values)
	case lang.Differs:
		a, okA := x.only()
		b, okB := y.only()
		return !okA || !okB || a != b || a.con != nil && len(a.con.Args) > 0 || a == head{}
	}
	return true
}

// only returns the head of a set with one element.
func (s heads) only() (head, bool) {
	if len(s) != 1 {
		return head{}, false
	}
	for h := range s {
		return h, true
	}
	return head{}, false
}

// narrow leaves a term the values of a set, and reports whether it has some.
func narrow(t lang.Term, to heads, values []heads) bool {
	if v, ok := t.(lang.Variable); ok {
		values[v] = common(values[v], to)
		return values[v] == nil || len(values[v]) > 0
	}
	return to == nil || len(common(headsOf(t, values), to)) > 0
}

// common returns the intersection of two sets.
func common(a, b heads) heads {
	if a == nil {
		a, b = b, a
	}
	if b == nil {
		return a
	}
	out := heads{}
	for h := range a {
		if b[h] {
			out[h] = true
		}
	}
	return out
}

// headsOf returns the heads of the values of a term.
func headsOf(t lang.Term, values []heads) heads {
	switch t := t.(type) {
	case lang.Variable:
		return values[t]
	case *lang.Compound:
		return heads{{con: t.Con}: true}
	case lang.Literal:
		return heads{{text: string(t)}: true}
	}
	return heads{{}: true}
}

// headOfValue returns the head of a value.
func headOfValue(v lang.Value) head {
	switch {
	case v.Of != nil:
		return head{}
	case v.Con == nil:
		return head{text: v.Text}
	}
	return head{con: v.Con}
}

// idle returns the rules and links that never fire, and the stages that are never entered, in the order written.
// Rules of these stages are not listed.
func (r *reach) idle(prog *lang.Program) (rules []*lang.Rule, stages []*lang.Stage) {
	for _, s := range prog.Stages {
		if !r.stages[s] {
			stages = append(stages, s)
		}
	}
	for _, rule := range prog.Rules() {
		if _, ok := r.rules[rule]; !ok && !slices.Contains(stages, rule.Stage) {
			rules = append(rules, rule)
		}
	}
	return rules, stages
}
