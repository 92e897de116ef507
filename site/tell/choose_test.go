package tell

import (
	"fmt"
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
		telling, err := teller.Event(e)
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
					_, err := teller.Event(causal.Event(e))
					require.NoError(b, err)
				}
			}
		})
	}
}
