package site

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/tracefile"
	"github.com/ceptre-graph/ceptre/site/prose"
	"github.com/ceptre-graph/ceptre/site/scenes"
	"github.com/ceptre-graph/ceptre/site/sitetest"
	"github.com/ceptre-graph/ceptre/themes"
)

var update = flag.Bool("update", false, "rewrite the expected results in testdata")

// build makes a site that has to be sound: valid nesting, no dead links, one h1
// a page.
func build(t testing.TB, tr *trace.Trace, o Options) *Site {
	t.Helper()
	s, err := Build(context.Background(), causal.New(tr), o)
	require.NoError(t, err)
	require.Empty(t, s.Check())
	for _, p := range s.Pages {
		if path := p.Path; strings.HasSuffix(path, ".html") {
			require.NoError(t, sitetest.Nesting(p.Data), path)
			require.Len(t, sitetest.Texts(p.Data, "h1"), 1, path)
			require.NotEmpty(t, strings.TrimSpace(sitetest.Texts(p.Data, "title")[0]), path)
			require.Equal(t, 1, strings.Count(string(p.Data), "<script"), path)
		}
	}
	return s
}

func page(t *testing.T, s *Site, path string) []byte {
	t.Helper()
	for _, p := range s.Pages {
		if p.Path == path {
			return p.Data
		}
	}
	require.FailNow(t, "no page", path)
	return nil
}

func text(t *testing.T) *prose.Prose {
	t.Helper()
	p, err := prose.Parse("verona.md", []byte(sitetest.Prose), prose.Options{})
	require.NoError(t, err)
	return p
}

// TestDuel compares the pages of the smallest story with testdata/duel.txtar.
func TestDuel(t *testing.T) {
	s := build(t, sitetest.Duel(), Options{Prose: text(t), Scenes: scenes.Step})
	require.Equal(t, "The Most Excellent Tragedy of Verona", s.Title)
	require.Equal(t, []string{
		"verona.md: no text for rule do/travel (1 time): told from its name",
		"verona.md: no text for rule toll (1 time): told from its name",
		"verona.md: no text for rule nightfall (1 time): told from its name",
	}, s.Notes)
	got := &txtar.Archive{Comment: []byte("The pages of the smallest story.\n\n")}
	var paths []string
	for _, p := range s.Pages {
		paths = append(paths, p.Path)
		if strings.HasSuffix(p.Path, ".html") {
			got.Files = append(got.Files, txtar.File{Name: p.Path, Data: p.Data})
		}
	}
	require.Equal(t, strings.Fields(
		`index.html hours.html all.html map.html scenes/t1.html scenes/t2.html scenes/t4.html scenes/t3.html scenes/t5.html
		people/romeo.html people/mercutio.html people/tybalt.html rooms/market-square.html
		pictures/rules.svg pictures/causal.svg pictures/threads.svg trace.json made.html style.css site.js icon.svg`), paths)
	file := filepath.Join("testdata", "duel.txtar")
	if *update {
		require.NoError(t, os.WriteFile(file, txtar.Format(got), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), string(txtar.Format(got)))
}

// Of many rules without prose, one note names those that fired the most.
func TestManyUntoldRules(t *testing.T) {
	p, err := prose.Parse("verona.md", []byte("## beginning\n{C}.\n"), prose.Options{})
	require.NoError(t, err)
	s := build(t, sitetest.Verona(60, 3), Options{Prose: p, Bare: true})
	require.Len(t, s.Notes, 1)
	require.Regexp(t,
		`^verona\.md: no text for \d+ rules: \S+ \(\d+ times\), (\S+ \(\d+ times?\)(, `+
			`| and )){4}\d+ more are told from their names$`, s.Notes[0])
}

func TestSameRunSamePages(t *testing.T) {
	tr := sitetest.Verona(60, 3)
	require.Equal(t, build(t, tr, Options{Prose: text(t)}), build(t, tr, Options{Prose: text(t)}))
}

// Where each of many rules feeds each, the picture is of what they use and make, with ways to
// the scenes.
func TestTangleIsDrawnAsNet(t *testing.T) {
	const rules = 12
	tr := &trace.Trace{Resources: []trace.Resource{{ID: 1, Pred: "word"}, {ID: 2, Pred: "never"}}}
	for i := range rules * rules {
		for _, rule := range []int{i / rules, i % rules} { // all pairs
			last := &tr.Resources[len(tr.Resources)-1]
			id, step := last.ID+1, trace.StepID(len(tr.Steps)+1)
			tr.Resources = append(tr.Resources, trace.Resource{ID: id, Pred: "word", By: step})
			used := id - 1
			if step == 1 {
				used = 1
			}
			tr.Steps = append(tr.Steps, trace.Step{ID: step, Rule: "r" + strconv.Itoa(rule), Consumes: []trace.ResourceID{used},
				Produces: []trace.ResourceID{id}})
		}
	}
	s := build(t, tr, Options{})
	require.NotContains(t, strings.Join(s.Notes, "\n"), "net.svg")
	pages := make(map[string]string)
	for _, p := range s.Pages {
		pages[p.Path] = string(p.Data)
	}
	require.NotContains(t, pages, "pictures/rules.svg")
	require.Contains(t, pages["pictures/net.svg"], "../scenes/")
	require.Contains(t, pages["made.html"], "12 rules, drawn as a net")
}

func TestPicturesLinkToScenes(t *testing.T) {
	s := build(t, sitetest.Duel(), Options{Scenes: scenes.Step})
	require.Empty(t, s.Notes)
	for _, view := range []string{"causal", "threads"} {
		links := findAnchors(Page{Path: "x.svg", Data: page(t, s, "pictures/"+view+".svg")}).links
		require.Contains(t, links, anchor{url: "../scenes/t3.html"}, view)
	}
}

func TestFilesOfSite(t *testing.T) {
	theme, err := themes.Find("blueprint")
	require.NoError(t, err)
	require.NotEqual(t, mustFind(t).CSS(), theme.CSS())
	s := build(t, sitetest.Duel(), Options{Theme: theme})
	require.Equal(t, theme.CSS(), page(t, s, "style.css"))
	tr, err := tracefile.Read("trace.json", strings.NewReader(string(page(t, s, "trace.json"))), nil)
	require.NoError(t, err)
	require.Len(t, tr.Steps, 5)
}

func mustFind(t *testing.T) *themes.Theme {
	t.Helper()
	theme, err := themes.Find("")
	require.NoError(t, err)
	return theme
}

func TestWithoutCast(t *testing.T) {
	h := sitetest.New(nil).Set("stage day", "anger")
	h.Play("insult", "$stage day", "-anger", "+rage")
	h.Play("kill", "$stage day", "-rage")
	s := build(t, h.Finish(trace.Quiescent), Options{Scenes: scenes.Step})
	require.Equal(t, "A play without a name", s.Title)
	require.Equal(t, []string{"no characters to follow: the trace names no types, " +
		"and nothing in it behaves like a character"},
		s.Notes)
	first := page(t, s, "scenes/t1.html")
	require.Contains(t, sitetest.Texts(first, "h2"), "What came of it")
	require.NotContains(t, sitetest.Texts(first, "h2"), "Exits")
	require.Contains(t, strings.Join(sitetest.Texts(first, "a"), "|"), "Kill")
	require.NotContains(t, string(page(t, s, "made.html")), "threads.svg")
	require.Equal(t, []string{"Begin here", "Or see it all"}, sitetest.Texts(page(t, s, "index.html"), "h2"))
}

// Numbers alone tell no scene from others.
func TestTitlesWithoutNumbers(t *testing.T) {
	h := sitetest.New(nil).Set("level 0", "level 1")
	h.Play("fill 3", "-level 0", "+level 3").Play("move pole 1", "-level 1")
	var titles []string
	for _, l := range build(t, h.Finish(trace.Quiescent), Options{By: "none", Scenes: scenes.Step}).Leaves {
		titles = append(titles, l.Title)
	}
	require.Equal(t, []string{"Fill", "Move — pole, 1"}, titles)
}

// In programs that write `tamara L` the characters are predicates.
func TestCastOfPredicates(t *testing.T) {
	h := sitetest.New(nil).Set("tamara hall", "luisa attic")
	h.Play("walk attic hall", "-luisa attic", "+luisa hall")
	h.Play("talk hall", "$tamara hall", "$luisa hall")
	h.Play("walk hall attic", "-tamara hall", "+tamara attic")
	for _, by := range []string{"", "luisa,tamara"} {
		s := build(t, h.Finish(trace.Quiescent), Options{By: by, Scenes: scenes.Step})
		require.Empty(t, s.Notes)
		require.Equal(t, []string{"luisa", "tamara"}, s.Leaves[1].Scene.Cast)
		require.Equal(t, []string{"tamara"}, s.Leaves[1].Scene.Begins)
		require.Equal(t, []string{"tamara"}, s.Leaves[2].Scene.Cast)
		require.Contains(t, string(page(t, s, "pictures/threads.svg")), "luisa")
		require.Contains(t, strings.Join(sitetest.Texts(page(t, s, "scenes/t1.html"), "a"), "|"), "Luisa")
	}
}

func TestNothingHappens(t *testing.T) {
	for _, by := range []string{"", "character"} {
		s := build(t, sitetest.New(sitetest.Program()).Set("at romeo orchard").Finish(trace.Quiescent), Options{By: by})
		require.Empty(t, s.Leaves)
		require.Empty(t, s.Notes)
		index := page(t, s, "index.html")
		require.Contains(t, sitetest.Texts(index, "p"), "A play in which nothing happens")
		require.Contains(t, sitetest.Texts(index, "p"), "Nothing happened.")
		require.NotContains(t, sitetest.Texts(index, "h2"), "Choose whom to follow", "no character has a scene")
	}
}

// The list of scenes makes only true statements.
func TestOverview(t *testing.T) {
	h := sitetest.New(sitetest.Program()).Set("at romeo orchard", "at juliet orchard", "at paris orchard")
	h.Play("look", "$at romeo orchard", "$at juliet orchard")
	h.Play("look", "$at romeo orchard", "$at paris orchard")
	list := build(t, h.Finish(trace.Quiescent), Options{By: "character", Scenes: scenes.Step}).Performance.Scenes
	b := &builder{words: wordsOf(nil)}
	require.Equal(t, "One scene comes after the other.", b.overview(list), "Romeo sees them all")
	h.Play("dream", "$at juliet orchard")
	list = build(t, h.Finish(trace.Quiescent), Options{By: "character", Scenes: scenes.Step}).Performance.Scenes
	require.Equal(t, "Scenes of one hour happen at the same time. Nobody sees them all.", b.overview(list))
}

// A site of one character does not ask readers to choose.
func TestOneCharacter(t *testing.T) {
	h := sitetest.New(sitetest.Program()).Set("at romeo orchard")
	h.Play("look", "$at romeo orchard").Play("go", "-at romeo orchard", "+at romeo tomb")
	tr := h.Finish(trace.Quiescent)
	for by, choose := range map[string]bool{"romeo": false, "character": false, "place": true} {
		s := build(t, tr, Options{By: by, Scenes: scenes.Step})
		for path, texts := range map[string][2]string{
			"index.html": {`<h2 id="cast">Follow</h2>`, `<h2 id="cast">Choose whom to follow</h2>`},
			"scenes/t1.html": {`<a href="../index.html">To the beginning</a>`,
				`<a href="../index.html">Choose whom to follow</a>`},
			"all.html": {"<p>Each hour is a row.</p>", "<p>What nobody in the play can see"},
			"map.html": {"Who is where, when", "Who is with whom, when"},
		} {
			wanted, other := texts[0], texts[1]
			if choose {
				wanted, other = other, wanted
			}
			require.Contains(t, string(page(t, s, path)), wanted, by)
			require.NotContains(t, string(page(t, s, path)), other, by)
		}
	}
}

func TestThoseWhoNeverAppear(t *testing.T) {
	s := build(t, sitetest.Duel(), Options{})
	index := string(page(t, s, "index.html"))
	require.Contains(t, index, `follow <span class="whom">Romeo</span></a>`)
	require.NotContains(t, index, `<span class="whom">Rosaline`)
	require.Regexp(t, `Rosaline</span> <span class="part">does not appear`, index)
}

func TestAnyTypeCanBeTheCast(t *testing.T) {
	s := build(t, sitetest.Duel(), Options{By: "place"})
	require.Equal(t, []string{"market_square"}, s.Leaves[0].Scene.Cast)
	_, err := Build(context.Background(), causal.New(sitetest.Duel()), Options{By: "planet"})
	require.ErrorContains(t, err, "planet")
}

func TestProseHasToFitTheProgram(t *testing.T) {
	p, err := prose.Parse("verona.md", []byte("## do/insult\n\n{X}\n\n## do/trave\n"), prose.Options{})
	require.NoError(t, err)
	_, err = Build(context.Background(), causal.New(sitetest.Duel()), Options{Prose: p})
	require.EqualError(t, err, "verona.md:3:1: no variable X in rule do/insult; it has C, L, C'\n"+
		"verona.md:5:4: no rule do/trave in the program; did you mean do/travel?")
}

func TestEndedContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := Build(ctx, causal.New(sitetest.Duel()), Options{})
	require.ErrorIs(t, err, context.Canceled)
}

// Names come from outside: none may break out of its place on a page.
func TestHostileNames(t *testing.T) {
	bad := `</title><script>alert("1")</script>'>` + "\u202e\x00&amp;"
	long := strings.Repeat("long_", 2000)
	program := sitetest.Program()
	program.Name, program.File = bad, bad
	program.Types[0].Constants = append(program.Types[0].Constants, bad, long)
	program.Rules = append(program.Rules,
		trace.Rule{Name: bad, Params: []trace.Param{{Name: bad}, {Name: "L"}, {Name: "X"}}, Text: bad})
	h := sitetest.New(program)
	h.Set("at romeo orchard")
	h.Play("do/travel romeo orchard tomb", "-at romeo orchard", "+at romeo tomb")
	h.Resources[1].Args = []trace.Term{trace.Const(bad), trace.Const(long)}
	h.Steps[0].Rule = bad
	h.Steps[0].Args = []trace.Term{trace.Const(bad), trace.Const(long), trace.Const(`"` + bad + `"`)}
	tr := h.Finish(trace.Failed)
	tr.End.Message = bad
	s := build(t, tr, Options{})
	require.Empty(t, s.Notes)
	scene := page(t, s, "scenes/t1.html")
	require.Contains(t, sitetest.Texts(scene, "h1")[0], `<script>alert(`)
	require.NotContains(t, string(scene), "\u202e")
	require.NotContains(t, string(scene), "\x00")
	require.Contains(t, strings.Join(sitetest.Texts(scene, "code"), ""), long)
	require.Less(t, len(sitetest.Texts(scene, "h1")[0]), 400)
}

// Long runs go on on further pages, none of which is too long, and nothing is lost.
func TestLongRunsHaveParts(t *testing.T) {
	s := build(t, sitetest.Verona(2000, 5), Options{Prose: text(t), Bare: true})
	parts := make(map[string]int)
	for _, p := range s.Pages {
		if base, _, ok := strings.Cut(p.Path, "--"); ok {
			parts[path.Dir(base)]++
			parts[base]++
		}
		if strings.HasSuffix(p.Path, ".html") {
			require.Less(t, len(withoutPictures(p.Data)), 100_000, p.Path)
		}
	}
	for _, base := range []string{"hours", "all", "map", "people"} {
		require.Positive(t, parts[base], base)
	}
	for _, base := range []string{"hours", "all"} {
		var all bytes.Buffer
		for _, p := range s.Pages {
			if strings.HasPrefix(p.Path, base) {
				all.Write(p.Data)
			}
		}
		for _, l := range s.Leaves {
			require.Equal(t, 1, strings.Count(all.String(), ` id="`+l.Scene.ID.String()+`"`), "%s %s", base, l.Path)
		}
	}
}

func withoutPictures(page []byte) []byte {
	return regexp.MustCompile(`(?s)<svg.*</svg>`).ReplaceAll(page, nil)
}

func TestHowItWasMade(t *testing.T) {
	b, err := newBuilder(causal.New(sitetest.Duel()), Options{})
	require.NoError(t, err)
	require.Equal(t, []string{"The program verona.cep ran for 5 steps with seed 7.", "Chance chose 5 times.",
		"It ended because nothing more could happen.",
		"It takes 3 readings to see all 4 scenes; a single reading shows at most 2."}, b.made())
	require.Equal(t, "Chance chose once, the player chose 2 times.",
		b.choosers([]trace.Step{{Chosen: trace.ByPlayer}, {Chosen: trace.ByChance}, {Chosen: trace.ByPlayer}}))
	require.Equal(t, "Chance chose once; 2 times nothing else could happen.",
		b.choosers([]trace.Step{{Chosen: trace.ByChance, Choices: 1}, {Chosen: trace.ByChance, Choices: 2},
			{Chosen: trace.ByChance, Choices: 1}}))
	require.Equal(t, "Once nothing else could happen.", b.choosers([]trace.Step{{Choices: 1}}))
	require.Empty(t, b.choosers([]trace.Step{{}}))
	for why, want := range map[trace.Why]string{trace.LimitHit: "limit", trace.Stopped: "player",
		trace.Interrupted: "interrupted", trace.Failed: "of an error: x"} {
		require.Contains(t, b.reason(&trace.End{Why: why, Message: "x"}), want)
	}
}

// Whoever starts at the cover gets to every scene by the links of scenes alone:
// to those with people by following them, to interludes from what led there.
func TestEverySceneIsOnTheWay(t *testing.T) {
	for _, tr := range []*trace.Trace{sitetest.Duel(), sitetest.Verona(60, 2), sitetest.Verona(300, 8)} {
		s := build(t, tr, Options{})
		ways := make(map[string][]string)
		for _, l := range s.Leaves {
			if len(l.Scene.Begins) > 0 || l.Scene.Interlude() && l.Scene.Hour == 1 {
				ways["start"] = append(ways["start"], l.Path)
			}
			for _, link := range findAnchors(Page{Path: l.Path, Data: page(t, s, l.Path)}).links {
				if to := "scenes/" + link.url; link.onward {
					ways[l.Path] = append(ways[l.Path], to)
				}
			}
		}
		seen := reachable("start", ways)
		for _, l := range s.Leaves {
			require.True(t, seen[l.Path], l.Path)
		}
	}
}

// The beginning of a stage leads to many scenes: all are linked, most folded.
func TestManyEffects(t *testing.T) {
	h := sitetest.New(nil).Set("dark")
	h.Play("dawn", "-dark", "+light")
	for range 20 {
		h.Play("sing", "$light")
	}
	s := build(t, h.Finish(trace.Quiescent), Options{Scenes: scenes.Step})
	dawn := page(t, s, "scenes/t1.html")
	require.Contains(t, sitetest.Texts(dawn, "summary"), "14 more")
	for _, scene := range s.Leaves[1:] {
		require.Contains(t, string(dawn), `href="`+path.Base(scene.Path)+`"`)
	}
}

// From every scene a plan can say by which way of the page to go on.
func TestOnward(t *testing.T) {
	for _, tr := range []*trace.Trace{sitetest.Duel(), sitetest.Verona(300, 8)} {
		s := build(t, tr, Options{Bare: true})
		for _, l := range s.Leaves {
			if len(l.Scene.Begins) > 0 {
				require.NotEmpty(t, s.beginning(l.Scene))
			}
			for _, next := range l.Scene.Next() {
				require.Regexp(t, "^(Follow .+|Stay .+|What came of it)$", l.onward(next), "%s to %s", l.Path, next.ID)
			}
		}
		require.Empty(t, s.Leaves[0].onward(s.Leaves[0].Scene))
	}
}

// A note tells the author about places that no character visits: their texts are never told.
func TestPlacesWhereNobodyIs(t *testing.T) {
	for front, noted := range map[string]bool{
		"---\nplaces: {orchard: the orchard, tomb: the tomb}\n---\n": false,
		"---\nplaces: {tomb: the tomb}\n---\n":                       true,
		"## place tomb\nGrey.\n":                                     true,
	} {
		text, err := prose.Parse("p.md", []byte(front), prose.Options{})
		require.NoError(t, err)
		s, err := Build(t.Context(), causal.New(sitetest.Duel()), Options{Prose: text})
		require.NoError(t, err)
		require.Equal(t, noted, strings.Contains(strings.Join(s.Notes, "\n"),
			"is a character at a place that has a name or a text: tomb"), front)
	}
}

// A note tells the author about an ending that is not told because the run was cut short. A run that met its goal was
// not.
func TestEndingOfARunCutShort(t *testing.T) {
	for why, short := range map[trace.Why]bool{trace.Quiescent: false, trace.LimitHit: true} {
		for src, ends := range map[string]bool{"## ending\nAll sleep.\n": true, "## ending romeo\nHe sleeps.\n": false,
			"## ending\nHere {C} ends.\n": false} {
			text, err := prose.Parse("p.md", []byte(src), prose.Options{})
			require.NoError(t, err)
			duel := sitetest.Duel()
			duel.End = &trace.End{Why: why, Alive: duel.End.Alive}
			g := causal.New(duel)
			for _, solved := range []bool{false, true} {
				s, err := Build(t.Context(), g, Options{Prose: text, Solved: map[*causal.Graph]bool{g: solved}})
				require.NoError(t, err)
				require.Equal(t, short && !solved && ends,
					strings.Contains(strings.Join(s.Notes, "\n"), "p.md: the text for the ending is not used"), src)
				last := string(page(t, s, s.Leaves[len(s.Leaves)-1].Path))
				require.Equal(t, short && !solved, strings.Contains(last, "Here the record ends"), src)
				require.Equal(t, (!short || solved) && ends && !strings.Contains(src, "{C}"),
					strings.Contains(last, "All sleep."), src)
			}
		}
	}
}
