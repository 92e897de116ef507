package main

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/examples"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/logic"
	"github.com/ceptre-graph/ceptre/exec/logic/game"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/asp"
	"github.com/ceptre-graph/ceptre/lang/gdl"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
)

// Every game of logic-game among the examples is read without a message, and ends as it is recorded with seed 1.
func TestWorldsEnd(t *testing.T) {
	files, err := fs.Glob(examples.FS, "*.json")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(file, func(t *testing.T) {
			text, err := fs.ReadFile(examples.FS, file)
			require.NoError(t, err)
			g, errs := asp.ReadGame(&syntax.Source{Name: file, Text: text})
			require.Empty(t, errs)
			require.Empty(t, g.Check())
			name := strings.TrimSuffix(file, ".json")
			header := trace.Header{Program: &trace.Program{Name: name, File: file}}
			w, err := game.NewWorld(t.Context(), g, header, game.WorldOptions{Seed: 1})
			require.NoError(t, err)
			why, err := w.Play(t.Context(), game.MostSteps)
			require.NoError(t, err)
			compareEnd(t, name, w.End(why, ""))
		})
	}
}

// compareEnd compares the end of a run with seed 1 with the recorded one.
func compareEnd(t *testing.T, name string, tr *trace.Trace) {
	t.Helper()
	require.NoError(t, trace.Validate(tr))
	got := string(txtar.Format(&txtar.Archive{Files: []txtar.File{{Name: "seed 1", Data: []byte(ending(t, tr))}}}))
	file := "testdata/ends/" + name + ".txtar"
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), got)
}

// Every game of GDL and GGDL among the examples is read without a message, and ends as it is recorded with seed 1.
func TestGamesEnd(t *testing.T) {
	for _, extension := range []string{".kif", ".ggd"} {
		files, err := fs.Glob(examples.FS, "*"+extension)
		require.NoError(t, err)
		require.NotEmpty(t, files)
		for _, file := range files {
			t.Run(file, func(t *testing.T) {
				text, err := fs.ReadFile(examples.FS, file)
				require.NoError(t, err)
				g, errs := gdl.Parse(&syntax.Source{Name: file, Text: text})
				require.Empty(t, errs)
				name := strings.TrimSuffix(file, path.Ext(file))
				header := trace.Header{Program: &trace.Program{Name: name, File: file}}
				m, err := game.NewMatch(t.Context(), g, header, logic.Options{})
				require.NoError(t, err)
				rng := rand.New(exec.Random(1).Source())
				why, err := m.Playout(t.Context(), game.MostTurns, rng, m.ByChance(rng))
				require.NoError(t, err)
				compareEnd(t, name, m.End(why, ""))
			})
		}
	}
}
