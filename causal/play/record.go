package play

import (
	"context"
	"errors"
	"slices"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Trace returns the run up to the present point as it would be recorded, if it ended
// there: at its limit, because nothing is enabled or, else, because the player stopped. Where
// a sensor has no answer but [exec.ErrStop], it was interrupted.
// It is a saved game, which [Play.Follow] resumes.
func (p *Play) Trace(ctx context.Context) *trace.Trace {
	t := &trace.Trace{Header: p.header, Resources: slices.Clone(p.made)}
	run := *p.header.Run
	run.Choose = p.choosers()
	t.Run = &run
	for _, at := range p.path[1:] {
		t.Steps = append(t.Steps, p.points[at].step)
	}
	t.End = p.machine.End(p.why(ctx))
	return t
}

// why says why the run would end at the present point.
func (p *Play) why(ctx context.Context) (trace.Why, error) {
	e, err := p.Enabled(ctx)
	limit, limited := errors.AsType[*exec.LimitError](context.Cause(ctx))
	switch {
	case limited:
		return trace.LimitHit, limit
	case ctx.Err() != nil, errors.Is(err, exec.ErrStop):
		return trace.Interrupted, nil
	case err != nil:
		return trace.Failed, err
	case e.Len() == 0:
		return trace.Quiescent, nil
	case p.AtLimit():
		return trace.LimitHit, nil
	}
	return trace.Stopped, nil
}

// choosers says who chose, in the words of `ceptre run --choose`.
func (p *Play) choosers() string {
	const chance, player, both = "random", "ask", "random and ask"
	by := make(map[trace.Chosen]bool)
	for _, at := range p.path[1:] {
		by[p.points[at].step.Chosen] = true
	}
	switch asked := by[trace.ByPlayer] || by[trace.ByScript]; {
	case asked && by[trace.ByChance]:
		return both
	case asked:
		return player
	}
	return chance
}
