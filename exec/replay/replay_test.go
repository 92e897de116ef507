package replay

import (
	"context"
	"slices"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/replay/replaytest"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/stretchr/testify/require"
)

// replayWithout fires the steps of a trace that are enabled, but one, and returns those
// that are not.
func replayWithout(t *testing.T, r *Replay, tr *trace.Trace, out trace.StepID) []trace.StepID {
	var lost []trace.StepID
	for i := range tr.Steps {
		s := &tr.Steps[i]
		if s.ID == out {
			continue
		}
		found, err := r.Find(context.Background(), s)
		if err != nil {
			require.ErrorAs(t, err, new(*Fault))
			lost = append(lost, s.ID)
			continue
		}
		_, err = r.Fire(found, s)
		require.NoError(t, err)
	}
	return lost
}

// A replay of all steps gives the final state, under the ids of the trace.
func TestReplay(t *testing.T) {
	p := replaytest.LoadTown(t)
	for seed := range uint64(10) {
		tr := replaytest.Run(t, p, seed)
		r, err := New(p, tr, tr.Initial())
		require.NoError(t, err)
		require.Empty(t, replayWithout(t, r, tr, 0))
		alive := make(map[trace.ResourceID]bool)
		for _, x := range tr.Final() {
			alive[x.ID] = true
		}
		for _, x := range tr.Resources {
			made := r.Resource(x.ID)
			require.Equal(t, alive[x.ID] && x.Pred != trace.StagePred, made != nil, "%v", x)
			if made != nil {
				id, ok := r.ID(made.ID)
				require.True(t, ok)
				require.Equal(t, x.ID, id)
			}
		}
	}
}

// Without a step, only those are lost that need what it made, or wait for what
// it kept from being; and a fact that is not there from the start is the same.
func TestReplayWithout(t *testing.T) {
	p := replaytest.LoadTown(t)
	tr := replaytest.Day(t, p)
	r, err := New(p, tr, tr.Initial())
	require.NoError(t, err)
	first := tr.Steps[0] // fill cleo: cup and night
	lost := replayWithout(t, r, tr, first.ID)
	require.NotEmpty(t, lost)
	for _, s := range tr.Steps {
		if slices.ContainsFunc(s.Consumes, func(id trace.ResourceID) bool { return slices.Contains(first.Produces, id) }) {
			require.Contains(t, lost, s.ID)
		}
	}

	initial := slices.DeleteFunc(tr.Initial(), func(x trace.Resource) bool { return x.ID == 3 }) // at cleo well
	r, err = New(p, tr, initial)
	require.NoError(t, err)
	require.Nil(t, r.Resource(3))
	_, err = r.Find(context.Background(), &tr.Steps[0])
	require.EqualError(t, err, "step t1: fill cleo: it takes x3 (at cleo well), which is not there")
}

// Other transitions may be fired between, and facts of other ids be there.
func TestReplayOthers(t *testing.T) {
	p := replaytest.LoadTown(t)
	tr := replaytest.Run(t, p, 1)
	extra := trace.Resource{ID: 1000, Pred: "cup"}
	r, err := New(p, tr, append(tr.Initial(), extra))
	require.NoError(t, err)
	require.NotNil(t, r.Resource(extra.ID))
	require.NoError(t, r.Sense(nil))
	enabled, err := r.Machine.Enabled(context.Background())
	require.NoError(t, err)
	fired, err := r.Fire(enabled.At(0), nil)
	require.NoError(t, err)
	require.Len(t, fired.Unsaid, len(fired.Makes))
	require.Empty(t, fired.Unmade)
	for _, x := range r.Machine.Context().Of(p.Preds[0]) {
		if x.ID == fired.Makes[0].ID {
			_, ok := r.ID(x.ID)
			require.False(t, ok, "the trace does not know it")
		}
	}
}
