package site

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

var update = flag.Bool("update", false, "rewrite the expected results in testdata")

// TestProseMessages reads each NAME.md of the corpus against the rules of
// Verona and compares the error with NAME.err.
func TestProseMessages(t *testing.T) {
	file := filepath.Join("testdata", "prose.txtar")
	ar, err := txtar.ParseFile(file)
	require.NoError(t, err)
	for i := 0; i+1 < len(ar.Files); i += 2 {
		md, want := ar.Files[i], &ar.Files[i+1]
		name := strings.TrimSuffix(md.Name, ".md")
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
	p, err := ParseProse(name, src)
	if err == nil {
		err = p.check(veronaProgram().Rules)
	}
	if err == nil {
		return ""
	}
	return err.Error() + "\n"
}

func TestProseRendersValues(t *testing.T) {
	values := map[string]string{"C": "Romeo", "C'": "Lady Capulet", "_1": "ring", "X": `<script>alert("1")</script>`}
	for src, want := range map[string]string{
		"{C} and {C'}":                  "<p>Romeo and Lady Capulet</p>\n",
		"{ C } *{C’}* **{C′}**":         "<p>Romeo <em>Lady Capulet</em> <strong>Lady Capulet</strong></p>\n",
		"{C}'s \"{_1}\"":                "<p>Romeo&rsquo;s &ldquo;ring&rdquo;</p>\n",
		"{C'}'s end, {C'}s":             "<p>Lady Capulet&rsquo;s end, Lady Capulets</p>\n",
		`\{C} {X}`:                      "<p>{C} &lt;script&gt;alert(&#34;1&#34;)&lt;/script&gt;</p>\n",
		"`{C}`":                         "<p><code>{C}</code></p>\n",
		"[{C}](https://e.org/#top)":     "<p><a href=\"https://e.org/#top\">Romeo</a></p>\n",
		"<mailto:me@e.org>":             "<p><a href=\"mailto:me@e.org\">mailto:me@e.org</a></p>\n",
		"![x](&#104;ttp://e.org/e.png)": "<p><img src=\"http://e.org/e.png\" alt=\"x\"></p>\n",
		"<b onclick=x>x</b>":            "<p><!-- raw HTML omitted -->x<!-- raw HTML omitted --></p>\n",
		"### {C}":                       "<h2>Romeo</h2>\n",
		"{C}\n: hero":                   "<dl>\n<dt>Romeo</dt>\n<dd>hero</dd>\n</dl>\n",
	} {
		p, err := ParseProse("p.md", []byte("## r\n\n"+src+"\n"))
		require.NoError(t, err, src)
		got, err := p.section("r").render(p.src, values)
		require.NoError(t, err, src)
		require.Equal(t, want, string(got), src)
	}
}

func TestProseParts(t *testing.T) {
	p, err := ParseProse("p.md", []byte("\ufeffAn epigraph.\n\nJuliet's *end* & \\{more}\n===\r\n\nIn <b>Verona</b>.\n\n### Once\n\n## a_b--c\n\nText, see [x].\n\n> ## not a rule\n\n[x]: https://e.org\n"))
	require.NoError(t, err)
	require.Equal(t, "Juliet’s end & {more}", p.title)
	intro, err := p.introduction()
	require.NoError(t, err)
	require.Equal(t, "<p>An epigraph.</p>\n<p>In <!-- raw HTML omitted -->Verona<!-- raw HTML omitted -->.</p>\n<h2>Once</h2>\n", string(intro))
	text, err := p.section("a_b--c").render(p.src, nil)
	require.NoError(t, err)
	require.Contains(t, string(text), `<a href="https://e.org">x</a>`)
	require.Nil(t, p.section("not a rule"))
	require.Equal(t, []string{"p.md:6:4: HTML in the text is left out", "p.md:6:13: HTML in the text is left out"}, p.notes)
}

func FuzzParseProse(f *testing.F) {
	ar, err := txtar.ParseFile(filepath.Join("testdata", "prose.txtar"))
	require.NoError(f, err)
	for _, file := range ar.Files {
		f.Add(file.Data)
	}
	f.Add([]byte(veronaProse))
	f.Add([]byte("## r\r\n\r\n\t{C}\r\n\r\n* a\r\n\r\n  {C}\r\n"))
	f.Fuzz(func(t *testing.T, src []byte) {
		p, err := ParseProse("p.md", src)
		if err != nil {
			for _, line := range strings.Split(err.Error(), "\n") {
				require.Regexp(t, `^p\.md:\d+:\d+: .`, line)
			}
			return
		}
		var rules []trace.Rule
		for _, c := range p.sections {
			rule := trace.Rule{Name: c.source}
			for _, v := range c.vars {
				rule.Params = append(rule.Params, trace.Param{Name: v.name})
			}
			rules = append(rules, rule)
		}
		require.NoError(t, p.check(rules))
		for _, c := range append(p.intro, p.sections...) {
			html, err := c.render(p.src, nil)
			require.NoError(t, err)
			require.NoError(t, nesting([]byte(html)), "%s", html)
			for _, link := range findAnchors(Page{Path: "p.html", Data: []byte(html)}).links {
				to, why := resolve("p.html", link, nil)
				require.True(t, link == "" || to == "" && why == "", "%q: %s", link, why) // "" is a dangerous one
			}
		}
	})
}
