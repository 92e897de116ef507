package single

import (
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/site"
	"github.com/ceptre-graph/ceptre/site/dom"
	"github.com/ceptre-graph/ceptre/site/prose"
	"github.com/ceptre-graph/ceptre/site/scenes"
	"github.com/ceptre-graph/ceptre/site/shelftest"
	"github.com/ceptre-graph/ceptre/site/sitetest"
)

// strangers is a run of characters and places with unkind names.
func strangers() *trace.Trace {
	names := []string{"<script>alert(1)</script>", "a&b", "\u202eevil\u202c", "</style>", "main",
		strings.Repeat("long", 2500), `"q"`}
	return shelftest.Strangers(names, "</section>", "<b>/&amp;")
}

// Whatever the story, the page has a section for each page of the site, no id twice, no
// reference to an id that is not there, and nothing that a browser would fetch.
func TestPages(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := sitetest.Verona(rapid.IntRange(0, 30).Draw(t, "steps"), rapid.Uint64Max(1000).Draw(t, "seed"))
		sound(t,
			shelftest.Build(t, tr, site.Options{Scenes: rapid.SampledFrom(scenes.Methods()).Draw(t, "method"), Bare: true}))
	})
	for _, tr := range []*trace.Trace{sitetest.Duel(), strangers(), sitetest.New(nil).Finish(trace.Quiescent)} {
		sound(t, shelftest.Build(t, tr, site.Options{})) // with pictures
	}
}

func sound(t require.TestingT, s *site.Site) {
	page := shelftest.Written(t, Write, s)
	tree, err := dom.Parse(page)
	require.NoError(t, err)
	ids := make(map[string]bool)
	sections, want := 0, 0
	for e := range dom.Elements(tree) {
		id, ok := dom.Attr(e, "id")
		require.False(t, ok && ids[id], "a second %s", id)
		ids[id] = true
		if dom.Classed(e, "page") {
			sections++
		}
		require.NotEqual(t, "script", e.Data)
		require.NotEqual(t, "link", e.Data)
	}
	for _, p := range s.Pages {
		if path.Ext(p.Path) == ".html" {
			want++
		}
	}
	require.Equal(t, want, sections)
	for e := range dom.Elements(tree) {
		referred(t, e, ids)
	}
}

// referred requires that what an element refers to is there.
func referred(t require.TestingT, e *html.Node, ids map[string]bool) {
	for _, a := range e.Attr {
		switch {
		case a.Key == "src":
			require.True(t, strings.HasPrefix(a.Val, "data:"), a.Val)
		case a.Key == "href" && !dom.Outside(a.Val):
			require.True(t, strings.HasPrefix(a.Val, "#") && ids[a.Val[1:]], a.Val)
		case references[a.Key]:
			for _, id := range strings.Fields(a.Val) {
				require.True(t, ids[id], id)
			}
		}
		for _, m := range local.FindAllStringSubmatch(a.Val, -1) {
			require.True(t, ids[m[1]], a.Val)
		}
	}
}

// Each section is called what its heading says, in the language of that, and texts keep
// theirs.
func TestLanguages(t *testing.T) {
	text, err := prose.Parse("verona.md", []byte("---\ntitle: يومان\nlanguage: ar\n---\n\nمقدمة\n"), prose.Options{})
	require.NoError(t, err)
	s := shelftest.Build(t, sitetest.Duel(), site.Options{Prose: text, Bare: true})
	page := shelftest.Written(t, Write, s)
	require.Contains(t, string(page), `<title lang="ar" dir="auto">يومان</title>`)
	tree, err := dom.Parse(page)
	require.NoError(t, err)
	spoken := 0
	for e := range dom.Elements(tree) {
		label, _ := dom.Attr(e, "aria-labelledby")
		if e.Data == "h1" {
			id, _ := dom.Attr(e, "id")
			require.Regexp(t, "^p-", id)
		}
		if dom.Classed(e, "page") {
			id, _ := dom.Attr(dom.Find(e, "h1"), "id")
			require.Equal(t, id, label)
		}
		if lang, _ := dom.Attr(e, "lang"); lang == "ar" {
			spoken++
		}
	}
	want := 1 // the title
	for _, p := range s.Pages {
		want += strings.Count(string(p.Data), ` lang="ar"`)
	}
	require.Equal(t, want, spoken)
}

// A page in German says so once, for the fixed words are German, too.
func TestPageInGerman(t *testing.T) {
	text, err := prose.Parse("verona.md", []byte("---\ntitle: Zwei Tage\nlanguage: de\n---\n"), prose.Options{})
	require.NoError(t, err)
	page := string(shelftest.Written(t, Write, shelftest.Build(t, sitetest.Duel(), site.Options{Prose: text, Bare: true})))
	require.Contains(t, page, `<html lang="de">`)
	require.Contains(t, page, "Ausgänge")
	require.Equal(t, 2, strings.Count(page, ` lang="de"`), "of the page and its title")
}

func TestStyle(t *testing.T) {
	b := &binder{files: map[string][]byte{
		"style.css": []byte("body, html body.map{background:url(dot.png)}\n@media print{body{x:y}}\nbody:is(.a) > .body " +
			"b{c:url( 'https://x.org/y' )} .page-body{d:url(#e)} /*</style>*/"),
		"dot.png": []byte("PNG"),
	}}
	got := string(b.style())
	require.Contains(t, got, `.page, html .page.map{background:url("data:image/png;base64,UE5H")}`)
	require.Contains(t, got, `@media print{.page{x:y}}`)
	require.Contains(t, got, `.page:is(.a) > .body b{c:url("data:,")} .page-body{`)
	require.NotContains(t, got, "</")
}

// html-validate, which CEPTRE_HTML_VALIDATE names, has nothing to say against pages.
func TestValid(t *testing.T) {
	dir := os.Getenv("CEPTRE_HTML_VALIDATE")
	if dir == "" {
		t.Skip("no html-validate, which CEPTRE_HTML_VALIDATE names")
	}
	for language, tr := range map[string]*trace.Trace{"en": sitetest.Duel(), "de": sitetest.Verona(80, 3),
		"fr": strangers(), "es": sitetest.Verona(20, 1), "he": sitetest.Verona(20, 2)} {
		t.Run(language, func(t *testing.T) {
			o := site.Options{Prose: shelftest.Prose(t, language)}
			file := filepath.Join(t.TempDir(), "page.html")
			require.NoError(t, os.WriteFile(file, shelftest.Written(t, Write, shelftest.Build(t, tr, o)), 0o644))
			out, err := exec.Command("node", filepath.Join("testdata", "validate.mjs"), dir, file).CombinedOutput()
			require.NoError(t, err, string(out))
		})
	}
}

func BenchmarkWrite(b *testing.B) { shelftest.Benchmark(b, Write) }
