package compile

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// module writes a module by our path with a small engine, and returns what a command tells that
// was built from it.
func module(t *testing.T, engine string) (dir string, from origin) {
	t.Helper()
	dir = t.TempDir()
	place(t, dir, "go.mod", "module "+modulePath+"\n\ngo 1.26\n")
	place(t, dir, "cmd/play/wasm/engine_js.go", engine)
	place(t, dir, "cmd/play/wasm/words.txt", "words")
	return dir, origin{file: filepath.Join(dir, "cmd/play/wasm/compile/sources.go"), path: modulePath}
}

const small = "package main\n\nimport _ \"embed\"\n\n//go:embed words.txt\nvar words string\n\nfunc main() { " +
	"println(words) }\n"

func place(t *testing.T, dir, name, text string) {
	t.Helper()
	file := filepath.Join(dir, name)
	require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
	require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
}

// cached has the user's cache of engines be empty, but not that of Go.
func cached(t *testing.T) (cache string) {
	t.Helper()
	out, err := golang(t.Context(), "", nil, "env", "GOCACHE")
	require.NoError(t, err)
	t.Setenv("GOCACHE", strings.TrimSpace(string(out)))
	cache = t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	if open() != store(filepath.Join(cache, "ceptre", "engine")) {
		t.Skip("XDG_CACHE_HOME does not say where caches are on this system")
	}
	return cache
}

// said loads the engine of a command and returns the lines for the user, too.
func said(t *testing.T, from origin) (*Engine, []string, error) {
	t.Helper()
	var lines []string
	e, err := load(t.Context(), from, func(line string) { lines = append(lines, line) })
	return e, lines, err
}

func unpacked(t *testing.T, e *Engine) string {
	t.Helper()
	in, err := gzip.NewReader(bytes.NewReader(e.Code))
	require.NoError(t, err)
	code, err := io.ReadAll(in)
	require.NoError(t, err)
	return string(code)
}

// An engine is compiled once for the same sources, and anew for others, whatever of them changed.
// It is the same in any folder.
func TestLoad(t *testing.T) {
	cached(t)
	t.Setenv("GOFLAGS", "-mod=vendor -tags=none") // the user's, who means other modules
	t.Setenv("GO111MODULE", "off")
	dir, from := module(t, small)
	first, lines, err := said(t, from)
	require.NoError(t, err)
	require.Equal(t, []string{"compiling the engine of playable pages from " + dir + ", once; this takes a while …"},
		lines)
	require.True(t, strings.HasPrefix(unpacked(t, first), "\x00asm"))
	require.Contains(t, string(first.Support), "globalThis.Go = class")
	again, lines, err := said(t, from)
	require.NoError(t, err)
	require.Empty(t, lines)
	require.Equal(t, first, again)
	_, elsewhere := module(t, small)
	same, lines, err := said(t, elsewhere)
	require.NoError(t, err)
	require.Empty(t, lines)
	require.Equal(t, first, same)
	src, err := find(t.Context(), elsewhere)
	require.NoError(t, err)
	same, err = src.compile(t.Context())
	require.NoError(t, err)
	require.Equal(t, first, same)

	for name, text := range map[string]string{
		"cmd/play/wasm/engine_js.go": small + "// more\n",
		"cmd/play/wasm/words.txt":    "other words",
		"cmd/play/wasm/more.go":      "package main\n",
		"go.mod":                     "module " + modulePath + "\n\ngo 1.25\n",
	} {
		place(t, dir, name, text)
		_, lines, err := said(t, from)
		require.NoError(t, err, name)
		require.Len(t, lines, 1, name)
	}
	place(t, dir, "cmd/play/wasm/more_test.go", "package main\n")
	place(t, dir, "cmd/play/wasm/more_linux.go", "package main\n")
	_, lines, err = said(t, from)
	require.NoError(t, err)
	require.Empty(t, lines, "these are not in the engine")
}

// Where Go or the sources are gone, a command has the engine that it compiled, and another command
// is told what to do.
func TestLoadWithoutGo(t *testing.T) {
	cache := cached(t)
	dir, from := module(t, small)
	path := os.Getenv("PATH")
	t.Setenv("PATH", "")
	_, _, err := said(t, from)
	require.Equal(t, errNoGo, err)
	require.NoDirExists(t, filepath.Join(cache, "go-build"))
	left, err := os.ReadDir(filepath.Join(cache, "ceptre", "engine"))
	require.NoError(t, err)
	require.Empty(t, left)

	t.Setenv("PATH", path)
	want, _, err := said(t, from)
	require.NoError(t, err)
	t.Setenv("PATH", "")
	got, lines, err := said(t, from)
	require.NoError(t, err)
	require.Empty(t, lines)
	require.Equal(t, want, got)

	t.Setenv("PATH", path)
	require.NoError(t, os.RemoveAll(dir))
	t.Chdir(t.TempDir())
	got, _, err = said(t, from)
	require.NoError(t, err)
	require.Equal(t, want, got)
	require.NoError(t, os.RemoveAll(filepath.Join(cache, "ceptre")))
	_, _, err = said(t, from)
	require.ErrorContains(t, err,
		"the sources of this command are not there: run it in a copy of its repository, or use a release of ceptre")
}

// A damaged engine in the store is compiled again, and an engine that cannot be stored gives a
// warning.
func TestLoadDamaged(t *testing.T) {
	cache := cached(t)
	_, from := module(t, small)
	want, _, err := said(t, from)
	require.NoError(t, err)
	files, err := filepath.Glob(filepath.Join(cache, "ceptre", "engine", "*"+codeSuffix))
	require.NoError(t, err)
	require.Len(t, files, 1)
	require.NoError(t, os.Truncate(files[0], 100))
	got, lines, err := said(t, from)
	require.NoError(t, err)
	require.Len(t, lines, 1)
	require.Equal(t, want, got)

	t.Setenv("XDG_CACHE_HOME", filepath.Join(os.DevNull, "none"))
	t.Setenv("HOME", filepath.Join(os.DevNull, "none"))
	got, lines, err = said(t, from)
	require.NoError(t, err)
	require.Equal(t, want, got)
	require.Equal(t, "the engine cannot be kept, and is compiled again the next time: there is no folder for it in the "+
		"user's cache", lines[1])
}

// Of sources that do not compile, the compiler's messages are told.
func TestLoadFailure(t *testing.T) {
	cache := cached(t)
	dir, from := module(t, "package main\n\nfunc main() { missing() }\n")
	_, _, err := said(t, from)
	require.ErrorContains(t, err, "the engine of playable pages cannot be compiled from "+dir)
	require.ErrorContains(t, err, "engine_js.go:3:15: undefined: missing")
	require.ErrorContains(t, err, "use a release of ceptre")
	place(t, dir, "cmd/play/wasm/engine_js.go", "package main\n\nimport _ \"example.org/none\"\n\nfunc main() {}\n")
	_, _, err = said(t, from)
	require.ErrorContains(t, err, "cannot find module providing package example.org/none")
	left, err := filepath.Glob(filepath.Join(cache, "ceptre", "engine", "*"))
	require.NoError(t, err)
	for _, file := range left {
		require.Equal(t, lockName, filepath.Base(file))
	}
}

// An interrupt ends the go command at once.
func TestLoadInterrupted(t *testing.T) {
	cached(t)
	_, from := module(t, small)
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	t.Setenv("GOCACHE", t.TempDir()) // or there is nothing to compile
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(time.Second, cancel)
	_, err := load(ctx, from, func(string) {})
	require.ErrorIs(t, err, context.Canceled)
	require.Eventually(t, func() bool {
		left, err := os.ReadDir(tmp)
		return err == nil && len(left) == 0
	}, 20*time.Second, 100*time.Millisecond, "temporary files are left")
}

// Sources are found beside the working folder where a command does not know where it was compiled,
// and those of a release by their checksum alone.
func TestLocate(t *testing.T) {
	dir, _ := module(t, small)
	trimmed := origin{file: modulePath + "/cmd/play/wasm/compile/sources.go", path: modulePath}
	t.Chdir(filepath.Join(dir, "cmd"))
	found, err := trimmed.locate(t.Context())
	require.NoError(t, err)
	require.Equal(t, dir, found)

	user := t.TempDir()
	place(t, user, "go.mod", "module example.org/user\n\ngo 1.26\n\nrequire "+modulePath+" v0.1.0\n\nreplace "+modulePath+
		" => "+dir+"\n")
	t.Chdir(user)
	found, err = trimmed.locate(t.Context())
	require.NoError(t, err)
	require.Equal(t, dir, found)

	t.Setenv("GOPROXY", "off")
	released := trimmed
	released.version, released.sum = "v0.0.1", "h1:none"
	_, err = released.locate(t.Context())
	require.ErrorContains(t, err, "module lookup disabled by GOPROXY=off")
	require.ErrorContains(t, err, "the sources of this command are not there")
}

// The build information of the running command leads to this module.
func TestBuiltFrom(t *testing.T) {
	here, err := filepath.Abs("../../../..")
	require.NoError(t, err)
	found, err := builtFrom().locate(t.Context())
	require.NoError(t, err)
	require.Equal(t, here, found)
}
