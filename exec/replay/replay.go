// Package replay turns traces back into states of a machine. A [Replay] fires the steps of a trace
// on a program again, one by one. [Verify] reports whether a trace is a run of a program at all,
// and [Belongs] whether its header fits. The causes in a trace can be trusted as far as they are
// verified. [Resume] goes on from the end of a trace. [Names] reads the names and terms of traces.
package replay

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Replay fires the steps of a trace again on a program. Its machine has resource ids of its own;
// Replay maps them to those of the trace. Steps may be left out, and others inserted; the
// resources that a step needs are looked up by the ids of the trace.
//
// A permanent fact holds or not, whichever step made it. So a permanent resource of the trace maps
// to the resource of the machine with the same fact.
type Replay struct {
	Machine *exec.Machine
	Names   *Names

	prog      *lang.Program
	resources map[trace.ResourceID]*trace.Resource  // of the trace
	machines  map[trace.ResourceID]trace.ResourceID // of linear facts: from the trace's ids to the machine's
	traces    map[trace.ResourceID]trace.ResourceID // from the machine's ids to the trace's
	permanent map[string]trace.ResourceID           // the machine's ids of permanent facts
	token     trace.ResourceID                      // the trace's id of the current stage token; 0 where it has none
	sensed    map[*lang.Pred][]lang.Fact            // the answers of sensors in the current state
	sensors   map[string]exec.Sensor
}

// New returns a program in a state that consists of resources: those of
// [trace.Trace.Initial], or some of these, or with others that have ids of their own. One of
// them is the token of a stage. The trace is one that [trace.Validate] accepts.
func New(prog *lang.Program, t *trace.Trace, initial []trace.Resource) (*Replay, error) {
	r := newReplay(prog, t.Resources)
	for _, x := range initial {
		r.resources[x.ID] = &x
	}
	if err := r.start(initial); err != nil {
		return nil, err
	}
	return r, nil
}

// newReplay returns a replay without a machine, of a trace with some resources.
func newReplay(prog *lang.Program, resources []trace.Resource) *Replay {
	r := &Replay{
		prog:      prog,
		Names:     NewNames(prog),
		resources: make(map[trace.ResourceID]*trace.Resource, len(resources)),
		machines:  make(map[trace.ResourceID]trace.ResourceID, len(resources)),
		traces:    make(map[trace.ResourceID]trace.ResourceID, len(resources)),
		permanent: make(map[string]trace.ResourceID),
	}
	for i := range resources {
		r.resources[resources[i].ID] = &resources[i]
	}
	r.sensors = r.recorded(prog)
	return r
}

// start makes the machine of a replay, in the state that consists of some resources.
func (r *Replay) start(initial []trace.Resource) error {
	o, err := newOrigin(r.Names, initial)
	if err != nil {
		return err
	}
	machine, made := exec.NewMachine(r.prog, &o.start, exec.Limits{})
	for i, id := range o.ids() {
		r.pair(made[i], id)
	}
	r.Machine = machine
	return nil
}

// pair records that a resource of the machine is one of the trace.
func (r *Replay) pair(made trace.Resource, id trace.ResourceID) {
	r.traces[made.ID] = id
	switch {
	case made.Persistent:
		r.permanent[made.String()] = made.ID
	case made.Pred == trace.StagePred:
		r.token = id
	}
	r.machines[id] = made.ID
}

// Find returns the transition that a step of the trace records, if it is enabled in the current
// state with the resources that the step names. Sensors answer as the step says. The stage token is
// not checked. The error is a [*Fault] with the reason why the transition is not enabled, or that
// of ctx or of a search without end.
func (r *Replay) Find(ctx context.Context, s *trace.Step) (exec.Transition, error) {
	claim, err := r.Claim(s)
	if err != nil {
		return exec.Transition{}, err
	}
	if err := r.Sense(s.Sensed); err != nil {
		return exec.Transition{}, At(s, err)
	}
	t, err := r.Machine.Instance(ctx, claim)
	if misfit, ok := errors.AsType[*exec.Misfit](err); ok {
		err = r.Misfit(s, misfit)
	}
	if err != nil {
		return t, err
	}
	other, earlier, err := r.Machine.Before(ctx, claim.Rule)
	if err == nil && earlier {
		err = &Fault{Kind: TooEarly, Step: s, Enabled: &other, Err: WaitsFor(claim.Rule, other)}
	}
	return t, err
}

// Claim returns the claim of a step, in terms of the program and of the machine's resources. The
// error is a [*Fault]: the program lacks a name of the step, or a resource is not there.
func (r *Replay) Claim(s *trace.Step) (exec.Claim, error) {
	rule, err := r.Names.Rule(s)
	if err != nil {
		return exec.Claim{}, &Fault{Kind: UnknownName, Step: s, Err: err}
	}
	claim := exec.Claim{Rule: rule}
	if claim.Args, err = r.Names.Args(rule, s.Args); err != nil {
		return exec.Claim{}, &Fault{Kind: UnknownName, Step: s, Err: err}
	}
	if claim.Consumes, err = r.facts(s, s.Consumes); err != nil {
		return exec.Claim{}, err
	}
	claim.Reads, err = r.facts(s, s.Reads)
	return claim, err
}

// facts returns the machine's resources for those that a step names, without
// stage tokens.
func (r *Replay) facts(s *trace.Step, ids []trace.ResourceID) ([]*exec.Resource, error) {
	var out []*exec.Resource
	for _, id := range ids {
		if r.resources[id].Pred == trace.StagePred {
			continue
		}
		x := r.Resource(id)
		if x == nil {
			return nil, &Fault{Kind: Missing, Step: s, Resource: id,
				Err: fmt.Errorf("it takes %s, which is not there", r.describe(id))}
		}
		out = append(out, x)
	}
	return out, nil
}

// Recorded returns the resource of the trace with an id, or nil.
func (r *Replay) Recorded(id trace.ResourceID) *trace.Resource { return r.resources[id] }

// Token returns the trace's id of the current stage token; 0 if it has none.
func (r *Replay) Token() trace.ResourceID { return r.token }

// Add gives a resource of the machine that the trace does not have an id of its own.
func (r *Replay) Add(made trace.Resource, id trace.ResourceID) {
	named := made
	named.ID = id
	r.resources[id] = &named
	r.pair(made, id)
}

// Resource returns the machine's resource that is the one of the trace, or nil
// if it is not in the current state.
func (r *Replay) Resource(id trace.ResourceID) *exec.Resource {
	x := r.resources[id]
	if x == nil || r.Names.Pred(x.Pred) == nil {
		return nil
	}
	made, ok := r.machines[id]
	if x.Persistent {
		made, ok = r.permanent[x.String()]
	}
	if !ok {
		return nil
	}
	return r.Machine.Context().Find(r.Names.Pred(x.Pred), made)
}

// ID returns the trace's id of a resource of the machine, and false if the trace has none.
func (r *Replay) ID(machine trace.ResourceID) (trace.ResourceID, bool) {
	id, ok := r.traces[machine]
	return id, ok
}

// Fired is the effect of firing a transition as a step of the trace. Its resources are paired with
// those that the step lists.
type Fired struct {
	exec.Firing
	// Unsaid are those of Makes, by their place there, that the step does not list.
	Unsaid []int
	// Unmade are the resources that the step lists and the transition did not make.
	Unmade []trace.ResourceID
}

// Fire fires a transition that is enabled, as a step of the trace or, if s is nil, as a step that
// the trace does not have. The error is that of [exec.Machine.Fire].
func (r *Replay) Fire(t exec.Transition, s *trace.Step) (Fired, error) {
	f, err := r.Machine.Fire(t)
	if err != nil {
		return Fired{}, err
	}
	if t.Link != nil {
		r.token = 0
	}
	out := Fired{Firing: f}
	if s != nil {
		out.Unmade = slices.Clone(s.Produces)
	}
	for i, made := range f.Makes {
		if made.Persistent {
			r.permanent[made.String()] = made.ID
		}
		if !r.says(&out, made) {
			out.Unsaid = append(out.Unsaid, i)
		}
	}
	return out, nil
}

// says pairs a resource that was made with one that the step lists, and reports whether there is
// one.
func (r *Replay) says(f *Fired, made trace.Resource) bool {
	text := made.String()
	i := slices.IndexFunc(f.Unmade, func(id trace.ResourceID) bool { return r.resources[id].String() == text })
	if i < 0 {
		return false
	}
	r.pair(made, f.Unmade[i])
	f.Unmade = slices.Delete(f.Unmade, i, i+1)
	return true
}

// describe returns the id and the fact of a resource of the trace.
func (r *Replay) describe(id trace.ResourceID) string {
	return fmt.Sprintf("%s (%s)", id, r.resources[id])
}

// Sense makes sensors answer these facts in the current state, and no others. The error names a
// fact that no sensor of the program could answer.
func (r *Replay) Sense(facts []trace.Fact) error {
	r.sensed = make(map[*lang.Pred][]lang.Fact)
	for _, f := range facts {
		fact, err := r.Names.Fact(f)
		if err == nil && fact.Pred.Kind != lang.Sense {
			err = fmt.Errorf("%s is %s in the program, and is not sensed", fact.Pred.Name, fact.Pred.Kind)
		}
		if err != nil {
			return &Fault{Kind: UnknownName, Err: err}
		}
		r.sensed[fact.Pred] = append(r.sensed[fact.Pred], fact)
	}
	r.Machine.Tie(r.sensors)
	return nil
}

// recorded returns sensors for all of a program's predicates that answer the facts given to
// [Replay.Sense].
func (r *Replay) recorded(prog *lang.Program) map[string]exec.Sensor {
	out := make(map[string]exec.Sensor)
	for _, p := range prog.Preds {
		if p.Kind == lang.Sense {
			out[p.Handler] = func(_ context.Context, p *lang.Pred) ([]lang.Fact, error) { return r.sensed[p], nil }
		}
	}
	return out
}
