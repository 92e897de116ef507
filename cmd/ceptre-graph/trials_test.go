//go:build unix

package main

import (
	"flag"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ceptre-graph/ceptre/examples"
	"github.com/stretchr/testify/require"
)

var trials = flag.Int("trials", 3, "how often the command is killed")

// A folder of pages that is killed while it is written is the old one or the new one. It is there at
// any time, and no more than one draft is left beside it.
func TestTrialsKillTiles(t *testing.T) {
	t.Chdir(t.TempDir())
	text, err := examples.FS.ReadFile("verona.cep")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile("verona.json", record(t, string(text)), 0o644))
	args := [][]string{{"verona.json", "--tiles", "20", "-o", "tiles"}, {"verona.json", "--tiles", "30", "-o", "tiles"}}
	var whole []string
	var took time.Duration
	for _, a := range args {
		begin := time.Now()
		said, err := exec.Command("ceptre-graph", a...).CombinedOutput()
		require.NoError(t, err, string(said))
		took = time.Since(begin)
		whole = append(whole, allIn(t, "tiles"))
	}
	for n := range *trials {
		c := exec.Command("ceptre-graph", args[n%2]...)
		require.NoError(t, c.Start())
		for end := time.Now().Add(rand.N(took)); time.Now().Before(end); {
			_, err := os.Stat("tiles")
			require.NoError(t, err)
		}
		_ = c.Process.Kill() // it may have ended
		_ = c.Wait()
		require.Contains(t, whole, allIn(t, "tiles"))
		require.LessOrEqual(t, len(drafts(t)), 1)
	}
	require.NoError(t, exec.Command("ceptre-graph", args[0]...).Run())
	require.Equal(t, whole[0], allIn(t, "tiles"))
	require.Empty(t, drafts(t))
}

// allIn returns the names and texts of the files in a folder.
func allIn(t *testing.T, folder string) string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	var b strings.Builder
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(folder, e.Name()))
		require.NoError(t, err)
		b.WriteString(e.Name() + "\n" + string(data))
	}
	return b.String()
}

// drafts returns the drafts left beside the folder.
func drafts(t *testing.T) []string {
	t.Helper()
	found, err := filepath.Glob(".tiles*")
	require.NoError(t, err)
	return found
}
