package render

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

var update = flag.Bool("update", false, "rewrite the expected DOT in testdata")

// TestDOT draws the section "trace" of each archive in the view that the name
// of each other section says; "+stages" after it asks for stage tokens.
func TestDOT(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) { checkArchive(t, file) })
	}
}

func checkArchive(t *testing.T, file string) {
	archive, err := txtar.ParseFile(file)
	require.NoError(t, err)
	require.Equal(t, "trace", archive.Files[0].Name)
	require.Greater(t, len(archive.Files), 1)
	g := tell(t, string(archive.Files[0].Data))
	for i := range archive.Files[1:] {
		want := &archive.Files[i+1]
		view, stages := strings.CutSuffix(strings.TrimSuffix(want.Name, ".dot"), "+stages")
		got, err := DOT(g, Options{View: View(view), StageTokens: stages, Link: scene})
		require.NoError(t, err)
		if *update {
			want.Data = got
		}
		require.Equal(t, string(want.Data), string(got), "%s (update with -update)", want.Name)
	}
	if *update {
		require.NoError(t, os.WriteFile(file, txtar.Format(archive), 0o666))
	}
}

func scene(s *trace.Step) string { return "scenes/" + s.ID.String() + ".html" }

func verona(tb testing.TB) *causal.Graph {
	tb.Helper()
	text, err := os.ReadFile("testdata/verona.trace")
	require.NoError(tb, err)
	return tell(tb, string(text))
}

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		name    string
		options Options
		want    string
	}{
		{"view", Options{View: "sideways"}, `no view "sideways": there is causal, order, rules, threads`},
		{"cast", Options{View: Threads, By: "planet"}, `no type, predicate or constant "planet" in the trace; did you mean place?`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := DOT(verona(t), c.options)
			require.EqualError(t, err, c.want)
			_, err = SVG(t.Context(), verona(t), c.options)
			require.EqualError(t, err, c.want)
		})
	}
	_, err := DOT(tell(t, "a : + x"), Options{View: Threads})
	require.ErrorContains(t, err, "names no types")
}

func TestDefaultView(t *testing.T) {
	plain, err := DOT(verona(t), Options{})
	require.NoError(t, err)
	causal, err := DOT(verona(t), Options{View: Views()[0]})
	require.NoError(t, err)
	require.Equal(t, string(causal), string(plain))
}

func TestSize(t *testing.T) {
	var d drawing
	for _, e := range []string{"a b", "b c", "c d", "x d", "a d", "d b", "d d"} {
		from, to, _ := strings.Cut(e, " ")
		d.edge(from, to)
	}
	for _, n := range []string{"a", "b", "c", "d", "x"} {
		d.node(n)
	}
	// a b c d are rows 0 to 3. The source x is drawn down to row 2; a to d
	// passes two rows, and so do d back to b and no others.
	require.Equal(t, size{nodes: 5, edges: 7, rows: 4, bends: 2 + 1}, d.size())
}
