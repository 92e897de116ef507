package listing_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/listing"
	"github.com/ceptre-graph/ceptre/exec/trace/tracetest"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// The text of a trace is what the simplest way to put it together gives.
func TestFprint(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := tracetest.Traces().Draw(t, "trace")
		lines := strings.Split(strings.TrimSuffix(string(tracetest.Written(t, listing.Write, tr)), "\n"), "\n")
		steps, state := plainSteps(tr, tr.Steps), plainState(tr)
		last := len(lines) - len(state)
		require.Equal(t, state, slices.Sorted(slices.Values(lines[last:])))
		if len(steps) > 0 {
			require.Equal(t, append(steps, ""), lines[last-len(steps)-1:last])
		}
	})
}

// The first steps say how wide the columns are.
func TestFprintLong(t *testing.T) {
	tr := tracetest.Village(3000)
	lines := strings.Split(string(tracetest.Written(t, listing.Write, tr)), "\n")
	from := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, "t1 ") })
	want := plainSteps(tr, tr.Steps[:1000])
	require.Equal(t, want, lines[from:from+1000])
	for i, s := range tr.Steps[1000:] {
		require.True(t, strings.HasPrefix(lines[from+1000+i], fmt.Sprintf("%v  %v  ", s.ID, s)), lines[from+1000+i])
	}
}

// plainSteps returns the lines of steps, in columns as wide as some of them need.
func plainSteps(tr *trace.Trace, widest []trace.Step) []string {
	resources := make(map[trace.ResourceID]trace.Resource)
	for _, r := range tr.Resources {
		resources[r.ID] = r
	}
	labels := tr.Labels()
	isToken := func(id trace.ResourceID) bool { return resources[id].Pred == trace.StagePred }
	name := func(s trace.Step) string {
		if !slices.ContainsFunc(s.Consumes, isToken) {
			return visible.Line(trace.Term{Head: labels.LabelOf(s.Key()), Args: s.Args}.String())
		}
		for _, id := range s.Produces {
			if isToken(id) {
				return visible.Line("— " + resources[id].String() + " —")
			}
		}
		return "— end —"
	}
	ids, names := 0, 0
	for _, s := range widest {
		ids = max(ids, len(s.ID.String()))
		if n := utf8.RuneCountInString(name(s)); n <= 40 {
			names = max(names, n)
		}
	}
	var out []string
	for _, s := range widest {
		line := fmt.Sprintf("%-*s  %-*s", ids, s.ID, names, name(s))
		for _, id := range s.Consumes {
			if !isToken(id) {
				line += "  -" + visible.Line(resources[id].String())
			}
		}
		for _, id := range s.Produces {
			if !isToken(id) {
				line += "  +" + visible.Line(resources[id].String())
			}
		}
		for _, f := range s.Acts {
			line += "  >" + visible.Line(f.String())
		}
		out = append(out, strings.TrimRight(line, " "))
	}
	return out
}

// plainState returns the lines of the final state, sorted.
func plainState(tr *trace.Trace) []string {
	title := "Final state"
	if end := tr.End; end != nil {
		title += " (" + string(end.Why)
		if end.Message != "" {
			title += ": " + visible.Line(end.Message)
		}
		title += ")"
	}
	counts := make(map[string]int)
	for _, r := range tr.Final() {
		if r.Pred != trace.StagePred {
			counts[visible.Line(r.String())]++
		}
	}
	out := []string{title}
	for fact, n := range counts {
		if n > 1 {
			fact = fmt.Sprintf("%d × %s", n, fact)
		}
		out = append(out, strings.TrimRight("  "+fact, " "))
	}
	slices.Sort(out)
	return out
}
