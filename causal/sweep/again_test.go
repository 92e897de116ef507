package sweep_test

import (
	"context"
	"testing"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/hash"
	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/stretchr/testify/require"
)

// A run that is made again is the one of the sweep.
func TestAgain(t *testing.T) {
	prog := load(t, "verona")
	o := sweep.Options{Runs: 5, Seed: 3}
	s, err := sweep.Run(context.Background(), prog, prog.Traces[0], o)
	require.NoError(t, err)
	made := sweep.Made{Sweep: s, Options: o, Program: prog, Start: prog.Traces[0]}
	for _, row := range s.Rows {
		run, err := made.Again(context.Background(), row.Seed)
		require.NoError(t, err)
		require.Equal(t, row.Seed, run.Run.Seed)
		require.Len(t, run.Steps, row.Steps)
		require.Equal(t, row.Hash, hash.Of(causal.New(run)))
	}
	ended, end := context.WithCancel(context.Background())
	end()
	run, err := made.Again(ended, 3)
	require.NoError(t, err)
	require.Nil(t, run)
}
