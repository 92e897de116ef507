package packed

import (
	"bytes"
	"compress/gzip"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "make the engine anew")

// What is here is what is made now of the sources. That takes a minute, so it is only asked
// for where CEPTRE_ENGINE is "required".
func TestBuilt(t *testing.T) {
	made, err := os.ReadFile("go.version")
	require.NoError(t, err)
	switch {
	case *update:
	case os.Getenv("CEPTRE_ENGINE") != "required":
		t.Skip("CEPTRE_ENGINE=required builds the engine and compares")
	case strings.TrimSpace(string(made)) != runtime.Version():
		t.Skipf("the engine was made by %s, and this is %s", bytes.TrimSpace(made), runtime.Version())
	}
	files := map[string][]byte{
		"wasm_exec.js": read(t, filepath.Join(goRoot(t), "lib/wasm/wasm_exec.js")),
		"licenses.txt": gather(t),
		"go.version":   []byte(runtime.Version() + "\n"),
	}
	code := build(t)
	if *update {
		files["engine.wasm.gz"] = pack(t, code)
	}
	for name, data := range files {
		if *update {
			require.NoError(t, os.WriteFile(name, data, 0o644))
			continue
		}
		require.True(t, bytes.Equal(data, read(t, name)), anew, name)
	}
	require.True(t, *update || bytes.Equal(code, unpack(t, engine)), anew, "engine.wasm.gz")
}

const anew = "%s is not what is made now: go generate ./cmd/engine/packed"

// inlined are the packages in which small functions are put where they are called: it
// makes programs run twice as fast, and all packages together a tenth larger.
var inlined = []string{"runtime", "internal/abi", "internal/runtime/...", "math/bits",
	"github.com/ceptre-graph/ceptre/exec", "github.com/ceptre-graph/ceptre/exec/network", "github.com/ceptre-graph/ceptre/lang"}

// build returns the engine as the compiler makes it. Nothing of this machine, or of the
// state of the repository, is in it.
func build(t *testing.T) []byte {
	file := filepath.Join(t.TempDir(), "engine.wasm")
	args := []string{"build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w -buildid=", "-gcflags=all=-l"}
	for _, p := range inlined {
		args = append(args, "-gcflags="+p+"=")
	}
	golang(t, append(args, "-o", file, "..")...)
	return read(t, file)
}

// golang runs the go command for the engine, whatever the settings of who runs it.
func golang(t *testing.T, args ...string) string {
	cmd := exec.CommandContext(context.Background(), "go", args...)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=", "GOWASM=", "GOEXPERIMENT=", "CGO_ENABLED=0", "GOTOOLCHAIN=local", "GOWORK=off", "GOFIPS140=off")
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	require.NoError(t, err, said.String())
	return string(out)
}

func goRoot(t *testing.T) string { return strings.TrimSpace(golang(t, "env", "GOROOT")) }

func read(t *testing.T, file string) []byte {
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	return data
}

// pack compresses with zopfli, which takes its time, and whose files are a twentieth smaller than
// those of compress/gzip; who only compares needs nothing but what the standard library unpacks.
func pack(t *testing.T, data []byte) []byte {
	file := filepath.Join(t.TempDir(), "engine.wasm")
	require.NoError(t, os.WriteFile(file, data, 0o600))
	const tool = "zopfli"
	if _, err := exec.LookPath(tool); err != nil {
		t.Fatalf("%s packs the engine, and is a package of Debian: %v", tool, err)
	}
	cmd := exec.CommandContext(context.Background(), tool, "-c", file)
	packed, err := cmd.Output()
	require.NoError(t, err)
	return packed
}

func unpack(t *testing.T, packed []byte) []byte {
	in, err := gzip.NewReader(bytes.NewReader(packed))
	require.NoError(t, err)
	data, err := io.ReadAll(in)
	require.NoError(t, err)
	return data
}

// gather returns the licences of all that is in the engine, and of what starts it.
func gather(t *testing.T) []byte {
	modules := strings.Fields(golang(t, "list", "-deps", "-f", "{{with .Module}}{{.Path}}|{{.Dir}}{{end}}", ".."))
	slices.Sort(modules)
	var b bytes.Buffer
	write := func(name, dir string) {
		fmt.Fprintf(&b, "%s\n%s\n\n", name, strings.Repeat("=", len(name)))
		files, err := filepath.Glob(filepath.Join(dir, "LICENSE*"))
		require.NoError(t, err)
		require.NotEmpty(t, files, name)
		for _, file := range files {
			b.Write(bytes.TrimSpace(bytes.ReplaceAll(read(t, file), []byte("\r\n"), []byte("\n"))))
			b.WriteString("\n\n")
		}
	}
	fmt.Fprint(&b, "The engine in this folder is made of these, and each comes with a licence.\n\n")
	write("Go: its standard library, and wasm_exec.js at the head of worker.js", goRoot(t))
	for _, m := range slices.Compact(modules) {
		name, dir, _ := strings.Cut(m, "|")
		write(name, dir)
	}
	return b.Bytes()
}

// mostPacked is how large the engine may be, in bytes: what pages for play promise.
const mostPacked = 6_000_000

// The engine is small, and what it has no use for is not in it.
func TestSmall(t *testing.T) {
	require.Less(t, len(engine), mostPacked)
	code := string(unpack(t, engine))
	for _, library := range []string{"spf13/cobra", "chromedp", "tetratelabs/wazero", "alecthomas/chroma", "microcosm-cc/bluemonday",
		"parquet-go", "go-pdf/fpdf", "sbinet/gg", "go-fonts/dejavu", "charm.land", "fsnotify", "jrpc2"} {
		require.NotContains(t, code, library+".", "a function of it is linked in") // names of functions
	}
	require.Contains(t, code, "yuin/goldmark.", "so they are to be found")
}
