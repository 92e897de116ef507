package scripts_test

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/cmd/cli/scripts"
)

func TestCheck(t *testing.T) {
	for script, want := range map[string]string{
		"exec ours a\n! exec ours b\n[linux] exec ours": "",
		"# c\nexec head -1": "line 2: runs head, which may not be there: use a command of " +
			"package scripts",
		"! exec seq 3": "line 1: runs seq, which may not be there: use a command of " +
			"package scripts",
		"[linux] ? exec yes": "line 1: runs yes, which may not be there: use a command of " +
			"package scripts",
		"[exec:gzip] exec gzip a\n[exec:gzip] exec ours": "",
		"[!exec:sh] skip\nexec sh -c a":                  "",
		"[!exec:sh] stop\nexec bash -c a": "line 2: runs bash, which may not be there: use a command of " +
			"package scripts",
		"cp a b\n-- a --\nexec head": "",
	} {
		err := scripts.Check(script, "ours")
		if want == "" {
			require.NoError(t, err, script)
		} else {
			require.EqualError(t, err, want, script)
		}
	}
	require.Error(t, scripts.CheckFolder("none"))
}

// TestCommands runs each command in a script.
func TestCommands(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata", Cmds: scripts.Commands()})
}
