package render

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"
)

// hostile are names with a special meaning in one of the output formats.
func hostile() []string {
	return []string{
		`"\N`, "<script>alert(1)</script>", "</title><svg onload=x>", "&lt;", "]]>-->", "a\nb\x00", "\u202eevil",
		"שלום", "\xff",
		"\x1b[31m", strings.Repeat("long", 2500), "{{.}}",
	}
}

// Whatever a name is, in every format of every view it is only a name.
func TestHostileNamesInEveryFormat(t *testing.T) {
	check := map[Format]func(*testing.T, string, []byte){HTMLFormat: seenInPage, TextFormat: seenInText,
		JSONFormat: seenInJSON}
	for _, v := range Views() {
		for _, name := range hostile() {
			p := drawnSmall(t, one(name), Options{View: v, Of: []string{"t1"}})
			for _, f := range Formats() {
				data, err := p.Write(t.Context(), f)
				require.NoError(t, err)
				if f != DOTFormat || len(name) < 5000 { // old releases of Graphviz read no string of 16 kB
					valid[f](t, data)
				}
				if check[f] != nil {
					check[f](t, name, data)
				}
			}
		}
	}
}

// seenInPage checks that a page has the name as text and the elements of any page.
func seenInPage(t *testing.T, name string, data []byte) {
	elements := make(map[string]int)
	var text strings.Builder
	for n := range parsePage(t, data).Descendants() {
		switch n.Type {
		case html.ElementNode:
			elements[n.Data]++
			for _, a := range n.Attr {
				require.False(t, strings.HasPrefix(a.Key, "on"), a.Key)
			}
		case html.TextNode:
			text.WriteString(n.Data + "\n")
		}
	}
	require.Equal(t, 1, elements["script"])
	require.Contains(t, text.String(), visible.Picture(name))
}

func seenInText(t *testing.T, name string, data []byte) {
	require.NotContains(t, string(data), "\u202e")
	require.NotContains(t, string(data), "\x1b")
	start := []rune(visible.Picture(name))
	require.Contains(t, string(data), string(start[:min(len(start), 10)]))
}

func seenInJSON(t *testing.T, name string, data []byte) {
	var got pictureJSON
	require.NoError(t, json.Unmarshal(data, &got))
	var all bytes.Buffer
	for _, n := range got.Nodes {
		all.WriteString(strings.Join(n.Label, "\n") + "\n" + n.Tip + "\n")
	}
	require.Contains(t, all.String(), visible.Picture(name))
}
