package render

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// A process that draws keeps compiled code in the user's cache and none in the
// temporary directory, which is the same as ever once it runs.
func TestCompiledCodeStaysWithTheUser(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the names of folders are those of Linux")
	}
	const child = "CEPTRE_TEST_TEMPDIR"
	if want := os.Getenv(child); want != "" {
		require.Equal(t, want, os.TempDir())
		return
	}
	open := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(open, "ceptre"), 0o700))
	require.NoError(t, os.Chmod(filepath.Join(open, "ceptre"), 0o777))
	for name, cache := range map[string]string{"with a cache folder": t.TempDir(), "without": "/dev/null/none", "with one open to all": open} {
		t.Run(name, func(t *testing.T) {
			temp := t.TempDir()
			cmd := exec.Command(os.Args[0], "-test.run=^TestCompiledCodeStaysWithTheUser$", "-test.v")
			cmd.Env = []string{"TMPDIR=" + temp, "XDG_CACHE_HOME=" + cache, child + "=" + temp}
			out, err := cmd.CombinedOutput()
			require.NoError(t, err, "%s", out)
			require.Contains(t, string(out), "--- PASS")
			left, err := os.ReadDir(temp)
			require.NoError(t, err)
			require.Empty(t, left)
			kept := filepath.Join(cache, "ceptre", "go-graphviz")
			if name == "with a cache folder" {
				require.DirExists(t, kept)
			} else {
				require.NoDirExists(t, kept)
			}
		})
	}
}
