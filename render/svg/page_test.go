package svg

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/ceptre-graph/ceptre/render/diagram"
)

// elements returns the elements of a page.
func elements(t *testing.T, d *diagram.Diagram) []*html.Node {
	t.Helper()
	root, err := html.Parse(bytes.NewReader(Page(d, stage(t))))
	require.NoError(t, err)
	var found []*html.Node
	for n := range root.Descendants() {
		if n.Type == html.ElementNode {
			found = append(found, n)
		}
	}
	return found
}

func value(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// within returns the text in an element.
func within(n *html.Node) string {
	var b strings.Builder
	for c := range n.Descendants() {
		if c.Type == html.TextNode {
			b.WriteString(c.Data)
		}
	}
	return b.String()
}

// Browsers run and apply what stands in the page, as its hash says so, and nothing
// else; nor is there anything else.
func TestPolicyAllowsThePageOnly(t *testing.T) {
	var policy string
	var scripts, styles []string
	ids := map[string]bool{}
	for _, n := range elements(t, gallery()) {
		switch {
		case value(n, "http-equiv") == "Content-Security-Policy":
			policy = value(n, "content")
		case n.DataAtom == atom.Script:
			scripts = append(scripts, hash(within(n)))
		case n.DataAtom == atom.Style:
			styles = append(styles, hash(within(n)))
		}
		if id := value(n, "id"); id != "" {
			require.False(t, ids[id], id)
			ids[id] = true
		}
		for _, a := range n.Attr {
			require.False(t, strings.HasPrefix(a.Key, "on") || a.Key == "style" || a.Key == "src", a.Key)
			require.True(t, a.Key != "href" || a.Val == "data:,", a.Val)
		}
	}
	require.Len(t, scripts, 1)
	require.Len(t, styles, 2)
	require.Equal(t, "default-src 'none'; img-src data:; style-src "+strings.Join(styles,
		" ")+"; script-src "+scripts[0]+"; base-uri 'none'; form-action 'none'", policy)
}

func TestPageHasThePicture(t *testing.T) {
	d := gallery()
	all := elements(t, d)
	title := slices.IndexFunc(all, func(n *html.Node) bool { return n.DataAtom == atom.Title })
	require.Equal(t, held(d.Title), within(all[title]))
	nodes := 0
	for _, n := range all {
		if strings.HasPrefix(value(n, "class"), "node ") {
			require.Equal(t, d.Nodes[nodes].ID, value(n, "id"))
			require.Equal(t, followed(d.Nodes[nodes].URL), value(n, "data-url"))
			require.Equal(t, "svg", n.Namespace)
			nodes++
		}
	}
	require.Equal(t, len(d.Nodes), nodes)
}

func BenchmarkPage(b *testing.B) {
	d, theme := run(10000), stage(b)
	b.ReportAllocs()
	for b.Loop() {
		Page(d, theme)
	}
}
