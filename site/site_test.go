package site

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/themes"
)

// build makes a site that has to be sound: valid nesting, no dead links, one h1
// a page.
func build(t *testing.T, tr *trace.Trace, o Options) *Site {
	t.Helper()
	s, err := Build(context.Background(), causal.New(tr), o)
	require.NoError(t, err)
	require.Empty(t, s.Check())
	for _, p := range s.Pages {
		if path := p.Path; strings.HasSuffix(path, ".html") {
			require.NoError(t, nesting(p.Data), path)
			require.Len(t, texts(p.Data, "h1"), 1, path)
			require.NotEmpty(t, strings.TrimSpace(texts(p.Data, "title")[0]), path)
			require.NotContains(t, string(p.Data), "<script", path)
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

func prose(t *testing.T) *Prose {
	t.Helper()
	p, err := ParseProse("verona.md", []byte(veronaProse))
	require.NoError(t, err)
	return p
}

// TestDuel compares the pages of the smallest story with testdata/duel.txtar.
func TestDuel(t *testing.T) {
	s := build(t, duel(), Options{Prose: prose(t)})
	require.Equal(t, "The Most Excellent Tragedy of Verona", s.Title)
	require.Equal(t, []string{
		"verona.md: no text for rule do/travel (1 scene): told from its name",
		"verona.md: no text for rule toll (1 scene): told from its name",
		"verona.md: no text for rule nightfall (1 scene): told from its name",
	}, s.Notes)
	got := &txtar.Archive{Comment: []byte("The pages of the smallest story.\n\n")}
	var paths []string
	for _, p := range s.Pages {
		paths = append(paths, p.Path)
		if strings.HasSuffix(p.Path, ".html") {
			got.Files = append(got.Files, txtar.File{Name: p.Path, Data: p.Data})
		}
	}
	require.Equal(t, strings.Fields(`index.html scenes/t1.html scenes/t2.html scenes/t3.html scenes/t4.html scenes/t5.html
		pictures/threads.svg pictures/causal.svg pictures/rules.svg style.css trace.json`), paths)
	file := filepath.Join("testdata", "duel.txtar")
	if *update {
		require.NoError(t, os.WriteFile(file, txtar.Format(got), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), string(txtar.Format(got)))
}

func TestSameRunSamePages(t *testing.T) {
	tr := verona(60, 3)
	require.Equal(t, build(t, tr, Options{Prose: prose(t)}), build(t, tr, Options{Prose: prose(t)}))
}

func TestPicturesLinkToScenes(t *testing.T) {
	s := build(t, duel(), Options{})
	require.Empty(t, s.Notes)
	for _, view := range []string{"causal", "threads"} {
		links := findAnchors(Page{Path: "x.svg", Data: page(t, s, "pictures/"+view+".svg")}).links
		require.Contains(t, links, "../scenes/t3.html", view)
	}
}

func TestFilesOfSite(t *testing.T) {
	theme, err := themes.Find("blueprint")
	require.NoError(t, err)
	require.NotEqual(t, mustFind(t).CSS(), theme.CSS())
	s := build(t, duel(), Options{Theme: theme})
	require.Equal(t, theme.CSS(), page(t, s, "style.css"))
	tr, err := trace.Read("trace.json", strings.NewReader(string(page(t, s, "trace.json"))))
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
	h := newStageHand(nil).set("stage day", "anger")
	h.play("insult", "$stage day", "-anger", "+rage")
	h.play("kill", "$stage day", "-rage")
	s := build(t, h.end(trace.Quiescent), Options{})
	require.Equal(t, "A play without a name", s.Title)
	require.Equal(t, []string{"threads.svg left out: the trace names no types, and nothing in it behaves like a character"}, s.Notes)
	first := page(t, s, "scenes/t1.html")
	require.Contains(t, texts(first, "h2"), "What came of it")
	require.NotContains(t, texts(first, "h2"), "Exits")
	require.Contains(t, strings.Join(texts(first, "a"), "|"), "Kill")
	require.NotContains(t, string(page(t, s, "index.html")), "threads.svg")
}

// In programs that write `tamara L` the characters are predicates.
func TestCastOfPredicates(t *testing.T) {
	h := newStageHand(nil).set("tamara hall", "luisa attic")
	h.play("walk attic hall", "-luisa attic", "+luisa hall")
	h.play("talk hall", "$tamara hall", "$luisa hall")
	h.play("walk hall attic", "-tamara hall", "+tamara attic")
	for _, by := range []string{"", "luisa,tamara"} {
		s := build(t, h.end(trace.Quiescent), Options{By: by})
		require.Empty(t, s.Notes)
		require.Equal(t, []string{"luisa", "tamara"}, s.Scenes[1].Cast)
		require.Equal(t, []string{"tamara"}, s.Scenes[1].Begins)
		require.Equal(t, []string{"tamara"}, s.Scenes[2].Cast)
		require.Contains(t, string(page(t, s, "pictures/threads.svg")), "luisa")
		require.Contains(t, strings.Join(texts(page(t, s, "scenes/t1.html"), "a"), "|"), "Luisa")
	}
}

func TestNothingHappens(t *testing.T) {
	for _, by := range []string{"", "character"} {
		s := build(t, newStageHand(veronaProgram()).set("at romeo orchard").end(trace.Quiescent), Options{By: by})
		require.Empty(t, s.Scenes)
		require.Empty(t, s.Notes)
		index := page(t, s, "index.html")
		require.Contains(t, texts(index, "p"), "A play in which nothing happens")
		require.Contains(t, texts(index, "p"), "Nothing happened.")
		require.Contains(t, texts(index, "p"), "It ended because nothing more could happen.")
		headings := []string{"How this was made"}
		if by != "" {
			headings = []string{"The cast", "How this was made"}
		}
		require.Equal(t, headings, texts(index, "h2"))
	}
}

// The list of scenes says only what is so.
func TestOverview(t *testing.T) {
	h := newStageHand(veronaProgram()).set("at romeo orchard", "at juliet orchard", "at paris orchard")
	h.play("look", "$at romeo orchard", "$at juliet orchard")
	h.play("look", "$at romeo orchard", "$at paris orchard")
	_, _, scenes := scenesFor(t, h.end(trace.Quiescent))
	require.Equal(t, "Scenes of one hour happen at the same time.", overview(scenes), "Romeo sees them all")
	h.play("dream romeo", "$at juliet orchard")
	_, _, scenes = scenesFor(t, h.end(trace.Quiescent))
	require.Equal(t, "Scenes of one hour happen at the same time. Nobody sees them all.", overview(scenes))
}

func TestThoseWhoNeverAppear(t *testing.T) {
	s := build(t, duel(), Options{})
	index := string(page(t, s, "index.html"))
	require.Contains(t, index, `follow <span class="whom">Romeo</span></a>`)
	require.NotContains(t, index, `<span class="whom">Rosaline`)
	require.Regexp(t, `Rosaline</span> <span class="part">does not appear`, index)
}

func TestAnyTypeCanBeTheCast(t *testing.T) {
	s := build(t, duel(), Options{By: "place"})
	require.Equal(t, []string{"market_square"}, s.Scenes[0].Cast)
	_, err := Build(context.Background(), causal.New(duel()), Options{By: "planet"})
	require.ErrorContains(t, err, "planet")
}

func TestProseHasToFitTheProgram(t *testing.T) {
	p, err := ParseProse("verona.md", []byte("## do/insult\n\n{X}\n\n## do/trave\n"))
	require.NoError(t, err)
	_, err = Build(context.Background(), causal.New(duel()), Options{Prose: p})
	require.EqualError(t, err, "verona.md:3:1: no variable X in rule do/insult; it has C, L, C'\n"+
		"verona.md:5:4: no rule do/trave in the program; did you mean do/travel?")
}

func TestEndedContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := Build(ctx, causal.New(duel()), Options{})
	require.ErrorIs(t, err, context.Canceled)
}

// Names come from outside: none may break out of its place on a page.
func TestHostileNames(t *testing.T) {
	bad := `</title><script>alert("1")</script>'>` + "\u202e\x00&amp;"
	long := strings.Repeat("long_", 2000)
	program := veronaProgram()
	program.Name, program.File = bad, bad
	program.Types[0].Constants = append(program.Types[0].Constants, bad, long)
	program.Rules = append(program.Rules, trace.Rule{Name: bad, Params: params(bad, "L", "X"), Text: bad})
	h := newStageHand(program)
	h.make("at romeo orchard", 0)
	h.play("do/travel romeo orchard tomb", "-at romeo orchard", "+at romeo tomb")
	h.Resources[1].Args = []trace.Term{trace.Const(bad), trace.Const(long)}
	h.Steps[0].Rule = bad
	h.Steps[0].Args = []trace.Term{trace.Const(bad), trace.Const(long), trace.Const(`"` + bad + `"`)}
	tr := h.end(trace.Failed)
	tr.End.Message = bad
	s := build(t, tr, Options{})
	require.Empty(t, s.Notes)
	scene := page(t, s, "scenes/t1.html")
	require.Contains(t, texts(scene, "h1")[0], `<script>alert(`)
	require.NotContains(t, string(scene), "\u202e")
	require.NotContains(t, string(scene), "\x00")
	require.Contains(t, strings.Join(texts(scene, "code"), ""), long)
	require.Less(t, len(texts(scene, "h1")[0]), 400)
}

func TestLongRunsAreFolded(t *testing.T) {
	tr := verona(400, 5)
	s := &Site{Scenes: scenesOf(causal.New(tr), nil, "")}
	b := &builder{graph: causal.New(tr), tell: &teller{}, site: s}
	parts := b.parts()
	require.Greater(t, len(parts), 2)
	total := 0
	for i, p := range parts {
		require.Equal(t, i == 0, p.Open)
		for _, h := range p.Hours {
			total += len(h.Scenes)
		}
	}
	require.Equal(t, len(tr.Steps), total)
}

func TestHowItWasMade(t *testing.T) {
	b := &builder{graph: causal.New(duel())}
	require.Equal(t, []string{"The program verona.cep ran for 5 steps with seed 7.", "Chance chose 5 times.",
		"It ended because nothing more could happen."}, b.made())
	require.Equal(t, "Chance chose once, the player chose 2 times.",
		choosers([]trace.Step{{Chosen: trace.ByPlayer}, {Chosen: trace.ByChance}, {Chosen: trace.ByPlayer}}))
	for why, want := range map[trace.Why]string{trace.LimitHit: "limit", trace.Stopped: "player", trace.Interrupted: "interrupted", trace.Failed: "of an error: x"} {
		require.Contains(t, reason(&trace.End{Why: why, Message: "x"}), want)
	}
}

func TestChoice(t *testing.T) {
	for want, step := range map[string]trace.Step{
		"":                           {},
		"Nothing else could happen.": {Choices: 1, Chosen: trace.ByChance},
		"Chance chose it.":           {Chosen: trace.ByChance},
		"It was one of 3 things that could happen.":             {Choices: 3},
		"The player chose it among 3 things that could happen.": {Choices: 3, Chosen: trace.ByPlayer},
	} {
		require.Equal(t, want, choice(&step), fmt.Sprint(step))
	}
}

// Whoever starts at the cast gets to every scene by the links of scenes alone:
// to those with people by following them, to interludes from what led there.
func TestEverySceneIsOnTheWay(t *testing.T) {
	for _, tr := range []*trace.Trace{duel(), verona(60, 2), verona(300, 8)} {
		s := build(t, tr, Options{})
		ways := make(map[string][]string)
		for _, scene := range s.Scenes {
			if len(scene.Begins) > 0 || scene.Interlude() && scene.Hour == 1 {
				ways["start"] = append(ways["start"], scene.Path())
			}
			for _, link := range findAnchors(Page{Path: scene.Path(), Data: page(t, s, scene.Path())}).links {
				if link != "../index.html" {
					ways[scene.Path()] = append(ways[scene.Path()], "scenes/"+link)
				}
			}
		}
		seen := reachable("start", ways)
		for _, scene := range s.Scenes {
			require.True(t, seen[scene.Path()], scene.Path())
		}
	}
}

// The beginning of a stage leads to many scenes: all are linked, most folded.
func TestManyEffects(t *testing.T) {
	h := newStageHand(nil).set("dark")
	h.play("dawn", "-dark", "+light")
	for range 20 {
		h.play("sing", "$light")
	}
	s := build(t, h.end(trace.Quiescent), Options{})
	dawn := page(t, s, "scenes/t1.html")
	require.Contains(t, texts(dawn, "summary"), "14 more")
	for _, scene := range s.Scenes[1:] {
		require.Contains(t, string(dawn), `href="`+scene.file()+`"`)
	}
}
