package inquiry

import (
	"context"
	"slices"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

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
func (p *proposal) refill(n *exec.Near) bool {
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
