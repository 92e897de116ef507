package inquiry

import (
	"context"
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/replay"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Counterfactual is a run with some of its steps and initial facts removed, others added, and as
// few other changes as possible (Lewis, "Counterfactuals", 1973, for the notion; for rules:
// Laurent, Yang and Fontana, "Counterfactual resimulation for causal analysis of rule-based
// models", IJCAI 2018). The other steps fire in their order, each that still can, with its
// original resources as far as they exist. A missing resource is replaced by an equal one:
//
//   - a resource only read: by any that exists,
//   - a resource consumed: by one that no later step of the run needs, preferably one
//     that exists only now, or that lost its user.
//
// A step that is possible only with other numbers among its arguments happens with these: with
// less money, and all else the same.
//
// So every step outside the future of the removed parts survives. New steps are not added.
type Counterfactual struct {
	// Trace is the counterfactual run. Steps and resources keep the ids of the original run; new
	// ones have higher ids. It has no end.
	Trace *trace.Trace
	// Lost are the steps that can no longer happen, without those taken away.
	Lost []Loss
	// Adapted are the steps that happen with other numbers, in their order.
	Adapted []Adapted
	// Swaps are the resources that others stand in for, in the order of steps.
	Swaps []Swap
	// Early are the steps that happen though another transition comes before them.
	Early []Early
	// Gone are the resources of the final state that are not there at the end, and
	// New those that are there only now.
	Gone, New []trace.Resource
}

// Loss is a step that can no longer happen.
type Loss struct {
	Step *trace.Step
	// Missing are the resources that it would take and that are not there. Those that are
	// there with other numbers are left out, as far as others are missing.
	Missing []*trace.Resource
	// Unfit are facts that are there in the place of all that is missing, with other numbers:
	// the rule does not apply with them.
	Unfit []trace.Fact
	// Err says what else is in the way, if none is missing, or each is there with other
	// numbers; then it may be nil, where it is that they do not fit together.
	Err error
}

// Adapted is a step that happens with other numbers than it had.
type Adapted struct {
	Step *trace.Step // as it was
	Numbers
}

// Swap says that a step takes another resource than it did.
type Swap struct {
	Step     trace.StepID
	Old, New *trace.Resource
}

// Early says that a step happens though another transition comes first: a link
// that does not wait until no rule applies, or a rule of an ordered stage.
type Early struct {
	Step  *trace.Step
	First exec.Transition
}

// WhatIf replays a run with a change. The trace is a run of the program, as
// [replay.Verify] says. The error says which fact the program does not know, or is that of
// ctx or of a search without end.
func WhatIf(ctx context.Context, prog *lang.Program, g *causal.Graph, c Change) (*Counterfactual, error) {
	w, err := newChanged(prog, g, c)
	if err != nil {
		return nil, err
	}
	for i := range g.Trace.Steps {
		if err := w.step(ctx, &g.Trace.Steps[i]); err != nil {
			return nil, err
		}
	}
	w.end()
	return w.Counterfactual, nil
}

// changed is a run that is replayed with a change.
type changed struct {
	*replay.Replay
	*Counterfactual
	strict bool
	graph  *causal.Graph
	left   map[trace.StepID]bool             // left lists steps removed or lost
	needs  map[trace.ResourceID]int          // needs counts the steps to come that take a resource of the run
	user   map[trace.ResourceID]trace.StepID // user is the consumer of each resource of the run; 0 for none
	last   trace.ResourceID                  // last is the highest id
	stock  map[string][]trace.ResourceID     // steps to come that take a resource of the run
	akin   map[string][]trace.ResourceID     // akin by fact without its numbers: ids of facts with numbers, in no order
}

func newChanged(prog *lang.Program, g *causal.Graph, c Change) (*changed, error) {
	w := &changed{
		Counterfactual: &Counterfactual{Trace: &trace.Trace{Header: g.Trace.Header}},
		strict:         c.Strict, graph: g,
		left:  make(map[trace.StepID]bool),
		needs: make(map[trace.ResourceID]int),
		user:  make(map[trace.ResourceID]trace.StepID),
		stock: make(map[string][]trace.ResourceID),
		akin:  make(map[string][]trace.ResourceID),
	}
	for _, id := range c.Steps {
		w.left[id] = true
	}
	w.without(c.Resources)
	if err := w.add(c.Facts); err != nil {
		return nil, err
	}
	replayed, err := replay.New(prog, g.Trace, w.Trace.Resources)
	if err != nil {
		return nil, err
	}
	w.Replay = replayed
	for _, r := range w.Trace.Resources {
		if x := w.Resource(r.ID); x != nil {
			w.enter(r, x.ID)
		}
	}
	return w, nil
}

// without makes the initial state that of the run without some resources, and surveys
// them all.
func (w *changed) without(gone []trace.ResourceID) {
	taken := make(map[trace.ResourceID]bool)
	for _, id := range gone {
		taken[id] = true
	}
	for i := range w.graph.Resources {
		r := &w.graph.Resources[i]
		w.survey(r)
		if r.Producer == causal.Outside && !taken[r.ID] {
			w.Trace.Resources = append(w.Trace.Resources, *r.Resource)
		}
	}
}

// survey enters who takes a resource of the run.
func (w *changed) survey(r *causal.Resource) {
	w.last = max(w.last, r.ID)
	for _, e := range r.Users() {
		if !w.left[w.graph.Step(e).ID] {
			w.needs[r.ID]++
		}
	}
	w.user[r.ID] = 0
	if r.Consumer != causal.Outside {
		w.user[r.ID] = w.graph.Step(r.Consumer).ID
	}
}

// add adds facts to the initial state. Permanent ones are a set.
func (w *changed) add(facts []trace.Resource) error {
	holds := make(map[string]bool)
	for _, r := range w.Trace.Resources {
		holds[r.String()] = true
	}
	for _, f := range facts {
		if f.Persistent && holds[f.String()] {
			return fmt.Errorf("%s holds already", f)
		}
		holds[f.String()] = true
		w.last++
		f.ID = w.last
		w.Trace.Resources = append(w.Trace.Resources, f)
	}
	return nil
}

// step replays a step, if it still can happen.
func (w *changed) step(ctx context.Context, s *trace.Step) error {
	if w.left[s.ID] {
		return ctx.Err()
	}
	for _, id := range taken(s) {
		w.needs[id]--
	}
	t, loss, err := w.find(ctx, s)
	if err != nil {
		return err
	}
	if loss == nil {
		return w.fire(t, s)
	}
	w.left[s.ID] = true
	w.Lost = append(w.Lost, *loss)
	return nil
}

// fire fires a step, and records it.
func (w *changed) fire(t exec.Transition, s *trace.Step) error {
	f, err := w.Fire(t, s)
	if err != nil {
		return err
	}
	for _, i := range f.Unsaid {
		w.last++
		w.Add(f.Makes[i], w.last)
	}
	w.record(f, s)
	return nil
}

// record enters a step as it happened.
func (w *changed) record(f replay.Fired, s *trace.Step) {
	step := *s
	step.Choices, step.Produces = 0, nil
	step.Args, step.Proves, step.Acts = nil, nil, nil
	terms(f.Transition, &step)
	step.Consumes, step.Reads = w.ids(f.Consumes), w.ids(f.Reads)
	w.swapped(&step, s)
	for _, made := range f.Makes {
		id, _ := w.ID(made.ID)
		r := *w.Recorded(id)
		r.By = s.ID
		step.Produces = append(step.Produces, r.ID)
		w.Trace.Resources = append(w.Trace.Resources, r)
		w.enter(r, made.ID)
	}
	w.Trace.Steps = append(w.Trace.Steps, step)
}

// ids returns the trace's ids of resources of the machine.
func (w *changed) ids(machine []trace.ResourceID) []trace.ResourceID {
	var out []trace.ResourceID
	for _, made := range machine {
		id, _ := w.ID(made)
		out = append(out, id)
	}
	return out
}

// swapped notes what a step took in the place of what it took before.
func (w *changed) swapped(now, before *trace.Step) {
	gone := slices.DeleteFunc(taken(before), func(id trace.ResourceID) bool { return slices.Contains(taken(now), id) })
	for _, id := range taken(now) {
		if slices.Contains(taken(before), id) {
			continue
		}
		i := slices.IndexFunc(gone, func(old trace.ResourceID) bool {
			return w.Recorded(old).Fact().String() == w.Recorded(id).Fact().String()
		})
		if i >= 0 { // or one that was permanent met several premises
			w.Swaps = append(w.Swaps, Swap{now.ID, w.Recorded(gone[i]), w.Recorded(id)})
			gone = slices.Delete(gone, i, i+1)
		}
	}
}

// taken returns what a step consumes and reads.
func taken(s *trace.Step) []trace.ResourceID { return slices.Concat(s.Consumes, s.Reads) }

// end compares the final states.
func (w *changed) end() {
	before, now := w.graph.Trace.Final(), w.Trace.Final()
	w.Gone, w.New = surplus(before, now), surplus(now, before)
}

// surplus returns the resources in excess of equal facts among others, the youngest in excess
// first.
func surplus(these, others []trace.Resource) []trace.Resource {
	count := make(map[string]int)
	for _, r := range others {
		count[r.String()]++
	}
	var out []trace.Resource
	for _, r := range these {
		if text := r.String(); count[text] > 0 {
			count[text]--
		} else {
			out = append(out, r)
		}
	}
	return out
}
