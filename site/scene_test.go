package site

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// scenesFor returns a trace's scenes, with the places found, and its threads.
func scenesFor(t require.TestingT, tr *trace.Trace) (*causal.Graph, []causal.Thread, []*Scene) {
	g := causal.New(tr)
	cast, err := causal.FindCast(tr, "character")
	require.NoError(t, err)
	threads := g.Threads(cast)
	scenes := scenesOf(g, threads)
	for _, s := range scenes {
		s.locate(g, findLocation(tr, cast.Type))
	}
	return g, threads, scenes
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

// The laws of scenes hold for stories of any length: following a character from
// page to page is following the thread, both ways; what happens meanwhile is
// concurrent and with other people; every other cause and effect is there.
func TestScenesFollowThreads(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, threads, scenes := scenesFor(t, verona(rapid.IntRange(0, 80).Draw(t, "steps"), rapid.Uint64().Draw(t, "seed")))
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
	require.Equal(t, constants([]string{"orchard", "balcony"}), scenes[0].Places)
	require.Equal(t, constants([]string{"tomb"}), scenes[1].Places)
	require.Equal(t, constants([]string{"orchard", "balcony"}), scenes[2].Places)
	require.True(t, scenes[2].Journey)
}
