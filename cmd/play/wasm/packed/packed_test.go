package packed

import (
	"bytes"
	"compress/gzip"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "gather the licences anew")

// The licences beside pages are those of all that is in the engine.
func TestLicenses(t *testing.T) {
	text := gather(t)
	if *update {
		require.NoError(t, os.WriteFile("licenses.txt", text, 0o644))
		return
	}
	require.True(t, bytes.Equal(text, licenses),
		"licenses.txt is not that of the modules in the engine: go test ./cmd/play/wasm/packed -run Licenses -update")
}

// golang runs the go command for the engine.
func golang(t *testing.T, args ...string) string {
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=-mod=readonly", "GOWORK=off")
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	require.NoError(t, err, said.String())
	return string(out)
}

// gather returns the licences of all that is in the engine, and of the script that starts it.
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
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			b.Write(bytes.TrimSpace(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))))
			b.WriteString("\n\n")
		}
	}
	fmt.Fprint(&b, "The engine in this folder is made of these, and each comes with a licence.\n\n")
	root := strings.TrimSpace(golang(t, "env", "GOROOT"))
	if _, err := os.Stat(filepath.Join(root, "LICENSE")); err != nil {
		t.Skip("this Go comes without its licence")
	}
	write("Go: its standard library, and wasm_exec.js at the head of worker.js", root)
	for _, m := range slices.Compact(modules) {
		name, dir, _ := strings.Cut(m, "|")
		write(name, dir)
	}
	return b.Bytes()
}

// mostPacked is how large the engine may be, in bytes: readers load it before they play.
const mostPacked = 6_000_000

// The engine holds no library that only commands need.
func TestContents(t *testing.T) {
	engine, err := Load(t.Context(), func(line string) { t.Log(line) })
	require.NoError(t, err)
	require.Less(t, len(engine.Code), mostPacked)
	in, err := gzip.NewReader(bytes.NewReader(engine.Code))
	require.NoError(t, err)
	code, err := io.ReadAll(in)
	require.NoError(t, err)
	for _, library := range []string{"spf13/cobra", "chromedp", "tetratelabs/wazero", "alecthomas/chroma",
		"microcosm-cc/bluemonday",
		"parquet-go", "go-pdf/fpdf", "sbinet/gg", "go-fonts/dejavu", "charm.land", "fsnotify", "jrpc2"} {
		require.False(t, bytes.Contains(code, []byte(library+".")), "%s: a function of it is linked in", library)
	}
	require.True(t, bytes.Contains(code, []byte("yuin/goldmark.")), "names of functions are there to be found")
}
