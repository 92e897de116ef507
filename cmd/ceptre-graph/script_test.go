package main

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/ceptre-graph/ceptre/cmd/cli/scripts"
	"github.com/ceptre-graph/ceptre/examples"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace/json"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write what is there now into testdata")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"ceptre-graph": main})
}

// Each script in testdata is a session that a user could type. The run of
// examples/verona.cep with the seed 1 lies in verona.json.
func TestScripts(t *testing.T) {
	text, err := examples.FS.ReadFile("verona.cep")
	if err != nil {
		t.Fatal(err)
	}
	verona := record(t, string(text))
	cache := t.TempDir() // Graphviz starts faster the second time
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: *update,
		Cmds:          scripts.Commands(),
		Setup: func(env *testscript.Env) error {
			env.Setenv("XDG_CACHE_HOME", cache)
			return os.WriteFile(filepath.Join(env.WorkDir, "verona.json"), verona, 0o644)
		},
	})
}

// TestScriptsNeedGoAlone checks that no script runs programs of the machine that may not be there.
func TestScriptsNeedGoAlone(t *testing.T) {
	require.NoError(t, scripts.CheckFolder("testdata/script", "ceptre-graph"))
}

// record runs a program and returns the trace as a file.
func record(t *testing.T, text string) []byte {
	t.Helper()
	prog, errs := lang.Load("test.cep", []byte(text))
	if prog == nil {
		t.Fatal(errs)
	}
	tr, err := exec.Run(context.Background(), prog, prog.Traces[0], exec.Options{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	var data bytes.Buffer
	if err := json.Write(&data, tr.Stream()); err != nil {
		t.Fatal(err)
	}
	return data.Bytes()
}
