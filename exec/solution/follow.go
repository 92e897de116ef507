package solution

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Follower is a [trace.Recorder] that knows which resources of a run may be left over by its goal. It keeps no more
// of the run than these.
type Follower struct {
	prog   *lang.Program
	start  *lang.Start
	affine map[trace.ResourceID]bool // the affine resources that are there
	makes  [][]bool                  // of each rule: which of the linear facts that it makes are affine; nil if none is
	made   trace.ResourceID
}

// Follow returns the follower of a run that is about to begin.
func Follow(prog *lang.Program, start *lang.Start) *Follower {
	f := &Follower{prog: prog, start: start, makes: make([][]bool, len(prog.Rules()))}
	for i, r := range prog.Rules() {
		if !slices.ContainsFunc(r.Results, func(r lang.Result) bool { return r.Affine }) {
			continue
		}
		for _, made := range r.Results {
			if !made.Permanent {
				f.makes[i] = append(f.makes[i], made.Affine)
			}
		}
	}
	return f
}

// Begin implements [trace.Recorder].
func (f *Follower) Begin(_ *trace.Header, _ trace.Terms, initial []trace.Made) error {
	f.begin(initial)
	return nil
}

// begin enters the initial state.
func (f *Follower) begin(initial []trace.Made) {
	f.affine, f.made = make(map[trace.ResourceID]bool), 0
	var affine []bool
	for _, i := range f.start.Context.Facts {
		if !i.Permanent {
			affine = append(affine, i.Affine)
		}
	}
	f.make(initial, affine)
}

// make enters resources, given which of the linear ones are affine. They have the order of the facts that a rule or a
// context makes, but permanent ones that are there already are missing, and the token of a stage stands behind them.
func (f *Follower) make(made []trace.Made, affine []bool) {
	for _, m := range made {
		f.made++
		if m.Persistent || len(affine) == 0 {
			continue
		}
		if affine[0] {
			f.affine[f.made] = true
		}
		affine = affine[1:]
	}
}

// Step implements [trace.Recorder].
func (f *Follower) Step(e *trace.Event) error {
	f.step(e.Rule, e.Uses[:e.Consumes], e.Makes)
	return nil
}

// step enters a step of a rule.
func (f *Follower) step(rule int, consumes []trace.ResourceID, makes []trace.Made) {
	if len(f.affine) > 0 {
		for _, id := range consumes {
			delete(f.affine, id)
		}
	}
	f.make(makes, f.makes[rule])
}

// Forget implements [trace.Recorder].
func (f *Follower) Forget() {}

// End implements [trace.Recorder].
func (f *Follower) End(*trace.End) error { return nil }

// Replay follows a run of the program that was recorded, in place of the calls of a run that goes on.
func (f *Follower) Replay(t *trace.Trace) {
	made := make(map[trace.StepID][]trace.Made)
	for _, r := range t.Resources {
		made[r.By] = append(made[r.By], trace.Made{Persistent: r.Persistent})
	}
	f.begin(made[0])
	for i := range t.Steps {
		s := &t.Steps[i]
		f.step(f.prog.Labels().Find(s.Key()), s.Consumes, made[s.ID])
	}
}

// State returns the facts of the state of the machine that has made the run, in the order in which they were made.
func (f *Follower) State(m *exec.Machine) []Resource {
	var out []Resource
	for _, p := range f.prog.Preds {
		for _, r := range m.Context().Of(p) {
			out = append(out, Resource{r.ID, r.Fact, r.Permanent, f.affine[r.ID]})
		}
	}
	slices.SortFunc(out, func(a, b Resource) int { return cmp.Compare(a.ID, b.ID) })
	return out
}

// Check decides whether the state of the machine that has made the run meets the goal of the start, which must have
// one. It does so even if a limit of the run has ended the context.
func (f *Follower) Check(ctx context.Context, m *exec.Machine) (*Result, error) {
	if _, limit := errors.AsType[*exec.LimitError](context.Cause(ctx)); limit {
		ctx = context.WithoutCancel(ctx)
	}
	return Check(ctx, f.start.Goal, f.State(m))
}
