package shape_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/shape"
)

// Shapes are found where nothing in the run speaks against them.
func TestFind(t *testing.T) {
	typed := &trace.Program{
		Types: []trace.Type{{Name: "num", Constants: []string{"z"}}, {Name: "list", Constants: []string{"nil"}},
			{Name: "colour", Constants: []string{"red", "blue"}}},
		Predicates: []trace.Predicate{{Name: "n", Args: []string{"num"}, Mode: trace.Linear},
			{Name: "l", Args: []string{"list"}, Mode: trace.Linear}, {Name: "c", Args: []string{"colour"}, Mode: trace.Linear}},
	}
	for _, c := range []struct {
		program     *trace.Program
		facts, want []string
	}{
		{typed, []string{"n (s (s z))", "n z"}, []string{"n 2", "n 0"}},
		{typed, []string{"n (s z)"}, []string{"n 1"}},
		{typed, []string{"n z"}, []string{"n z"}},                                       // nothing counts
		{typed, []string{"n (s (s z))", "n (t z)"}, []string{"n (s (s z))", "n (t z)"}}, // a type with more
		{typed, []string{"n (s (t (s z)))"}, []string{"n (s (t (s z)))"}},
		{typed, []string{"c (dark (dark red))"}, []string{"c (dark (dark red))"}}, // a type with two constants
		{typed, []string{"l (cons a (cons (s z) nil))", "n (s z)"}, []string{"l [a, 1]", "n 1"}},
		{typed, []string{"l (fork nil (fork nil nil))"}, []string{"l (fork nil (fork nil nil))"}}, // a tree
		{typed, []string{"l (cons a 3)"}, []string{"l (cons a 3)"}},
		{nil, []string{"n (s (s z))", "l (cons a (cons b nil))"}, []string{"n 2", "l [a, b]"}},
		{nil, []string{"n (s z)"}, []string{"n (s z)"}},                                       // of what types, nothing says
		{nil, []string{"n (s (s z))", "n (t (t y))"}, []string{"n (s (s z))", "n (t (t y))"}}, // both would be 2
	} {
		run := &trace.Trace{Header: trace.Header{Program: c.program}}
		for _, fact := range c.facts {
			p, err := goal.ParsePattern(fact)
			require.NoError(t, err)
			run.Resources = append(run.Resources, trace.Resource{Pred: p.Head, Args: p.Args})
		}
		shapes := shape.Find(run)
		var got []string
		for _, r := range run.Resources {
			got = append(got, trace.Fact{Pred: r.Pred, Args: shapes.ShortAll(r.Args)}.String())
		}
		require.Equal(t, c.want, got)
	}
}

// Constants are counted from whether or not their terms have a short form.
func TestFindEnds(t *testing.T) {
	typed := func(constants ...string) *trace.Program {
		return &trace.Program{Types: []trace.Type{{Name: "num", Constants: constants}}}
	}
	for _, c := range []struct {
		program *trace.Program
		fact    string
		want    map[string]bool
	}{
		{typed("z"), "n (s z)", map[string]bool{"z": true}},
		{typed("z", "red"), "n (s z)", map[string]bool{}}, // a type with two constants
		{typed("z", "inf"), "n (s (s z)) (s inf)", map[string]bool{"z": true, "inf": true}},
		{nil, "n (s (s z)) (t (t y))", map[string]bool{"z": true, "y": true}},
		{nil, "n (s z)", map[string]bool{}},
		{nil, "n (s (s z)) (s a b)", map[string]bool{}},
		{nil, "n (cons a (cons b nil))", map[string]bool{}},
		{nil, "n (s (s 3))", map[string]bool{}},
	} {
		p, err := goal.ParsePattern(c.fact)
		require.NoError(t, err)
		run := &trace.Trace{Header: trace.Header{Program: c.program},
			Resources: []trace.Resource{{Pred: p.Head, Args: p.Args}}}
		zeros, _ := shape.Ends(run)
		require.Equal(t, c.want, zeros, c.fact)
	}
}
