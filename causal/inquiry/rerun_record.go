package inquiry

import (
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/replay"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// record enters a step as it happened now.
func (w *rerunner) record(f replay.Fired, was *trace.Step) {
	s := trace.Step{
		ID: trace.StepID(len(w.Now.Steps) + 1), Rule: f.Rule.Name, Variant: exec.Variant(f.Rule), Stage: f.Stage.Name,
		Consumes: f.Consumes, Reads: f.Reads, Sensed: was.Sensed, Chosen: was.Chosen,
	}
	terms(f.Transition, &s)
	for _, made := range f.Makes {
		made.By = s.ID
		s.Produces = append(s.Produces, made.ID)
		w.Now.Resources = append(w.Now.Resources, made)
	}
	w.Now.Steps = append(w.Now.Steps, s)
}

// terms enters the arguments of a transition, what was proved for it and what it tells
// the outside, as traces have them.
func terms(t exec.Transition, s *trace.Step) {
	n := exec.NearMiss{Rule: t.Rule, Args: t.Args, Known: make([]bool, len(t.Args))}
	for i := range n.Known {
		n.Known[i] = true
	}
	for i := range t.Args {
		s.Args = append(s.Args, n.Instance(lang.Variable(i)))
	}
	for _, p := range t.Rule.Premises {
		if p.Kind == lang.Prove || p.Kind == lang.Ask {
			s.Proves = append(s.Proves, n.Fact(p.Atom))
		}
	}
	for _, a := range t.Rule.Actions {
		s.Acts = append(s.Acts, n.Fact(a))
	}
}

// finish enters the end of the run as it is now.
func (w *rerunner) finish(why trace.Why, sensed []trace.Fact) {
	end := &trace.End{Why: why, Sensed: sensed}
	for _, r := range w.Now.Final() {
		end.Alive = append(end.Alive, r.ID)
	}
	w.Now.End = end
}

// why returns why the run ends now, after all its choices.
func (w *rerunner) why(enabled *exec.Enabled) trace.Why {
	limits := w.Now.Run.Limits
	switch {
	case enabled.Len() == 0:
		return trace.Quiescent
	case w.then.End.Why != trace.Quiescent:
		return w.then.End.Why
	case limits != nil && limits.Steps == len(w.then.Steps):
		return trace.LimitHit
	}
	return trace.Stopped
}
