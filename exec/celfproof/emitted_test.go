package celfproof

import (
	"context"
	"io/fs"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/examples"
	"github.com/ceptre-graph/ceptre/exec/replay"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/celf"
	"github.com/ceptre-graph/ceptre/lang/celf/emit"
)

// TestEmitted: runs of the examples, written in Celf and printed as Celf prints them, are runs of what was written.
// Those of examples without stages that end too early are refused.
func TestEmitted(t *testing.T) {
	files, err := fs.Glob(examples.FS, "*.cep")
	require.NoError(t, err)
	read, staged := 0, 0
	for _, file := range files {
		source, err := fs.ReadFile(examples.FS, file)
		require.NoError(t, err)
		prog, _ := lang.Load(file, source)
		if s := prog.Stages[0]; len(prog.Stages) > 1 || len(s.Links) > 0 || s.Ordered {
			for _, start := range prog.Traces {
				start.Bound = 25 // the runs of some have no end
			}
		}
		out, errs := emit.Program(prog)
		if errs.Failed() {
			continue
		}
		prog, _ = celf.Load("world.clf", out)
		if celf.SchemeOf(newVocabulary(prog).source) != nil {
			for seed := range uint64(3) {
				p := newPrinter(t, prog, 1, seed)
				text, want := p.solution(100)
				if !p.stage.stuck {
					requireRun(t, prog, text, want)
					staged += len(want.Steps)
				}
			}
			continue
		}
		for steps := range 30 {
			p := newPrinter(t, prog, 1, uint64(steps))
			text, want := p.solution(steps)
			enabled, err := p.machine.Enabled(context.Background())
			require.NoError(t, err)
			got, err := Trace(context.Background(), prog, "in", text, 1)
			if enabled.Len() > 0 && (p.start.Bound == 0 || len(want.Steps) < p.start.Bound) {
				require.ErrorContains(t, err, "can still happen")
				continue
			}
			require.NoError(t, err, "%s\n%s", file, text)
			require.Equal(t, want.Steps, got.Steps, text)
			require.NoError(t, replay.Verify(context.Background(), prog, got, replay.VerifyOptions{Exact: true}))
			read++
		}
	}
	require.Positive(t, read)
	require.Greater(t, staged, 100)
}
