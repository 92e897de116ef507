package trace_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// TestValidateSingleChanges changes valid traces in one place, or in none, and
// asks the oracle what to expect.
func TestValidateSingleChanges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := traces().Draw(t, "trace")
		what := change(t, tr)
		err := trace.Validate(tr)
		require.Equal(t, isRun(tr), err == nil, "%s: %v", what, err)
	})
}

// TestValidateRefuses makes traces that no file can hold.
func TestValidateRefuses(t *testing.T) {
	require.EqualError(t, trace.Validate(&trace.Trace{}), `unknown format "": want "ceptre-trace/1"`)
	for want, spoil := range map[string]func(*trace.Trace){
		"resource x1: made by step t-1, which does not exist": func(t *trace.Trace) { t.Resources[0].By = -1 },
		`resource x1: predicate "\xff" is not UTF-8`:          func(t *trace.Trace) { t.Resources[0].Pred = "\xff" },
		`resource x1: term "\xff" is not UTF-8`:               func(t *trace.Trace) { t.Resources[0].Args[0].Head = "\xff" },
		"resource x1: term has no name":                       func(t *trace.Trace) { t.Resources[0].Args[0].Head = "" },
		`resource x1: bad numeral "-1"`: func(t *trace.Trace) {
			t.Resources[0].Args[0] = trace.Term{Head: "-1", Number: true}
		},
		`resource x1: bad numeral "1"`: func(t *trace.Trace) {
			t.Resources[0].Args[0] = trace.Term{Head: "1", Number: true, Args: []trace.Term{trace.Const("a")}}
		},
		`step t1: bad numeral "01"`: func(t *trace.Trace) {
			t.Steps[0].Args[1] = trace.Term{Head: "f", Args: []trace.Term{{Head: "01", Number: true}}}
		},
		"resource x1: term of more than 16777217 bytes": func(t *trace.Trace) {
			long := trace.Const(strings.Repeat("a", 9<<20))
			t.Resources[0].Args[0] = trace.Term{Head: "f", Args: []trace.Term{long, long}}
		},
		"step t1: negative number of choices -3": func(t *trace.Trace) { t.Steps[0].Choices = -3 },
		"run: negative limit of steps -1":        func(t *trace.Trace) { t.Run = &trace.Run{Limits: &trace.Limits{Steps: -1}} },
		"run: negative limit of time -2":         func(t *trace.Trace) { t.Run = &trace.Run{Limits: &trace.Limits{Time: -2}} },
		"run: negative limit of memory -3":       func(t *trace.Trace) { t.Run = &trace.Run{Limits: &trace.Limits{Memory: -3}} },
		`rule "do/mourn": negative line -2`: func(t *trace.Trace) {
			t.Program = &trace.Program{Rules: []trace.Rule{{Name: "do/mourn", Line: -2, Params: make([]trace.Param, 2)}}}
			t.Program.Rules[0].Params[0].Name, t.Program.Rules[0].Params[1].Name = "_", "_"
		},
	} {
		t.Run(want, func(t *testing.T) {
			tr := village(1)
			tr.Resources[0].Args = slices.Clone(tr.Resources[0].Args)
			tr.Steps[0].Args = slices.Clone(tr.Steps[0].Args)
			spoil(tr)
			require.EqualError(t, trace.Validate(tr), want)
		})
	}
}

// isRun says from the definitions, in no hurry, whether a trace of the kind that
// traces draws is the record of a run.
func isRun(tr *trace.Trace) bool {
	maker := -1
	for i, r := range tr.Resources {
		same := func(other trace.Resource) bool { return other.ID == r.ID }
		if r.ID <= 0 || slices.IndexFunc(tr.Resources, same) != i || !declared(tr, r.Pred, r.Args) {
			return false
		}
		by := stepIndex(tr, r.By)
		if r.By != 0 && (by < 0 || !slices.Contains(tr.Steps[by].Produces, r.ID)) || by < maker {
			return false
		}
		maker = by
	}
	for i, s := range tr.Steps {
		if s.ID <= 0 || stepIndex(tr, s.ID) != i || !declared(tr, s.Rule, s.Args) || !fires(tr, i) {
			return false
		}
	}
	return tr.End == nil || slices.Equal(tr.End.Alive, alive(tr, len(tr.Steps)))
}

// declared checks the number of arguments, which ends each name that traces
// draws.
func declared(tr *trace.Trace, name string, args []trace.Term) bool {
	return tr.Program == nil || strings.HasSuffix(name, fmt.Sprint(len(args)))
}

func stepIndex(tr *trace.Trace, id trace.StepID) int {
	return slices.IndexFunc(tr.Steps, func(s trace.Step) bool { return s.ID == id })
}

// alive returns the resources that exist after the given number of steps, ascending.
func alive(tr *trace.Trace, steps int) []trace.ResourceID {
	var ids []trace.ResourceID
	for _, r := range tr.Resources {
		consumed := slices.ContainsFunc(tr.Steps[:steps], func(s trace.Step) bool { return slices.Contains(s.Consumes, r.ID) })
		if stepIndex(tr, r.By) < steps && !consumed {
			ids = append(ids, r.ID)
		}
	}
	slices.Sort(ids)
	return ids
}

func fires(tr *trace.Trace, i int) bool {
	s := tr.Steps[i]
	all := slices.Sorted(slices.Values(slices.Concat(s.Consumes, s.Reads, s.Produces)))
	if len(slices.Compact(slices.Clone(all))) != len(all) {
		return false
	}
	there := alive(tr, i)
	for _, id := range slices.Concat(s.Consumes, s.Reads) {
		if !slices.Contains(there, id) {
			return false
		}
	}
	for _, r := range tr.Resources {
		if r.Persistent && slices.Contains(s.Consumes, r.ID) {
			return false
		}
	}
	for _, id := range s.Produces {
		if !slices.ContainsFunc(tr.Resources, func(r trace.Resource) bool { return r.ID == id && r.By == s.ID }) {
			return false
		}
	}
	return true
}

// change makes one change to a trace and says which; there may be nothing to
// change.
func change(t *rapid.T, tr *trace.Trace) string {
	pick := func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "index") }
	kinds := []string{"nothing"}
	if len(tr.Resources) > 0 {
		kinds = append(kinds, "swap resources", "drop resource", "repeat resource", "persistent", "resource id", "maker", "fact")
	}
	if len(tr.Steps) > 0 {
		kinds = append(kinds, "swap steps", "drop step", "repeat step", "step id", "arguments", "list", "list", "list", "list")
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
