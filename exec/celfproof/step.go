package celfproof

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/celf"
	"github.com/ceptre-graph/ceptre/lang/celf/proofterm"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// use is how a premise is met: by a resource, or by what a proof shows.
type use struct {
	at       int
	name     string // of the resource; empty of a proof
	resource *resource
	shown    *node // by a proof; nil of a resource
}

// firing is a step that is being replayed.
type firing struct {
	let    *proofterm.Let
	called string // the rule, as the answer names it
	rule   *lang.Rule
	token  bool // the first use is that of the rule itself
	uses   []use
	terms  []proofterm.Part // that are given explicitly
	args   term.Bindings
	next   *node            // token of a stage that the rule makes; nil for a link, and without stages
	nextAt int              // place of next among the results, from 0
	vars   map[string]*node // variables of the tokens, by their names
}

// step fires what a step says.
func (r *reading) step(l *proofterm.Let) error {
	f := &firing{let: l, called: l.Rule.Head}
	rules, err := r.rulesOf(f)
	if err != nil {
		return err
	}
	if err := r.proofs(f, r.types[rules[0].Span]); err != nil {
		return err
	}
	return r.fireOneOf(f, rules)
}

// fireOneOf fires the first of several rules whose premises the step meets.
func (r *reading) fireOneOf(f *firing, rules []*lang.Rule) error {
	if err := r.choose(f, rules); err != nil {
		return err
	}
	if err := r.match(f); err != nil {
		return err
	}
	if err := r.explicit(f); err != nil {
		return err
	}
	return r.fire(f)
}

// rulesOf returns the rules that the head of a step may mean, and enters the use of one that is kept in the state.
func (r *reading) rulesOf(f *firing) ([]*lang.Rule, error) {
	head := f.let.Rule
	if rules := r.rules[head.Head]; len(rules) > 0 {
		return rules, nil
	}
	if !proofterm.IsResource(head.Head) {
		if r.declared[head.Head] == nil {
			return nil, errorf(head.At, "%s declares no %s", r.prog.Source, head.Head)
		}
		return nil, errorf(head.At, "%s is no forward rule", head.Head)
	}
	x, err := r.resource(&proofterm.Object{At: head.At, Head: head.Head})
	if err != nil {
		return nil, err
	}
	f.token = true
	f.uses = append(f.uses, use{at: head.At, name: head.Head, resource: x})
	rules := r.kept[x.fact.Pred]
	if len(rules) == 0 {
		return nil, errorf(head.At, "%s is %s, and no rule", head.Head, r.nodeOf(x))
	}
	return rules, nil
}

// proofs reads the arguments of a step by a rule, which has the type of: terms, resources, and proofs by the signature.
func (r *reading) proofs(f *firing, of celf.Expr) error {
	terms, proofs := r.arguments(f.let.Rule.Spine)
	f.terms = terms
	order := r.order(of)
	proofs, err := r.passToken(f, reordered(proofs, order), order)
	if err != nil {
		return err
	}
	for _, p := range proofs {
		u, err := r.use(p)
		if err != nil {
			return err
		}
		f.uses = append(f.uses, u)
	}
	return nil
}

// use returns what meets a premise.
func (r *reading) use(p proofterm.Part) (use, error) {
	u := use{at: p.Object.At}
	var err error
	if proofterm.IsResource(p.Object.Head) && len(p.Object.Spine) == 0 {
		u.name = p.Object.Head
		u.resource, err = r.resource(p.Object)
		if err == nil && p.Mark == proofterm.Persistent && !u.resource.permanent {
			err = errorf(p.At, "%s is %s, which is not permanent", u.name, r.nodeOf(u.resource))
		}
		return u, err
	}
	u.shown, err = r.conclusion(p.Object)
	return u, err
}

// choose takes the rule whose premises can be met in the ways of the step. A premise that may be met by facts and by
// proofs is one of the state in some of the rules that one rule became, and one that is proved in others. If no rule
// fits, it takes the first, which [reading.match] refuses.
func (r *reading) choose(f *firing, rules []*lang.Rule) error {
	n, of := len(rules[0].Premises), len(f.uses)
	if n != of {
		if f.token {
			n, of = n-1, of-1
		}
		return errorf(f.let.Rule.At, "%s has %s, and %s here", f.called, english.Count(n, "premise"),
			english.Count(of, "proof"))
	}
	f.rule = rules[0]
	for _, rule := range rules {
		fits := true
		for i, u := range f.uses {
			proved := slices.ContainsFunc(rules, func(other *lang.Rule) bool { return other.Premises[i].Kind == lang.Prove })
			fits = fits && r.fits(u, rule.Premises[i], proved)
		}
		if fits {
			f.rule = rule
			break
		}
	}
	return nil
}

// fits reports whether a use is of the kind that a premise asks for: a resource of its predicate, or a proof; proved
// says whether the premise is proved in some of the rules.
func (r *reading) fits(u use, p lang.Premise, proved bool) bool {
	switch {
	case u.resource == nil:
		return p.Kind == lang.Prove || !proved
	case p.Kind == lang.Prove:
		return r.provesItself(u, p)
	}
	return p.Atom.Pred == u.resource.fact.Pred
}

// provesItself reports whether a premise that is proved is met by a permanent fact of that predicate in Celf. In the
// program it may be one of another, from which that of the premise follows.
func (r *reading) provesItself(u use, p lang.Premise) bool {
	return u.resource.permanent && p.Kind == lang.Prove && r.preds[p.Atom.Pred] == r.preds[u.resource.fact.Pred]
}

// match gives the variables of the rule their values: first those of the resources, then those that proofs show.
func (r *reading) match(f *firing) error {
	f.args = term.NewBindings(len(f.rule.Vars))
	proofs := false
	for i, u := range f.uses {
		p := f.rule.Premises[i]
		switch {
		case u.resource == nil || r.provesItself(u, p):
			proofs = true
		case p.Atom.Pred != u.resource.fact.Pred || !f.args.FitAll(p.Atom.Args, u.resource.fact.Args):
			return r.unmet(f, i, u)
		}
	}
	if !proofs && !slices.Contains(f.args.Bound, false) {
		return nil
	}
	vars := r.variables(f)
	for i, u := range f.uses {
		shown := u.shown
		if u.resource != nil {
			if !r.provesItself(u, f.rule.Premises[i]) {
				continue
			}
			shown = r.nodeOf(u.resource)
		}
		if !unify(shown, r.premise(f, i, vars)) {
			return r.unmet(f, i, u)
		}
	}
	for i, v := range vars {
		if f.args.Bound[i] {
			continue
		}
		x, ok := r.ground(v, f.rule.Vars[i].Type)
		if !ok {
			return errorf(f.let.Rule.At, "the value of %s in %s is not told", r.variable(f.rule, i), f.called)
		}
		f.args.Args[i], f.args.Bound[i] = x, true
	}
	return nil
}

// variables returns the variables of the rule, with the values that they have.
func (r *reading) variables(f *firing) []*node {
	vars := make([]*node, len(f.rule.Vars))
	for i := range vars {
		if vars[i] = (&node{}); f.args.Bound[i] {
			vars[i] = r.valueNode(f.args.Args[i])
		}
	}
	return vars
}

// premise returns what a premise of the rule asks for.
func (r *reading) premise(f *firing, i int, vars []*node) *node {
	a := f.rule.Premises[i].Atom
	n := &node{head: r.preds[a.Pred]}
	for _, t := range a.Args {
		n.args = append(n.args, r.termNode(t, vars))
	}
	return n
}

// variable returns the name that the file gives a variable of a rule.
func (r *reading) variable(rule *lang.Rule, i int) string {
	return r.prog.Source.Slice(rule.Vars[i].Span)
}

// unmet returns the error that a premise is not met.
func (r *reading) unmet(f *firing, i int, u use) error {
	wants := r.premise(f, i, r.variables(f))
	if u.shown != nil {
		return errorf(u.at, "this shows %s, and %s needs %s here", u.shown, f.called, wants)
	}
	return errorf(u.at, "%s is %s, and %s needs %s here", u.name, r.nodeOf(u.resource), f.called, wants)
}

// explicit compares the terms of a step with the values of the variables that the rule binds by Pi. Terms that Celf
// infers are only printed on demand, before the others and in an order of its own.
func (r *reading) explicit(f *firing) error {
	bound := r.piNames(f.rule)
	given := f.terms
	if len(given) < len(bound) {
		return errorf(f.let.Rule.At, "%s takes %s, and has %s here", f.called, english.Count(len(bound), "argument"),
			english.Count(len(given), "argument"))
	}
	inferred := given[:len(given)-len(bound)]
	for _, t := range inferred {
		if _, err := r.termOf(t.Object); err != nil {
			return err
		}
	}
	for i, t := range given[len(inferred):] {
		n, err := r.termOf(t.Object)
		if err != nil {
			return err
		}
		k := slices.IndexFunc(f.rule.Vars, func(v lang.Var) bool { return r.prog.Source.Slice(v.Span) == bound[i] })
		if k < 0 {
			if v := f.vars[bound[i]]; v != nil && !unify(n, v) {
				return errorf(t.At, "%s is %s here, but by the token of %s it is %s", bound[i], n, f.called, v)
			}
			continue // nothing else depends on it
		}
		if x, ok := r.ground(n, f.rule.Vars[k].Type); !ok || !x.Equal(f.args.Args[k]) {
			return errorf(t.At, "%s is %s here, but by the premises of %s it is %s", bound[i], n, f.called,
				r.valueNode(f.args.Args[k]))
		}
	}
	return nil
}
