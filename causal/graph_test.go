package causal

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

type ids = []trace.ResourceID

// quarrel is a run small enough to order by hand. Two insults read where both
// are (x1, x2) and are concurrent; ann leaves (consumes x1) after them; bob
// sulks over the first insult only.
func quarrel() *trace.Trace {
	at := func(id trace.ResourceID, who string, by trace.StepID) trace.Resource {
		return trace.Resource{ID: id, Pred: "at", Args: []trace.Term{trace.Const(who)}, By: by}
	}
	return &trace.Trace{
		Header: trace.Header{Format: trace.Format, Program: &trace.Program{Types: []trace.Type{
			{Name: "place", Constants: []string{"home"}},
			{Name: "person", Constants: []string{"ann", "bob", "cyd"}},
			{Name: "mood"},
		}}},
		Resources: []trace.Resource{
			at(1, "ann", 0), at(2, "bob", 0), {ID: 3, Pred: trace.StagePred, Args: []trace.Term{trace.Const("day")}},
			{ID: 4, Pred: "anger", By: 1}, {ID: 5, Pred: "anger", By: 2}, at(6, "ann", 3),
			{ID: 7, Pred: "gone", Persistent: true, By: 3}, {ID: 8, Pred: "sulk", By: 4},
			{ID: 9, Pred: trace.StagePred, Args: []trace.Term{trace.Const("night")}, By: 5},
		},
		Steps: []trace.Step{
			{ID: 1, Rule: "insult", Args: []trace.Term{trace.Const("ann")}, Reads: ids{1, 2, 3}, Produces: ids{4}},
			{ID: 2, Rule: "insult", Args: []trace.Term{trace.Const("bob")}, Reads: ids{1, 2, 3}, Produces: ids{5}},
			{ID: 3, Rule: "leave", Consumes: ids{1}, Reads: ids{3}, Produces: ids{6, 7}},
			{ID: 4, Rule: "sulk", Consumes: ids{4}, Reads: ids{2, 3}, Produces: ids{8}},
			{ID: 5, Rule: "night", Consumes: ids{3}, Produces: ids{9}},
		},
	}
}

func TestQuarrel(t *testing.T) {
	g := New(quarrel())
	require.Equal(t, 5, g.Len())
	require.True(t, g.Concurrent(0, 1), "both only read")
	require.False(t, g.Concurrent(0, 0))
	require.True(t, g.Before(0, 2), "read before consumed")
	require.True(t, g.Before(0, 3))
	require.True(t, g.Concurrent(1, 3))
	require.True(t, g.Concurrent(2, 3))
	require.Equal(t, []Event{0, 1, 2, 3}, g.Past(4), "all read the stage")
	require.Equal(t, []Event{2, 3, 4}, g.Future(0))
	require.Nil(t, g.Past(0))
	require.Nil(t, g.Future(4))
	require.Equal(t, []int{0, 0, 1, 1, 2}, g.Depths())

	e, ok := g.Event(3)
	require.True(t, ok)
	require.Equal(t, Event(2), e)
	require.Equal(t, "leave", g.Step(e).Rule)
	_, ok = g.Event(6)
	require.False(t, ok)
	require.True(t, g.Resource(3).StageToken())
	require.Equal(t, Event(4), g.Resource(3).Consumer)
}

func TestQuarrelCondensed(t *testing.T) {
	require.Equal(t, &RuleGraph{
		Nodes: []RuleNode{
			{Rule: "insult", First: 0, Count: 2}, {Rule: "leave", First: 2, Count: 1},
			{Rule: "sulk", First: 3, Count: 1}, {Rule: "night", First: 4, Count: 1},
		},
		Edges: []RuleEdge{{From: 0, To: 2, Consumed: 1, Kinds: []string{"anger"}}},
	}, New(quarrel()).Condense(Kinds{}))
}

func TestEmpty(t *testing.T) {
	g := New(&trace.Trace{})
	require.Zero(t, g.Len())
	require.Empty(t, g.Depths())
	require.Equal(t, &RuleGraph{}, g.Condense(Kinds{}))
}
