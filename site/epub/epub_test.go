package epub

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"io"
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

func written(t require.TestingT, tr *trace.Trace, m scenes.Method) []byte {
	return shelftest.Written(t, Write, shelftest.Build(t, tr, site.Options{Scenes: m, Bare: true, OneRow: true}))
}

// strangers is a run of characters and places with unkind names.
func strangers() *trace.Trace {
	names := []string{"<script>alert(1)</script>", "a&b", "\u202eevil\u202c", "\x01\x02", "]]>",
		strings.Repeat("long", 2500), `"q"`, "\ufffe"}
	return shelftest.Strangers(names, "<?xml?>", "<b>/&amp;")
}

// Every book begins as containers of books do, is of XML that is well formed, lists all
// its files, and has no link that leads nowhere.
func TestBooks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := sitetest.Verona(rapid.IntRange(0, 30).Draw(t, "steps"), rapid.Uint64Max(1000).Draw(t, "seed"))
		sound(t, written(t, tr, rapid.SampledFrom(scenes.Methods()).Draw(t, "method")))
	})
}

func TestStrangers(t *testing.T) {
	files := sound(t, written(t, strangers(), scenes.Chain))
	for name, data := range files {
		require.NotContains(t, string(data), "<script", name)
	}
	require.Contains(t, string(files["book/index.xhtml"]), "&lt;script&gt;")
}

func TestNobody(t *testing.T) {
	sound(t, written(t, sitetest.New(nil).Finish(trace.Quiescent), scenes.Chain))
	sound(t, written(t, sitetest.New(nil).Set("a").Play("one", "-a").Finish(trace.Quiescent), scenes.Chain))
}

func sound(t require.TestingT, book []byte) map[string][]byte {
	require.Equal(t, "mimetypeapplication/epub+zip", string(book[30:58]))
	z, err := zip.NewReader(bytes.NewReader(book), int64(len(book)))
	require.NoError(t, err)
	files := make(map[string][]byte)
	for _, f := range z.File {
		r, err := f.Open()
		require.NoError(t, err)
		files[f.Name], err = io.ReadAll(r)
		require.NoError(t, err)
	}
	require.Len(t, files, len(z.File))
	items := manifest(t, files["book/package.opf"])
	require.Len(t, items, len(files)-3) // mimetype, container, the document itself
	for _, name := range items {
		require.Contains(t, files, "book/"+name)
	}
	for name, data := range files {
		if path.Ext(name) == ".xhtml" {
			wellFormed(t, name, data)
			linked(t, files, name)
		}
	}
	return files
}

func manifest(t require.TestingT, opf []byte) []string {
	var d struct {
		Items []struct {
			Href string `xml:"href,attr"`
		} `xml:"manifest>item"`
	}
	require.NoError(t, xml.Unmarshal(opf, &d))
	var names []string
	for _, i := range d.Items {
		names = append(names, i.Href)
	}
	return names
}

func wellFormed(t require.TestingT, name string, data []byte) {
	d := xml.NewDecoder(bytes.NewReader(data))
	for {
		_, err := d.Token()
		if err == io.EOF {
			return
		}
		require.NoError(t, err, name)
	}
}

// linked requires that all links of a page lead somewhere in the book, or out of it.
func linked(t require.TestingT, files map[string][]byte, name string) {
	for _, a := range all(t, files[name]) {
		href, ok := dom.Attr(a, "href")
		if !ok || dom.Outside(href) {
			continue
		}
		to, fragment, _ := strings.Cut(href, "#")
		target := name
		if to != "" {
			target = path.Join(path.Dir(name), to)
		}
		require.Contains(t, files, target, "%s: %s", name, href)
		if fragment != "" {
			require.Contains(t, string(files[target]), `id="`+fragment+`"`, "%s: %s", name, href)
		}
	}
}

func all(t require.TestingT, page []byte) []*html.Node {
	tree, err := dom.Parse(page)
	require.NoError(t, err)
	var list []*html.Node
	for e := range dom.Elements(tree) {
		list = append(list, e)
	}
	return list
}

// The book of the smallest story has its scenes in order behind the cover and the
// contents, and nothing that is of no use in a book.
func TestDuel(t *testing.T) {
	files := sound(t, written(t, sitetest.Duel(), scenes.Step))
	opf := string(files["book/package.opf"])
	require.Contains(t, opf, `<dc:title xml:lang="en">Verona</dc:title>`)
	require.Regexp(t, `>urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}<`, opf)
	var order []string
	for _, name := range manifest(t, files["book/package.opf"]) {
		if strings.HasPrefix(name, "scenes/") {
			order = append(order, name)
		}
	}
	require.Equal(t, []string{"index.xhtml", "nav.xhtml"}, manifest(t, files["book/package.opf"])[:2])
	require.Equal(t, "scenes/t1.xhtml", order[0])
	require.Len(t, order, 5)
	nav := string(files["book/nav.xhtml"])
	require.Contains(t, nav, `<a href="people/tybalt.xhtml">Tybalt</a>`)
	require.Contains(t, nav, `<a href="scenes/t1.xhtml">The first hour</a>`)
	for name, data := range files {
		require.NotRegexp(t, `<script|class="(skip|masthead|foot)"|\.html`, string(data), name)
	}
}

// The parts of a link (who, what and where) are separated by text, so that they stay apart without
// styles.
func TestPartsOfLinks(t *testing.T) {
	files := sound(t, written(t, sitetest.Duel(), scenes.Step))
	links := make(map[string]string)
	for _, name := range []string{"t1", "t3"} {
		for _, e := range all(t, files["book/scenes/"+name+".xhtml"]) {
			if list := dom.Find(e, "ul"); dom.Classed(e, "ways") && list != nil {
				id, _ := dom.Attr(e, "aria-labelledby")
				links[name+" "+id] = dom.Text(list)
			}
		}
	}
	require.Equal(t, map[string]string{
		"t1 exits":     "Follow Mercutio and Tybalt, or stay in the market square Kill — the market square · scene 4",
		"t1 meanwhile": "Romeo · Travel — the orchard to the market square · scene 2 Toll · scene 3",
		"t3 back":      "Back with Mercutio and Tybalt · Insult — the market square · scene 1",
		"t3 effects":   "Nightfall · scene 5",
	}, links)
}

// foreign is a story in Arabic, which is written from right to left.
func foreign(t require.TestingT) *site.Site {
	text, err := prose.Parse("verona.md", []byte("---\ntitle: يومان في فيرونا\nauthor: كاتب\nlanguage: "+
		"ar\n---\n\nمقدمة\n\n## do/insult\n\n{C} يهين {C'}.\n"), prose.Options{})
	require.NoError(t, err)
	return shelftest.Build(t, sitetest.Duel(), site.Options{Prose: text, Bare: true, OneRow: true})
}

// The book says which texts are in the author's language: those of which the pages say it,
// and their names in the contents and the metadata.
func TestLanguages(t *testing.T) {
	s := foreign(t)
	files := sound(t, shelftest.Written(t, Write, s))
	opf, nav := string(files["book/package.opf"]), string(files["book/nav.xhtml"])
	require.Contains(t, opf, `<dc:title xml:lang="ar">يومان في فيرونا</dc:title>`)
	require.Contains(t, opf, `<dc:creator xml:lang="ar">كاتب</dc:creator>`)
	require.Regexp(t, `<dc:language>ar</dc:language>\s*<dc:language>en</dc:language>`, opf)
	require.Contains(t, nav, `<title lang="ar" dir="auto" xml:lang="ar">يومان في فيرونا</title>`)
	require.Contains(t, nav, `<a dir="auto" href="people/tybalt.xhtml" lang="ar" xml:lang="ar">`)
	require.Contains(t, nav, `<a href="scenes/t1.xhtml">The first hour</a>`)
	require.Contains(t, nav, `<a href="hours.xhtml">`)
	require.NotContains(t, string(files["book/hours.xhtml"]), `<title lang=`)
	for _, p := range s.Pages {
		if data := files["book/"+strings.TrimSuffix(p.Path, ".html")+".xhtml"]; data != nil {
			require.Equal(t, foreignTexts(t, p.Data), foreignTexts(t, data), p.Path)
			require.Equal(t, strings.Count(string(data), ` lang="`), strings.Count(string(data), ` xml:lang="`), p.Path)
		}
	}
}

// The chapters of a German story are German, with the words of ours in them.
func TestBookInGerman(t *testing.T) {
	text, err := prose.Parse("verona.md", []byte("---\ntitle: Zwei Tage\nlanguage: de\n---\n"), prose.Options{})
	require.NoError(t, err)
	s := shelftest.Build(t, sitetest.Duel(), site.Options{Prose: text, Bare: true, OneRow: true})
	files := sound(t, shelftest.Written(t, Write, s))
	chapter, nav := string(files["book/hours.xhtml"]), string(files["book/nav.xhtml"])
	require.Regexp(t, `<html[^>]* lang="de"[^>]* xml:lang="de"`, chapter)
	require.Contains(t, chapter, "<title>Szene für Szene</title>")
	require.Contains(t, nav, `<a href="hours.xhtml">Szene für Szene</a>`)
	require.Contains(t, nav, "<h1>Inhalt</h1>")
	require.Equal(t, 2, strings.Count(nav, `lang="de"`), "in HTML and in XML, once each")
	require.NotContains(t, string(files["book/package.opf"]), `"en"`)
}

// foreignTexts returns the texts of a page that are in another language than it is.
func foreignTexts(t require.TestingT, page []byte) []string {
	var texts []string
	for _, e := range all(t, page) {
		lang, ok := dom.Attr(e, "lang")
		dir, _ := dom.Attr(e, "dir")
		if ok && e.Data != "html" && e.Data != "title" && !dom.Classed(e.Parent, "masthead") {
			texts = append(texts, lang+" "+dir+" "+dom.Text(e))
		}
	}
	return texts
}

// EPUBCheck, the W3C's checker, has nothing to say against books. CEPTRE_EPUBCHECK says
// where its jar is.
func TestCheck(t *testing.T) {
	jar := os.Getenv("CEPTRE_EPUBCHECK")
	if jar == "" {
		t.Skip("no EPUBCheck, which CEPTRE_EPUBCHECK names")
	}
	books := map[string][]byte{"foreign": shelftest.Written(t, Write, foreign(t))}
	for language, tr := range map[string]*trace.Trace{"en": sitetest.Duel(), "de": sitetest.Verona(80, 3),
		"fr": strangers(), "es": sitetest.New(nil).Finish(trace.Quiescent), "he": sitetest.Verona(20, 2)} {
		o := site.Options{Prose: shelftest.Prose(t, language), Bare: true, OneRow: true}
		books[language] = shelftest.Written(t, Write, shelftest.Build(t, tr, o))
	}
	for name, book := range books {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "book.epub")
			require.NoError(t, os.WriteFile(file, book, 0o644))
			out, err := exec.Command("java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-jar", jar, "--failonwarnings",
				file).CombinedOutput()
			require.NoError(t, err, string(out))
		})
	}
}

func BenchmarkWrite(b *testing.B) { shelftest.Benchmark(b, Write) }
