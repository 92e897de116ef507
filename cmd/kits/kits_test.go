package kits_test

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/cmd/kits"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/tracefile"
)

// The first test of each kit is a run that comes to rest: all its choices can be made.
func TestKitsEnd(t *testing.T) {
	require.NotEmpty(t, kits.All())
	for _, k := range kits.All() {
		files, err := k.Files(t.Context(), "our_town", nil)
		require.NoError(t, err, k.Kind)
		require.Len(t, files, 3, k.Kind)
		for i, name := range []string{"our_town.cep", "our_town.md", filepath.Join("our_town.runs", "first.json")} {
			require.Equal(t, name, files[i].Name)
			require.NotContains(t, string(files[i].Data), "{{", k.Kind)
		}
		require.Contains(t, string(files[1].Data), `title: "Our Town"`, k.Kind)
		run, err := tracefile.Read("first.json", bytes.NewReader(files[2].Data), nil)
		require.NoError(t, err, k.Kind)
		require.Equal(t, trace.Quiescent, run.End.Why, k.Kind)
		require.Greater(t, len(run.Steps), 5, k.Kind)
	}
}
