package game

import (
	"io/fs"
	"math/rand/v2"
	"testing"

	"github.com/ceptre-graph/ceptre/examples"
	"github.com/ceptre-graph/ceptre/exec/logic"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/asp"
	"github.com/ceptre-graph/ceptre/lang/gdl"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/stretchr/testify/require"
)

func example(b *testing.B, name string) *syntax.Source {
	text, err := fs.ReadFile(examples.FS, name)
	require.NoError(b, err)
	return &syntax.Source{Name: name, Text: text}
}

// BenchmarkMatch plays matches of tic-tac-toe by chance, with their traces.
func BenchmarkMatch(b *testing.B) {
	g, errs := gdl.ParseKIF(example(b, "tictactoe.kif"))
	require.False(b, errs.Failed())
	header := trace.Header{Program: &trace.Program{}}
	m, err := NewMatch(b.Context(), g, header, logic.Options{})
	require.NoError(b, err)
	turns := 0
	for n := 0; b.Loop(); n++ {
		require.NoError(b, m.Restart(b.Context(), header))
		rng := rand.New(rand.NewPCG(1, uint64(n)))
		_, err := m.Playout(b.Context(), MostTurns, rng, m.ByChance(rng))
		require.NoError(b, err)
		m.End(trace.Quiescent, "")
		turns += m.Position().Turn
	}
	b.ReportMetric(float64(turns)/b.Elapsed().Seconds(), "turns/s")
}

// BenchmarkWorld plays the example of logic-game from its stored level, with the traces.
func BenchmarkWorld(b *testing.B) {
	g, errs := asp.ReadGame(example(b, "night.json"))
	require.False(b, errs.Failed())
	steps := 0
	for n := 0; b.Loop(); n++ {
		w, err := NewWorld(b.Context(), g, trace.Header{Program: &trace.Program{}}, WorldOptions{Seed: uint64(n)})
		require.NoError(b, err)
		_, err = w.Play(b.Context(), MostSteps)
		require.NoError(b, err)
		w.End(trace.Quiescent, "")
		steps += w.Turn().Time
	}
	b.ReportMetric(1000*b.Elapsed().Seconds()/float64(steps), "ms/step")
}
