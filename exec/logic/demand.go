package logic

import (
	"math"
	"slices"
)

// Programs can define relations of which they need few atoms: in GDL, whether a field of chess is threatened, for each
// field, capture and pair of fields to leave out of account, which are millions in each state. The atoms of such a
// relation are derived when a literal asks for them, with what the arguments are known to be: top-down evaluation with
// tables. Questions that depend on themselves are evaluated again until they have no new answers (linear tabling: Zhou
// and Sato, “Efficient fixpoint computation in linear tabling”, PPDP 2003). The program must be stratified, so that
// each question below a negation is answered in whole before the literal goes on.
const (
	inputEstimate = 100 // atoms that an input is expected to have
	// Relations beyond largeEstimate are derived on demand, unless a literal asks for a tenth of that at once.
	largeEstimate = 8_000
)

// demand is a relation with places of its arguments that have values when it is asked.
type demand struct {
	relation *relation
	bound    []bool
	rules    []demandedRule
	asked    *index // the values that were asked for
	calls    []call // by chain of asked
}

// call is a question: a demand with values.
type call struct {
	complete bool
	open     bool // evaluated, but not complete, because it depends on a question that is being evaluated
	depth    int  // of a question that is being evaluated, from 1; 0 otherwise
	low      int  // least depth of a question that it depends on
	round    int  // in which it was evaluated last
}

type demandedRule struct {
	rule  *rule
	match []pattern // of the head, in the places with values
	steps []step
}

// deriveOnDemand makes the relations of a component derived on demand if one is large, and their rules are not
// evaluated otherwise. Rules are those that are not planned yet. It reports whether it did so.
func (p *Program) deriveOnDemand(component []*relation, rules []*rule) bool {
	large := false
	for _, r := range component {
		large = large || r.estimate >= p.options.large
		rules = slices.Concat(rules, r.rules)
	}
	calculates := func(a pattern) bool { return a.has(calculateOp) }
	if !large || slices.ContainsFunc(rules, func(r *rule) bool {
		return r.head == nil || r.waits || slices.ContainsFunc(r.head.args, calculates)
	}) {
		return false
	}
	for _, r := range component {
		r.onDemand = true
	}
	p.units = slices.DeleteFunc(p.units, func(u *unit) bool { return len(u.heads) == 1 && u.heads[0].onDemand })
	return true
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
	if chain < 0 {
		chain = len(d.calls)
		d.asked.heads = append(d.asked.heads, values...)
		d.asked.addChain(slot, 0)
		d.calls = append(d.calls, call{})
	}
	c := &d.calls[chain]
	switch {
	case c.complete:
		return true
	case c.depth > 0:
		e.depend(c.depth)
	case c.open && c.round == e.round:
		e.depend(c.low)
	default:
		e.answerCall(d, chain)
	}
	d.relation.seen = len(d.relation.atoms)
	return e.err == nil
}

// depend notes that the innermost question depends on one that is being evaluated.
func (e *evaluation) depend(depth int) {
	if n := len(e.lows); n > 0 {
		e.lows[n-1] = min(e.lows[n-1], depth)
		e.looped[depth-1] = true
	}
}

// answerCall evaluates a question. It is complete then, with all questions that depend on it, unless it depends on one
// that is being evaluated.
func (e *evaluation) answerCall(d *demand, chain int) {
	depth := len(e.lows) + 1
	e.lows, e.looped = append(e.lows, depth), append(e.looped, false)
	d.calls[chain].depth = depth
	opened := len(e.opened)
	for {
		d.calls[chain].round = e.round
		before := len(e.facts.records)
		e.runCall(d, chain)
		if e.err != nil || e.lows[depth-1] < depth || !e.looped[depth-1] || len(e.facts.records) == before {
			break
		}
		e.round++
	}
	low := e.lows[depth-1]
	e.lows, e.looped = e.lows[:depth-1], e.looped[:depth-1]
	c := &d.calls[chain]
	c.depth = 0
	if low < depth {
		if !c.open {
			e.opened = append(e.opened, openCall{d, chain})
		}
		c.open, c.low = true, low
		e.depend(low)
		return
	}
	c.complete = true
	for _, o := range e.opened[opened:] {
		o.demand.calls[o.chain].complete = true
	}
	e.opened = e.opened[:opened]
}

// openCall is a question that is not complete.
type openCall struct {
	demand *demand
	chain  int
}

// runCall evaluates the rules of a question once, in a frame of its own.
func (e *evaluation) runCall(d *demand, chain int) {
	outer, rule := e.frame, e.rule
	depth := len(e.lows)
	if len(e.frames) < depth {
		e.frames = append(e.frames, &frame{terms: e.terms})
	}
	e.frame = e.frames[depth-1]
	values := d.asked.heads[chain*d.asked.keys : (chain+1)*d.asked.keys]
	for i := range d.rules {
		q := &d.rules[i]
		e.enter(q.rule)
		if e.matchAll(q.match, values) && !e.run(q.steps, e.emit) {
			break
		}
	}
	e.frame, e.rule = outer, rule
}
