package celfproof

import (
	"errors"
	"slices"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// fire fires the rule of a step on the machine with the resources that the step uses, and names what the rule makes.
// The error is a [*proofterm.Error], that of the context, or an [*exec.RunError].
func (r *reading) fire(f *firing) error {
	claim := exec.Claim{Rule: f.rule, Args: f.args.Args, AnyProof: true}
	for i, u := range f.uses {
		x, err := r.held(f, i, u)
		switch {
		case err != nil:
			return err
		case x == nil: // proved
		case x.Permanent:
			if !slices.Contains(claim.Reads, x) {
				claim.Reads = append(claim.Reads, x)
			}
		case slices.Contains(claim.Consumes, x):
			return errorf(u.at, "%s is used twice here", u.name)
		default:
			claim.Consumes = append(claim.Consumes, x)
		}
	}
	t, err := r.machine.Instance(r.done, claim)
	if misfit, ok := errors.AsType[*exec.Misfit](err); ok {
		return errorf(f.let.Rule.At, "%s cannot fire: %s", f.called, misfit)
	}
	if err != nil {
		return err
	}
	made, err := r.apply(t)
	if err != nil {
		return err
	}
	for _, u := range f.uses {
		if u.resource != nil && !u.resource.permanent {
			u.resource.taker = &taker{f.called, f.let.At}
		}
	}
	return r.results(f, t.Results(), made)
}

// apply fires a transition and records the step. It returns the resources made, permanent ones that were there before
// not among them.
func (r *reading) apply(t exec.Transition) ([]trace.Resource, error) {
	fired, err := r.machine.Fire(t)
	if err != nil {
		return nil, err
	}
	id := trace.StepID(len(r.trace.Steps) + 1)
	r.trace.Steps = append(r.trace.Steps, fired.Step(id))
	for _, x := range fired.Makes {
		x.By = id
		r.trace.Resources = append(r.trace.Resources, x)
	}
	return fired.Makes, nil
}

// held returns the resource of the machine that meets a premise; nil if the premise is proved.
func (r *reading) held(f *firing, i int, u use) (*exec.Resource, error) {
	p := f.rule.Premises[i]
	if !p.Kind.OnState() {
		return nil, nil
	}
	if u.shown == nil {
		return r.machine.Context().Find(u.resource.fact.Pred, u.resource.id), nil
	}
	args, err := term.EvaluateAll(p.Atom.Args, f.args.Args)
	if err != nil {
		return nil, err
	}
	fact := lang.Fact{Pred: p.Atom.Pred, Args: args}
	if id := r.permanent[fact.String()]; id != 0 {
		return r.machine.Context().Find(fact.Pred, id), nil
	}
	return nil, errorf(u.at, "%s does not follow from the signature", r.atomNode(fact))
}

// results binds the names of a step to the facts that its rule has made. The facts are all results of the rule in
// order; made lacks permanent ones that were there before.
func (r *reading) results(f *firing, facts []lang.Initial, made []trace.Resource) error {
	names := r.unpacked(nil, f.let.Pattern)
	n := len(facts)
	if f.next != nil {
		n++
	}
	if len(names) != n {
		return errorf(f.let.At, "%s named here, and %s makes %s", named(len(names)), f.called, english.Count(n, "resource"))
	}
	if f.next != nil {
		if err := r.nameToken(names[f.nextAt], f.next); err != nil {
			return err
		}
		names = slices.Delete(names, f.nextAt, f.nextAt+1)
	}
	for i, x := range facts {
		var id trace.ResourceID
		if !x.Permanent || r.permanent[x.Fact.String()] == 0 {
			id = made[0].ID
			made = r.record(x, made)
		}
		x.Affine = f.rule.Results[i].Affine
		if err := r.name(names[i], x, id); err != nil {
			return err
		}
	}
	return nil
}

// named says how many resources a pattern names.
func named(n int) string {
	return english.Count(n, "resource") + " " + be(n)
}
