package compare

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// TestAroundWhatChanged: the surroundings of a change are the characters joined to it by a fact of
// the moment; permanent facts and stages would join all.
func TestAroundWhatChanged(t *testing.T) {
	type ids = []trace.ResourceID
	left := &trace.Trace{
		Resources: []trace.Resource{
			{ID: 1, Pred: "seed"}, {ID: 2, Pred: "law", Persistent: true},
			{ID: 3, Pred: trace.StagePred, Args: []trace.Term{trace.Const("day")}},
			{ID: 4, Pred: "flower", By: 1}, {ID: 5, Pred: "fruit", By: 2}, {ID: 6, Pred: "wine", By: 3},
			{ID: 7, Pred: "joy", By: 4}, {ID: 8, Pred: "bell", By: 5},
			{ID: 9, Pred: "song", Persistent: true, By: 3},
		},
		Steps: []trace.Step{
			{ID: 1, Rule: "bloom", Consumes: ids{1}, Reads: ids{2, 3}, Produces: ids{4}},
			{ID: 2, Rule: "ripen", Consumes: ids{4}, Reads: ids{2, 3}, Produces: ids{5}},
			{ID: 3, Rule: "press", Consumes: ids{5}, Reads: ids{2, 3}, Produces: ids{6, 9}},
			{ID: 4, Rule: "drink", Consumes: ids{6}, Reads: ids{2, 3}, Produces: ids{7}},
			{ID: 5, Rule: "ring", Reads: ids{2, 3, 9}, Produces: ids{8}},
			{ID: 6, Rule: "dance", Reads: ids{7}},
		},
	}
	around := func(change func(right *trace.Trace)) []causal.Event {
		right := &trace.Trace{Resources: left.Resources, Steps: append([]trace.Step(nil), left.Steps...)}
		change(right)
		return Unite(left, right).Around()
	}
	require.Empty(t, around(func(*trace.Trace) {}))
	require.Equal(t, []causal.Event{1, 2, 3},
		around(func(r *trace.Trace) { r.Steps = append(r.Steps[:2], r.Steps[3:]...) }), "press is lost")
	require.Equal(t, []causal.Event{1, 2, 3}, around(func(r *trace.Trace) { r.Steps[2].Reads = ids{2, 3, 1} }),
		"press reads something else")
	require.Equal(t, []causal.Event{3, 5}, around(func(r *trace.Trace) { r.Steps = r.Steps[:5] }), "dance is lost")
}

// What only one side has says so, steps and resources alike.
func TestUniteTellsSides(t *testing.T) {
	type ids = []trace.ResourceID
	seed := trace.Resource{ID: 1, Pred: "seed"}
	left := &trace.Trace{
		Resources: []trace.Resource{seed, {ID: 2, Pred: "rain"}, {ID: 3, Pred: "flower", By: 1}},
		Steps:     []trace.Step{{ID: 1, Rule: "bloom", Consumes: ids{1}, Produces: ids{3}}},
	}
	right := &trace.Trace{
		Resources: []trace.Resource{seed, {ID: 4, Pred: "weed", By: 2}},
		Steps:     []trace.Step{{ID: 2, Rule: "rot", Consumes: ids{1}, Produces: ids{4}}},
	}
	want := NewSides()
	want.Steps = map[trace.StepID]Side{1: Left, 2: Right}
	want.Resources = map[trace.ResourceID]Side{2: Left, 3: Left, 4: Right}
	require.Equal(t, want, Unite(left, right).Sides)
}
