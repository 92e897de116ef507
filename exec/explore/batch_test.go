package explore

import (
	"context"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/replay/replaytest"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// inBatches searches with several workers, in batches from a number of states on.
func inBatches(p *lang.Program, fewest int, o Options) (*Space, error) {
	o.Workers = 3
	s := newSearch(context.Background(), p, p.Traces[0], o)
	s.fewest = fewest
	err := s.run()
	return s.Space, err
}

// requireSame requires that two searches found the same, in the same order.
func requireSame(t require.TestingT, want, got *Space) {
	require.Equal(t, want.Ended, got.Ended)
	require.Equal(t, want.Len(), got.Len())
	require.Equal(t, want.Looked, got.Looked)
	require.Equal(t, want.Transitions, got.Transitions)
	require.Equal(t, want.Final, got.Final)
	require.Equal(t, want.Goal, got.Goal)
	require.Equal(t, want.Bindings, got.Bindings)
	require.Equal(t, want.Edges, got.Edges)
	require.Equal(t, want.levels, got.levels)
	require.Equal(t, want.names.facts, got.names.facts)
	for m := range want.made {
		require.Equal(t, want.Label(Move(m)), got.Label(Move(m)))
	}
	for s := range want.Len() {
		require.Equal(t, want.store.parent(State(s)), got.store.parent(State(s)))
		require.Equal(t, want.store.read(State(s), &want.bytes), got.store.read(State(s), &got.bytes))
	}
}

// However many goroutines there are, and wherever the search ends, the result is the same.
func TestWorkersAgree(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := replaytest.Load(rt, genProgram().Draw(rt, "program"))
		o := Options{Workers: 1}
		o.KeepEdges = rapid.Bool().Draw(rt, "edges")
		o.MaxStates = rapid.IntRange(1, 300).Draw(rt, "most")
		if rapid.Bool().Draw(rt, "until") {
			goals := []string{"p X, q X Y", "n N, n N", "stage two", "r, r", "k L"}
			o.Until = asked(rt, rapid.SampledFrom(goals).Draw(rt, "goal"))
		}
		want, err := Search(context.Background(), p, p.Traces[0], o)
		require.NoError(rt, err)
		got, err := inBatches(p, rapid.IntRange(1, 9).Draw(rt, "fewest"), o)
		require.NoError(rt, err)
		requireSame(rt, want, got)
	})
}

// The result does not depend on the goroutines for the models, either, which have enough states for whole batches.
func TestWorkersAgreeOnModels(t *testing.T) {
	for _, name := range models(t) {
		p := replaytest.Load(t, readModel(t, name))
		o := Options{MaxStates: 9000, Workers: 1}
		want, err := Search(context.Background(), p, p.Traces[0], o)
		require.NoError(t, err)
		got, err := inBatches(p, fewestBatch, o)
		require.NoError(t, err)
		requireSame(t, want, got)
	}
}

// An error in a batch is the first one in the order of the states, and the states found before it count.
func TestErrorInBatch(t *testing.T) {
	p := replaytest.Load(t, `nat : type. #builtin NAT nat. n nat nat : pred. up nat : bwd. up N <- up (N + 1).
		more : n X Y -o n (X + 1) Y. other : n X Y -o n X (Y + 1). wrong : $n 9 8 * up 3 -o (). #trace _ main { n 0 0 }.`)
	o := Options{Workers: 1, KeepEdges: true}
	o.Limits.ProofSteps = 1000
	want, wrong := Search(context.Background(), p, p.Traces[0], o)
	require.ErrorContains(t, wrong, "rule wrong: gave up the search for a proof after")
	got, err := inBatches(p, 4, o)
	require.Equal(t, wrong.Error(), err.Error())
	requireSame(t, want, got)
}
