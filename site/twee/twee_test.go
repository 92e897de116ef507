package twee

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/site"
	"github.com/ceptre-graph/ceptre/site/prose"
	"github.com/ceptre-graph/ceptre/site/scenes"
	"github.com/ceptre-graph/ceptre/site/shelftest"
	"github.com/ceptre-graph/ceptre/site/sitetest"
)

// unkind are names that story formats, HTML and Twee would take for their own.
func unkind() []string {
	return []string{"<script>alert(1)</script>", "[[x->Start]]", "$gold", "(print:1)", "::Start", `a\b{c}`, "<<run>>",
		"\u202eevil\u202c",
		"script", "stylesheet", strings.Repeat("long", 2500), `"q"'`, "``", "''b''", "//i//"}
}

// strangers is a run of characters with unkind names, who all meet in an unkind place.
func strangers() *trace.Trace {
	return shelftest.Strangers(unkind(), "]]|{x}", "<<b>>/[[x->y]]")
}

func stories() *rapid.Generator[*site.Site] {
	return rapid.Custom(func(t *rapid.T) *site.Site {
		tr := sitetest.Verona(rapid.IntRange(0, 40).Draw(t, "steps"), rapid.Uint64Max(1000).Draw(t, "seed"))
		return shelftest.Build(t, tr, site.Options{Scenes: rapid.SampledFrom(scenes.Methods()).Draw(t, "method"), Bare: true})
	})
}

// Stories read back as they were made; all scenes can be reached; no two tiles overlap, and each
// scene has its passage and each of its ways a link.
func TestStories(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { sound(t, stories().Draw(t, "site")) })
}

func TestStrangers(t *testing.T) {
	s := shelftest.Build(t, strangers(), site.Options{Bare: true})
	require.NotEmpty(t, s.Performance.Cast.Names)
	sound(t, s)
	for _, p := range read(t, s).Passages {
		for _, l := range strings.Split(p.Text, "\n") {
			require.False(t, strings.HasPrefix(l, "::"))
		}
		for _, tag := range p.Tags {
			require.Regexp(t, `^(interlude|ending|character|(in|with)-[a-z0-9-]+)$`, tag)
		}
		require.NotContains(t, p.Text, "<script")
		require.NotRegexp(t, `[$\\{}]|<<|\(print:`, p.Text)
	}
}

func TestNobody(t *testing.T) {
	sound(t, shelftest.Build(t, sitetest.New(nil).Finish(trace.Quiescent), site.Options{Bare: true}))
	h := sitetest.New(nil).Set("a", "b").Play("one", "-a", "+c").Play("two", "-b").Play("three", "-c")
	s := shelftest.Build(t, h.Finish(trace.Quiescent), site.Options{Bare: true})
	sound(t, s)
	for _, p := range read(t, s).Passages {
		require.NotEqual(t, strayName, p.Name, "the first passage leads to the scenes")
	}
}

func read(t require.TestingT, s *site.Site) *story {
	got, err := parse(bytes.NewReader(shelftest.Written(t, Write, s)))
	require.NoError(t, err)
	return got
}

func sound(t require.TestingT, s *site.Site) {
	want, err := compose(s)
	require.NoError(t, err)
	got := read(t, s)
	require.Equal(t, want, got)
	apart(t, got)
	seen := reached(got)
	for _, p := range got.Passages {
		require.True(t, seen[p.Name], "no way leads to %s", p.Name)
	}
	c := newComposer(s)
	texts := byName(got)
	for _, l := range s.Leaves {
		p := texts[c.names[l.Scene]]
		require.NotNil(t, p)
		var to []string
		for _, link := range p.links() {
			to = append(to, link.To)
		}
		var ways []string
		for _, w := range l.Ways {
			for _, way := range append(append([]site.Link(nil), w.Links...), w.Rest...) {
				ways = append(ways, c.names[way.To])
			}
		}
		require.Equal(t, ways, to)
	}
}

func byName(s *story) map[string]*passage {
	m := make(map[string]*passage, len(s.Passages))
	for i := range s.Passages {
		m[s.Passages[i].Name] = &s.Passages[i]
	}
	return m
}

// apart requires that no two tiles, which are 100 pixels wide and high, overlap, and that
// all lie on the map.
func apart(t require.TestingT, s *story) {
	for i, p := range s.Passages {
		require.GreaterOrEqual(t, min(p.Position.X, p.Position.Y), 0)
		for _, q := range s.Passages[:i] {
			dx, dy := p.Position.X-q.Position.X, p.Position.Y-q.Position.Y
			require.True(t, max(dx, -dx) >= 100 || max(dy, -dy) >= 100, "%s lies on %s", p.Name, q.Name)
		}
	}
}

func reached(s *story) map[string]bool {
	texts := byName(s)
	seen := map[string]bool{s.Data.Start: true}
	for queue := []string{s.Data.Start}; len(queue) > 0; queue = queue[1:] {
		for _, l := range texts[queue[0]].links() {
			if !seen[l.To] {
				seen[l.To] = true
				queue = append(queue, l.To)
			}
		}
	}
	return seen
}

// references are those that escape writes.
var references = regexp.MustCompile(`&#[0-9]+;`)

// Escaped text is the same again once references are resolved, and holds no markup of a story
// format.
func TestEscape(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOf(rapid.OneOf(rapid.String(), rapid.SampledFrom(unkind()[:6]))).Draw(t, "text"), " ")
		got := escape(text)
		require.Equal(t, gaps.ReplaceAllString(text, " "), html.UnescapeString(strings.ReplaceAll(got, "&#0;", "\x00")))
		bare := references.ReplaceAllString(got, "x")
		require.NotRegexp(t, "[\\\\\\[\\]{}<>&$_@|~^*#`=%/]|''|\"\"|--|::|^[!:-]|\\([^\\s:]*:", bare)
	})
	require.Equal(t, "It is “done” (at last): isn't it?", escape("It is “done”\n(at last): isn't it?"))
	require.Equal(t, "&#40;if:1)", escape("(if:1)"))
	require.Equal(t, "00&#46; x", escape("00. x"))
	require.Equal(t, "A walk · The end…", plainName("A walk · (The end…)"))
}

func TestParagraphs(t *testing.T) {
	got, err := paragraphs(
		`<h3>One $x</h3><p>a <em>b</em>c '<span>'</span><br>d <a href="https://x.org/a b?q=[[1]]&amp;r=2">e</a> ` +
			`<img alt="f"></p>
<ul><li>g</li><li><p>h</p></li></ul><blockquote><p>i</p><p>j</p></blockquote><script>k</script>`)
	require.NoError(t, err)
	require.Equal(t, []string{"<strong>One &#36;x</strong>",
		`a <em>b</em>c &#39;&#39;<br>d <a href="https://x.org/a%20b?q=%5B%5B1%5D%5D&amp;r=2">e</a> f`,
		"• g", "• h", "<blockquote>i</blockquote>", "<blockquote>j</blockquote>"}, got)
}

func TestOrderedLists(t *testing.T) {
	got, err := paragraphs("<ol>\n<li>a</li>\n<li>b<ul><li>c</li></ul></li>\n</ol><ol " +
		"start=\"0\"><li>d</li><li><p>e</p></li></ol>")
	require.NoError(t, err)
	require.Equal(t, []string{"1. a", "2. b", "2. • c", "0&#46; d", "1. e"}, got)
}

// Of names in which nothing can be a name of a passage those of pages are taken; readers see
// the names.
func TestNamesOfPassages(t *testing.T) {
	s := shelftest.Build(t, shelftest.Strangers([]string{"❤\ufe0f", "-->", "?!", "Анна", "🐕\ufe0f_rex"}, "hall", "..."),
		site.Options{Scenes: scenes.Step, Bare: true})
	c := newComposer(s)
	require.Equal(t, map[string]string{"❤\ufe0f": "Person", "-->": "Person-2", "?!": "Person-3", "Анна": "Анна",
		"🐕\ufe0f_rex": "Rex"}, c.titles)
	texts := byName(read(t, s))
	require.NotNil(t, texts["2 scene"])
	require.Contains(t, texts[startName].Text, "Follow ❤\ufe0f")
}

func TestHours(t *testing.T) {
	texts := byName(read(t, shelftest.Build(t, sitetest.Duel(), site.Options{Scenes: scenes.Step, Bare: true})))
	require.Contains(t, texts["Romeo"].Text, "1 scene, in the first hour.")
	require.Contains(t, texts["Tybalt"].Text, "2 scenes, from the first hour to the second.")
}

func TestReadRefuses(t *testing.T) {
	data := ":: StoryData\n{\"ifid\":\"D674C58C-DEFA-4F70-B7A2-27742230C0FC\"}\n\n"
	for text, want := range map[string]string{
		"x\n" + data:                                   "line 1: text before the first passage",
		data + ":: A\n\n:: A\n":                        `line 6: a second passage "A"`,
		data + ":: A [x\n":                             "line 4: not the beginning of a passage",
		data + "::  \n":                                "line 4: not the beginning of a passage",
		data + ":: A {\"position\":\"1\"}\n":           "line 4: not two numbers",
		data + ":: A {\"position\":1}\n":               `line 4: metadata of "A"`,
		data + ":: A\n[[b->C]]\n":                      `passage "A": a link to "C", which is none`,
		":: StoryData\n{\"ifid\":\"d6\"}\n":            `the IFID "d6" is no UUID in capitals`,
		":: StoryData\n{\n\n:: A\n":                    "line 4: StoryData",
		strings.Replace(data, "}", `,"start":"B"}`, 1): `no passage "B" to start with`,
	} {
		_, err := parse(strings.NewReader(text))
		require.ErrorContains(t, err, want, text)
	}
	s, err := parse(strings.NewReader(data + ":: A \\[b\\]\\\\ [x \\{y] {\"position\":\"1,2\"}\r\n[[a->A " +
		"[b]\\]][[c]]\n\n:: c\n"))
	require.NoError(t, err)
	require.Equal(t, passage{Name: `A [b]\`, Tags: []string{"x", "{y"}, Position: point{1, 2}, Text: `[[a->A [b]\]][[c]]`},
		s.Passages[0])
	require.Equal(t, []link{{"t", "n"}, {"t", "n"}, {"t", "n"}, {"n", "n"}},
		(&passage{Text: "[[t->n]] [[n<-t]] [[t|n]] [[n]]"}).links())
}

// Extwee, which is a compiler of Twee, finds the same story: in the file, and in the page
// for Twine that it makes of it. CEPTRE_EXTWEE says where its folder is.
func TestExtwee(t *testing.T) {
	dir := os.Getenv("CEPTRE_EXTWEE")
	if dir == "" {
		t.Skip("no extwee, which CEPTRE_EXTWEE names")
	}
	for name, tr := range map[string]*trace.Trace{"duel": sitetest.Duel(), "verona": sitetest.Verona(60, 3),
		"strangers": strangers()} {
		t.Run(name, func(t *testing.T) {
			s := shelftest.Build(t, tr, site.Options{Bare: true})
			file := filepath.Join(t.TempDir(), "story.twee")
			require.NoError(t, os.WriteFile(file, shelftest.Written(t, Write, s), 0o644))
			cmd := exec.Command("node", filepath.Join("testdata", "extwee.mjs"), dir, file)
			cmd.Stderr = os.Stderr
			out, err := cmd.Output()
			require.NoError(t, err)
			want := read(t, s)
			d := json.NewDecoder(bytes.NewReader(out))
			for range 2 {
				got := new(story)
				require.NoError(t, d.Decode(got))
				require.Equal(t, want, got)
			}
		})
	}
}

func BenchmarkWrite(b *testing.B) { shelftest.Benchmark(b, Write) }

// The passages of a German story are German, with the words of ours in them.
func TestStoryInGerman(t *testing.T) {
	text, err := prose.Parse("verona.md", []byte("---\ntitle: Zwei Tage\nauthor: Anna\nlanguage: de\n---\n"),
		prose.Options{})
	require.NoError(t, err)
	s := shelftest.Build(t, sitetest.Duel(), site.Options{Prose: text, Bare: true})
	story := string(shelftest.Written(t, Write, s))
	for _, said := range []string{"<em>von Anna</em>", "[[Begleite Tybalt->", "[[mehr->", "1 Szene, erste Stunde.",
		"[[Begleite eine andere Figur->Start]]", "<strong>Ausgänge</strong>"} {
		require.Contains(t, story, said)
	}
	require.NotRegexp(t, `\[\[(Follow|more|To the)|by Anna|Exits`, story)
}
