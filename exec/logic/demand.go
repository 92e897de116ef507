package logic

import (
	"math"
	"slices"
)

// Programs can define relations of which they need few atoms: in GDL, whether a field of chess is threatened, for each
// field, capture and pair of fields to leave out of account, which are millions in each state. The atoms of such a
// relation are derived when a literal asks for them, with what the arguments are known to be (top-down evaluation with
// tables: Tamaki and Sato, “OLD resolution with tabulation”, ICLP 1986). The relation must not be recursive, and the
// program stratified, so that each question is answered in whole before the literal goes on.
const (
	inputEstimate = 100 // atoms that an input is expected to have
	// Relations beyond largeEstimate are derived on demand, unless a literal asks for a tenth of that at once.
	largeEstimate = 20_000
)

// demand is a relation with places of its arguments that have values when it is asked.
type demand struct {
	relation *relation
	bound    []bool
	rules    []demandedRule
	asked    *index // the values that were asked for
}

type demandedRule struct {
	rule  *rule
	match []pattern // of the head, in the places with values
	steps []step
}

// deriveOnDemand makes a relation derived on demand if it is large, and its rules are not evaluated otherwise.
func (p *Program) deriveOnDemand(r *relation) {
	if r.estimate < p.options.large {
		return
	}
	for _, rule := range r.rules {
		if rule.head == nil || rule.waits || slices.ContainsFunc(rule.head.args, func(a pattern) bool {
			return a.has(calculateOp)
		}) {
			return
		}
	}
	r.onDemand = true
	p.units = slices.DeleteFunc(p.units, func(u *unit) bool { return len(u.heads) == 1 && u.heads[0] == r })
}

// estimate is about the number of instances that a plan finds.
func (p *Program) estimate(steps []step) float64 {
	n := 1.0
	for _, s := range steps {
		switch r := s.literal.atom.relation; {
		case s.op == scanStep:
			n *= r.size()
		case s.op == lookupStep && !r.dynamic:
			n *= r.size() / math.Max(1, float64(len(s.index.first)))
		case s.op == lookupStep:
			n *= s.literal.matches(len(s.keys))
		case s.op == intervalStep && s.args[0].op == bindOp:
			n *= p.interval(s.literal)
		}
	}
	return math.Min(n, 1e12)
}

// size is the number of atoms of a relation, or an estimate of it.
func (r *relation) size() float64 {
	if r.dynamic {
		return math.Max(r.estimate, 1)
	}
	return float64(len(r.atoms))
}

// matches estimates the number of atoms of a literal that have some keys, by the number of its places.
func (l *literal) matches(keys int) float64 {
	places := 0
	for i := range l.atom.args {
		k, f := l.atom.args[i].leaves(nil)
		places += k + f
	}
	return math.Pow(l.atom.relation.size(), float64(places-keys)/float64(max(places, 1)))
}

// demand returns the demand for the atoms of a literal with the arguments that have values, or nil if the relation is
// not derived on demand. If the literal asks for too many atoms, the relation is noted as wide.
func (p *Program) demand(l *literal, bound []bool) (*demand, error) {
	r := l.atom.relation
	if !r.onDemand {
		return nil, nil
	}
	places := make([]bool, len(l.atom.args))
	keys := 0
	for i := range places {
		if places[i] = l.atom.args[i].isBound(bound); places[i] {
			keys++
		}
	}
	if math.Pow(r.estimate, float64(len(places)-keys)/float64(len(places))) > p.options.large/10 {
		if p.planned != nil {
			p.planned.wide = append(p.planned.wide, r.predicate)
		} else {
			p.wide = append(p.wide, r.predicate)
		}
		return nil, nil
	}
	for _, d := range p.demands {
		if d.relation == r && slices.Equal(d.bound, places) {
			return d, nil
		}
	}
	d := &demand{relation: r, bound: places, asked: &index{keys: keys, slots: make([]int32, 16)}}
	p.demands = append(p.demands, d)
	unit := p.planned
	p.planned = nil
	defer func() { p.planned = unit }()
	for _, rule := range r.rules {
		bound := make([]bool, rule.slots)
		var head []pattern
		for i, a := range rule.head.args {
			if places[i] {
				head = append(head, a)
			}
		}
		match := resolveAll(head, bound)
		steps, _, err := p.plan(rule, rule.body, bound, nil)
		if err != nil {
			return nil, err
		}
		d.rules = append(d.rules, demandedRule{rule, match, steps})
	}
	return d, nil
}

// ask derives the atoms of a demand that have the values of a literal's arguments. It returns false if these have no
// values, or the evaluation is to end.
func (e *evaluation) ask(d *demand, args []pattern) bool {
	at := len(e.stack)
	for i := range args {
		if !d.bound[i] {
			continue
		}
		t, ok := e.build(&args[i])
		if !ok {
			e.stack = e.stack[:at]
			return false
		}
		e.stack = append(e.stack, t)
	}
	values := e.stack[at:]
	e.stack = e.stack[:at]
	slot, chain := d.asked.find(values)
	if chain >= 0 {
		return true
	}
	d.asked.heads = append(d.asked.heads, values...)
	d.asked.addChain(slot, 0)
	values = d.asked.heads[len(d.asked.heads)-len(values):]
	outer, rule := e.frame, e.rule
	e.depth++
	if len(e.frames) < e.depth {
		e.frames = append(e.frames, &frame{terms: e.terms})
	}
	e.frame = e.frames[e.depth-1]
	for i := range d.rules {
		q := &d.rules[i]
		e.enter(q.rule)
		if e.matchAll(q.match, values) && !e.run(q.steps, e.emit) {
			break
		}
	}
	e.frame, e.rule = outer, rule
	e.depth--
	d.relation.seen = len(d.relation.atoms)
	return e.err == nil
}
