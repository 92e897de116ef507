// Package tracetest has traces for tests of all that reads and writes them: random ones, and long runs.
package tracetest

import (
	"fmt"
	"math"
	"slices"

	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/label"
)

// names are what programs, and files made to do harm, may call things.
var names = rapid.SampledFrom([]string{
	"romeo", "C'", "do/mourn", "été", "<b>&amp;", "a\nb", "\u2028", "x1", "\\", "12", "null",
})

// Terms draws terms up to a depth.
func Terms(depth int) *rapid.Generator[trace.Term] {
	kinds := []*rapid.Generator[trace.Term]{
		rapid.Map(names, trace.Const),
		rapid.Map(rapid.StringMatching(`[ -~é\t\n]*`), trace.Text),
		rapid.Map(rapid.StringMatching(`0|[1-9][0-9]{0,30}`), func(digits string) trace.Term {
			return trace.Term{Head: digits, Number: true}
		}),
	}
	if depth > 0 {
		kinds = append(kinds, rapid.Custom(func(t *rapid.T) trace.Term {
			return trace.Term{
				Head: names.Draw(t, "constructor"),
				Args: rapid.SliceOfN(Terms(depth-1), 1, 3).Draw(t, "args"),
			}
		}))
	}
	return rapid.OneOf(kinds...)
}

// args draws arguments, nil where there are none: as they read back.
func args(t *rapid.T, n int) []trace.Term {
	if n == 0 {
		return nil
	}
	return rapid.SliceOfN(Terms(2), n, n).Draw(t, "args")
}

// run is a run in the making.
type run struct {
	*rapid.T
	trace *trace.Trace
	alive []trace.ResourceID
	ids   []int // to come
}

// Traces draws valid traces, each with all the parts a header can have or with
// none.
func Traces() *rapid.Generator[*trace.Trace] {
	return rapid.Custom(func(t *rapid.T) *trace.Trace {
		r := &run{T: t, trace: &trace.Trace{Header: trace.Header{Format: trace.Format}}}
		r.ids = rapid.SliceOfNDistinct(rapid.IntRange(1, 500), 40, 40, rapid.ID[int]).Draw(t, "ids")
		if rapid.Bool().Draw(t, "header") {
			r.trace.Header = header(t)
		}
		for range rapid.IntRange(0, 5).Draw(t, "initial") {
			r.alive = append(r.alive, r.add(0))
		}
		for i := range rapid.IntRange(0, 8).Draw(t, "steps") {
			r.fire(trace.StepID(i*3 + 1))
		}
		if rapid.Bool().Draw(t, "end") {
			r.end()
		}
		return r.trace
	})
}

// add makes a resource and returns its id.
func (r *run) add(by trace.StepID) trace.ResourceID {
	id := trace.ResourceID(r.ids[0])
	r.ids = r.ids[1:]
	n := rapid.IntRange(0, 2).Draw(r.T, "arity")
	r.trace.Resources = append(r.trace.Resources, trace.Resource{
		ID: id, Pred: fmt.Sprintf("p%d", n), Args: args(r.T, n), By: by,
		Persistent: rapid.IntRange(0, 3).Draw(r.T, "persistent") == 0,
	})
	return id
}

// fire adds a step that uses some of the resources alive.
func (r *run) fire(id trace.StepID) {
	n := rapid.IntRange(0, 1).Draw(r.T, "parameters")
	s := trace.Step{ID: id, Rule: fmt.Sprintf("r%d", n), Args: args(r.T, n)}
	known := rapid.SampledFrom([][]label.Key{
		{{Stage: "day"}, {Stage: "night"}, {Stage: "night", Variant: 2}, {Variant: 2}},
		{{}, {Stage: "day"}, {Variant: 3}, {Stage: "night", Variant: 3}},
	}[n]).Draw(r.T, "rule")
	s.Stage, s.Variant = known.Stage, known.Variant
	s.Choices = rapid.IntRange(0, 9).Draw(r.T, "choices")
	s.Chosen = rapid.SampledFrom([]trace.Chosen{"", trace.ByChance, trace.ByPlayer, trace.ByScript}).Draw(r.T, "chosen")
	var left []trace.ResourceID
	for _, x := range r.alive {
		permanent := r.find(x).Persistent
		switch use := rapid.IntRange(0, 2).Draw(r.T, "use"); {
		case use == 0 && !permanent:
			s.Consumes = append(s.Consumes, x)
			continue
		case use == 1:
			s.Reads = append(s.Reads, x)
		}
		left = append(left, x)
	}
	for range rapid.IntRange(0, 3).Draw(r.T, "products") {
		s.Produces = append(s.Produces, r.add(id))
	}
	if rapid.Bool().Draw(r.T, "proves") {
		s.Proves = []trace.Fact{{Pred: "p1", Args: args(r.T, 1)}}
		s.Sensed = []trace.Fact{{Pred: "p2", Args: args(r.T, 2)}, {Pred: "p0"}}
		s.Acts = []trace.Fact{{Pred: "p1", Args: args(r.T, 1)}}
	}
	if rapid.Bool().Draw(r.T, "absent") {
		s.Absent = []trace.Fact{{Pred: "p2", Args: args(r.T, 2)}, {Pred: "p1", Args: args(r.T, 1)}}
	}
	r.alive = append(left, s.Produces...)
	r.trace.Steps = append(r.trace.Steps, s)
}

func (r *run) find(id trace.ResourceID) trace.Resource {
	i := slices.IndexFunc(r.trace.Resources, func(x trace.Resource) bool { return x.ID == id })
	return r.trace.Resources[i]
}

func (r *run) end() {
	end := &trace.End{Why: rapid.SampledFrom([]trace.Why{trace.Quiescent, trace.LimitHit, trace.Failed}).Draw(r.T, "why")}
	for _, x := range r.trace.Final() {
		end.Alive = append(end.Alive, x.ID)
	}
	slices.Sort(end.Alive)
	if rapid.Bool().Draw(r.T, "sensed") {
		end.Sensed = []trace.Fact{{Pred: "p1", Args: args(r.T, 1)}}
	}
	r.trace.End = end
}

// header declares what the generated records use.
func header(t *rapid.T) trace.Header {
	return trace.Header{
		Format:    trace.Format,
		Generator: &trace.Generator{Name: "test", Version: names.Draw(t, "version")},
		Program: &trace.Program{
			Name: names.Draw(t, "program"), File: "a.cep",
			Types: []trace.Type{{Name: "t", Constants: []string{"a", "b"}}, {Name: "empty"}},
			Predicates: []trace.Predicate{
				{Name: "p0", Mode: trace.Linear},
				{Name: "p1", Args: []string{"t"}, Mode: trace.Linear},
				{Name: "p2", Args: []string{"t", "t"}, Mode: trace.Linear},
			},
			Stages: []trace.Stage{{Name: "day", Interactive: true}, {Name: "night"}},
			Rules: []trace.Rule{
				{Name: "r0", Stage: "day", Link: true, Text: names.Draw(t, "text"), Line: 3},
				{Name: "r1", Params: []trace.Param{{Name: "X", Type: "t"}}},
				{Name: "r0", Stage: "night"},
				{Name: "r0", Stage: "night", Variant: 2},
				{Name: "r1", Stage: "night", Variant: 3, Params: []trace.Param{{Name: "Y", Type: "t"}}},
			},
		},
		Run: &trace.Run{
			Stage: "day", Seed: rapid.Uint64Range(0, math.MaxUint64).Draw(t, "seed"), Choose: "random",
			Limits: &trace.Limits{Steps: 200},
		},
	}
}

// Told draws a run with a header, with ids that count up and the stages and variants of the rules.
func Told(t *rapid.T) *trace.Trace {
	tr := Traces().Filter(func(tr *trace.Trace) bool { return tr.Program != nil }).Draw(t, "trace")
	ids := make(map[trace.ResourceID]trace.ResourceID)
	steps := make(map[trace.StepID]trace.StepID)
	for i := range tr.Steps {
		s := &tr.Steps[i]
		steps[s.ID] = trace.StepID(i + 1)
		s.ID = trace.StepID(i + 1)
		rule := tr.Program.Rules[ruleOf(tr, s)]
		s.Stage, s.Variant = rule.Stage, rule.Variant
	}
	for i := range tr.Resources {
		r := &tr.Resources[i]
		ids[r.ID] = trace.ResourceID(i + 1)
		r.ID, r.By = trace.ResourceID(i+1), steps[r.By]
	}
	lists := [][]trace.ResourceID{}
	for _, s := range tr.Steps {
		lists = append(lists, s.Consumes, s.Reads, s.Produces)
	}
	if tr.End != nil {
		lists = append(lists, tr.End.Alive)
	}
	for _, list := range lists {
		for i, id := range list {
			list[i] = ids[id]
		}
	}
	if tr.End != nil {
		slices.Sort(tr.End.Alive)
	}
	return tr
}

func ruleOf(tr *trace.Trace, s *trace.Step) int { return tr.Labels().Find(s.Key()) }
