package causal

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// In the graph for readers, numbers and lists are short wherever terms stand; what happened is the
// same, and the graph that it was made of stays.
func TestReadable(t *testing.T) {
	two := term(t, "s (s z)")
	run := &trace.Trace{
		Header: trace.Header{Format: trace.Format, Program: &trace.Program{
			Types: []trace.Type{{Name: "num", Constants: []string{"z"}}, {Name: "person", Constants: []string{"ann"}}},
			Predicates: []trace.Predicate{
				{Name: "coins", Args: []string{"person", "num"}, Mode: trace.Linear},
				{Name: "lt", Args: []string{"num", "num"}, Mode: trace.Backward},
				{Name: "say", Args: []string{"num"}, Mode: trace.Action},
			},
		}},
		Resources: []trace.Resource{
			{ID: 1, Pred: "coins", Args: []trace.Term{trace.Const("ann"), two}},
			{ID: 2, Pred: "coins", Args: []trace.Term{trace.Const("ann"), trace.Const("z")}, By: 1},
		},
		Steps: []trace.Step{{
			ID: 1, Rule: "lose", Args: []trace.Term{two}, Consumes: []trace.ResourceID{1}, Produces: []trace.ResourceID{2},
			Proves: []trace.Fact{{Pred: "lt", Args: []trace.Term{trace.Const("z"), two}}},
			Absent: []trace.Fact{{Pred: "coins", Args: []trace.Term{trace.Const("ann"), trace.Const("z")}}},
			Acts:   []trace.Fact{{Pred: "say", Args: []trace.Term{two}}},
		}},
	}
	require.NoError(t, trace.Validate(run))
	g := New(run)
	r := g.Readable()
	require.Equal(t, "coins ann 2", r.Resources[0].String())
	require.Equal(t, "coins ann 0", r.Resource(2).String())
	require.Equal(t, "lose 2", r.Named(0))
	require.Equal(t, "lt 0 2", r.Step(0).Proves[0].String())
	require.Equal(t, "coins ann 0", r.Step(0).Absent[0].String())
	require.Equal(t, "say 2", r.Step(0).Acts[0].String())
	require.Equal(t, g.Resources[1].Producer, r.Resources[1].Producer)
	require.Empty(t, r.Trace.Program.Types[0].Constants)
	require.Same(t, r, r.Readable())
	require.Equal(t, "coins ann (s (s z))", g.Resources[0].String())
	require.Equal(t, "lose (s (s z))", g.Named(0))
	require.Equal(t, []string{"z"}, run.Program.Types[0].Constants)
}

func term(t *testing.T, text string) trace.Term {
	p, err := goal.ParsePattern(text)
	require.NoError(t, err)
	return p.Term
}
