package scenes

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/cast"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/site/sitetest"
)

// spoken returns who is spoken of in a scene.
func spoken(s *Scene) []string {
	out := slices.Clone(s.InMind)
	for _, stay := range s.Elsewhere {
		out = append(out, stay.Character)
	}
	return out
}

// Whoever a scene's events mention is there or is spoken of, and not both.
func TestSpokenOfOrThere(t *testing.T) {
	law(t, func(t *rapid.T, p *Performance, _ Method) {
		threads := p.Graph.Threads(p.Cast)
		for _, s := range p.Scenes {
			var mentioned []string
			for _, thread := range threads {
				if slices.ContainsFunc(s.Events, func(e causal.Event) bool { return slices.Contains(thread.Events, e) }) {
					mentioned = append(mentioned, thread.Character)
				}
			}
			require.ElementsMatch(t, mentioned, slices.Concat(s.Cast, spoken(s)))
			require.Equal(t, len(mentioned) == 0, s.Interlude(), "somebody is there, if only to be spoken of")
			require.Len(t, s.Places, min(len(s.Places), 1)+map[bool]int{true: 1}[s.Journey])
		}
	})
}

// replay calls see with each scene, in their order, and where each character is before
// its first event and after each of its events.
func replay(p *Performance, see func(s *Scene, at []map[string]trace.Term)) {
	now := make(map[string]trace.Term)
	put := func(id trace.ResourceID, there bool) {
		r := p.Graph.Resource(id)
		if p.Cast.Location.Pred == "" || r.Pred != p.Cast.Location.Pred {
			return
		}
		delete(now, r.Args[0].Head)
		if there {
			now[r.Args[0].Head] = r.Args[1]
		}
	}
	copied := func() map[string]trace.Term {
		out := make(map[string]trace.Term)
		for who, where := range now {
			out[who] = where
		}
		return out
	}
	for i := range p.Graph.Resources {
		if r := &p.Graph.Resources[i]; r.Producer == causal.Outside {
			put(r.ID, true)
		}
	}
	for _, s := range p.Scenes {
		at := []map[string]trace.Term{copied()}
		for _, e := range s.Events {
			for _, id := range p.Graph.Step(e).Consumes {
				put(id, false)
			}
			for _, id := range p.Graph.Step(e).Produces {
				put(id, true)
			}
			at = append(at, copied())
		}
		see(s, at)
	}
}

// No character is in a scene at a place while the run has it at another one. A character without a
// place is in one only if no fact ever gives it a place.
func TestNobodyIsInTwoPlaces(t *testing.T) {
	law(t, func(t *rapid.T, p *Performance, m Method) {
		ever := make(map[string]bool)
		for i := range p.Graph.Resources {
			if r := &p.Graph.Resources[i]; p.Cast.Location.Pred != "" && r.Pred == p.Cast.Location.Pred {
				ever[r.Args[0].Head] = true
			}
		}
		replay(p, func(s *Scene, at []map[string]trace.Term) {
			for _, c := range s.Cast {
				there := !ever[c] || len(s.Places) == 0
				for _, now := range at {
					where, known := now[c]
					there = there || known && slices.ContainsFunc(s.Places, where.Equal)
				}
				require.True(t, there, "%s is not at %v in scene %d", c, s.Places, s.Number)
			}
		})
	})
}

// Everybody is where the facts have them when a scene begins, and when it ends.
func TestSpan(t *testing.T) {
	law(t, func(t *rapid.T, p *Performance, m Method) {
		replay(p, func(s *Scene, at []map[string]trace.Term) {
			for _, c := range s.Cast {
				first, begins := at[0][c]
				last, ends := at[len(at)-1][c]
				from, to, ok := p.Span(s, c)
				require.True(t, ok || !begins && !ends && len(s.Places) == 0)
				require.True(t, !begins || from.Equal(first), "%s is at %v, and not at %v", c, first, from)
				require.True(t, !ends || to.Equal(last), "%s is at %v, and not at %v", c, last, to)
			}
			_, _, ok := p.Span(s, "nobody")
			require.False(t, ok)
		})
	})
}

// Whoever is sent away in a scene, and comes to it after that, was where it began.
func TestSpanOfWhoIsSentFirst(t *testing.T) {
	h := hand().Set("at romeo orchard", "at nurse orchard")
	h.Play("send", "-at romeo orchard", "-at nurse orchard", "+at nurse ballroom", "+at romeo cell")
	h.Play("travel", "-at nurse ballroom", "+at nurse cell")
	p := staged(t, h.Finish(trace.Quiescent), Place)
	require.Len(t, p.Scenes, 1)
	from, to, ok := p.Span(p.Scenes[0], "nurse")
	require.True(t, ok)
	require.Equal(t, "orchard cell", from.String()+" "+to.String())
}

// Who is at no place when a scene ends, and was at one within it or before.
func TestGone(t *testing.T) {
	law(t, func(t *rapid.T, p *Performance, _ Method) {
		replay(p, func(s *Scene, at []map[string]trace.Term) {
			for _, c := range p.Cast.Names {
				_, now := at[len(at)-1][c]
				was := slices.ContainsFunc(at, func(m map[string]trace.Term) bool { _, ok := m[c]; return ok })
				require.Equal(t, was && !now, slices.Contains(s.Gone, c), c)
			}
		})
	})
}

// A scene has the characters of its steps. A scene of a single place leaves out the characters that
// only take leave of one who comes there.
func TestScenesHaveThePeopleOfTheirSteps(t *testing.T) {
	law(t, func(t *rapid.T, p *Performance, m Method) {
		for _, s := range p.Scenes {
			var cast []string
			for _, e := range s.Events {
				cast = append(cast, p.Step(e).Cast...)
			}
			slices.Sort(cast)
			if cast = slices.Compact(cast); m == Place {
				require.Subset(t, append(cast, ""), s.Cast)
			} else {
				require.ElementsMatch(t, cast, s.Cast)
			}
		}
	})
}

// The exits of a character lead to all its scenes, and to no others.
func TestExitsAreTheWay(t *testing.T) {
	law(t, func(t *rapid.T, p *Performance, _ Method) {
		for _, c := range p.Cast.Names {
			var walked, begins []*Scene
			for _, s := range p.Scenes {
				if slices.Contains(s.Begins, c) {
					begins = append(begins, s)
				}
			}
			require.LessOrEqual(t, len(begins), 1)
			for next := begins; len(next) > 0; next = taken(next[0].Exits, c) {
				require.Len(t, next, 1)
				walked = append(walked, next[0])
			}
			require.Equal(t, numbers(p.Way(c)), numbers(walked))
			for _, s := range p.Scenes {
				require.Equal(t, slices.Contains(walked, s), slices.Contains(s.Cast, c))
			}
		}
	})
}

// Threads are those of the run, restricted to the events at which the character is present.
func TestThreadsArePartsOfWholeOnes(t *testing.T) {
	law(t, func(t *rapid.T, p *Performance, _ Method) {
		for i, whole := range p.Graph.Threads(p.Cast) {
			require.Equal(t, whole.Character, p.Threads[i].Character)
			require.Subset(t, append(whole.Events, causal.Outside), p.Threads[i].Events)
		}
	})
}

// A step by itself is the scene that it is where all scenes are steps, but for the ways.
func TestStepsAreScenes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := staged(t, someRun(t), Step)
		for e := range causal.Event(p.Graph.Len()) {
			require.Equal(t, stripped(p.Of(e)), stripped(p.Step(e)))
		}
	})
}

// stripped returns a scene without what connects it with others.
func stripped(s *Scene) Scene {
	return Scene{
		ID: s.ID, Events: s.Events, Cast: s.Cast, Places: s.Places, Journey: s.Journey,
		Elsewhere: s.Elsewhere, InMind: s.InMind, Gone: s.Gone, who: s.who, stays: s.stays, sent: s.sent,
	}
}

// Where everybody is at the beginning, whatever happens later.
func TestStart(t *testing.T) {
	p := staged(t, hand().Set("at romeo orchard").Play("go", "-at romeo orchard", "+at romeo cell").
		Play("haunt", "+at juliet tomb").Finish(trace.Quiescent), Chain)
	where, ok := p.Start("romeo")
	require.True(t, ok)
	require.Equal(t, "orchard", where.String())
	for _, c := range []string{"juliet", "nobody"} {
		_, ok = p.Start(c)
		require.False(t, ok, c)
	}
}

// Partings: whoever stays behind sees the travellers off, and is not where these come to.
func TestPartings(t *testing.T) {
	start := func() *sitetest.StageHand {
		return hand().Set("at romeo orchard", "at nurse orchard", "at paris orchard", "at juliet ballroom",
			"at tybalt ballroom")
	}
	t.Run("a scene of its own", func(t *testing.T) {
		h := start()
		h.Play("banish nurse romeo", "$at nurse orchard", "-at romeo orchard", "+at romeo ballroom")
		h.Play("talk", "$at romeo ballroom", "$at juliet ballroom")
		require.Equal(t, "1 [orchard ballroom]: banish\n2 [ballroom]: talk", cutInto(t, h, Chain))
		require.Equal(t, "romeo nurse", company(staged(t, &h.Trace, Chain).Of(0)))
		require.Equal(t, "romeo juliet; in orchard: nurse", company(staged(t, &h.Trace, Place).Of(0)))
		require.Equal(t, "1 []: banish talk", cutInto(t, h, Stage))
	})
	t.Run("not where others are met", func(t *testing.T) {
		h := start()
		h.Play("seek romeo juliet", "$at nurse orchard", "-at romeo orchard", "+at romeo ballroom", "$at juliet ballroom")
		require.Equal(t, "romeo juliet; in orchard: nurse", company(staged(t, h.Finish(trace.Quiescent), Chain).Of(0)))
	})
	t.Run("all ways part", func(t *testing.T) {
		h := start()
		h.Play("scatter", "-at romeo orchard", "-at nurse orchard", "+at romeo cell", "+at nurse tomb")
		h.Play("pray", "$at romeo cell")
		h.Play("weep", "$at nurse tomb")
		require.Equal(t, "1 [orchard cell]: scatter\n2 [cell]: pray\n2 [tomb]: weep", cutInto(t, h, Chain))
		require.Equal(t, "romeo nurse", company(staged(t, &h.Trace, Chain).Of(0)))
	})
}

// Who is sent to another place without being in the scene is in none before it that
// tells of them there, and is in later ones where they are.
func TestSentAway(t *testing.T) {
	h := hand().Set("at romeo orchard", "at juliet ballroom", "at nurse ballroom", "at paris cell")
	h.Play("whisper nurse juliet", "$at nurse ballroom")
	h.Play("part", "-at romeo orchard", "-at juliet ballroom", "+at romeo tomb", "+at juliet cell")
	h.Play("whisper nurse juliet", "$at nurse ballroom")
	h.Play("greet paris juliet", "$at paris cell")
	p := staged(t, h.Finish(trace.Quiescent), Step)
	require.Equal(t, "juliet nurse", company(p.Of(0)))
	require.Equal(t, "romeo; in cell: juliet", company(p.Of(1)))
	require.Equal(t, "nurse; in mind: juliet", company(p.Of(2)))
	require.Equal(t, "juliet paris", company(p.Of(3)))
	require.Less(t, p.Of(0).Hour, p.Of(1).Hour)
	require.Less(t, p.Of(1).Hour, p.Of(3).Hour)
	require.Equal(t, []*Scene{p.Of(0), p.Of(3)}, p.Way("juliet"))
}

// The dead do not act, even where they are named first; who is made later is nowhere
// before.
func TestTheDeadAndTheUnborn(t *testing.T) {
	h := hand().Set("at romeo cell", "at juliet tomb", "heart romeo", "heart juliet")
	h.Play("die", "-at romeo cell")
	h.Play("remember romeo juliet", "$heart romeo", "$heart juliet")
	h.Play("expect nurse", "$at juliet tomb")
	h.Play("rise romeo nurse", "+at romeo tomb", "+at nurse tomb")
	h.Play("pass", "$heart romeo")
	h.Play("die", "-at romeo tomb")
	h.Play("haunt romeo", "$heart romeo", "$heart juliet")
	h.Play("go nurse", "-at nurse tomb", "+at nurse cell")
	p := staged(t, h.Finish(trace.Quiescent), Step)
	for e, who := range []string{"romeo", "juliet; in mind: romeo", "juliet; in mind: nurse", "romeo nurse", "romeo",
		"romeo", "juliet; in mind: romeo"} {
		require.Equal(t, who, company(p.Of(causal.Event(e))), h.Steps[e].Rule)
	}
	require.Equal(t, []string{"romeo"}, p.Of(0).Gone)
	require.Equal(t, []string{"nurse"}, p.Of(3).Begins)
}

// Characters that are predicates have no places, and are in all that they touch.
func TestPredicatesAreAlwaysThere(t *testing.T) {
	p := cut(t, causal.New(sitetest.Duel()), "", cast.Options{By: "at"})
	require.Equal(t, []string{"at"}, p.Cast.Predicates)
	require.NotEmpty(t, p.Way("at"))
	for _, s := range p.Scenes {
		require.Empty(t, spoken(s))
	}
}

// A visit to a stage has no place if a character without one takes part.
func TestTheDeadHaveNoPlace(t *testing.T) {
	h := hand().Set("at romeo cell", "at juliet cell", "heart juliet")
	h.Play("die", "-at juliet cell", "$at romeo cell")
	h.Play("moan juliet", "$heart juliet")
	require.Equal(t, "1 []: die moan", cutInto(t, h, Stage))
	h = hand().Set("at romeo cell", "heart romeo")
	h.Play("sing", "$at romeo cell")
	h.Play("sigh romeo", "$heart romeo")
	require.Equal(t, "1 [cell]: sing sigh", cutInto(t, h, Stage))
}
