package logic

import (
	"context"
	"slices"

	"github.com/ceptre-graph/ceptre/lang/logic"
)

// unit is a component with what its evaluation needs.
type unit struct {
	rules     []*rule
	relations []*relation // of the component
	heads     []*relation // that the rules add to
	recursive bool
	wide      []logic.Predicate // relations of which literals ask for too many atoms to be derived on demand
}

// Compile prepares a program: it orders and plans its rules, and evaluates all that does not depend on inputs. Errors
// have the place of a rule: an unsafe variable, or instances beyond the limit.
func Compile(ctx context.Context, base *Base, p *logic.Program, o Options) (*Program, error) {
	if o.MaxRules == 0 {
		o.MaxRules = DefaultMaxRules
	}
	if o.large == 0 {
		o.large = largeEstimate
	}
	components := logic.Components(p.Rules)
	whole := make(map[logic.Predicate]bool) // predicates that are not derived on demand
	for _, q := range slices.Concat(o.Inputs, o.Outputs) {
		whole[q] = true
	}
	for {
		out, err := compile(ctx, base, components, o, whole)
		if err != nil {
			return nil, err
		}
		wide := out.wide
		for _, u := range out.units {
			wide = append(wide, u.wide...)
		}
		if len(wide) == 0 {
			return out, nil
		}
		for _, q := range wide {
			whole[q] = true
		}
	}
}

func compile(
	ctx context.Context, base *Base, components []*logic.Component, o Options, whole map[logic.Predicate]bool,
) (*Program, error) {
	p := &Program{base: base, options: o, predicates: make(map[logic.Predicate]*relation),
		static: newFacts(&facts{}), last: &facts{}}
	dynamic, needed := dynamic(components, o.Inputs), needed(components, o.Outputs)
	for _, c := range components {
		for _, q := range c.Predicates {
			p.relation(q).dynamic = dynamic[q]
		}
	}
	for _, q := range o.Inputs {
		p.relation(q).dynamic, p.relation(q).estimate = true, inputEstimate
	}
	e := p.newEvaluation(ctx, p.static)
	stratified := isStratified(components)
	for _, c := range components {
		onDemand := stratified && o.Outputs != nil && !slices.ContainsFunc(c.Predicates, func(q logic.Predicate) bool {
			return whole[q] || !dynamic[q]
		})
		if len(c.Rules) == 0 {
			if onDemand {
				p.deriveOnDemand(p.relationsOf(c), nil)
			}
			continue
		}
		if !slices.ContainsFunc(c.Rules, func(r *logic.Rule) bool { return needed[r] }) {
			continue
		}
		u := p.newUnit(c)
		if len(c.Predicates) > 0 && onDemand && p.deriveOnDemand(u.relations, u.rules) {
			for _, r := range u.rules {
				r.head.relation.rules = append(r.head.relation.rules, r)
			}
			continue
		}
		if err := p.planUnit(u); err != nil {
			return nil, err
		}
		if slices.ContainsFunc(c.Rules, func(r *logic.Rule) bool { return isDynamic(r, dynamic) }) {
			p.units = append(p.units, u)
		} else if e.evaluate(u); e.err != nil {
			return nil, e.err
		}
		if e.conflict != nil {
			p.conflict = e.conflict
			break
		}
	}
	return p, nil
}

// isStratified reports whether nothing is chosen and nothing depends on its own absence.
func isStratified(components []*logic.Component) bool {
	return !slices.ContainsFunc(components, func(c *logic.Component) bool {
		return c.Through != nil || slices.ContainsFunc(c.Rules, func(r *logic.Rule) bool {
			_, choice := r.Head.(*logic.Choice)
			return choice
		})
	})
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

// needed returns the rules that the outputs depend on, and the rules that can make models fewer or more.
func needed(components []*logic.Component, outputs []logic.Predicate) map[*logic.Rule]bool {
	out := make(map[*logic.Rule]bool)
	wanted := make(map[logic.Predicate]bool)
	for _, p := range outputs {
		wanted[p] = true
	}
	for _, c := range slices.Backward(components) { // a predicate stands before its dependents
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

func (p *Program) relationsOf(c *logic.Component) []*relation {
	out := make([]*relation, len(c.Predicates))
	for i, q := range c.Predicates {
		out[i] = p.relation(q)
	}
	return out
}

// newUnit translates the rules of a component.
func (p *Program) newUnit(c *logic.Component) *unit {
	u := &unit{relations: p.relationsOf(c)}
	for _, source := range c.Rules {
		u.rules = append(u.rules, p.newRule(source))
		source.Derives(func(q logic.Predicate) {
			if h := p.relation(q); !slices.Contains(u.heads, h) {
				u.heads = append(u.heads, h)
			}
		})
	}
	return u
}

// planUnit plans the rules of a component, and estimates how many atoms they derive.
func (p *Program) planUnit(u *unit) error {
	p.planned = u
	defer func() { p.planned = nil }()
	for _, r := range u.rules {
		if err := p.planRule(u, r); err != nil {
			return err
		}
		size := 0.0
		for _, steps := range r.plans {
			size += p.estimate(steps)
		}
		r.source.Derives(func(q logic.Predicate) {
			h := p.relation(q)
			h.estimate += size
			if len(u.wide) > 0 {
				h.estimate += p.options.large // as large as the relations that it needs
			}
			h.rules = append(h.rules, r)
		})
	}
	return nil
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
