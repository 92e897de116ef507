package logic

import (
	"context"
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/logic/ground"
)

// evaluation derives the consequences of facts.
type evaluation struct {
	*frame
	program   *Program
	ctx       context.Context
	facts     *facts // derived atoms
	rules     []ground.Rule
	reasons   []int32 // of rules: where their instances begin in facts.reasons
	conflict  []Reason
	err       error
	instances int
	ticks     int
	deferred  []deferred
	// implications are conditional literals whose conditions depend on their component.
	implications []implication
	late         bool // deferred instances are completed
	rule         *rule
	frames       []*frame // of questions within questions
	lows         []int    // by depth: the least depth of a question that one depends on
	looped       []bool   // by depth: a question depends on it
	opened       []openCall
	round        int // of questions that are evaluated again
	args         []ground.Term
	holds        []ground.Atom
	absent       []ground.Atom
	aux          map[ground.Atom]bool // auxiliary atoms that have their rules
}

// deferred is an instance whose late literals wait until the component is complete.
type deferred struct {
	rule   *rule
	values []ground.Term
	parts  []part
}

func (p *Program) newEvaluation(ctx context.Context, f *facts) *evaluation {
	e := &evaluation{program: p, frame: &frame{terms: &p.base.Terms}}
	e.start(ctx, f)
	return e
}

func (e *evaluation) start(ctx context.Context, f *facts) {
	e.ctx, e.facts, e.rules, e.reasons, e.conflict, e.err = ctx, f, nil, nil, nil, nil
	e.instances, e.deferred, e.implications, e.late, e.aux = 0, nil, nil, false, nil
	for _, r := range e.program.rules {
		r.count = 0
	}
}

// reset prepares for the next question.
func (e *evaluation) reset(ctx context.Context, f *facts) {
	e.start(ctx, f)
	for _, r := range e.program.relations {
		if r.dynamic {
			r.reset()
		}
	}
	e.lows, e.looped, e.opened = e.lows[:0], e.looped[:0], e.opened[:0]
	for _, d := range e.program.demands {
		d.asked.reset()
		d.calls = d.calls[:0]
	}
}

// evaluate brings a component to its fixpoint.
func (e *evaluation) evaluate(u *unit) {
	for _, r := range u.relations {
		r.old, r.seen = 0, len(r.atoms)
	}
	for _, r := range u.rules {
		if first := r.plans[0]; len(first) == 0 || first[0].age != newAge {
			e.fire(r, first)
		}
	}
	for more := true; more && e.err == nil && e.conflict == nil; {
		e.saturate(u)
		for _, r := range u.relations {
			r.seen = len(r.atoms)
		}
		more = len(e.deferred) > 0 && e.complete(u)
	}
	e.deferred = nil
	for _, r := range u.heads {
		r.seen = len(r.atoms)
	}
}

// saturate matches the recursive rules of a component with new atoms until there are none.
func (e *evaluation) saturate(u *unit) {
	for u.recursive && e.err == nil && e.conflict == nil {
		fresh := false
		for _, r := range u.relations {
			r.seen = len(r.atoms)
			fresh = fresh || r.old < r.seen
		}
		if !fresh {
			break
		}
		for _, r := range u.rules {
			for _, steps := range r.plans {
				if len(steps) > 0 && steps[0].age == newAge {
					e.fire(r, steps)
				}
			}
		}
		for _, r := range u.relations {
			r.old = r.seen
		}
	}
}

// fire derives the heads of all instances of a rule that a plan finds.
func (e *evaluation) fire(r *rule, steps []step) {
	if e.err != nil || e.conflict != nil {
		return
	}
	e.enter(r)
	e.run(steps, e.emit)
}

// enter makes room for the instances of a rule.
func (e *evaluation) enter(r *rule) {
	e.rule = r
	e.values = slices.Grow(e.values[:0], r.slots)[:r.slots]
	for len(e.parts) < r.numbers {
		e.parts = append(e.parts, part{})
	}
	for i := range r.numbers {
		e.parts[i].reset()
	}
}

// complete evaluates what deferred instances wait for, with the atoms that the component has so far. If that adds
// atoms, complete returns true, and has to be called again when their consequences are there: elements of aggregates,
// conditional literals and choices can be more then, so that the ground rules that were made are dropped.
func (e *evaluation) complete(u *unit) bool {
	rules, atoms := len(e.rules), 0
	for _, r := range u.heads {
		atoms -= len(r.atoms)
	}
	e.late = true
	for _, d := range e.deferred {
		if e.err != nil {
			break
		}
		e.enter(d.rule)
		copy(e.values, d.values)
		for i := range d.parts {
			e.parts[i].set(&d.parts[i])
		}
		e.run(d.rule.late, e.emit)
	}
	e.late = false
	for _, r := range u.heads {
		atoms += len(r.atoms)
	}
	if atoms == 0 {
		return false
	}
	kept := rules // rules of auxiliary atoms say what these stand for, and stay
	for i := rules; i < len(e.rules); i++ {
		if e.rules[i].Origin == nil {
			e.rules[kept], e.reasons[kept] = e.rules[i], e.reasons[i]
			kept++
		}
	}
	e.rules, e.reasons = e.rules[:kept], e.reasons[:kept]
	return true
}

// tick reports whether to go on: it asks the context now and then.
func (e *evaluation) tick() bool {
	if e.ticks++; e.ticks&0xfff == 0 && e.err == nil && e.ctx.Err() != nil {
		cause := context.Cause(e.ctx)
		e.err = &stopped{e.exploding(cause.Error()), cause}
	}
	return e.err == nil
}

// stopped is the error of an evaluation that its context ends: it has the place of a rule, and wraps the cause.
type stopped struct{ at, cause error }

func (s *stopped) Error() string { return s.at.Error() }

func (s *stopped) Unwrap() []error { return []error{s.at, s.cause} }

// count counts an instance, and reports whether the limit allows it.
func (e *evaluation) count() bool {
	e.rule.count++
	if e.instances++; e.instances > e.program.options.MaxRules {
		e.err = e.exploding(fmt.Sprintf("the limit of %d instances of rules is reached", e.program.options.MaxRules))
	}
	return e.err == nil
}

// exploding is the error of an evaluation that ends early: it is placed at the rule with most instances.
func (e *evaluation) exploding(why string) error {
	most := e.rule
	for _, r := range e.program.rules {
		if r.count > most.count {
			most = r
		}
	}
	return most.error(most.source.Span, "%s; %d of %d instances are of this rule", why, most.count, e.instances)
}
