// Package inquiry answers questions that need a program and a trace together.
//
// The first is whether the trace is a run of the program at all ([Verify]):
// what a trace says of causes can be trusted as far as that goes.
package inquiry

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Verify reports whether a trace that [trace.Validate] accepts is a possible run
// of the program from the trace's own initial state: each step is enabled when
// it fires, uses and makes what the rule says, links wait for quiescence, and
// where the trace says in which stage a step fired, what it proved, and that
// nothing was enabled at the end, it says the truth. Who chose, and among how
// many, is not looked at. The error names the first step that does not fit, and
// why.
//
// Steps count in their order; any order that respects the causal one is as good.
// So of several steps that assert one permanent fact, not only the first may be
// the one that the trace says made it.
func Verify(prog *lang.Program, t *trace.Trace) error {
	v, err := newVerifier(prog, t)
	if err != nil {
		return err
	}
	for i := range t.Steps {
		if err := v.step(&t.Steps[i]); err != nil {
			return fmt.Errorf("step %s: %w", t.Steps[i].ID, err)
		}
	}
	return v.end(t.End)
}

// verifier replays a trace on a machine, whose resources have ids of their own.
type verifier struct {
	machine   *exec.Machine
	names     *names
	sensed    []trace.Fact // what sensors answer in the current state
	resources map[trace.ResourceID]trace.Resource
	ids       map[trace.ResourceID]trace.ResourceID // from the machine's to the trace's
	// asserted are the permanent facts that hold, by the machine's ids, but
	// whose maker in the trace is still to come.
	asserted map[string]trace.ResourceID
}

func newVerifier(prog *lang.Program, t *trace.Trace) (*verifier, error) {
	v := &verifier{
		names:     newNames(prog),
		resources: make(map[trace.ResourceID]trace.Resource, len(t.Resources)),
		ids:       make(map[trace.ResourceID]trace.ResourceID, len(t.Resources)),
		asserted:  make(map[string]trace.ResourceID),
	}
	start := &lang.Trace{Context: &lang.Context{}}
	var initial []trace.ResourceID // as the machine counts them: the token last
	var token trace.ResourceID
	for _, r := range t.Resources {
		v.resources[r.ID] = r
		switch {
		case r.By != 0:
		case r.Pred == trace.StagePred:
			token = r.ID
			start.Stage = prog.FindStage(r.Args[0].Head)
		default:
			f, err := v.names.initial(r)
			if err != nil {
				return nil, err
			}
			start.Context.Facts = append(start.Context.Facts, f)
			initial = append(initial, r.ID)
		}
	}
	if start.Stage == nil {
		return nil, fmt.Errorf("the trace does not start in a stage of the program")
	}
	machine, made := exec.NewMachine(prog, start, exec.Limits{})
	initial = append(initial, token)
	if len(made) != len(initial) {
		return nil, fmt.Errorf("the initial state holds a permanent fact twice")
	}
	for i, r := range made {
		v.ids[r.ID] = initial[i]
	}
	v.machine = machine
	machine.Tie(v.sensors(prog))
	return v, nil
}

// step fires the transition that a step records.
func (v *verifier) step(s *trace.Step) error {
	if at := v.machine.Stage(); s.Stage != "" && (at == nil || at.Name != s.Stage) {
		return fmt.Errorf("%s fires in stage %s, which the run is not in", s, s.Stage)
	}
	v.sensed = s.Sensed
	enabled, err := v.machine.Enabled(context.Background())
	if err != nil {
		return err
	}
	for t := range enabled.All() {
		if v.is(t, s) {
			return v.fire(t, s)
		}
	}
	return fmt.Errorf("%s is not enabled with these resources", s)
}

// is reports whether a transition is the one that a step records: its rule,
// arguments and resources. The stage token goes without saying.
func (v *verifier) is(t exec.Transition, s *trace.Step) bool {
	if t.String() != s.String() {
		return false
	}
	consumes, reads := t.Takes()
	return v.same(consumes, s.Consumes) && v.same(reads, s.Reads)
}

// same reports whether the machine's resources are those recorded.
func (v *verifier) same(rs []*exec.Resource, recorded []trace.ResourceID) bool {
	var ids []trace.ResourceID
	for _, r := range rs {
		ids = append(ids, v.ids[r.ID])
	}
	facts := slices.DeleteFunc(slices.Clone(recorded), func(id trace.ResourceID) bool {
		return v.resources[id].Pred == trace.StagePred
	})
	return slices.Equal(set(ids), set(facts))
}

// fire fires a transition and holds what it did against the record.
func (v *verifier) fire(t exec.Transition, s *trace.Step) error {
	f, err := v.machine.Fire(t)
	if err != nil {
		return err
	}
	consumes, reads := v.translate(f.Consumes), v.translate(f.Reads)
	if !slices.Equal(set(consumes), set(s.Consumes)) || !slices.Equal(set(reads), set(s.Reads)) {
		return fmt.Errorf("%s does with the stage's token what the trace does not say", s)
	}
	if len(s.Proves) > 0 && !slices.EqualFunc(f.Proves, s.Proves, func(a lang.Fact, b trace.Fact) bool { return a.String() == b.String() }) {
		return fmt.Errorf("%s proves something else than the trace says", s)
	}
	if !slices.EqualFunc(f.Acts, s.Acts, func(a lang.Fact, b trace.Fact) bool { return a.String() == b.String() }) {
		return fmt.Errorf("%s does something else in the outside than the trace says", s)
	}
	return v.makes(f, s)
}

// makes pairs what a firing made with what the step records.
func (v *verifier) makes(f exec.Firing, s *trace.Step) error {
	left := slices.Clone(s.Produces)
	for _, made := range f.Makes {
		i := slices.IndexFunc(left, func(id trace.ResourceID) bool {
			return v.resources[id].String() == made.String()
		})
		switch {
		case i >= 0:
			v.ids[made.ID] = left[i]
			left = slices.Delete(left, i, i+1)
		case made.Persistent:
			v.asserted[made.String()] = made.ID
		default:
			return fmt.Errorf("%s makes %s, which the trace leaves out", s, made)
		}
	}
	for _, id := range left {
		fact := v.resources[id].String()
		made, ok := v.asserted[fact]
		if !ok || !v.asserts(f, fact) {
			return fmt.Errorf("%s does not make %s", s, fact)
		}
		v.ids[made] = id
		delete(v.asserted, fact)
	}
	return nil
}

// asserts reports whether a rule makes a permanent fact, be it there or not.
func (v *verifier) asserts(f exec.Firing, fact string) bool {
	return slices.ContainsFunc(f.Results(), func(r lang.Initial) bool {
		return r.Permanent && "!"+r.Fact.String() == fact
	})
}

// end checks that nothing that was made is left out, and a claim of quiescence.
func (v *verifier) end(end *trace.End) error {
	if left := slices.Sorted(maps.Keys(v.asserted)); len(left) > 0 {
		return fmt.Errorf("a step makes %s, which the trace leaves out", left[0])
	}
	if end == nil || end.Why != trace.Quiescent {
		return nil
	}
	v.sensed = end.Sensed
	enabled, err := v.machine.Enabled(context.Background())
	if err != nil {
		return err
	}
	if enabled.Len() > 0 {
		return fmt.Errorf("the trace says that nothing is enabled at its end, but %s is", enabled.At(0))
	}
	return nil
}

func (v *verifier) translate(ids []trace.ResourceID) []trace.ResourceID {
	out := make([]trace.ResourceID, len(ids))
	for i, id := range ids {
		out[i] = v.ids[id]
	}
	return out
}

// set returns ids in ascending order, each once.
func set(ids []trace.ResourceID) []trace.ResourceID {
	out := slices.Clone(ids)
	slices.Sort(out)
	return slices.Compact(out)
}
