package exec

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/json"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// recordedRun returns the record of a run, with the seed as its source of chance.
func recordedRun(t require.TestingT, record func(context.Context, Options, trace.Recorder) error, o Options) string {
	var b bytes.Buffer
	_ = record(context.Background(), o, json.NewLineRecorder(&b)) // an error is in the record
	return b.String()
}

// Runs of a series go as they would by themselves, whatever runs came before.
func TestSeriesOfExamples(t *testing.T) {
	files, err := filepath.Glob("../examples/*.cep")
	require.NoError(t, err)
	again := 0
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			p, errs := lang.Load(filepath.Base(file), text)
			require.Empty(t, errs)
			for _, start := range p.Traces {
				again += requireSeries(t, p, start, 12)
			}
		})
	}
	require.NotZero(t, again)
}

// requireSeries makes runs with seeds from 1, and returns how many of them went on with the
// machine of the one before.
func requireSeries(t require.TestingT, p *lang.Program, start *lang.Start, runs int) int {
	s, again := NewSeries(p, start), 0
	for seed := range uint64(runs) {
		o := Options{Seed: seed + 1, Limits: Limits{Steps: 300 >> (seed % 4)}, Host: Silent(p)}
		alone := func(ctx context.Context, o Options, to trace.Recorder) error { return Record(ctx, p, start, o, to) }
		before := s.machine
		require.Equal(t, recordedRun(t, alone, o), recordedRun(t, s.Record, o))
		if s.machine == before {
			again++
		}
	}
	return again
}

func TestSeriesOfRandomPrograms(t *testing.T) {
	again := 0
	rapid.Check(t, func(rt *rapid.T) {
		p := load(rt, rapid.OneOf(genProgram(), genRich(), genCalculating()).Draw(rt, "program"))
		again += requireSeries(rt, p, p.Traces[0], 4)
	})
	if testing.Short() {
		return // Few samples need not have all kinds.
	}
	require.NotZero(t, again)
}
