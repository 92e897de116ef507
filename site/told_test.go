package site

import (
	"context"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/site/prose"
	"github.com/ceptre-graph/ceptre/site/scenes"
	"github.com/ceptre-graph/ceptre/site/sitetest"
	"github.com/stretchr/testify/require"
)

// manyWays is a text with variants for all that a site has.
const manyWays = `# A play

## do/insult (first time)
{C} bites a thumb at {C'}.
## do/insult (at random)
Again.
## do/insult
And again.
## do/travel (in turn)
{C} goes.
## do/travel
{C} is gone.
## do/travel (if dead _)
{C} flees.
## beginning
The curtain rises.
## beginning (at random)
Nobody coughs.
## beginning
There is {C}.
## beginning (at random)
{C} was there all the time.
## ending
All go home.
## ending (if dead C)
Farewell, {C}.
## character romeo
A lover.
## character rosaline (at random)
Nobody.
## place market_square (at random)
Wide.
## place market_square
Empty.
## stage day (at random)
Morning.
## stage day
Noon.
## do/kill
<!-- to be written -->
`

// What a site tells is counted without making it.
func TestToldIsWhatASiteTells(t *testing.T) {
	text, err := prose.Parse("ways.md", []byte(manyWays), prose.Options{})
	require.NoError(t, err)
	all := 0
	for _, method := range scenes.Methods() {
		for seed := range uint64(6) {
			tr := sitetest.Verona(40, seed)
			if seed%2 == 1 {
				tr.End.Why = trace.Quiescent // endings are told of whole runs
			}
			g, o := causal.New(tr), Options{Prose: text, Scenes: method, Bare: true}
			b, err := newBuilder(g, o)
			require.NoError(t, err)
			_, err = b.build(context.Background())
			require.NoError(t, err)
			told, err := Told(g, o)
			require.NoError(t, err)
			require.Equal(t, b.tell.Told(), told)
			require.Len(t, told, len(text.Variants(tr.Program)))
			for _, n := range told {
				all += n
			}
		}
	}
	require.Greater(t, all, 500)
}

// Without prose nothing of it is told, and what does not fit the run is refused.
func TestToldOfNothing(t *testing.T) {
	told, err := Told(causal.New(sitetest.Duel()), Options{})
	require.NoError(t, err)
	require.Empty(t, told)
	text, err := prose.Parse("great.md", []byte("## do/great\nHail!\n"), prose.Options{})
	require.NoError(t, err)
	_, err = Told(causal.New(sitetest.Duel()), Options{Prose: text})
	require.ErrorContains(t, err, "great.md:1:4: no rule do/great in the program")
}

// The introduction and the text of the beginning are one text, with one initial.
func TestBeginningGoesOnFromIntroduction(t *testing.T) {
	text, err := prose.Parse("t.md", []byte("# A play\n\nNobody lives here.\n\n## beginning\n\nThe clock strikes.\n"),
		prose.Options{})
	require.NoError(t, err)
	s := build(t, dusk(trace.Quiescent), Options{Prose: text})
	require.Contains(t, string(page(t, s, "index.html")), "<p>Nobody lives here.</p>\n<p>The clock strikes.</p>\n</div>")
}

// An author's title stands whole above its scene, and in links at their length.
func TestLongTitle(t *testing.T) {
	const title = "In which the company hears, at long last, of a ghost, as an eighth bell rings"
	text, err := prose.Parse("t.md", []byte("## nightfall\n\n### "+title+"\n\nIt is dark.\n"), prose.Options{})
	require.NoError(t, err)
	s := build(t, dusk(trace.Quiescent), Options{Prose: text, Scenes: scenes.Step})
	require.Equal(t, []string{title}, sitetest.Texts(page(t, s, "scenes/t3.html"), "h1"))
	require.Contains(t, string(page(t, s, "hours.html")),
		">In which the company hears, at long last, of a ghost, as an…</a>")
}

// A scene is called as the author says, or else after the event that says most: one with a title of the
// author's, of the rule that fires least, with the most consequences.
func TestTitlesOfScenes(t *testing.T) {
	h := sitetest.New(sitetest.Program()).Set("at romeo orchard", "noon", "bell")
	h.Play("do/travel romeo orchard tomb", "-at romeo orchard", "+at romeo tomb")
	h.Play("toll", "-bell", "$at romeo tomb", "+bell")
	h.Play("nightfall", "-noon", "$at romeo tomb", "+night")
	h.Play("toll", "-bell", "$at romeo tomb", "+bell")
	run := h.Finish(trace.Quiescent)
	for text, want := range map[string]string{
		"## nightfall\n### Night falls\n## do/travel\n### Romeo walks\n": "Romeo walks", // two need what it made
		"## nightfall\n### Night falls\n":                                "Night falls",
		"## nightfall\nIt is dark.\n":                                    "Travel",
		"## scene\n### A scene in {L}\n":                                 "A scene in tomb",
		"## scene in tomb\n### Below\n## scene\n### A scene\n":           "Below",
		"## scene in orchard\n### Below\n## scene\n### A scene\n":        "A scene",
		"## scene with romeo\n### One\n## scene in tomb\n### Below\n":    "One",
		"## scene with romeo, juliet\n### Two\n":                         "Travel",
		"## scene nightfall\n### Dark\n## scene with romeo\n### One\n":   "Dark",
		"## scene nightfall (if at romeo orchard)\n### Dark\n":           "Travel", // it is looked for before the event
		"## scene nightfall (if at romeo tomb)\n### Dark\n":              "Dark",
		"## scene do/travel\n### From {L} to {L'}\n":                     "From orchard to tomb",
		"## scene do/travel\nOnce upon a time.\n":                        "Travel",
	} {
		p, err := prose.Parse("t.md", []byte(text), prose.Options{})
		require.NoError(t, err, text)
		s := build(t, run, Options{Prose: p})
		require.Len(t, s.Leaves, 1)
		require.Equal(t, want, s.Leaves[0].Heading, text)
		require.Equal(t, strings.Contains(text, "Once upon"), strings.Contains(string(page(t, s, "scenes/t1.html")),
			"<p>Once upon a time.</p>"), text)
	}
}

// Where characters part, several scenes end the play. Each tells its end by the facts that there are then.
func TestEndingIsOfThePlay(t *testing.T) {
	h := sitetest.New(sitetest.Program()).Set("at romeo orchard", "at juliet orchard")
	h.Play("do/travel romeo orchard tomb", "-at romeo orchard", "+at romeo tomb")
	h.Play("do/travel juliet orchard town", "-at juliet orchard", "+at juliet town")
	text, err := prose.Parse("t.md", []byte("## ending (if at juliet orchard)\nShe waits.\n\n## ending\nAll are gone.\n"),
		prose.Options{})
	require.NoError(t, err)
	s := build(t, h.Finish(trace.Quiescent), Options{Prose: text, Scenes: scenes.Step})
	for _, scene := range []string{"scenes/t1.html", "scenes/t2.html"} {
		require.Contains(t, string(page(t, s, scene)), "All are gone.", scene)
	}
}
