package celfproof

import (
	"context"
	"errors"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/replay"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// FuzzTrace replays any text on some worlds, with and without stages. What it takes is a run of the world.
func FuzzTrace(f *testing.F) {
	progs := []*lang.Program{load(f, small), load(f, world), load(f, proofs), load(f, days), load(f, phases),
		load(f, inRow)}
	f.Add([]byte(good))
	f.Add([]byte(aDay))
	f.Add([]byte(phased))
	f.Add([]byte(rowed))
	f.Add([]byte("-- at bob hall lin, at ann bar lin, cat aff, x_1:seen bar\nSuccess: 1 steps\n"))
	for seed := range uint64(8) {
		for _, prog := range progs[1:] {
			text, _ := newPrinter(f, prog, 1, seed).solution(100)
			f.Add([]byte(text))
		}
	}
	placed := regexp.MustCompile(`^in:(\d+:\d+:)? `)
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, prog := range progs {
			got, err := Trace(context.Background(), prog, "in", string(text), 1)
			if err != nil {
				_, hard := errors.AsType[*exec.RunError](err)
				require.True(t, hard || placed.MatchString(err.Error()), err)
				continue
			}
			require.NoError(t, trace.Validate(got))
			require.NoError(t, replay.Verify(context.Background(), prog, got, replay.VerifyOptions{}))
		}
	})
}
