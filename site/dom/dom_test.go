package dom

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"
	"pgregory.net/rapid"
)

const page = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>a &amp; b</title></head>
<body class="scene late" "bad"=1 2x=3 data-n="&lt;"><!-- no -->
<p hidden>One<br>two</p><a class=way href="t2.html" rel=next>on <b>and</b>  on</a>
<svg viewBox="0 0 1 1"><style>a > b { fill: "x" }</style><a xlink:href="t1.html"><circle r=1 /></a></svg>
</body></html>`

func parse(t require.TestingT, text string) *html.Node {
	tree, err := Parse([]byte(text))
	require.NoError(t, err)
	return tree
}

func TestChange(t *testing.T) {
	tree := parse(t, page)
	body, link := Find(tree, "body"), Find(tree, "a")
	require.True(t, Classed(body, "late"))
	require.False(t, Classed(body, "lat"))
	require.Equal(t, "on and on", Text(link))
	Set(link, "href", "t3.html")
	Set(link, "id", "x")
	Drop(link, "class")
	require.Equal(t, `<a xmlns="http://www.w3.org/1999/xhtml" href="t3.html" rel="next" id="x">on <b>and</b>  on</a>`,
		string(XHTML(link)))
	Unlink(link)
	require.Equal(t, `<span xmlns="http://www.w3.org/1999/xhtml" id="x">on <b>and</b>  on</span>`, string(XHTML(link)))
	Remove(Find(tree, "p"))
	require.Nil(t, Find(tree, "p"))
}

// A copy is the same, and changing it changes nothing else.
func TestClone(t *testing.T) {
	body := Find(parse(t, page), "body")
	before, twin := string(XHTML(body)), Clone(body)
	require.Equal(t, before, string(XHTML(twin)))
	require.Nil(t, twin.Parent)
	Set(twin, "class", "x")
	Remove(Find(twin, "p"))
	Set(Find(twin, "a"), "href", "x")
	require.Equal(t, before, string(XHTML(body)))
}

func TestXHTML(t *testing.T) {
	got := string(XHTML(parse(t, page)))
	require.Contains(t, got,
		`<!DOCTYPE html>`+"\n"+
			`<html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head><meta charset="utf-8"/><title>a &amp; b</title>`)
	require.Contains(t, got, `<body class="scene late" data-n="&lt;">`)
	require.Contains(t, got, `<p hidden="">One<br/>two</p>`)
	require.Contains(t, got,
		`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 1 1">`)
	require.Contains(t, got, `<a xlink:href="t1.html"><circle r="1"/></a></svg>`)
	require.Contains(t, got, `a &gt; b`)
	require.NotContains(t, got, "no")
}

// texts returns the characters and the names of elements and attributes of an XML text.
func texts(t require.TestingT, data []byte) (text string, elements int) {
	d := xml.NewDecoder(bytes.NewReader(data))
	d.Strict = true
	var b strings.Builder
	for {
		switch token, err := d.Token(); x := token.(type) {
		case nil:
			require.ErrorIs(t, err, io.EOF)
			return b.String(), elements
		case xml.StartElement:
			elements++
		case xml.CharData:
			b.Write(x)
		}
	}
}

// holdable returns a text with characters that XML cannot hold replaced by marks, and other gaps by
// spaces.
func holdable(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\r' || r == '\n' || r == '\t':
			return ' '
		case r < ' ' || r == '\ufffe' || r == '\uffff':
			return '\ufffd'
		}
		return r
	}, strings.ReplaceAll(text, "\r\n", "\n"))
}

// Any page is written as XML with the same elements and the same text.
func TestAnyPageIsXML(t *testing.T) {
	pieces := []string{"<p>", "</p>", "<b", ">", " x=\"", "'", "\"", "&", "&lt;", "&#0;", "<br>", "<svg>", "</svg>",
		"<a href=", "<!--", "-->",
		"<script>", "</script>", "<table>", "<td>", "<title>", "\x00", "\x0b", "\u202e", "\ufffe", "é", "]]>", "<?x",
		"<math>", "<mi>", "a:b=1", " ", "\r\n", "text"}
	rapid.Check(t, func(t *rapid.T) {
		source := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 30).Draw(t, "pieces"), "")
		tree := parse(t, source)
		want := 0
		for range Elements(tree) {
			want++
		}
		text, got := texts(t, XHTML(tree))
		require.Equal(t, want, got)
		var said strings.Builder
		collect(&said, tree)
		require.Equal(t, holdable(said.String()), holdable(text))
	})
}

func TestFragment(t *testing.T) {
	nodes, err := Fragment("<p>One</p> two")
	require.NoError(t, err)
	require.Len(t, nodes, 2)
	require.Equal(t, "One", Text(nodes[0]))
}
