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

// VerifyOptions say how much of a trace has to be so.
type VerifyOptions struct {
	// Exact asks that the steps fired in just this order, and that nothing is
	// left out. Then what depends on the order, and not only on causes, has to be
	// right, too: how many transitions were enabled (where that is given), all that
	// sensors answered, and which of several steps that assert one permanent fact
	// is the one that made it. That nothing is left out at the end, either, only an
	// end can say, so there has to be one. It lists all that is enabled in each state, so it
	// takes as long as the run did.
	Exact bool
}

// Verify reports whether a trace that [trace.Validate] accepts is a possible run
// of the program from the trace's own initial state: the program has what the
// header lists ([Belongs]); each step is enabled when it fires, uses and makes
// what the rule says, and links wait for quiescence; and where the trace says in
// which stage a step fired, what it proved, and why the run ended, it says the
// truth as far as program and trace can tell. Who chose is not looked at, nor
// the seed. The error is a [*Fault], the first thing that is not so, if it is not
// that of ctx or of a search without end.
//
// Steps count in their order; any order that respects the causal one is as good,
// unless the options ask for more. So of several steps that assert one permanent
// fact, not only the first may be the one that the trace says made it.
//
// It takes time linear in the steps and what they take and make, however much is
// enabled, but where it has to be seen that nothing comes first: where links fire,
// in ordered stages, and at the end.
func Verify(ctx context.Context, prog *lang.Program, t *trace.Trace, o VerifyOptions) error {
	_, err := VerifyStream(ctx, prog, t.Stream(), o)
	return err
}

// VerifyStream is [Verify] of a run that is read record by record, of which it holds no more
// than the state. It returns how many steps it has seen. The error may be one of the stream,
// too.
func VerifyStream(ctx context.Context, prog *lang.Program, s *trace.Stream, o VerifyOptions) (steps int, err error) {
	if err := Belongs(prog, s.Header); err != nil {
		return 0, err
	}
	v := &verifier{Replay: newReplay(prog, nil), header: s.Header, done: ctx, exact: o.Exact, pending: make(map[string]trace.StepID)}
	if err = s.Each(v.record); err == nil {
		err = v.close()
	}
	return v.steps, err
}

// starts holds what the header says of the first stage against the token.
func (r *Replay) starts(run *trace.Run) error {
	if first := r.Machine.Stage().Name; run != nil && run.Stage != "" && run.Stage != first {
		return fault(BadStart, "its header: the run starts in stage %s there, and the stage token is of stage %s", run.Stage, first)
	}
	return nil
}

// verifier holds a trace against a replay of it.
type verifier struct {
	*Replay
	header  *trace.Header
	done    context.Context
	exact   bool
	initial []trace.Resource // until the replay has a machine
	steps   int
	end     *trace.End // end is nil if the trace has none
	// pending maps permanent facts that hold to the step that makes them here, if their maker in
	// the trace is still to come.
	pending map[string]trace.StepID
}

// record takes the next record of the run.
func (v *verifier) record(r trace.Record) error {
	switch {
	case r.Resource != nil:
		v.come(r.Resource)
		return nil
	case r.End != nil:
		end := *r.End
		v.end = &end
		return nil
	}
	if err := v.begin(); err != nil {
		return err
	}
	v.steps++
	if err := v.step(r.Step); err != nil {
		return at(copied(r.Step), err)
	}
	for _, id := range r.Step.Consumes {
		v.forget(id)
	}
	return nil
}

// come enters a resource of the trace.
func (v *verifier) come(x *trace.Resource) {
	known := *x
	known.Args = slices.Clone(x.Args)
	v.resources[x.ID] = &known
	if x.By == 0 {
		v.initial = append(v.initial, known)
	}
}

// copied returns a step that is good for longer than a call. Terms are.
func copied(s *trace.Step) *trace.Step {
	c := *s
	c.Args, c.Consumes, c.Reads, c.Produces = slices.Clone(s.Args), slices.Clone(s.Consumes), slices.Clone(s.Reads), slices.Clone(s.Produces)
	return &c
}

// begin starts the replay once the initial state is known.
func (v *verifier) begin() error {
	if v.Machine != nil {
		return nil
	}
	if err := v.start(v.initial); err != nil {
		return err
	}
	v.initial = nil
	return v.starts(v.header.Run)
}

// close holds what was seen of the end against the state.
func (v *verifier) close() error {
	if err := v.begin(); err != nil {
		return err
	}
	if err := v.leftOut(); err != nil {
		return err
	}
	return v.ends()
}

// leftOut refuses a trace in which a permanent fact has no maker.
func (v *verifier) leftOut() error {
	left := slices.Sorted(maps.Keys(v.pending))
	if len(left) == 0 {
		return nil
	}
	return fault(OtherResult, "step %s makes %s, which the trace leaves out", v.pending[left[0]], left[0])
}

// step fires the transition that a step records, and holds the record against it.
func (v *verifier) step(s *trace.Step) error {
	t, err := v.find(s)
	if err != nil {
		return err
	}
	if v.exact {
		if err := v.counts(s); err != nil {
			return err
		}
	}
	f, err := v.Fire(t, s)
	if err != nil {
		return err
	}
	return v.after(f, s)
}

// find finds the transition that a step records, in the stage that it says, with
// the stage token.
func (v *verifier) find(s *trace.Step) (exec.Transition, error) {
	if err := v.done.Err(); err != nil {
		return exec.Transition{}, err
	}
	if stage := v.Machine.Stage(); s.Stage != "" && (stage == nil || stage.Name != s.Stage) {
		return exec.Transition{}, fault(OtherStage, "the trace says that it fires in stage %s, but %s", s.Stage, v.where())
	}
	t, err := v.Find(v.done, s)
	if err != nil {
		return t, err
	}
	return t, v.handsOn(t, s)
}

// after holds what a step says that it did against what it did.
func (v *verifier) after(f Fired, s *trace.Step) error {
	if len(s.Proves) > 0 || v.exact {
		if err := same(OtherProof, "proves", facts(f.Proves), s.Proves); err != nil {
			return err
		}
	}
	if err := same(OtherAct, "tells the outside", facts(f.Acts), s.Acts); err != nil {
		return err
	}
	return v.makes(f, s)
}

// counts holds what a step says of the whole state against it.
func (v *verifier) counts(s *trace.Step) error {
	enabled, err := v.enabled(s.Sensed)
	switch {
	case err != nil:
		return err
	case s.Choices > 0 && enabled.Len() != s.Choices:
		return fault(OtherChoices, "the trace says that the number of enabled transitions is %d, but it is %d", s.Choices, enabled.Len())
	}
	return same(OtherSensed, "is where sensors answer", facts(v.Machine.Sensed()), s.Sensed)
}

// enabled counts the enabled transitions of the current state if sensors answer these facts.
func (v *verifier) enabled(sensed []trace.Fact) (*exec.Enabled, error) {
	if err := v.Sense(sensed); err != nil {
		return nil, err
	}
	return v.Machine.Enabled(v.done)
}

// handsOn holds what a step says of stage tokens against the transition: a link
// uses up the current one, all others read it.
func (v *verifier) handsOn(t exec.Transition, s *trace.Step) error {
	uses, reads := v.tokens(s.Consumes), v.tokens(s.Reads)
	current := []trace.ResourceID{v.token}
	switch {
	case t.Link == nil && (len(uses) > 0 || !slices.Equal(reads, current)):
		return fault(BadToken, "a rule reads the stage token, %s, and the trace says otherwise", v.describe(v.token))
	case t.Link != nil && (len(reads) > 0 || !slices.Equal(uses, current)):
		return fault(BadToken, "a link uses up the stage token, %s, and the trace says otherwise", v.describe(v.token))
	}
	return nil
}

// tokens returns those of some resources that are stage tokens.
func (v *verifier) tokens(ids []trace.ResourceID) []trace.ResourceID {
	var out []trace.ResourceID
	for _, id := range ids {
		if v.resources[id].Pred == trace.StagePred {
			out = append(out, id)
		}
	}
	return out
}

// makes holds what a step says that it made against what it did make.
func (v *verifier) makes(f Fired, s *trace.Step) error {
	wrong := v.notMade(f)
	for _, i := range f.Unsaid {
		made := f.Makes[i]
		if id := v.alike(made, wrong); id != 0 {
			return &Fault{Kind: OtherResult, Resource: id, Err: fmt.Errorf("the trace says that it makes %s, but it makes %s", v.describe(id), made)}
		}
		if !made.Persistent || v.exact {
			return fault(OtherResult, "it makes %s, which the trace leaves out", made)
		}
		v.pending[made.String()] = s.ID
	}
	if len(wrong) > 0 {
		return &Fault{Kind: OtherResult, Resource: wrong[0], Err: fmt.Errorf("it does not make %s", v.describe(wrong[0]))}
	}
	return nil
}

// notMade returns the recorded results that a step did not make, except permanent facts that it
// asserts before their maker in the trace.
func (v *verifier) notMade(f Fired) []trace.ResourceID {
	var out []trace.ResourceID
	for _, id := range f.Unmade {
		text := v.resources[id].String()
		if _, ok := v.pending[text]; ok && asserts(f.Transition, text) {
			delete(v.pending, text)
			continue
		}
		out = append(out, id)
	}
	return out
}

// alike returns the first of some resources that has the predicate of what was
// made; 0 for none.
func (v *verifier) alike(made trace.Resource, of []trace.ResourceID) trace.ResourceID {
	for _, id := range of {
		if v.resources[id].Pred == made.Pred {
			return id
		}
	}
	return 0
}

// asserts reports whether a transition makes a permanent fact, be it there or not.
func asserts(t exec.Transition, text string) bool {
	return slices.ContainsFunc(t.Results(), func(r lang.Initial) bool {
		return r.Permanent && "!"+r.Fact.String() == text
	})
}

// fault returns a fault without its step.
func fault(kind FaultKind, format string, args ...any) error {
	return &Fault{Kind: kind, Err: fmt.Errorf(format, args...)}
}

// same refuses facts that are not those recorded.
func same(kind FaultKind, does string, got []string, recorded []trace.Fact) error {
	for i, f := range recorded {
		switch {
		case i >= len(got):
			return fault(kind, "the trace says that it %s %s, and it does not", does, f)
		case got[i] != f.String():
			return fault(kind, "the trace says that it %s %s, but it %s %s", does, f, does, got[i])
		}
	}
	if len(got) > len(recorded) {
		return fault(kind, "it %s %s, which the trace leaves out", does, got[len(recorded)])
	}
	return nil
}

func facts(fs []lang.Fact) []string {
	out := make([]string, len(fs))
	for i, f := range fs {
		out[i] = f.String()
	}
	return out
}
