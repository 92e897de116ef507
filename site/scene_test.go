package site

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// scenesFor returns a trace's graph, threads and scenes.
func scenesFor(t require.TestingT, tr *trace.Trace) (*causal.Graph, []causal.Thread, []*Scene) {
	g := causal.New(tr)
	cast, err := causal.FindCast(tr, "character")
	require.NoError(t, err)
	threads := g.Threads(cast)
	return g, threads, scenesOf(g, threads, findLocation(tr, cast.Type))
}

func numbers(scenes []*Scene) []int {
	out := []int{}
	for _, s := range scenes {
		out = append(out, s.Number)
	}
	return out
}

func TestScenesOfDuel(t *testing.T) {
	_, _, scenes := scenesFor(t, duel())
	require.Len(t, scenes, 5)
	insult, travel, kill, toll, night := scenes[0], scenes[1], scenes[2], scenes[3], scenes[4]

	require.Equal(t, []string{"mercutio", "tybalt"}, insult.Cast)
	require.Equal(t, 1, insult.Hour)
	require.Equal(t, []string{"mercutio", "tybalt"}, insult.Begins)
	require.Equal(t, constants([]string{"market_square"}), insult.Places)
	require.Equal(t, []Passage{{Cast: []string{"mercutio", "tybalt"}, Scene: kill}}, insult.Exits)
	require.Equal(t, []int{2, 4}, numbers(insult.Meanwhile))
	require.Empty(t, insult.Effects, "nightfall comes of the kill, which is between")
	require.Equal(t, []int{5}, numbers(kill.Effects), "it read the stage that nightfall ended")

	require.True(t, travel.Journey)
	require.Equal(t, constants([]string{"orchard", "market_square"}), travel.Places)
	require.Equal(t, []Passage{{Cast: []string{"romeo"}, Scene: kill}}, travel.Exits)

	require.Equal(t, 2, kill.Hour)
	require.Equal(t, []string{"romeo", "mercutio", "tybalt"}, kill.Cast, "romeo has a reason to be angry now")
	require.Equal(t, []string{"mercutio", "tybalt"}, kill.Here)
	require.Equal(t, []string{"romeo"}, kill.InMind)
	require.Empty(t, kill.Elsewhere)
	require.Equal(t, []string{"romeo", "mercutio", "tybalt"}, kill.Ends)
	require.Equal(t, []Passage{
		{Cast: []string{"romeo"}, Scene: travel},
		{Cast: []string{"mercutio", "tybalt"}, Scene: insult},
	}, kill.Entrances)
	require.Empty(t, kill.Meanwhile)

	require.True(t, toll.Interlude())
	require.Empty(t, toll.Places)
	require.True(t, night.Interlude())
	require.Equal(t, []int{4, 3, 2}, numbers(night.Causes))
}

// someVerona draws a story.
func someVerona(t *rapid.T) *trace.Trace {
	return verona(rapid.IntRange(0, 80).Draw(t, "steps"), rapid.Uint64().Draw(t, "seed"))
}

// Within one hour scenes are concurrent and nobody is twice, and no hour is
// later than it has to be: it is the longest chain of scenes tied by cause or
// by somebody who is in both.
func TestHours(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, _, scenes := scenesFor(t, someVerona(t))
		for i, s := range scenes {
			longest := 0
			for _, o := range scenes[:i] {
				tied := g.Before(o.Events[0], s.Events[0]) || !apart(o, s)
				if tied {
					longest = max(longest, o.Hour)
				}
				if o.Hour == s.Hour {
					require.True(t, g.Concurrent(o.Events[0], s.Events[0]))
					require.True(t, apart(o, s))
				}
			}
			require.Equal(t, longest+1, s.Hour)
		}
	})
}

// That a character only looks on takes time, too.
func TestReadersHaveHours(t *testing.T) {
	h := newStageHand(veronaProgram()).set("at romeo orchard", "at juliet orchard", "at paris tomb")
	h.play("look", "$at romeo orchard", "$at juliet orchard")
	h.play("look", "$at romeo orchard")
	h.play("look", "$at paris tomb")
	h.play("look", "$at juliet orchard")
	_, _, scenes := scenesFor(t, h.end(trace.Quiescent))
	var hours []int
	for _, s := range scenes {
		hours = append(hours, s.Hour)
	}
	require.Equal(t, []int{1, 2, 1, 2}, hours)
	require.Equal(t, []int{4}, numbers(scenes[1].Meanwhile))
}

// The laws of scenes hold for stories of any length: following a character from
// page to page is following the thread, both ways; what happens meanwhile is
// concurrent and with other people; every other cause and effect is there.
func TestScenesFollowThreads(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, threads, scenes := scenesFor(t, someVerona(t))
		for _, thread := range threads {
			forward, back := walk(scenes, thread.Character)
			require.Equal(t, thread.Events, forward)
			slices.Reverse(back)
			require.Equal(t, thread.Events, back)
		}
		for _, s := range scenes {
			for _, m := range s.Meanwhile {
				require.True(t, g.Concurrent(s.Events[0], m.Events[0]))
				require.True(t, apart(s, m))
			}
			require.LessOrEqual(t, len(s.Meanwhile), mostMeanwhile)
			require.ElementsMatch(t, related(scenes, s, g.Future(s.Events[0]), g.Before), s.Effects)
			require.ElementsMatch(t, related(scenes, s, g.Past(s.Events[0]), func(a, b causal.Event) bool { return g.Before(b, a) }), s.Causes)
		}
	})
}

// walk follows a character from its first scene by exits, and from its last by
// entrances.
func walk(scenes []*Scene, character string) (forward, back []causal.Event) {
	for _, s := range scenes {
		if slices.Contains(s.Begins, character) {
			forward = along(s, character, func(s *Scene) []Passage { return s.Exits })
		}
		if slices.Contains(s.Ends, character) {
			back = along(s, character, func(s *Scene) []Passage { return s.Entrances })
		}
	}
	return forward, back
}

func along(s *Scene, character string, passages func(*Scene) []Passage) []causal.Event {
	var events []causal.Event
	for s != nil {
		events = append(events, s.Events...)
		var next *Scene
		for _, p := range passages(s) {
			if slices.Contains(p.Cast, character) {
				next = p.Scene
			}
		}
		s = next
	}
	return events
}

// related returns the scenes of events in which nobody of s takes part and that
// come after no other of the events.
func related(scenes []*Scene, s *Scene, events []causal.Event, before func(a, b causal.Event) bool) []*Scene {
	var out []*Scene
	for _, e := range events {
		between := slices.ContainsFunc(events, func(m causal.Event) bool { return before(m, e) })
		shared := slices.ContainsFunc(scenes[e].Cast, func(c string) bool { return slices.Contains(s.Cast, c) })
		if !between && !shared {
			out = append(out, scenes[e])
		}
	}
	return out
}

func TestFindLocation(t *testing.T) {
	tr := duel()
	require.Equal(t, "at", findLocation(tr, "character"))
	require.Equal(t, "", findLocation(tr, "place"))
	require.Equal(t, "", findLocation(tr, ""))
	tr.Program.Types[1].Constants = nil
	require.Equal(t, "", findLocation(tr, "character"), "has is not used, and numbers are no places")
	require.Equal(t, "", findLocation(&trace.Trace{}, "character"))
}

func TestPlacesOfManyRooms(t *testing.T) {
	h := newStageHand(veronaProgram())
	h.set("at romeo orchard", "at juliet balcony", "at paris tomb")
	h.play("call", "$at romeo orchard", "$at juliet balcony")
	h.play("do/kill", "-at paris tomb", "+!dead paris")
	h.play("swap", "-at romeo orchard", "-at juliet balcony", "+at romeo balcony", "+at juliet orchard")
	_, _, scenes := scenesFor(t, h.end(trace.Quiescent))
	require.Equal(t, constants([]string{"orchard"}), scenes[0].Places)
	require.Equal(t, constants([]string{"tomb"}), scenes[1].Places)
	require.Equal(t, constants([]string{"orchard", "balcony"}), scenes[2].Places)
	require.True(t, scenes[2].Journey)
}

// Each line is a scene, and who is in it where.
func TestWhoIsHere(t *testing.T) {
	story := newStageHand(veronaProgram()).set("bell", "letter romeo juliet",
		"at romeo ballroom", "at juliet orchard", "at nurse orchard", "at paris tomb", "at tybalt tomb", "at mercutio cell")
	cast := newNames([]string{"romeo", "juliet", "nurse", "paris", "tybalt", "mercutio"})
	var want []string
	scene := func(company, rule string, changes ...string) {
		story.play(rule, changes...)
		want = append(want, company)
	}
	scene("Juliet and Nurse", "talk", "$at juliet orchard", "$at nurse orchard")
	scene("Juliet, with Romeo in mind", "dream juliet romeo", "$at juliet orchard")
	scene("Juliet, with Romeo elsewhere (ballroom)", "brood", "$at juliet orchard", "$at romeo ballroom")
	scene("Juliet and Nurse, with Romeo in mind and Paris elsewhere (tomb)", "gossip romeo",
		"$at nurse orchard", "$at juliet orchard", "$at paris tomb")
	scene("Juliet, with Romeo, Tybalt and Paris elsewhere (ballroom and tomb)", "count",
		"$at juliet orchard", "$at romeo ballroom", "$at paris tomb", "$at tybalt tomb")
	scene("Romeo and Juliet", "write romeo juliet", "$letter romeo juliet") // of places nothing is said
	scene("Romeo, Juliet and Nurse", "visit", "-at romeo ballroom", "$at juliet orchard", "$at nurse orchard", "+at romeo orchard")
	scene("Romeo and Juliet, with Paris elsewhere (cell)", "part", "-at romeo orchard", "-at paris tomb", "$at juliet orchard",
		"+at romeo ballroom", "+at paris cell")
	scene("Mercutio and Paris", "slay", "$at paris cell", "-at mercutio cell", "+!dead mercutio")
	scene("Paris, with Mercutio in mind", "watch", "$at paris cell", "$dead mercutio")
	scene("Mercutio", "haunt", "+at mercutio cell")
	scene("", "toll", "-bell")
	_, _, scenes := scenesFor(t, story.end(trace.Quiescent))
	require.Len(t, scenes, len(want))
	for i, s := range scenes {
		require.Equal(t, want[i], cast.company(s), story.Steps[i].Rule)
	}
	require.Equal(t, "With Romeo in mind", cast.company(&Scene{InMind: []string{"romeo"}}))
}

// Without a predicate for it, everybody is where the scene is.
func TestWhoIsHereWithoutPlaces(t *testing.T) {
	program := veronaProgram()
	program.Predicates = program.Predicates[2:]
	h := newStageHand(program).set("at romeo orchard", "at juliet balcony", "loves romeo juliet")
	h.play("sigh", "$at romeo orchard", "$loves romeo juliet")
	_, _, scenes := scenesFor(t, h.end(trace.Quiescent))
	require.Empty(t, scenes[0].Places)
	require.Equal(t, []string{"romeo", "juliet"}, scenes[0].Here)
}

// Everybody in a scene is at its places, or elsewhere, or in mind; and where a
// story is told by its characters' places, somebody is there.
func TestCompanyIsTheCast(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, _, scenes := scenesFor(t, someVerona(t))
		for _, s := range scenes {
			all := slices.Concat(s.Here, s.InMind)
			for _, stay := range s.Elsewhere {
				require.False(t, slices.ContainsFunc(s.Places, stay.Place.Equal))
				all = append(all, stay.Character)
			}
			require.ElementsMatch(t, s.Cast, all)
			require.Equal(t, s.Interlude(), len(s.Here) == 0)
		}
	})
}
