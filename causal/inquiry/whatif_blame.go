package inquiry

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// blame finds the reason for the loss of a step with missing resources. A resource present with
// another number is not the reason, since the step would happen with it. If all resources are
// present so, the reason is the stage, or a comparison that fails with these numbers.
func (w *changed) blame(ctx context.Context, p *proposal, l *Loss) (*Loss, error) {
	missing, instead := p.otherwise()
	switch {
	case len(instead) == 0:
	case len(missing) > 0:
		l.Missing = missing
	case p.claim.Rule.Stage != w.Machine.Stage():
		l.Err = w.Misfit(l.Step, &exec.Misfit{Claim: p.claim, Why: exec.OtherStage}).Err
	default:
		obstacle, err := w.obstacle(ctx, p)
		if err != nil {
			return nil, err
		}
		l.Unfit, l.Err = instead, obstacle
	}
	return l, nil
}

// otherwise returns the missing resources, and the free facts with other numbers present in their
// place.
func (p *proposal) otherwise() (missing []*trace.Resource, instead []trace.Fact) {
	for _, w := range p.lacks {
		gone := p.Recorded(w.gone)
		x := p.only(gone)
		switch {
		case x != nil && p.worth(x, w.kind) > 0:
			instead = append(instead, term.RecordFact(x.Fact))
		case !slices.Contains(missing, gone):
			missing = append(missing, gone)
		}
	}
	return missing, instead
}

// only returns the machine's resource that has the fact of another one but for the numbers; nil
// where none has, or several have: then numbers tell them apart, as they do squares on a board.
// It forgets those that are used up, as far as it meets them.
func (w *changed) only(other *trace.Resource) *exec.Resource {
	pred := w.Names.Pred(other.Pred)
	akin := blind(other.Fact(), pred)
	ids, there := w.akin[akin], []*exec.Resource(nil)
	for len(there) < min(2, len(ids)) {
		n := len(there)
		if x := w.Machine.Context().Find(pred, ids[n]); x != nil {
			there = append(there, x)
		} else {
			ids[n], ids = ids[len(ids)-1], ids[:len(ids)-1]
		}
	}
	if w.akin[akin] = ids; len(there) != 1 {
		return nil
	}
	return there[0]
}

// obstacle says what keeps a step from happening though all of the state is there that it
// takes, with other numbers; nil where that is not all.
func (w *changed) obstacle(ctx context.Context, p *proposal) (obstacle, err error) {
	known := withoutNumbers(p.claim.Rule, slices.Repeat([]bool{true}, len(p.claim.Args)))
	nears, err := w.Machine.NearMisses(ctx, p.claim.Rule, p.claim.Args, known, 1)
	if err != nil {
		return nil, err
	}
	n := &nears.Ways[0]
	for i, s := range n.Standings {
		switch kind := n.Rule.Premises[i].Kind; {
		case s != exec.Unmet:
		case kind == lang.Compare:
			return fmt.Errorf("%s does not hold", n.Premise(i, w.graph.Shapes())), nil
		case kind == lang.Prove:
			return fmt.Errorf("%s cannot be proved", n.Premise(i, w.graph.Shapes())), nil
		default:
			return nil, nil
		}
	}
	if n.NoResult {
		return errors.New("a calculation on its right side has no result"), nil
	}
	return nil, nil
}

// blind returns a fact without its numbers, as a key; marks of stages have none.
func blind(f trace.Fact, pred *lang.Pred) string {
	if pred == nil {
		return f.String()
	}
	return blinded(f, pred).String()
}

// blinded returns a fact with [trace.Open] for the numbers among its arguments.
func blinded(f trace.Fact, pred *lang.Pred) trace.Fact {
	args := slices.Clone(f.Args)
	for i, t := range pred.Args {
		if t.Counts() {
			args[i] = trace.Const(trace.Open)
		}
	}
	return trace.Fact{Pred: f.Pred, Args: args}
}
