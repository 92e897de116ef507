package main

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const small = `package small

func least(a, b int) int {
	if a < b {
		return a
	}
	b += 0x0
	return b
}
`

func TestFileMutants(t *testing.T) {
	all, err := fileMutants("small.go", []byte(small))
	require.NoError(t, err)
	var got []string
	for _, m := range all {
		got = append(got, m.String())
		_, err := fileMutants("small.go", m.apply([]byte(small)))
		require.NoError(t, err, "%v", m)
	}
	require.Equal(t, []string{
		"small.go:7:2: b += 0x0 → nothing",
		"small.go:4:5: a < b → !(a < b)",
		"small.go:4:7: < → <=",
		"small.go:7:7: 0x0 → 1",
	}, got)
}

func TestSummary(t *testing.T) {
	count := map[outcome]int{killed: 2, survived: 1, unbuilt: 1}
	require.Equal(t, "2 of 3 mutants killed (66.7 %), 1 more did not compile", summary(count))
	require.Equal(t, "0 of 0 mutants killed (0.0 %), 0 more did not compile", summary(nil))
}

// TestMutants tells mutants that tests notice from those that they do not.
func TestMutants(t *testing.T) {
	if testing.Short() {
		t.Skip("builds tests")
	}
	root := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":   "module small\n",
		"small.go": small,
		"small_test.go": "package small\n\nimport \"testing\"\n\nfunc Test(t *testing.T) {\n\tif least(1, 2) != 1 " +
			"{\n\t\tt.Fail()\n\t}\n}\n",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(root, name), []byte(text), 0o644))
	}
	d := &driver{timeout: time.Minute, root: root}
	all, err := packageMutants(root, ".")
	require.NoError(t, err)
	all = append(all, mutant{file: "small.go", dir: ".", from: 0, to: 7, new: "packet"})
	var got []outcome
	for _, m := range all {
		result, err := d.mutant(context.Background(), m)
		require.NoError(t, err)
		got = append(got, result)
	}
	require.Equal(t, []outcome{survived, killed, survived, survived, unbuilt}, got)
	text, err := os.ReadFile(filepath.Join(root, "small.go"))
	require.NoError(t, err)
	require.Equal(t, small, string(text))
}
