package main

import (
	"context"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/ceptre-graph/ceptre/examples"
	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/cmd/cli/scripts"
	"github.com/ceptre-graph/ceptre/cmd/play/wasm/packed"
	"github.com/ceptre-graph/ceptre/render/chromium"
)

var update = flag.Bool("update", false, "write what is there now into testdata")

func TestMain(m *testing.M) {
	testscript.Main(chromium.Tests{M: m}, map[string]func(){"ceptre": main})
}

// Each script in testdata is a session that a user could type. The examples lie
// in the folder examples.
func TestScripts(t *testing.T) {
	cache := t.TempDir() // kept from script to script: Graphviz starts faster
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: *update,
		Cmds:          scriptCommands(),
		Setup: func(env *testscript.Env) error {
			env.Setenv("XDG_CACHE_HOME", cache)
			return copyExamples(filepath.Join(env.WorkDir, "examples"))
		},
	})
}

// scriptCommands adds a command to those of package scripts: "engine" has the commands that come
// after it in a script find the engine of pages for play in the user's cache, where it lies for
// all tests.
func scriptCommands() map[string]func(*testscript.TestScript, bool, []string) {
	all := scripts.Commands()
	all["engine"] = func(ts *testscript.TestScript, _ bool, _ []string) {
		_, err := packed.Load(context.Background(), func(line string) { ts.Logf("%s", line) })
		ts.Check(err)
		for _, name := range []string{"HOME", "XDG_CACHE_HOME", "GOCACHE", "GOMODCACHE", "GOPATH", "LocalAppData"} {
			ts.Setenv(name, os.Getenv(name))
		}
	}
	return all
}

// TestScriptsNeedGoAlone checks that no script runs programs of the machine that may not be there.
func TestScriptsNeedGoAlone(t *testing.T) {
	require.NoError(t, scripts.CheckFolder("testdata/script", "ceptre"))
}

func copyExamples(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	return fs.WalkDir(examples.FS, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(examples.FS, name)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(dir, name), data, 0o644)
	})
}
