package inquiry

import (
	"context"
	"errors"
	"slices"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// find returns the transition that a step is in the changed run, or why there is
// none.
func (w *changed) find(ctx context.Context, s *trace.Step) (exec.Transition, *Loss, error) {
	p := &proposal{changed: w, step: s}
	if err := p.fill(); err != nil {
		return exec.Transition{}, nil, err
	}
	if len(p.missing) > 0 {
		return exec.Transition{}, &Loss{Step: s, Missing: p.missing}, nil
	}
	if err := w.Sense(s.Sensed); err != nil {
		return exec.Transition{}, nil, at(s, err)
	}
	t, err := w.Machine.Instance(ctx, p.claim)
	if misfit, ok := errors.AsType[*exec.Misfit](err); ok {
		return t, &Loss{Step: s, Err: errors.Unwrap(w.misfit(s, misfit))}, nil
	}
	if err != nil {
		return t, nil, err
	}
	loss, err := w.wait(ctx, s, p.claim.Rule)
	return t, loss, err
}

// wait looks whether a transition comes before a step.
func (w *changed) wait(ctx context.Context, s *trace.Step, rule *lang.Rule) (*Loss, error) {
	first, earlier, err := w.Machine.Before(ctx, rule)
	switch {
	case err != nil || !earlier:
		return nil, err
	case w.strict:
		return &Loss{Step: s, Err: errors.Unwrap(w.tooEarly(s, first))}, nil
	}
	w.Early = append(w.Early, Early{s, first})
	return nil, nil
}

// proposal is a step with what it could take in the changed run.
type proposal struct {
	*changed
	step    *trace.Step
	claim   exec.Claim
	missing []*trace.Resource
}

// fill finds what the step takes: first what it took and what is still there, so that
// nothing else takes that.
func (p *proposal) fill() (err error) {
	if p.claim.Rule, err = p.names.rule(p.step.Rule); err != nil {
		return at(p.step, err)
	}
	if p.claim.Args, err = p.names.args(p.claim.Rule, p.step.Args); err != nil {
		return at(p.step, err)
	}
	var gone []trace.ResourceID
	for _, id := range taken(p.step) {
		switch x := p.Resource(id); {
		case p.resources[id].Pred == trace.StagePred:
		case x == nil:
			gone = append(gone, id)
		case slices.Contains(p.step.Consumes, id):
			p.claim.Consumes = append(p.claim.Consumes, x)
		default:
			p.claim.Reads = append(p.claim.Reads, x)
		}
	}
	for _, id := range gone {
		if !p.replace(id) {
			p.missing = append(p.missing, p.resources[id])
		}
	}
	return nil
}

// replace finds a resource in the place of one that is gone.
func (p *proposal) replace(id trace.ResourceID) bool {
	for _, kind := range p.kinds(id) {
		x := p.standIn(p.resources[id], kind)
		if x == nil {
			continue
		}
		if kind == lang.Consume && !x.Permanent {
			p.claim.Consumes = append(p.claim.Consumes, x)
		} else if !slices.Contains(p.claim.Reads, x) {
			p.claim.Reads = append(p.claim.Reads, x)
		}
		return true
	}
	return false
}

// kinds returns the kinds of premise that a resource may meet in the rule: of
// those on its fact.
func (p *proposal) kinds(id trace.ResourceID) []lang.PremiseKind {
	known := make([]bool, len(p.claim.Args))
	for i := range known {
		known[i] = true
	}
	n := exec.Near{Rule: p.claim.Rule, Args: p.claim.Args, Known: known}
	r := p.resources[id]
	var kinds []lang.PremiseKind
	for i := range p.claim.Rule.Premises {
		premise := &p.claim.Rule.Premises[i]
		if !premise.Kind.OnState() || n.Fact(premise.Atom).String() != r.Fact().String() {
			continue
		}
		if consumed := slices.Contains(p.step.Consumes, id); consumed == (premise.Kind == lang.Consume) || r.Persistent {
			kinds = append(kinds, premise.Kind)
		}
	}
	return kinds
}

// standIn returns the best resource to meet a premise of a kind in the place of one
// that is gone: a linear one before a permanent one, and the oldest of equally
// good ones. It is nil where there is none.
func (p *proposal) standIn(gone *trace.Resource, kind lang.PremiseKind) *exec.Resource {
	var best *exec.Resource
	most := 0
	for _, x := range p.Machine.Context().Of(p.names.preds[gone.Pred]) {
		if record := p.resources[p.traces[x.ID]]; record.Fact().String() != gone.Fact().String() {
			continue
		}
		if n := p.worth(x, kind); n > most {
			best, most = x, n
		}
	}
	return best
}

// worth says how well a resource of the right fact stands in; 0 for not at all.
func (p *proposal) worth(x *exec.Resource, kind lang.PremiseKind) int {
	switch {
	case x.Permanent:
		return 1
	case kind == lang.Permanent, slices.Contains(p.claim.Consumes, x), slices.Contains(p.claim.Reads, x):
		return 0
	case kind == lang.Keep:
		return 2
	}
	id := p.traces[x.ID]
	switch {
	case p.needs[id] > 0: // somebody else's
		return 0
	case p.free(id):
		return 3
	}
	return 2
}

// free reports whether a resource was not there in the run before, or would be
// used up by a step that does not happen.
func (p *proposal) free(id trace.ResourceID) bool {
	user, known := p.user[id]
	return !known || p.left[user]
}
