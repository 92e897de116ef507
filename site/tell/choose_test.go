package tell

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/cast"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/site/prose"
	"github.com/ceptre-graph/ceptre/site/scenes"
	"github.com/ceptre-graph/ceptre/site/sitetest"
)

// cut cuts a run with the cast that the options name.
func cut(t require.TestingT, g *causal.Graph, m scenes.Method, o cast.Options) *scenes.Performance {
	who, err := cast.Optional(cast.Find(g, o))
	require.NoError(t, err)
	return scenes.Cut(g, who, m)
}

func newTeller(t require.TestingT, tr *trace.Trace, text string) *Teller {
	play := cut(t, causal.New(tr), "", cast.Options{})
	p, err := prose.Parse("p.md", []byte(text), prose.Options{})
	require.NoError(t, err)
	teller, err := New(play, p)
	require.NoError(t, err)
	return teller
}

// Conditions are about the state before the event.
func TestConditionsLookAtTheStateBefore(t *testing.T) {
	teller := newTeller(t, sitetest.Duel(), `---
characters:
  tybalt: {name: the Prince of Cats, pronouns: he}
---
## do/kill (if depressed C')
{C} ends {C.their} quarrel, {C.they} win{C.s}.
## do/kill
Wrong.
## do/insult (if depressed C')
Wrong.
## do/insult (if anger C C'; if stage day)
### A thumb
Right.
## nightfall (if stage day; unless stage night)
Night.
`)
	told := func(e causal.Event) string {
		telling, err := teller.event(e, teller.values(teller.terms(e)))
		require.NoError(t, err)
		return telling.Title + ": " + string(telling.Prose)
	}
	require.Equal(t, "A thumb: <p>Right.</p>\n", told(0))
	require.Equal(t, "Kill: <p>The Prince of Cats ends his quarrel, he wins.</p>\n", told(2))
	require.Equal(t, "Nightfall: <p>Night.</p>\n", told(4))
}

// The text for the first time is read first: the order of scenes counts, and not that of concurrent
// steps.
func TestFirstTimesAreReadFirst(t *testing.T) {
	h := sitetest.New(sitetest.Program()).Set("at romeo orchard", "at juliet cell", "loves romeo juliet")
	h.Play("do/dream romeo orchard juliet", "$at romeo orchard", "-loves romeo juliet", "+anger romeo juliet")
	h.Play("do/travel romeo orchard tomb", "-at romeo orchard", "+at romeo tomb", "$anger romeo juliet")
	h.Play("do/travel juliet cell orchard", "-at juliet cell", "+at juliet orchard")
	teller := newTeller(t, h.Finish(trace.Quiescent),
		"## do/travel (first time)\nFirst.\n## do/travel (later times)\nAgain.\n")
	require.Less(t, teller.performance.Of(2).Number, teller.performance.Of(1).Number)
	require.Equal(t, "First.", teller.Sentence(2))
	require.Equal(t, "Again.", teller.Sentence(1))
}

// A script goes by positions, and needs no program.
func TestScriptTellsARunWithoutProgram(t *testing.T) {
	run := sitetest.New(nil)
	run.Set("initial/1", "initial/2").Play("greet lady_anne bob", "-initial/1", "+greet/1 lady_anne bob").
		Play("move bob lady_anne", "-greet/1 lady_anne bob", "-initial/2")
	teller := newTeller(t, run.Finish(trace.Quiescent), ":: greet 2\n<2> bows to <1>.\n:: move 1\n<3> is not there\n")
	require.Equal(t, "Bob bows to Lady Anne.", teller.Sentence(0))
	require.False(t, teller.Written(1))
}

func BenchmarkChoose(b *testing.B) {
	for _, steps := range []int{1_000, 10_000} {
		teller := newTeller(b, sitetest.Verona(steps, 1), `## do/insult (if depressed C; at random)
{C} and {C.their} “rage”.
## do/insult (if loves _ C')
Love in the {L}.
## do/insult
In the {L}, *{C}* bites a thumb at {C'}.
## do/travel (if at _ L')
To company.
## do/travel
Alone.
`)
		b.Run(fmt.Sprint(steps), func(b *testing.B) {
			for b.Loop() {
				teller.choose()
				for e := range teller.passages {
					_, err := teller.event(causal.Event(e), teller.values(teller.terms(causal.Event(e))))
					require.NoError(b, err)
				}
			}
		})
	}
}

// Like events that follow each other are told by one text where the author says so, of several then.
func TestEventsTogether(t *testing.T) {
	h := sitetest.New(sitetest.Program()).Set("at romeo orchard", "at paris orchard", "at juliet orchard",
		"at tybalt tomb")
	for _, move := range []string{"romeo orchard tomb", "paris orchard tomb", "tybalt tomb orchard",
		"juliet orchard tomb"} {
		var who, from, to string
		fmt.Sscan(move, &who, &from, &to)
		h.Play("do/travel "+move, "-at "+who+" "+from, "+at "+who+" "+to)
	}
	for text, want := range map[string][]string{
		"## do/travel (together)\n### {C} leave{C.s} {L}\n{C} walk{C.s} off, {C.they} {C.are}.": nil, // no such form
		"## do/travel (together)\n### {C} leave{C.s} {L}\n{C} walk{C.s} to {L'} by {C.themself}.\n": {
			"Romeo and Paris leave orchard: Romeo and Paris walk to tomb by themselves.",
			"Tybalt leaves tomb: Tybalt walks to orchard by themself.",
			"Juliet leaves orchard: Juliet walks to tomb by themself.",
		},
		"## do/travel\n{C} go{C.es}.\n": {"Travel: Romeo goes.", "Travel: Paris goes.", "Travel: Tybalt goes.",
			"Travel: Juliet goes."},
	} {
		p, err := prose.Parse("p.md", []byte(text), prose.Options{})
		if want == nil {
			require.Error(t, err)
			continue
		}
		require.NoError(t, err)
		play := cut(t, causal.New(h.Finish(trace.Quiescent)), scenes.Stage, cast.Options{By: "character"})
		teller, err := New(play, p)
		require.NoError(t, err)
		require.Len(t, play.Scenes, 1)
		told, err := teller.Events(play.Scenes[0])
		require.NoError(t, err)
		require.Len(t, told, 4)
		var got []string
		for _, telling := range told {
			if !telling.Merged {
				text := strings.TrimSuffix(strings.TrimPrefix(string(telling.Prose), "<p>"), "</p>\n")
				got = append(got, telling.Title+": "+text)
			}
		}
		require.Equal(t, want, got)
	}
}
