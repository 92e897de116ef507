package trace_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/tracetest"
)

// TestValidateSingleChanges changes valid traces in one place, or in none, and
// asks the oracle what to expect.
func TestValidateSingleChanges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := tracetest.Traces().Draw(t, "trace")
		what := tracetest.Change(t, tr)
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
		"run: negative limit of steps -1": func(t *trace.Trace) {
			t.Run = &trace.Run{Limits: &trace.Limits{Steps: -1}}
		},
		"run: negative limit of time -2":   func(t *trace.Trace) { t.Run = &trace.Run{Limits: &trace.Limits{Time: -2}} },
		"run: negative limit of memory -3": func(t *trace.Trace) { t.Run = &trace.Run{Limits: &trace.Limits{Memory: -3}} },
		`rule "do/mourn": negative line -2`: func(t *trace.Trace) {
			t.Program = &trace.Program{Rules: []trace.Rule{{Name: "do/mourn", Line: -2, Params: make([]trace.Param, 2)}}}
			t.Program.Rules[0].Params[0].Name, t.Program.Rules[0].Params[1].Name = "_", "_"
		},
	} {
		t.Run(want, func(t *testing.T) {
			tr := tracetest.Village(1)
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
		by := tracetest.StepIndex(tr, r.By)
		if r.By != 0 && (by < 0 || !slices.Contains(tr.Steps[by].Produces, r.ID)) || by < maker {
			return false
		}
		maker = by
	}
	for i, s := range tr.Steps {
		if s.ID <= 0 || tracetest.StepIndex(tr, s.ID) != i || !declared(tr, s.Rule, s.Args) || !fires(tr, i) {
			return false
		}
	}
	return tr.End == nil || slices.Equal(tr.End.Alive, tracetest.Alive(tr, len(tr.Steps)))
}

// declared checks the number of arguments, which ends each name that traces
// draws.
func declared(tr *trace.Trace, name string, args []trace.Term) bool {
	return tr.Program == nil || strings.HasSuffix(name, fmt.Sprint(len(args)))
}

func fires(tr *trace.Trace, i int) bool {
	s := tr.Steps[i]
	all := slices.Sorted(slices.Values(slices.Concat(s.Consumes, s.Reads, s.Produces)))
	if len(slices.Compact(slices.Clone(all))) != len(all) {
		return false
	}
	there := tracetest.Alive(tr, i)
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

func BenchmarkValidate(b *testing.B) {
	tr := tracetest.Village(10_000)
	b.ReportAllocs()
	for b.Loop() {
		require.NoError(b, trace.Validate(tr))
	}
}

func TestFinal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := tracetest.Traces().Draw(t, "trace")
		want := tracetest.Alive(tr, len(tr.Steps))
		var got []trace.ResourceID
		for _, r := range tr.Final() {
			got = append(got, r.ID)
		}
		require.ElementsMatch(t, want, got)
	})
}
