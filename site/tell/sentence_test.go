package tell

import (
	"testing"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/cast"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/site/prose"
	"github.com/ceptre-graph/ceptre/site/scenes"
	"github.com/ceptre-graph/ceptre/site/sitetest"
	"github.com/stretchr/testify/require"
)

func TestFirstSentence(t *testing.T) {
	for text, want := range map[string]string{
		"":                                "",
		"No mark at all":                  "No mark at all",
		"One. Two.":                       "One.",
		"It costs 3.50 in all. Too much.": "It costs 3.50 in all.",
		"“Who is it?” he asks. Nobody.":   "“Who is it?” he asks.",
		"“Who is it?” “Nobody.” It rains.": "“Who is it?” “Nobody.” It rains.",
		"“Who is it?” Ann asks. Nobody.":   "“Who is it?” Ann asks.",
		"“Go. Now.” Ann says. Bob goes.":   "“Go. Now.” Ann says.",
		"Ann says, “Go. Now.” Bob goes.":   "Ann says, “Go. Now.”",
		"„Wer da?“ Anna fragt. Niemand.":   "„Wer da?“ Anna fragt.",
		"«Qui ?» Anne demande. Personne.":  "«Qui ?» Anne demande.",
		"\"Who?\" Ann asks. Nobody.":       "\"Who?\" Ann asks.",
		"“Unclosed. And more.":             "“Unclosed. And more.",
		"Wait … what? Yes.":                "Wait … what?",
		"What?! No.":                       "What?!",
		"He says (softly.) Then he goes.":  "He says (softly.)",
	} {
		require.Equal(t, want, firstSentence(text), text)
	}
}

// The first sentence of the author's comes without its markup, with names in the
// place of variables, and as plain text whatever they are.
func TestSentences(t *testing.T) {
	tr := &trace.Trace{
		Header: trace.Header{Program: &trace.Program{
			Types: []trace.Type{{Name: "person", Constants: []string{"ann", "bob"}}},
			Rules: []trace.Rule{
				{Name: "meet", Params: []trace.Param{{Name: "A", Type: "person"}, {Name: "X'", Type: "string"}}},
				{Name: "part", Params: []trace.Param{{Name: "A", Type: "person"}}},
			},
		}},
		Resources: []trace.Resource{{ID: 1, Pred: "here", Args: []trace.Term{{Head: "ann"}}}},
		Steps: []trace.Step{
			{ID: 1, Rule: "meet", Args: []trace.Term{{Head: "ann"}, {Head: `"&lt; *b*"`}}, Reads: []trace.ResourceID{1}},
			{ID: 2, Rule: "part", Args: []trace.Term{{Head: "bob"}}, Reads: []trace.ResourceID{1}},
		},
	}
	text, err := prose.Parse("p.md", []byte("# Story\n\n## meet\n\n> A motto. Or two.\n\n*{A}* says\n\"{X'}\" &amp; "+
		"leaves. More.\n"), prose.Options{})
	require.NoError(t, err)
	play := cut(t, causal.New(tr), scenes.Step, cast.Options{})
	tell, err := New(play, text)
	require.NoError(t, err)
	require.Equal(t, "Ann says “&lt; *b*” & leaves.", tell.Sentence(0))
	require.Equal(t, "Part: Bob.", tell.Sentence(1))

	for title, want := range map[string]string{
		"A parting":     "A parting: Bob.",
		"{A} goes":      "Bob goes.",
		"Who is there?": "Who is there?",
		"Bobs Abschied": "Bobs Abschied.",
		"A kabob falls": "A kabob falls: Bob.",
	} {
		text, err := prose.Parse("p.md", []byte("# Story\n\n## part\n### "+title+"\nThe door shuts.\n"), prose.Options{})
		require.NoError(t, err)
		tell, err := New(play, text)
		require.NoError(t, err)
		require.Equal(t, want, tell.Sentence(1))
	}
}

// A name is one where a word begins, if there are words.
// TestAbsent tells of absent facts in the author's words and in those made of names, in all languages.
func TestAbsent(t *testing.T) {
	night, tree := trace.Fact{Pred: "deep_night"}, trace.Fact{Pred: "tree", Args: []trace.Term{trace.Const("hill")}}
	asleep := trace.Fact{Pred: "asleep", Args: []trace.Term{trace.Const("ann")}}
	for language, want := range map[string][]string{
		"en": {"deep night does not hold", "there is no tree hill", "it is not true that ann dreams"},
		"de": {"deep night gilt nicht", "es gibt kein tree hill", "es ist nicht wahr: ann dreams"},
		"es": {"deep night no se cumple", "no hay tree hill", "no es verdad: ann dreams"},
		"fr": {"deep night n’est pas vrai", "il n’y a pas de tree hill", "ce n’est pas vrai : ann dreams"},
	} {
		text, err := prose.Parse("p.md", []byte("---\nlanguage: "+language+"\n---\n# S\n\n## fact asleep A\n\n{A} dreams.\n"),
			prose.Options{})
		require.NoError(t, err)
		tr := &trace.Trace{Steps: []trace.Step{{ID: 1, Rule: "r"}}}
		teller, err := New(cut(t, causal.New(tr), scenes.Step, cast.Options{}), text)
		require.NoError(t, err)
		require.Equal(t, want, []string{teller.Absent(night), teller.Absent(tree), teller.Absent(asleep)})
	}
}

// The signs of a sentence about a rule without words of the author's are those of the language.
func TestHeadlinesInFrench(t *testing.T) {
	text, err := prose.Parse("p.md", []byte("---\nlanguage: fr\n---\n"), prose.Options{})
	require.NoError(t, err)
	tr := sitetest.New(nil).Set("lamp").Play("take ann", "-lamp").Finish(trace.Quiescent)
	teller, err := New(cut(t, causal.New(tr), scenes.Step, cast.Options{}), text)
	require.NoError(t, err)
	require.Equal(t, "Take : Ann.", teller.Sentence(0))
}

func TestSaysName(t *testing.T) {
	for text, want := range map[string]bool{"ann goes": true, "so ann’s": true, "(ann)": true, "planning": false,
		"joann, ann": true, "": false, "7ann": false} {
		require.Equal(t, want, saysName(text, "ann"), text)
	}
	require.True(t, saysName("小愛の歌", "愛"))
}

// A run is cut into scenes only where the author wrote of some rule: sentences without need none,
// and are the same.
func TestSentencesWithoutScenes(t *testing.T) {
	g := causal.New(sitetest.Duel())
	divided := cut(t, g, "", cast.Options{})
	whole, err := New(divided, nil)
	require.NoError(t, err)
	for text, scenesFound := range map[string]bool{"": false, "## do/insult\n\nWords fly.\n": true} {
		p, err := prose.Parse("p.md", []byte(text), prose.Options{})
		require.NoError(t, err)
		found := scenes.New(g, divided.Cast, "")
		teller, err := New(found, p)
		require.NoError(t, err)
		require.Equal(t, scenesFound, len(found.Scenes) > 0, text)
		for e := range causal.Event(g.Len()) {
			require.Equal(t, scenesFound && g.Step(e).Rule == "do/insult", teller.Written(e))
			if !scenesFound {
				require.Equal(t, whole.Sentence(e), teller.Sentence(e))
			}
		}
	}
}
