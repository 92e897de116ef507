package render

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/fold"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/render/diagram"
)

var update = flag.Bool("update", false, "rewrite the expected DOT in testdata")

// TestDOT draws the section "trace" of each archive in the view that the name of each
// other section begins with. After it may stand, each with a "+": "stages" for stage
// tokens, "permanent" for permanent facts, a method of folding, "most" and a number
// for how many nodes there may be, the id of a step up to which the run goes, and
// "placed" for places.
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
		o, placed := section(strings.TrimSuffix(want.Name, ".dot"))
		p := mustDraw(t, g, o)
		if placed {
			require.NoError(t, p.Place(t.Context()))
		}
		got, err := p.Write(t.Context(), DOTFormat)
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

// section reads the name of a section.
func section(name string) (o Options, placed bool) {
	words := strings.Split(name, "+")
	o = Options{View: View(words[0]), Of: []string{"t1"}, Link: scene}
	for _, word := range words[1:] {
		switch most, bounded := strings.CutPrefix(word, "most"); {
		case word == "stages":
			o.Select.StageTokens = true
		case word == "permanent":
			o.Select.Persistent = true
		case word == "placed":
			placed = true
		case bounded:
			o.MaxNodes, _ = strconv.Atoi(most)
		case word[0] == 't' && word != string(fold.Turns):
			_ = o.Select.To.UnmarshalText([]byte(word))
			o.At, o.Of = o.Select.To, []string{word}
		default:
			o.Collapse = append(o.Collapse, fold.Method(word))
		}
	}
	return o, placed
}

// Every view, and every way to fold, has its sections.
func TestDOTCovers(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	require.NoError(t, err)
	have := make(map[string]bool)
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		require.NoError(t, err)
		for _, f := range archive.Files {
			for _, word := range strings.Split(strings.TrimSuffix(f.Name, ".dot"), "+") {
				have[word] = true
			}
		}
	}
	for _, v := range Views() {
		require.True(t, have[string(v)], v)
	}
	for _, m := range fold.Methods() {
		require.True(t, have[string(m)], m)
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
		{"view", Options{View: "sideways"},
			`unknown view "sideways": want one of causal, steps, rules, net, threads, storyline, timeline, state, board, why`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Draw(verona(t), c.options)
			require.EqualError(t, err, c.want)
		})
	}
	_, err := Draw(tell(t, "a : + x"), Options{View: Threads})
	require.ErrorContains(t, err, "names no types")
}

func TestDefaultView(t *testing.T) {
	plain, err := Write(t.Context(), verona(t), Options{}, DOTFormat)
	require.NoError(t, err)
	causal, err := Write(t.Context(), verona(t), Options{View: Views()[0]}, DOTFormat)
	require.NoError(t, err)
	require.Equal(t, string(causal), string(plain))
}

// The rows of a picture, and what passes through them, are estimated.
func TestSize(t *testing.T) {
	names := []string{"a", "b", "c", "d", "x"}
	d := &diagram.Diagram{Nodes: make([]diagram.Node, len(names))}
	for _, e := range []string{"a b", "b c", "c d", "x d", "a d", "d b", "d d"} {
		from, to, _ := strings.Cut(e, " ")
		d.Edges = append(d.Edges, diagram.Edge{From: slices.Index(names, from), To: slices.Index(names, to)})
	}
	// a b c d are rows 0 to 3. The source x is drawn down to row 2; a to d
	// passes two rows, and so do d back to b and no others.
	require.Equal(t, extent{nodes: 5, edges: 7, rows: 4, bends: 2 + 1}, extentOf(d))
}
