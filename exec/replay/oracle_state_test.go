package replay

import (
	"context"
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// state is a run of the oracle.
type state struct {
	machine *exec.Machine
	program *lang.Program
	byID    map[trace.ResourceID]trace.Resource
	ids     map[trace.ResourceID]trace.ResourceID // the trace's, by the machine's
	exact   bool                                  // nothing has been found yet that need not be so, and is not
}

// enabled lists the enabled transitions if sensors answer these facts, and the questions they were
// asked; false if they cannot answer so.
func (s *state) enabled(sensed []trace.Fact) ([]exec.Transition, []lang.Fact, bool) {
	answers, ok := s.answers(sensed)
	if !ok {
		return nil, nil, false
	}
	sensors := make(map[string]exec.Sensor)
	for _, p := range s.program.Preds {
		if p.Kind == lang.Sense {
			sensors[p.Handler] = func(_ context.Context, p *lang.Pred) ([]lang.Fact, error) { return answers[p.Name], nil }
		}
	}
	s.machine.Tie(sensors)
	e, err := s.machine.Enabled(context.Background())
	if err != nil {
		return nil, nil, false
	}
	return slices.Collect(e.All()), s.machine.Sensed(), true
}

// answers reads facts that are sensed, by predicate; false where one is none.
func (s *state) answers(sensed []trace.Fact) (map[string][]lang.Fact, bool) {
	out := make(map[string][]lang.Fact)
	for _, f := range sensed {
		i := slices.IndexFunc(s.program.Preds, func(p *lang.Pred) bool { return p.Name == f.Pred && p.Kind == lang.Sense })
		if i < 0 || len(f.Args) != len(s.program.Preds[i].Args) {
			return nil, false
		}
		p := s.program.Preds[i]
		fact := lang.Fact{Pred: p}
		for i, a := range f.Args {
			v, err := s.program.ParseValue(a.String(), p.Args[i])
			if err != nil {
				return nil, false
			}
			fact.Args = append(fact.Args, v)
		}
		out[p.Name] = append(out[p.Name], fact)
	}
	return out, true
}

// fires fires the transition that a step records, if there is one, and reports
// whether all that the step says is so.
func (s *state) fires(step *trace.Step) bool {
	all, sensed, ok := s.enabled(step.Sensed)
	if !ok {
		return false
	}
	s.exactly(step.Choices == 0 || step.Choices == len(all))
	s.exactly(fmt.Sprint(sensed) == fmt.Sprint(step.Sensed))
	for _, t := range all {
		if t.String() == step.String() && s.takes(t, step) {
			return s.fire(t, step)
		}
	}
	return false
}

// exactly notes whether something holds that need not, but in exact traces.
func (s *state) exactly(holds bool) { s.exact = s.exact && holds }

// takes reports whether a transition takes the resources of a step, but for
// tokens.
func (s *state) takes(t exec.Transition, step *trace.Step) bool {
	consumes, reads := t.Takes()
	return fmt.Sprint(s.named(consumes)) == fmt.Sprint(s.facts(step.Consumes)) &&
		fmt.Sprint(s.named(reads)) == fmt.Sprint(s.facts(step.Reads))
}

func (s *state) named(rs []*exec.Resource) []trace.ResourceID {
	var out []trace.ResourceID
	for _, r := range rs {
		out = append(out, s.ids[r.ID])
	}
	slices.Sort(out)
	return out
}

func (s *state) facts(ids []trace.ResourceID) []trace.ResourceID {
	out := slices.DeleteFunc(slices.Clone(ids),
		func(id trace.ResourceID) bool { return s.byID[id].Pred == trace.StagePred })
	slices.Sort(out)
	return out
}

func (s *state) fire(t exec.Transition, step *trace.Step) bool {
	stage := s.machine.Stage().Name
	f, err := s.machine.Fire(t)
	if err != nil || step.Stage != "" && step.Stage != stage {
		return false
	}
	proves := fmt.Sprint(f.Proves) == fmt.Sprint(step.Proves)
	if !proves && len(step.Proves) > 0 || fmt.Sprint(f.Acts) != fmt.Sprint(step.Acts) {
		return false
	}
	s.exactly(proves)
	return s.same(f.Consumes, step.Consumes) && s.same(f.Reads, step.Reads) && s.makes(f, step)
}

// same reports whether resources of the machine are those of the trace.
func (s *state) same(machines, traces []trace.ResourceID) bool {
	var ids []trace.ResourceID
	for _, id := range machines {
		ids = append(ids, s.ids[id])
	}
	return fmt.Sprint(slices.Sorted(slices.Values(ids))) == fmt.Sprint(slices.Sorted(slices.Values(traces)))
}

// makes reports whether a transition makes what a step says. In traces that are
// not exact, any of the steps that assert a permanent fact may be said to make it.
func (s *state) makes(f exec.Firing, step *trace.Step) bool {
	left := slices.Clone(step.Produces)
	for _, made := range f.Makes {
		i := slices.IndexFunc(left, func(id trace.ResourceID) bool { return s.byID[id].String() == made.String() })
		switch {
		case i >= 0:
			s.ids[made.ID] = left[i]
			left = slices.Delete(left, i, i+1)
		case made.Persistent:
			s.exactly(false)
			s.ids[made.ID] = s.anywhere(made)
		default:
			return false
		}
	}
	for _, id := range left {
		if r := s.byID[id]; !r.Persistent || !asserts(f.Transition, r.String()) {
			return false
		}
	}
	s.exactly(len(left) == 0)
	return true
}

// anywhere returns the first resource of the trace with a permanent fact; 0 where
// the trace has none.
func (s *state) anywhere(made trace.Resource) trace.ResourceID {
	first := trace.ResourceID(0)
	for id, r := range s.byID {
		if r.String() == made.String() && (first == 0 || id < first) {
			first = id
		}
	}
	return first
}

// saysAll reports whether a trace leaves no permanent fact out, and says none twice.
func (s *state) saysAll(t *trace.Trace) bool {
	for _, id := range s.ids {
		if id == 0 {
			return false
		}
	}
	said := make(map[string]bool)
	for _, r := range t.Resources {
		if r.Persistent && said[r.String()] {
			return false
		}
		said[r.String()] = true
	}
	return true
}

// ends reports whether a run could have ended there, for that reason.
func (s *state) ends(t *trace.Trace) bool {
	end, limit, others := t.End, 0, false
	if t.Run != nil && t.Run.Limits != nil {
		limit, others = t.Run.Limits.Steps, t.Run.Limits.Time > 0 || t.Run.Limits.Memory > 0
	}
	n := len(t.Steps)
	cut := end.Why == trace.LimitHit && end.Message != "" && others
	if limit > 0 && n > limit || end.Why != trace.Failed && !cut && end.Message != "" {
		return false
	}
	all, sensed, ok := s.enabled(end.Sensed)
	if !ok {
		return false
	}
	if end.Why == trace.Interrupted || end.Why == trace.Failed || cut {
		return true // at any time
	}
	s.exactly(fmt.Sprint(sensed) == fmt.Sprint(end.Sensed))
	switch end.Why {
	case trace.LimitHit:
		return len(all) > 0 && (limit == 0 || n == limit)
	case trace.Stopped:
		return len(all) > 0 && (limit == 0 || n < limit)
	}
	return len(all) == 0
}
