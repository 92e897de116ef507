package replay

import (
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// step fires the transition that a step records, and compares the record with it.
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

// find finds the transition that a step records, in the recorded stage and with the stage token.
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

// after compares the recorded effects of a step with its effects.
func (v *verifier) after(f Fired, s *trace.Step) error {
	if len(s.Proves) > 0 || v.exact {
		if err := same(OtherProof, "proves", facts(f.Proves), s.Proves); err != nil {
			return err
		}
	}
	if err := same(OtherAct, "carries out", facts(f.Acts), s.Acts); err != nil {
		return err
	}
	return v.makes(f, s)
}

// counts compares the numbers that a step records with the state.
func (v *verifier) counts(s *trace.Step) error {
	enabled, err := v.enabled(s.Sensed)
	switch {
	case err != nil:
		return err
	case s.Choices > 0 && enabled.Len() != s.Choices:
		return fault(OtherChoices, "the trace says that the number of enabled transitions is %d, but it is %d",
			s.Choices, enabled.Len())
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

// handsOn compares the stage tokens of a step with the transition: a link uses up the current one,
// all others read it.
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

// makes compares the recorded results of a step with those that it made.
func (v *verifier) makes(f Fired, s *trace.Step) error {
	wrong := v.notMade(f)
	for _, i := range f.Unsaid {
		made := f.Makes[i]
		like := func(id trace.ResourceID) bool { return v.resources[id].Pred == made.Pred }
		if k := slices.IndexFunc(wrong, like); k >= 0 {
			id := wrong[k]
			return &Fault{Kind: OtherResult, Resource: id,
				Err: fmt.Errorf("the trace says that it makes %s, but it makes %s", v.describe(id), made)}
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

// asserts reports whether a transition makes a permanent fact, whether it holds already or not.
func asserts(t exec.Transition, text string) bool {
	return slices.ContainsFunc(t.Results(), func(r lang.Initial) bool {
		return r.Permanent && "!"+r.Fact.String() == text
	})
}

// fault returns a fault without its step.
func fault(kind FaultKind, format string, args ...any) error {
	return &Fault{Kind: kind, Err: fmt.Errorf(format, args...)}
}

// same returns a fault if facts are not those recorded.
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

// facts returns facts as programs write them.
func facts(fs []lang.Fact) []string {
	out := make([]string, len(fs))
	for i, f := range fs {
		out[i] = f.String()
	}
	return out
}
