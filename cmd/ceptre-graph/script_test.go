package main

import (
	"flag"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "write what is there now into testdata")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"ceptre-graph": main})
}

// Each script in testdata is a session that a user could type.
func TestScripts(t *testing.T) {
	cache := t.TempDir() // Graphviz starts faster the second time
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: *update,
		Setup: func(env *testscript.Env) error {
			env.Setenv("XDG_CACHE_HOME", cache)
			return nil
		},
	})
}
