package tracetest

import (
	"slices"

	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Change makes one change to a trace and says which; there may be nothing to
// change.
func Change(t *rapid.T, tr *trace.Trace) string {
	pick := func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "index") }
	kinds := []string{"nothing"}
	if len(tr.Resources) > 0 {
		kinds = append(kinds, "swap resources", "drop resource", "repeat resource",
			"persistent", "resource id", "maker", "fact")
	}
	if len(tr.Steps) > 0 {
		kinds = append(kinds, "swap steps", "drop step", "repeat step", "step id", "arguments",
			"list", "list", "list", "list")
	}
	if tr.End != nil {
		kinds = append(kinds, "alive")
	}
	kind := rapid.SampledFrom(kinds).Draw(t, "kind")
	switch kind {
	case "swap resources":
		swap(tr.Resources, pick)
	case "drop resource":
		tr.Resources = drop(tr.Resources, pick)
	case "repeat resource":
		tr.Resources = append(tr.Resources, tr.Resources[pick(len(tr.Resources))])
	case "persistent":
		r := &tr.Resources[pick(len(tr.Resources))]
		r.Persistent = !r.Persistent
	case "resource id":
		tr.Resources[pick(len(tr.Resources))].ID = anyID(t, tr)
	case "maker":
		tr.Resources[pick(len(tr.Resources))].By = trace.StepID(rapid.IntRange(0, 25).Draw(t, "by"))
	case "fact":
		r := &tr.Resources[pick(len(tr.Resources))]
		r.Args = append(r.Args, trace.Const("a"))
	case "swap steps":
		swap(tr.Steps, pick)
	case "drop step":
		tr.Steps = drop(tr.Steps, pick)
	case "repeat step":
		tr.Steps = append(tr.Steps, tr.Steps[pick(len(tr.Steps))])
	case "step id":
		tr.Steps[pick(len(tr.Steps))].ID = trace.StepID(rapid.IntRange(-1, 25).Draw(t, "id"))
	case "arguments":
		s := &tr.Steps[pick(len(tr.Steps))]
		s.Args = append(s.Args, trace.Const("a"))
	case "list":
		s := &tr.Steps[pick(len(tr.Steps))]
		changeList(t, tr, []*[]trace.ResourceID{&s.Consumes, &s.Reads, &s.Produces}[pick(3)])
	case "alive":
		changeList(t, tr, &tr.End.Alive)
	}
	return kind
}

func changeList(t *rapid.T, tr *trace.Trace, ids *[]trace.ResourceID) {
	pick := func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "index") }
	kind := "add"
	if len(*ids) > 0 {
		kind = rapid.SampledFrom([]string{"add", "drop", "swap", "replace"}).Draw(t, "change")
	}
	switch kind {
	case "add":
		*ids = append(*ids, anyID(t, tr))
	case "drop":
		*ids = drop(*ids, pick)
	case "swap":
		swap(*ids, pick)
	case "replace":
		(*ids)[pick(len(*ids))] = anyID(t, tr)
	}
}

// anyID draws an id, often one that the trace has.
func anyID(t *rapid.T, tr *trace.Trace) trace.ResourceID {
	if len(tr.Resources) == 0 || rapid.IntRange(0, 4).Draw(t, "fresh") == 0 {
		return trace.ResourceID(rapid.IntRange(-1, 500).Draw(t, "id"))
	}
	return rapid.SampledFrom(tr.Resources).Draw(t, "resource").ID
}

func swap[T any](items []T, pick func(int) int) {
	i, j := pick(len(items)), pick(len(items))
	items[i], items[j] = items[j], items[i]
}

func drop[T any](items []T, pick func(int) int) []T {
	i := pick(len(items))
	return slices.Delete(items, i, i+1)
}

// Alive returns the resources that exist after the given number of steps, ascending.
func Alive(tr *trace.Trace, steps int) []trace.ResourceID {
	var ids []trace.ResourceID
	for _, r := range tr.Resources {
		takes := func(s trace.Step) bool { return slices.Contains(s.Consumes, r.ID) }
		consumed := slices.ContainsFunc(tr.Steps[:steps], takes)
		if StepIndex(tr, r.By) < steps && !consumed {
			ids = append(ids, r.ID)
		}
	}
	slices.Sort(ids)
	return ids
}

// StepIndex returns the place of a step, -1 where there is none.
func StepIndex(tr *trace.Trace, id trace.StepID) int {
	return slices.IndexFunc(tr.Steps, func(s trace.Step) bool { return s.ID == id })
}
