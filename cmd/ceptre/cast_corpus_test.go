package main

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/cast"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// TestCastCorpus runs small programs in many styles, several times each, and compares the
// characters and places that are found with those that a reader of the program would name.
func TestCastCorpus(t *testing.T) {
	files, err := filepath.Glob("testdata/cast/*.txtar")
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(files), 12)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			require.NoError(t, err)
			for _, f := range archive.Files {
				if f.Name != "program.cep" {
					continue
				}
				program, problems := lang.Load(file, f.Data)
				require.Empty(t, problems)
				for seed := range uint64(5) {
					require.Equal(t, strings.TrimSpace(string(archive.Files[1].Data)), castOfRun(t, program, seed+1), "seed %d",
						seed+1)
				}
			}
		})
	}
}

// castOfRun returns the characters and places of a run by chance, as users are told.
func castOfRun(t *testing.T, program *lang.Program, seed uint64) string {
	start := program.Traces[0]
	tr, err := exec.Run(context.Background(), program, start, exec.Options{Seed: seed, Limits: exec.Limits{Steps: 120}})
	require.NoError(t, err)
	require.Equal(t, trace.Format, tr.Format)
	who, err := cast.Find(causal.New(tr), cast.Options{})
	if _, none := errors.AsType[cast.NoCharactersError](err); none {
		return "no characters"
	}
	require.NoError(t, err)
	return who.String()
}
