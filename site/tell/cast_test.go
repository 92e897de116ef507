package tell

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/cast"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/site/prose"
	"github.com/ceptre-graph/ceptre/site/sitetest"
)

// The characters that the author names are the cast, with all of their types, unless an option says
// otherwise.
func TestCastOptions(t *testing.T) {
	run := sitetest.Duel()
	run.Program.Predicates = append(run.Program.Predicates,
		trace.Predicate{Name: "near", Args: []string{"place", "place"}, Mode: trace.Backward})
	for front, want := range map[string]string{
		"":            "",
		"title: Duel": "",
		"characters: {romeo: Romeo, tybalt: Tib}":    "",
		"characters: {tomb: The Tomb}":               "place",
		"characters: {tomb: The Tomb, romeo: R.}":    "character,place",
		"characters: {anger: Anger}":                 "anger",
		"characters: {anger: Anger, romeo: Romeo}":   "character,anger",
		"characters: {near: Nigh}":                   "",
		"characters: {near: Nigh, romeo: Romeo}":     "",
		"characters: {nobody: Nobody, tomb: A Tomb}": "",
	} {
		text, err := prose.Parse("t.md", []byte("---\n"+front+"\n---\n"), prose.Options{})
		require.NoError(t, err)
		same(t, run, cast.Options{By: want}, CastOptions(text, cast.Options{}), front)
		require.Equal(t, "who", CastOptions(text, cast.Options{By: "who"}).By)
		same(t, run, cast.Options{By: "place"}, CastOptions(text, cast.Options{By: "place"}), front)
	}
	require.Equal(t, cast.Options{}, CastOptions(nil, cast.Options{}))
	text, _ := prose.Parse("t.md", []byte("---\ncharacters: {tomb: The Tomb}\n---\n"), prose.Options{})
	_, err := cast.Find(causal.New(new(trace.Trace)), CastOptions(text, cast.Options{}))
	require.ErrorContains(t, err, "the trace names no types", "a run that names nothing")
}

// same requires two ways of casting to find the same characters.
func same(t *testing.T, run *trace.Trace, want, got cast.Options, why string) {
	t.Helper()
	expected, err := cast.Find(causal.New(run), want)
	require.NoError(t, err)
	cast, err := cast.Find(causal.New(run), got)
	require.NoError(t, err)
	require.Equal(t, expected, cast, why)
}

// An author may say in a list who the characters are, or that there are none, and which predicate
// says where they are. Whoever runs a command has the last word.
func TestCastOptionsOfFrontMatter(t *testing.T) {
	for front, want := range map[string]cast.Options{
		"characters: none":                                {By: "none"},
		"characters: character, anger":                    {By: "character,anger"},
		"characters: [romeo, juliet]":                     {By: "romeo,juliet"},
		"at: has":                                         {Place: "has"},
		"at: none":                                        {Place: "none"},
		"places: none":                                    {Place: "none"},
		"{places: none, at: none}":                        {Place: "none"},
		"{characters: character, at: none}":               {By: "character", Place: "none"},
		"{characters: , places: , at: }":                  {},
		"{characters: [romeo], places: {tomb: the tomb}}": {By: "romeo", Places: []string{"tomb"}},
	} {
		text, err := prose.Parse("t.md", []byte("---\n"+front+"\n---\n"), prose.Options{})
		require.NoError(t, err, front)
		require.NoError(t, text.Check(sitetest.Duel().Program), front)
		require.Equal(t, want, CastOptions(text, cast.Options{}), front)
		asked := CastOptions(text, cast.Options{By: "place", Place: "at"})
		require.Equal(t, "place at", asked.By+" "+asked.Place, front)
	}
	for front, want := range map[string]string{
		"at: att": "t.md:2:5: no predicate att in the program; did you mean at?",
		"characters: romeo, julietta": "t.md:2:20: no type, predicate or constant julietta in the program; did you mean " +
			"juliet?",
		"characters: [romeo, thng]": "t.md:2:21: no type, predicate or constant thng in the program; did you mean thing?",
		"{places: none, at: at}":    "t.md:2:20: at is both none and at; choose one",
		"characters: 3":             "t.md:2:13: no type, predicate or constant 3 in the program",
		"at: [at]":                  "t.md:2:5: a text belongs here, not a list or lines of `name: value`",
	} {
		text, err := prose.Parse("t.md", []byte("---\n"+front+"\n---\n"), prose.Options{})
		if err == nil {
			err = text.Check(sitetest.Duel().Program)
		}
		require.ErrorContains(t, err, want, front)
	}
}
