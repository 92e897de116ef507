package prose

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/site/sitetest"
)

var update = flag.Bool("update", false, "rewrite the expected results in testdata")

// Each NAME.md of the corpora is read against the rules of Verona, and the error compared
// with NAME.err.
func TestProseMessages(t *testing.T)  { testMessages(t, "prose.txtar") }
func TestScriptMessages(t *testing.T) { testMessages(t, "script.txtar") }

func testMessages(t *testing.T, corpus string) {
	file := filepath.Join("testdata", corpus)
	ar, err := txtar.ParseFile(file)
	require.NoError(t, err)
	for i := 0; i+1 < len(ar.Files); i += 2 {
		md, want := ar.Files[i], &ar.Files[i+1]
		name := strings.TrimSuffix(md.Name, filepath.Ext(md.Name))
		t.Run(name, func(t *testing.T) {
			require.Equal(t, name+".err", want.Name)
			got := proseError(md.Name, md.Data)
			if *update {
				want.Data = []byte(got)
				return
			}
			require.Equal(t, string(want.Data), got)
		})
	}
	if *update {
		require.NoError(t, os.WriteFile(file, txtar.Format(ar), 0o644))
	}
}

func proseError(name string, src []byte) string {
	p, err := Parse(name, src, Options{Program: sitetest.Program()})
	if err == nil {
		err = p.Check(sitetest.Program())
	}
	if err == nil {
		return ""
	}
	return err.Error() + "\n"
}

func TestProseRendersValues(t *testing.T) {
	values := map[string]Value{
		"C": {Text: "Romeo"}, "C'": {Text: "Lady Capulet"}, "_1": {Text: "ring"}, "X": {Text: `<script>alert("1")</script>`},
	}
	for src, want := range map[string]string{
		"{C} and {C'}":                    "<p>Romeo and Lady Capulet</p>\n",
		"{ C } *{C’}* **{C′}**":           "<p>Romeo <em>Lady Capulet</em> <strong>Lady Capulet</strong></p>\n",
		"{C}'s \"{_1}\"":                  "<p>Romeo&rsquo;s &ldquo;ring&rdquo;</p>\n",
		"{C'}'s end, {C'}s":               "<p>Lady Capulet&rsquo;s end, Lady Capulets</p>\n",
		`\{C} {X}`:                        "<p>{C} &lt;script&gt;alert(&#34;1&#34;)&lt;/script&gt;</p>\n",
		"`{C}`":                           "<p><code>{C}</code></p>\n",
		"[{C}](https://e.org/#top)":       "<p><a href=\"https://e.org/#top\">Romeo</a></p>\n",
		"<mailto:me@e.org>":               "<p><a href=\"mailto:me@e.org\">mailto:me@e.org</a></p>\n",
		"![x](&#104;ttp://e.org/e.png)":   "<p><img src=\"http://e.org/e.png\" alt=\"x\"></p>\n",
		"<b onclick=x>x</b>":              "<p><!-- raw HTML omitted -->x<!-- raw HTML omitted --></p>\n",
		"x\n\n### {C}":                    "<p>x</p>\n<h2>Romeo</h2>\n",
		"{C}\n: hero":                     "<dl>\n<dt>Romeo</dt>\n<dd>hero</dd>\n</dl>\n",
		"a<!-- no -->b\n\n<!--\n{C}\n-->": "<p>ab</p>\n",
	} {
		require.Equal(t, want, tellOnce(t, "## r\n\n"+src+"\n", Options{}, values), src)
	}
}

// tellOnce returns the HTML of the first telling of the rule r.
func tellOnce(t require.TestingT, src string, o Options, values map[string]Value) string {
	p, err := Parse("p.md", []byte(src), o)
	require.NoError(t, err, src)
	terms := make(map[string]trace.Term)
	for name := range values {
		terms[name] = trace.Const("x")
	}
	passage := p.Narrator(nil, 0).Tell(Moment{Topic: Topic{Rule, "r"}, Terms: terms})
	require.NotNil(t, passage, src)
	html, err := passage.HTML(values)
	require.NoError(t, err, src)
	return string(html)
}

func TestProseParts(t *testing.T) {
	p, err := Parse("p.md", []byte("\ufeffAn epigraph.\n\nJuliet's *end* & \\{more}\n===\r\n\nIn <b>Verona</b>.\n\n### "+
		"Once\n\n## a_b--c\n\nText, see [x].\n\n> ## not a rule\n\n[x]: https://e.org\n"), Options{})
	require.NoError(t, err)
	require.Equal(t, "Juliet’s end & {more}", p.Front().Title)
	intro, err := p.Introduction()
	require.NoError(t, err)
	require.Equal(t, "<p>An epigraph.</p>\n<p>In <!-- raw HTML omitted -->Verona<!-- raw HTML omitted "+
		"-->.</p>\n<h2>Once</h2>\n", string(intro))
	narrator := p.Narrator(nil, 0)
	text, err := narrator.Tell(Moment{Topic: Topic{Rule, "a_b--c"}}).HTML(nil)
	require.NoError(t, err)
	require.Contains(t, string(text), `<a href="https://e.org">x</a>`)
	require.Nil(t, narrator.Tell(Moment{Topic: Topic{Rule, "not a rule"}}))
	require.EqualError(t, p.Notes(),
		strings.Join([]string{"p.md:6:4: HTML in the text is left out", "p.md:6:13: HTML in the text is left out"}, "\n"))
}

func FuzzParseProse(f *testing.F) {
	for _, file := range []string{"prose.txtar", "script.txtar"} {
		ar, err := txtar.ParseFile(filepath.Join("testdata", file))
		require.NoError(f, err)
		for _, file := range ar.Files {
			f.Add(file.Data, true)
		}
	}
	f.Add([]byte(sitetest.Prose), false)
	f.Add([]byte("## r\r\n\r\n\t{C}\r\n\r\n* a\r\n\r\n  {C}\r\n"), false)
	f.Add([]byte("## r\n\n</p></div>{C}<b><i>x</b><table><p><td></i>\n\n<div title=\"\n\n{C.They}\n"), true)
	f.Fuzz(func(t *testing.T, src []byte, html bool) {
		p, err := Parse("p.md", src, Options{HTML: html})
		if err != nil {
			for _, line := range strings.Split(err.Error(), "\n") {
				require.Regexp(t, `^p\.md:\d+:\d+: .`, line)
			}
			return
		}
		intro, err := p.Introduction()
		require.NoError(t, err)
		requireNested(t, string(intro))
		if err := p.Check(nil); err != nil {
			require.Regexp(t, `^p\.md:\d+:\d+: .`, err.Error())
		}
		for _, s := range p.sections {
			values := make(map[string]Value)
			for _, v := range s.vars {
				values[v.name] = Value{Text: `<i>"&`}
			}
			passage := &Passage{prose: p, section: s, titled: s}
			html, err := passage.HTML(values)
			require.NoError(t, err)
			requireNested(t, string(html))
			require.NotContains(t, string(html), `<i>"`)
			_, _ = passage.Title(values), passage.Opening(values)
		}
	})
}

// requireNested says that every element is closed where it was opened, and that there is
// nothing that runs.
func requireNested(t *testing.T, text string) {
	var open []string
	tokens := html.NewTokenizer(strings.NewReader(text))
	for {
		switch kind := tokens.Next(); kind {
		case html.ErrorToken:
			require.Empty(t, open, text)
			return
		case html.StartTagToken:
			token := tokens.Token()
			require.NotContains(t, []string{"script", "style", "iframe", "object"}, token.Data)
			for _, a := range token.Attr {
				require.False(t, strings.HasPrefix(a.Key, "on") || strings.HasPrefix(strings.ToLower(a.Val), "javascript:"), text)
			}
			if !slices.Contains([]string{"img", "br", "hr", "wbr", "col", "area"}, token.Data) {
				open = append(open, token.Data)
			}
		case html.EndTagToken:
			name, _ := tokens.TagName()
			require.NotEmpty(t, open, text)
			require.Equal(t, open[len(open)-1], string(name), text)
			open = open[:len(open)-1]
		}
	}
}

// Texts that the reader of Markdown would take minutes for are refused, with the line.
func TestBounds(t *testing.T) {
	for text, want := range map[string]string{
		"# T\n\n" + strings.Repeat("> ", 101) +
			"deep\n": "p.md:3:1: quotes stand in each other more than 100 deep",
		strings.Repeat("- > ", 101) +
			"deep\n": "p.md:1:1: quotes stand in each other more than 100 deep",
		"# T\n\n" + strings.Repeat("[a]: https://example.org/\n",
			1001): "p.md:1003:1: more than 1000 addresses of links in a row: leave a line empty between some",
		"# T\n\n{" + strings.Repeat("C", 1001) + "}":                                 "p.md:3:1: ",
		"---\ncharacters: anna, ann, " + strings.Repeat("ann, ", 10_000) + "\n---\n": "",
		"# T\n\n" + strings.Repeat("> ", 100) + "deep\n":                             "",
		"# T\n\n" + strings.Repeat(strings.Repeat("[a]: b\n", 1000)+"\n", 20):        "",
	} {
		_, err := Parse("p.md", []byte(text), Options{})
		if want == "" {
			require.NoError(t, err)
		} else {
			require.ErrorContains(t, err, want)
		}
	}
}

// A name of a list in one line is found where it stands, also where another begins like it.
func TestListsInALine(t *testing.T) {
	p, err := Parse("p.md", []byte("---\ncharacters: anna, ann, ann\n---\n"), Options{})
	require.NoError(t, err)
	var at []int
	for _, n := range p.named {
		at = append(at, n.at)
	}
	require.Equal(t, []int{16, 22, 27}, at)
}
