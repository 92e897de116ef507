// Package causaltest has runs for tests of the packages that explain runs. It knows traces alone, so that
// the tests of package causal can use it, too.
package causaltest

import (
	"slices"

	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Random draws a valid trace of up to 14 steps over few rules, predicates
// and names, so that things meet. Tokens of stages come up as other facts do.
func Random(t *rapid.T) *trace.Trace {
	w := &writer{t: t, preds: []string{"p", "q", "r", trace.StagePred}, trace: &trace.Trace{Header: trace.Header{
		Format: trace.Format,
		Program: &trace.Program{Types: []trace.Type{
			{Name: "place", Constants: []string{"here"}},
			{Name: "character", Constants: []string{"ann", "bob", "cyd"}},
			{Name: "thing", Constants: []string{"cup", "key"}},
		}},
	}}}
	return w.run(4, 14, 5)
}

// Staged draws a valid trace of up to 30 steps over few rules, predicates and names. In some, there is
// one token of a stage: each step reads it, or puts another in its place.
func Staged(t *rapid.T) *trace.Trace {
	w := &writer{t: t, preds: []string{"p", "q", "r"}, trace: &trace.Trace{Header: trace.Header{Format: trace.Format}}}
	if rapid.Bool().Draw(t, "staged") {
		w.token = w.add(stageToken(0))
	}
	return w.run(6, 30, rapid.IntRange(2, 12).Draw(t, "few"))
}

type writer struct {
	t     *rapid.T
	preds []string // of facts
	trace *trace.Trace
	token trace.ResourceID // that all steps use; 0 for none
	alive []trace.Resource // without the token
}

// run draws up to some number of facts at the start, and of steps. Where few is larger, steps use fewer facts.
func (w *writer) run(initial, steps, few int) *trace.Trace {
	for range rapid.IntRange(0, initial).Draw(w.t, "initial") {
		w.make(0)
	}
	for i := range rapid.IntRange(0, steps).Draw(w.t, "steps") {
		w.step(trace.StepID(i+1), few)
	}
	return w.trace
}

func stageToken(by trace.StepID) trace.Resource {
	return trace.Resource{Pred: trace.StagePred, Args: []trace.Term{trace.Const("day")}, By: by}
}

// add adds a resource and returns its id.
func (w *writer) add(r trace.Resource) trace.ResourceID {
	r.ID = trace.ResourceID(len(w.trace.Resources) + 1)
	w.trace.Resources = append(w.trace.Resources, r)
	return r.ID
}

func (w *writer) make(by trace.StepID) trace.ResourceID {
	pred := rapid.SampledFrom(w.preds).Draw(w.t, "pred")
	r := trace.Resource{
		Pred: pred, By: by, Args: w.terms(1),
		Persistent: pred != trace.StagePred && rapid.IntRange(0, 3).Draw(w.t, "persistent") == 0,
	}
	if pred == trace.StagePred {
		r = stageToken(by)
	}
	r.ID = w.add(r)
	w.alive = append(w.alive, r)
	return r.ID
}

func (w *writer) terms(most int) []trace.Term {
	name := rapid.SampledFrom([]string{"here", "ann", "bob", "cyd", "cup", "key", "other"})
	var terms []trace.Term
	for range rapid.IntRange(0, most).Draw(w.t, "terms") {
		term := trace.Const(name.Draw(w.t, "name"))
		if rapid.IntRange(0, 4).Draw(w.t, "compound") == 0 {
			term = trace.Term{Head: "f", Args: []trace.Term{term}}
		}
		terms = append(terms, term)
	}
	return terms
}

func (w *writer) step(id trace.StepID, few int) {
	s := trace.Step{ID: id, Rule: rapid.SampledFrom([]string{"a", "b", "c", "d"}).Draw(w.t, "rule"), Args: w.terms(2)}
	if w.token != 0 && rapid.IntRange(0, 5).Draw(w.t, "moves") == 0 {
		s.Consumes = append(s.Consumes, w.token)
		w.token = w.add(stageToken(id))
		s.Produces = append(s.Produces, w.token)
	} else if w.token != 0 {
		s.Reads = append(s.Reads, w.token)
	}
	var left []trace.Resource
	for _, r := range w.alive {
		use := rapid.IntRange(0, few).Draw(w.t, "use")
		if use == 0 && !r.Persistent {
			s.Consumes = append(s.Consumes, r.ID)
			continue
		}
		if use == 1 {
			s.Reads = append(s.Reads, r.ID)
		}
		left = append(left, r)
	}
	w.alive = left
	for range rapid.IntRange(0, 2).Draw(w.t, "produces") {
		s.Produces = append(s.Produces, w.make(id))
	}
	w.trace.Steps = append(w.trace.Steps, s)
}

// Craft returns a run in which much is alike: a maker makes things one by one, which are put
// together by twos, and some of them are used up.
func Craft(t *rapid.T) *trace.Trace {
	out := &trace.Trace{Header: trace.Header{Format: trace.Format}}
	made := func(by int, pred string) trace.ResourceID {
		id := trace.ResourceID(len(out.Resources) + 1)
		out.Resources = append(out.Resources, trace.Resource{ID: id, Pred: pred, By: trace.StepID(by)})
		return id
	}
	maker, things := made(0, "maker"), []trace.ResourceID{made(0, "thing"), made(0, "thing")}
	take := func() []trace.ResourceID {
		i := rapid.IntRange(0, len(things)-1).Draw(t, "thing")
		id := things[i]
		things = slices.Delete(things, i, i+1)
		return []trace.ResourceID{id}
	}
	for i := range rapid.IntRange(0, 20).Draw(t, "steps") {
		s := trace.Step{ID: trace.StepID(i + 1), Rule: "make"}
		switch rule := rapid.SampledFrom([]string{"make", "use", "join"}).Draw(t, "rule"); {
		case rule == "use" && len(things) > 0:
			s.Rule, s.Consumes = rule, take()
		case rule == "join" && len(things) > 1:
			s.Rule, s.Consumes = rule, slices.Concat(take(), take())
			s.Produces = []trace.ResourceID{made(i+1, "thing")}
		default:
			s.Reads, s.Produces = []trace.ResourceID{maker}, []trace.ResourceID{made(i+1, "thing")}
		}
		things = append(things, s.Produces...)
		out.Steps = append(out.Steps, s)
	}
	return out
}

// Order is a partial order of the steps of a run by their indexes, as a graph of causes has it.
type Order[E ~int] interface {
	Len() int
	Causes(E) []E  // directly before
	Effects(E) []E // directly after
}

// Linearize draws an order of the steps that respects the partial order.
func Linearize[E ~int](t *rapid.T, g Order[E]) []E {
	waits := make([]int, g.Len())
	var ready, order []E
	for e := range E(g.Len()) {
		if waits[e] = len(g.Causes(e)); waits[e] == 0 {
			ready = append(ready, e)
		}
	}
	for len(ready) > 0 {
		i := rapid.IntRange(0, len(ready)-1).Draw(t, "next")
		e := ready[i]
		ready = slices.Delete(ready, i, i+1)
		order = append(order, e)
		for _, f := range g.Effects(e) {
			if waits[f]--; waits[f] == 0 {
				ready = append(ready, f)
			}
		}
	}
	return order
}

// Reordered returns the run with its steps in another order, and all ids given
// anew.
func Reordered[E ~int](t *trace.Trace, order []E) *trace.Trace {
	out := &trace.Trace{Header: t.Header}
	ids := make(map[trace.ResourceID]trace.ResourceID)
	add := func(r trace.Resource, by trace.StepID) {
		id := trace.ResourceID(len(out.Resources) + 1)
		ids[r.ID] = id
		r.ID, r.By = id, by
		out.Resources = append(out.Resources, r)
	}
	for _, r := range slices.Backward(t.Resources) {
		if r.By == 0 {
			add(r, 0)
		}
	}
	renamed := func(old []trace.ResourceID) (now []trace.ResourceID) {
		for _, id := range slices.Backward(old) {
			now = append(now, ids[id])
		}
		return now
	}
	for i, e := range order {
		s := t.Steps[e]
		for _, id := range slices.Backward(s.Produces) {
			add(t.Resources[id-1], trace.StepID(i+1))
		}
		s.ID = trace.StepID(i + 1)
		s.Consumes, s.Reads, s.Produces = renamed(s.Consumes), renamed(s.Reads), renamed(s.Produces)
		out.Steps = append(out.Steps, s)
	}
	return out
}
