package inquiry

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/replay"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// find returns the transition that a step is in the changed run, or why there is
// none.
func (w *changed) find(ctx context.Context, s *trace.Step) (exec.Transition, *Loss, error) {
	if err := w.Sense(s.Sensed); err != nil {
		return exec.Transition{}, nil, replay.At(s, err)
	}
	p := &proposal{changed: w, step: s}
	t, lost, err := p.exactly(ctx)
	var numbers *Numbers
	if lost != nil {
		t, numbers, err = w.adapt(ctx, p)
	}
	switch {
	case err != nil:
		return t, lost, err
	case lost != nil && numbers == nil:
		lost, err = w.blame(ctx, p, lost)
		return t, lost, err
	}
	held, err := w.wait(ctx, s, p.claim.Rule)
	switch {
	case held != nil && lost != nil:
		return t, lost, err
	case held == nil && numbers != nil:
		w.Adapted = append(w.Adapted, Adapted{s, *numbers})
	}
	return t, held, err
}

// exactly returns the transition that the step was, or why there is none.
func (p *proposal) exactly(ctx context.Context) (t exec.Transition, loss *Loss, err error) {
	if err := p.fill(); err != nil {
		return t, nil, err
	}
	if len(p.missing) > 0 {
		return t, &Loss{Step: p.step, Missing: p.missing}, nil
	}
	t, err = p.Machine.Instance(ctx, p.claim)
	if misfit, ok := errors.AsType[*exec.Misfit](err); ok {
		return t, &Loss{Step: p.step, Err: p.Misfit(p.step, misfit).Err}, nil
	}
	return t, nil, err
}

// wait looks whether a transition comes before a step.
func (w *changed) wait(ctx context.Context, s *trace.Step, rule *lang.Rule) (*Loss, error) {
	first, earlier, err := w.Machine.Before(ctx, rule)
	switch {
	case err != nil || !earlier:
		return nil, err
	case w.strict:
		return &Loss{Step: s, Err: replay.WaitsFor(rule, first)}, nil
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
	lacks   []want // that nothing meets
}

// fill chooses the resources of the step: first the original ones that still exist, so that no
// other premise takes them, and then replacements for the missing ones.
func (p *proposal) fill() (err error) {
	if p.claim.Rule, err = p.Names.Rule(p.step); err != nil {
		return err
	}
	if p.claim.Args, err = p.Names.Args(p.claim.Rule, p.step.Args); err != nil {
		return err
	}
	for _, w := range p.keep() {
		gone := p.Recorded(w.gone)
		if p.replace(gone, w.kind) {
			continue
		}
		p.lacks = append(p.lacks, w)
		if !slices.Contains(p.missing, gone) {
			p.missing = append(p.missing, gone)
		}
	}
	return nil
}

// keep claims the resources that the step took and that are still there. It returns the premises that need
// another resource: first the premises that use it up, for which fewer will do.
func (p *proposal) keep() []want {
	var wants []want
	for _, id := range taken(p.step) {
		x := p.Resource(id)
		switch {
		case p.Recorded(id).Pred == trace.StagePred:
		case p.isForProofs(id):
			p.claim.AnyProof = true
		case x == nil:
			wants = append(wants, p.wants(id)...)
		case slices.Contains(p.step.Consumes, id):
			p.claim.Consumes = append(p.claim.Consumes, x)
		default:
			p.claim.Reads = append(p.claim.Reads, x)
		}
	}
	slices.SortStableFunc(wants, func(a, b want) int { return int(a.kind - b.kind) })
	return wants
}

// isForProofs reports whether the step took a resource for its proofs alone. In the changed run
// they may be others.
func (p *proposal) isForProofs(id trace.ResourceID) bool {
	return slices.Contains(p.step.Reads, id) && len(p.claim.Rule.Reads()) > 0 && len(p.kinds(p.Recorded(id).Fact())) == 0
}

// want is a premise that needs another resource in the place of one that is gone.
type want struct {
	gone trace.ResourceID
	kind lang.PremiseKind
}

// wants returns the premises that a resource met that is gone: a linear one met one,
// a permanent one all those on its fact that no linear one met.
func (p *proposal) wants(id trace.ResourceID) []want {
	switch {
	case slices.Contains(p.step.Consumes, id):
		return []want{{id, lang.Consume}}
	case !p.Recorded(id).Persistent:
		return []want{{id, lang.Keep}}
	}
	met := map[lang.PremiseKind]int{lang.Consume: p.linear(p.step.Consumes, id), lang.Keep: p.linear(p.step.Reads, id)}
	var out []want
	for _, kind := range p.kinds(p.Recorded(id).Fact()) {
		if met[kind]--; met[kind] < 0 {
			out = append(out, want{id, kind})
		}
	}
	return out
}

// linear counts those of some resources that are linear and have the fact of another.
func (p *proposal) linear(ids []trace.ResourceID, like trace.ResourceID) int {
	n := 0
	for _, id := range ids {
		if x := p.Recorded(id); !x.Persistent && x.Fact().String() == p.Recorded(like).Fact().String() {
			n++
		}
	}
	return n
}

// kinds returns the kinds of the rule's premises on a fact, in their order.
func (p *proposal) kinds(f trace.Fact) []lang.PremiseKind {
	n := exec.NearMiss{Rule: p.claim.Rule, Args: p.claim.Args, Known: slices.Repeat([]bool{true}, len(p.claim.Args))}
	var kinds []lang.PremiseKind
	for i := range p.claim.Rule.Premises {
		premise := &p.claim.Rule.Premises[i]
		if premise.Kind.OnState() && n.Fact(premise.Atom).String() == f.String() {
			kinds = append(kinds, premise.Kind)
		}
	}
	return kinds
}

// replace finds a resource that meets a premise in the place of one that is gone.
func (p *proposal) replace(gone *trace.Resource, kind lang.PremiseKind) bool {
	x := p.standIn(gone, kind)
	switch {
	case x == nil:
		return false
	case kind == lang.Consume && !x.Permanent:
		p.claim.Consumes = append(p.claim.Consumes, x)
	case !slices.Contains(p.claim.Reads, x):
		p.claim.Reads = append(p.claim.Reads, x)
	}
	return true
}

// standIn returns the best resource to meet a premise of a kind in the place of one
// that is gone: a linear one before a permanent one, and the oldest of equally
// good ones. It is nil where there is none.
func (p *proposal) standIn(gone *trace.Resource, kind lang.PremiseKind) *exec.Resource {
	var best *exec.Resource
	most, enough := 0, cmp.Or(map[lang.PremiseKind]int{lang.Permanent: 1, lang.Keep: 2}[kind], 3)
	for _, x := range p.alike(gone) {
		if n := p.worth(x, kind); n > most {
			best, most = x, n
		}
		if most == enough {
			break
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
	id, _ := p.ID(x.ID)
	if p.needs[id] > 0 { // reserved for another step
		return 0
	}
	if user, known := p.user[id]; !known || p.left[user] { // new in this run, or left by a step that does not happen
		return 3
	}
	return 2
}

// enter enters a resource of the machine under its fact.
func (w *changed) enter(r trace.Resource, made trace.ResourceID) {
	fact := r.Fact().String()
	w.stock[fact] = append(w.stock[fact], made)
	if akin := blind(r.Fact(), w.Names.Pred(r.Pred)); akin != fact {
		w.akin[akin] = append(w.akin[akin], made)
	}
}

// alike returns the machine's resources with the fact of another one, the oldest
// first. It forgets those that are used up.
func (w *changed) alike(other *trace.Resource) []*exec.Resource {
	var out []*exec.Resource
	fact, pred := other.Fact().String(), w.Names.Pred(other.Pred)
	w.stock[fact] = slices.DeleteFunc(w.stock[fact], func(made trace.ResourceID) bool {
		x := w.Machine.Context().Find(pred, made)
		if x != nil {
			out = append(out, x)
		}
		return x == nil
	})
	return out
}

// adapt returns the transition that a step which can no longer happen is with other numbers,
// and these; nil where there is none.
func (w *changed) adapt(ctx context.Context, p *proposal) (t exec.Transition, n *Numbers, err error) {
	given := p.claim.Args
	if p.claim.Rule.Stage != w.Machine.Stage() {
		return t, nil, nil
	}
	ways, err := otherNumbers(ctx, w.Machine, p.claim.Rule, given, slices.Repeat([]bool{true}, len(given)))
	if err != nil {
		return t, nil, err
	}
	for i, same := range ways {
		other := &proposal{changed: w, step: p.step, claim: exec.Claim{Rule: p.claim.Rule, Args: same[0].Args}}
		if !other.refill(&same[0]) {
			continue
		}
		t, err = w.Machine.Instance(ctx, other.claim)
		return t, newNumbers(&same[0], p.step.Args, len(ways)-i-1), err
	}
	return t, nil, nil
}

// refill chooses the resources of a step with other numbers: its original ones as far as they
// still fit, and else those that no later step of the run needs. It reports whether it found all.
func (p *proposal) refill(n *exec.NearMiss) bool {
	var premises []*lang.Premise
	for i := range n.Rule.Premises {
		if n.Rule.Premises[i].Kind.OnState() {
			premises = append(premises, &n.Rule.Premises[i])
		}
	}
	slices.SortStableFunc(premises, func(a, b *lang.Premise) int { return int(a.Kind - b.Kind) })
	for _, premise := range premises {
		f := n.Fact(premise.Atom)
		if !p.own(f, premise.Kind) && !p.replace(&trace.Resource{Pred: f.Pred, Args: f.Args}, premise.Kind) {
			return false
		}
	}
	return true
}

// own meets a premise with what the step took, if it is still there and not taken yet.
func (p *proposal) own(f trace.Fact, kind lang.PremiseKind) bool {
	ids, to := p.step.Reads, &p.claim.Reads
	if kind == lang.Consume {
		ids, to = p.step.Consumes, &p.claim.Consumes
	}
	for _, id := range ids {
		r, x := p.Recorded(id), p.Resource(id)
		if x == nil || r.Fact().String() != f.String() || slices.Contains(*to, x) || kind == lang.Permanent && !x.Permanent {
			continue
		}
		*to = append(*to, x)
		return true
	}
	return false
}
