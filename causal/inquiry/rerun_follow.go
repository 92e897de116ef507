package inquiry

import (
	"context"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/replay"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Again returns options with which a run of the program from [Rerun.Start] repeats the present
// run, for callers that inspect its states. They serve one run.
func (r *Rerun) Again() exec.Options {
	end := r.Now.End
	if end == nil { // the run stops at a choice that cannot be made
		end = &trace.End{Why: trace.Stopped}
	}
	f := &follower{
		names: replay.NewNames(r.Program), run: r.Now, last: end.Sensed,
		resources: make(map[trace.ResourceID]*trace.Resource, len(r.Now.Resources)),
	}
	for i := range r.Now.Resources {
		x := &r.Now.Resources[i]
		f.resources[x.ID] = x
	}
	steps := len(r.Now.Steps)
	if end.Why != trace.LimitHit || steps == 0 {
		steps++
	}
	outside := exec.Silent(r.Program)
	for handler := range outside.Sensors {
		outside.Sensors[handler] = f.sense
	}
	return exec.Options{Chooser: f, Limits: exec.Limits{Steps: steps}, Host: outside}
}

// follower makes the choices of a run.
type follower struct {
	names     *replay.Names
	run       *trace.Trace
	resources map[trace.ResourceID]*trace.Resource
	last      []trace.Fact // answers of sensors at the end
	next      int          // the step to choose
}

// Choose implements [exec.Chooser].
func (f *follower) Choose(e *exec.Enabled) (exec.Choice, error) {
	if f.next == len(f.run.Steps) {
		return exec.Choice{}, exec.ErrStop
	}
	s := &f.run.Steps[f.next]
	f.next++
	rule, err := f.names.Rule(s)
	if err != nil {
		return exec.Choice{}, err
	}
	args, err := f.names.Args(rule, s.Args)
	if err != nil {
		return exec.Choice{}, err
	}
	claim := exec.Claim{Rule: rule, Args: args, Consumes: f.find(e.Context(), s.Consumes),
		Reads: f.find(e.Context(), s.Reads)}
	return e.Claimed(claim, s.Chosen)
}

// find returns resources of a state, without the tokens of stages.
func (f *follower) find(in *exec.Context, ids []trace.ResourceID) (out []*exec.Resource) {
	for _, id := range ids {
		if x := f.resources[id]; x.Pred != trace.StagePred {
			out = append(out, in.Find(f.names.Pred(x.Pred), id))
		}
	}
	return out
}

// String implements [exec.Chooser].
func (f *follower) String() string { return "recorded" }

// sense answers what sensors answered before the next step.
func (f *follower) sense(_ context.Context, p *lang.Pred) (out []lang.Fact, err error) {
	sensed := f.last
	if f.next < len(f.run.Steps) {
		sensed = f.run.Steps[f.next].Sensed
	}
	for _, s := range sensed {
		fact, err := f.names.Fact(s)
		if err != nil {
			return nil, err
		}
		if fact.Pred == p {
			out = append(out, fact)
		}
	}
	return out, nil
}
