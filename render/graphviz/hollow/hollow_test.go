// The tests import the library, which package hollow must not do, so they are a package of their own.
package hollow_test

import (
	"os"
	"os/exec"
	"testing"

	"github.com/ceptre-graph/ceptre/render/graphviz/hollow"
	library "github.com/goccy/go-graphviz"
	"github.com/stretchr/testify/require"
)

// A process that draws nothing has no Graphviz. Had the library another name for its module, or were its init
// before the other, Graphviz would be there.
func TestSparesGraphviz(t *testing.T) {
	require.NotZero(t, hollow.Size(), "the library has its module elsewhere")
	require.Less(t, hollow.Size(), 100_000)
	require.Panics(t, func() { _, _ = library.New(t.Context()) }, "the library has a function of Graphviz")
}

// The library keeps nothing in the temporary directory, and its variable is as it was afterwards.
func TestTemporary(t *testing.T) {
	const child = "HOLLOW_TEST_CHILD"
	if want := os.Getenv(child); want != "" {
		require.Equal(t, os.DevNull, os.Getenv(hollow.TemporaryVariable()))
		hollow.Restore()
		got, set := os.LookupEnv(hollow.TemporaryVariable())
		require.Equal(t, want != "none", set)
		if set {
			require.Equal(t, want, got)
		}
		return
	}
	hollow.Restore()
	dir := t.TempDir()
	for _, c := range [][]string{{child + "=" + dir, hollow.TemporaryVariable() + "=" + dir}, {child + "=none"}} {
		command := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
		command.Env = c
		out, err := command.CombinedOutput()
		require.NoError(t, err, string(out))
	}
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Empty(t, left)
}
