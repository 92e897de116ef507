package export

import (
	_ "embed"
	"encoding/json"
	"html"
	"html/template"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// mermaidPage is a page that draws charts and says what it drew: as JSON in the
// element pre, with all but letters and digits as in URLs.
//
//go:embed testdata/mermaid.html
var mermaidPage string

var drawnPage = regexp.MustCompile(`<pre>(.*?)</pre>`)

// chartDrawn is what Mermaid drew of a chart.
type chartDrawn struct {
	Error string
	Nodes map[string]string // labels by id
	Arcs  [][3]string       // from, to, "line" or "arrow"
}

// mermaidScript returns the URL of Mermaid. It is not installed by itself as a
// command would be: CEPTRE_MERMAID says where mermaid.min.js is.
func mermaidScript(t *testing.T) template.URL {
	t.Helper()
	name := os.Getenv("CEPTRE_MERMAID")
	if name == "" {
		missing(t, "mermaid.min.js, which CEPTRE_MERMAID names,")
	}
	require.FileExists(t, name)
	return template.URL((&url.URL{Scheme: "file", Path: name}).String())
}

// draw has a browser draw charts.
func draw(t *testing.T, charts map[string]string) map[string]chartDrawn {
	t.Helper()
	dir := t.TempDir()
	page, err := os.Create(filepath.Join(dir, "page.html"))
	require.NoError(t, err)
	require.NoError(t, template.Must(template.New("").Parse(mermaidPage)).Execute(page, map[string]any{
		"Script": mermaidScript(t), "Charts": charts,
	}))
	require.NoError(t, page.Close())
	found := drawnPage.FindSubmatch(command(t, tool(t, "chromium"), "--headless", "--no-sandbox", "--disable-gpu",
		"--user-data-dir="+dir, "--virtual-time-budget=60000", "--dump-dom", "file://"+page.Name()))
	require.NotNil(t, found, "the page did not come to an end")
	text, err := url.PathUnescape(html.UnescapeString(string(found[1])))
	require.NoError(t, err)
	var out map[string]chartDrawn
	require.NoError(t, json.Unmarshal([]byte(text), &out), text)
	return out
}

// Mermaid draws all nodes and arcs, with their labels.
func TestMermaidDraws(t *testing.T) {
	traces := examples(t)
	delete(traces, "long") // takes a minute
	charts := make(map[string]string)
	for name, tr := range traces {
		text, _ := written(t, "mermaid", tr)
		charts[name] = string(text)
	}
	got := draw(t, charts)
	for name, tr := range traces {
		want := wanted(labelled(tr), func(r trace.Resource) string { return strings.TrimSpace(visible.Line(r.String())) },
			func(s trace.Step) string { return strings.TrimSpace(visible.Line(s.String())) })
		require.Empty(t, got[name].Error, "%s\n%s", name, charts[name])
		require.Equal(t, want.labels, got[name].Nodes, name)
		var arcs []string
		for _, a := range got[name].Arcs {
			arcs = append(arcs, arrow(a[0], a[1], a[2] == "line"))
		}
		require.ElementsMatch(t, withoutTokens(&run{Graph: causal.New(tr)}, want.arcs), arcs, name)
	}
}
