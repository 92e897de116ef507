package scenes

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/cast"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/site/sitetest"
)

// hand returns a hand that knows types alone, so that anything may be told.
func hand() *sitetest.StageHand {
	return sitetest.New(&trace.Program{Types: sitetest.Program().Types})
}

func TestScenesOfDuel(t *testing.T) {
	p := staged(t, sitetest.Duel(), Step)
	require.Len(t, p.Scenes, 5)
	require.Equal(t, "at", p.Cast.Location.Pred)
	insult, travel, toll, kill, night := p.Scenes[0], p.Scenes[1], p.Scenes[2], p.Scenes[3], p.Scenes[4]

	require.Equal(t, []string{"mercutio", "tybalt"}, insult.Cast)
	require.Equal(t, 1, insult.Hour)
	require.Equal(t, []string{"mercutio", "tybalt"}, insult.Begins)
	require.Equal(t, sitetest.Constants([]string{"market_square"}), insult.Places)
	require.Equal(t, []Passage{{Cast: []string{"mercutio", "tybalt"}, Scene: kill,
		Rooms: []trace.Term{trace.Atomic("market_square")}}}, insult.Exits)
	require.Equal(t, []int{2, 3}, numbers(insult.Meanwhile))
	require.Empty(t, insult.Effects, "nightfall comes of the kill, which is between")
	require.Equal(t, []int{5}, numbers(kill.Effects), "it read the stage that nightfall ended")

	require.True(t, travel.Journey)
	require.Equal(t, sitetest.Constants([]string{"orchard", "market_square"}), travel.Places)
	require.Equal(t, []Passage{{Scene: kill, Rooms: []trace.Term{trace.Atomic("market_square")},
		Comers: []string{"mercutio", "tybalt"}}}, travel.Exits)

	require.Equal(t, 2, kill.Hour)
	require.Equal(t, []string{"mercutio", "tybalt"}, kill.Cast)
	require.Equal(t, []string{"romeo"}, kill.InMind, "he has a reason to be angry now, and may be in the room")
	require.Empty(t, kill.Elsewhere)
	require.Equal(t, []string{"mercutio"}, kill.Gone)
	require.Equal(t, []string{"mercutio", "tybalt"}, kill.Ends)
	require.Equal(t, []string{"romeo"}, travel.Ends)
	require.Equal(t, []Passage{{Cast: []string{"mercutio", "tybalt"}, Scene: insult}}, kill.Entrances)
	require.Empty(t, kill.Meanwhile)
	require.Equal(t, []*Scene{night}, kill.Next())

	require.True(t, toll.Interlude())
	require.Empty(t, toll.Places)
	require.True(t, night.Interlude())
	require.True(t, night.Ending())
	require.Equal(t, []int{4, 3, 2}, numbers(night.Causes), "it ended the stage of the journey, too")
}

// That a character only looks on takes time, too.
func TestReadersHaveHours(t *testing.T) {
	h := hand().Set("at romeo orchard", "at juliet orchard", "at paris tomb")
	h.Play("look", "$at romeo orchard", "$at juliet orchard")
	h.Play("look", "$at romeo orchard")
	h.Play("look", "$at paris tomb")
	h.Play("look", "$at juliet orchard")
	p := staged(t, h.Finish(trace.Quiescent), Step)
	hours := make(map[trace.StepID]int)
	for _, s := range p.Scenes {
		hours[s.ID] = s.Hour
	}
	require.Equal(t, map[trace.StepID]int{1: 1, 2: 2, 3: 1, 4: 2}, hours)
}

func TestPlacesOfManyRooms(t *testing.T) {
	h := hand().Set("at romeo orchard", "at juliet balcony", "at paris tomb")
	h.Play("call", "$at romeo orchard", "$at juliet balcony")
	h.Play("do/kill", "-at paris tomb", "+!dead paris")
	h.Play("swap", "-at romeo orchard", "-at juliet balcony", "+at romeo balcony", "+at juliet orchard")
	h.Play("go", "-at juliet orchard", "+at juliet tomb")
	p := staged(t, h.Finish(trace.Quiescent), Step)
	require.Equal(t, sitetest.Constants([]string{"orchard"}), p.Of(0).Places)
	require.Equal(t, sitetest.Constants([]string{"tomb"}), p.Of(1).Places)
	require.Equal(t, sitetest.Constants([]string{"balcony"}), p.Of(2).Places, "it is no journey, for both are met there")
	require.Equal(t, sitetest.Constants([]string{"orchard", "tomb"}), p.Of(3).Places)
	require.True(t, p.Of(3).Journey)
}

// company says who is in a scene where.
func company(s *Scene) string {
	var parts []string
	add := func(what string, cast []string) {
		if len(cast) > 0 {
			parts = append(parts, what+strings.Join(cast, " "))
		}
	}
	add("", s.Cast)
	add("in mind: ", s.InMind)
	for _, e := range s.Elsewhere {
		add("in "+e.Place.String()+": ", []string{e.Character})
	}
	return strings.Join(parts, "; ")
}

func TestWhoIsHere(t *testing.T) {
	h := hand().Set("bell", "letter romeo juliet", "at romeo ballroom", "at juliet orchard", "at nurse orchard",
		"at paris tomb", "at tybalt tomb", "at mercutio cell")
	var want []string
	scene := func(who, rule string, changes ...string) {
		h.Play(rule, changes...)
		want = append(want, who)
	}
	scene("juliet nurse", "talk", "$at juliet orchard", "$at nurse orchard")
	scene("juliet; in mind: romeo", "dream juliet romeo", "$at juliet orchard")
	scene("juliet; in ballroom: romeo", "brood", "$at juliet orchard", "$at romeo ballroom")
	scene("juliet nurse; in mind: romeo; in tomb: paris", "gossip romeo", "$at nurse orchard", "$at juliet orchard",
		"$at paris tomb")
	scene("juliet; in ballroom: romeo; in tomb: tybalt; in tomb: paris", "count",
		"$at juliet orchard", "$at romeo ballroom", "$at paris tomb", "$at tybalt tomb")
	scene("romeo; in mind: juliet", "write romeo juliet", "$letter romeo juliet") // he acts, where he is
	scene("romeo juliet", "miss", "$letter romeo juliet")                         // they are apart, so it is nowhere
	scene("juliet nurse", "sigh juliet nurse")                                    // they are in the orchard
	scene("romeo juliet nurse", "visit", "-at romeo ballroom", "$at juliet orchard", "$at nurse orchard",
		"+at romeo orchard")
	scene("romeo juliet; in cell: paris", "part", "-at romeo orchard", "-at paris tomb", "$at juliet orchard",
		"+at romeo ballroom", "+at paris cell")
	scene("mercutio paris", "slay", "$at paris cell", "-at mercutio cell", "+!dead mercutio")
	scene("paris; in mind: mercutio", "watch", "$at paris cell", "$dead mercutio")
	scene("mercutio", "haunt", "+at mercutio cell")
	scene("", "toll", "-bell")
	p := staged(t, h.Finish(trace.Quiescent), Step)
	for e, who := range want {
		require.Equal(t, who, company(p.Of(causal.Event(e))), h.Steps[e].Rule)
	}
	require.Equal(t, sitetest.Constants([]string{"ballroom"}), p.Of(5).Places)
	require.Empty(t, p.Of(6).Places)
	require.Equal(t, sitetest.Constants([]string{"orchard"}), p.Of(7).Places)
}

// Without a predicate for it, everybody is where the scene is.
func TestWhoIsHereWithoutPlaces(t *testing.T) {
	h := hand().Set("near romeo juliet", "loves romeo juliet")
	h.Play("sigh", "$near romeo juliet", "$loves romeo juliet")
	p := staged(t, h.Finish(trace.Quiescent), Chain)
	require.Equal(t, "", p.Cast.Location.Pred)
	require.Empty(t, p.Scenes[0].Places)
	require.Equal(t, []string{"romeo", "juliet"}, p.Scenes[0].Cast)
}

// cutInto returns the rules of each scene, those of a scene in a line.
func cutInto(t *testing.T, h *sitetest.StageHand, m Method) string {
	var lines []string
	for _, s := range staged(t, h.Finish(trace.Quiescent), m).Scenes {
		var rules []string
		for _, e := range s.Events {
			rules = append(rules, h.Steps[e].Rule)
		}
		lines = append(lines, fmt.Sprintf("%d %v: %s", s.Hour, s.Places, strings.Join(rules, " ")))
	}
	return strings.Join(lines, "\n")
}

// What becomes one scene of a chain, and what does not.
func TestChains(t *testing.T) {
	start := func() *sitetest.StageHand {
		return hand().Set("at romeo orchard", "at juliet ballroom", "at nurse ballroom", "at paris ballroom",
			"at tybalt ballroom", "bell")
	}
	t.Run("talk goes round, and a letter belongs to it", func(t *testing.T) {
		h := start()
		h.Play("ask", "$at juliet ballroom", "$at nurse ballroom")
		h.Play("answer", "$at nurse ballroom", "$at paris ballroom")
		h.Play("deliver paris nurse")
		require.Equal(t, "1 [ballroom]: ask answer deliver", cutInto(t, h, Chain))
	})
	t.Run("each sleeps alone", func(t *testing.T) {
		h := start()
		h.Play("sleep", "$at juliet ballroom")
		h.Play("snore", "$at nurse ballroom")
		require.Equal(t, "1 [ballroom]: sleep\n1 [ballroom]: snore", cutInto(t, h, Chain))
	})
	t.Run("who comes opens a scene, who goes is in the next", func(t *testing.T) {
		h := start()
		h.Play("ask", "$at juliet ballroom", "$at nurse ballroom")
		h.Play("enter", "-at romeo orchard", "+at romeo ballroom")
		h.Play("greet", "$at romeo ballroom", "$at juliet ballroom")
		h.Play("leave", "-at nurse ballroom", "+at nurse orchard")
		h.Play("kiss", "$at romeo ballroom", "$at juliet ballroom")
		require.Equal(t, "1 [ballroom]: ask\n2 [ballroom]: enter greet kiss\n2 [ballroom orchard]: leave",
			cutInto(t, h, Chain))
	})
	t.Run("those who leave together travel together", func(t *testing.T) {
		h := start()
		h.Play("ask", "$at juliet ballroom", "$at nurse ballroom")
		h.Play("leave", "-at juliet ballroom", "+at juliet cell")
		h.Play("leave", "-at nurse ballroom", "+at nurse cell")
		h.Play("leave", "-at paris ballroom", "+at paris cell")
		require.Equal(t, "1 [ballroom]: ask\n1 [ballroom cell]: leave\n2 [ballroom cell]: leave leave", cutInto(t, h, Chain))
	})
	t.Run("who comes after another is in the same scene", func(t *testing.T) {
		h := start()
		h.Play("enter", "-at romeo orchard", "+at romeo cell")
		h.Play("hunt", "-at tybalt ballroom", "+at tybalt cell", "$at romeo cell")
		h.Play("fight", "$at romeo cell", "$at tybalt cell")
		require.Equal(t, "1 [cell]: enter hunt fight", cutInto(t, h, Chain))
	})
	t.Run("when people have met, who comes opens another scene", func(t *testing.T) {
		h := start()
		h.Play("seek", "-at romeo orchard", "+at romeo ballroom", "$at juliet ballroom")
		h.Play("leave", "-at nurse ballroom", "+at nurse orchard")
		h.Play("return", "-at nurse orchard", "+at nurse ballroom", "$at romeo ballroom")
		require.Equal(t, "1 [ballroom orchard]: leave\n1 [ballroom]: seek\n2 [ballroom]: return", cutInto(t, h, Chain))
	})
	t.Run("a scene can be read in one sitting", func(t *testing.T) {
		h := start()
		for range 30 {
			h.Play("talk", "$at juliet ballroom", "$at nurse ballroom")
		}
		talk := strings.Repeat(" talk", 12)
		require.Equal(t, "1 [ballroom]:"+talk+"\n2 [ballroom]:"+talk+"\n3 [ballroom]:"+talk[:30], cutInto(t, h, Chain))
	})
	t.Run("a long way is one journey, and no circle", func(t *testing.T) {
		h := start()
		h.Play("go", "-at romeo orchard", "+at romeo balcony")
		h.Play("on", "-at romeo balcony", "+at romeo tomb")
		h.Play("back", "-at romeo tomb", "+at romeo orchard")
		require.Equal(t, "1 [orchard tomb]: go on\n2 [tomb orchard]: back", cutInto(t, h, Chain))
	})
	t.Run("an interlude goes on with what comes of it", func(t *testing.T) {
		h := start()
		h.Play("toll", "-bell", "+echo")
		h.Play("echo", "-echo", "+silence")
		h.Play("hear", "-silence", "$at juliet ballroom")
		require.Equal(t, "1 []: toll echo\n2 [ballroom]: hear", cutInto(t, h, Chain))
	})
}

// The other methods take no heed of who comes and goes.
func TestCoarserCuts(t *testing.T) {
	h := hand().Set("stage day", "at romeo orchard", "at juliet ballroom", "at nurse ballroom")
	h.Play("ask", "$stage day", "$at juliet ballroom", "$at nurse ballroom")
	h.Play("enter", "$stage day", "-at romeo orchard", "+at romeo ballroom")
	h.Play("greet", "$stage day", "$at romeo ballroom", "$at juliet ballroom")
	h.Play("leave", "$stage day", "-at nurse ballroom", "+at nurse orchard")
	h.Play("nightfall", "-stage day", "+stage night")
	h.Play("sleep", "$stage night", "$at nurse orchard")
	require.Equal(t, "1 [ballroom]: ask enter greet\n2 [orchard]: leave\n3 []: nightfall\n4 [orchard]: sleep",
		cutInto(t, h, Place))
	require.Equal(t, "1 []: ask enter greet leave\n2 []: nightfall\n3 [orchard]: sleep", cutInto(t, h, Stage))
}

func TestParseMethod(t *testing.T) {
	for _, m := range Methods() {
		got, err := ParseMethod(string(m))
		require.NoError(t, err)
		require.Equal(t, m, got)
	}
	m, err := ParseMethod("")
	require.NoError(t, err)
	require.Equal(t, Methods()[0], m)
	_, err = ParseMethod("act")
	require.EqualError(t, err, `no scenes called "act"; want one of chain, step, place, stage`)
}

// A scene is no longer than a page that is read in one sitting: a chain of a company has up to 12 events, all
// other scenes up to 40, and by steps each event is a scene.
func TestLongestScenes(t *testing.T) {
	company := hand().Set("at romeo orchard", "at juliet orchard")
	alone := sitetest.New(lonely().Program).Set("hero gate").Play("go", "-hero gate", "+hero hall")
	var ones []int
	for range 41 {
		company.Play("talk", "$at romeo orchard", "$at juliet orchard")
		alone.Play("look", "$hero hall")
		ones = append(ones, 1)
	}
	for _, c := range []struct {
		by     string
		run    *sitetest.StageHand
		method Method
		want   []int
	}{
		{"character", company, Chain, []int{12, 12, 12, 5}},
		{"character", company, Place, []int{40, 1}},
		{"character", company, Stage, []int{40, 1}},
		{"character", company, Step, ones},
		{"hero", alone, Chain, []int{40, 2}},
	} {
		p := cut(t, causal.New(c.run.Finish(trace.Quiescent)), c.method, cast.Options{By: c.by})
		var got []int
		for _, s := range p.Scenes {
			got = append(got, len(s.Events))
		}
		require.Equal(t, c.want, got, "%v by %v", c.by, c.method)
	}
}

// A step that ends the last stage, or begins the first one, is a scene of its own, as is one that leads from a
// stage to another.
func TestFirstAndLastTurns(t *testing.T) {
	h := hand().Set("at romeo orchard", "at juliet orchard")
	h.Play("open", "+stage day", "+bell").Play("toll", "$stage day", "-bell", "+echo").Play("close", "-stage day", "-echo")
	run := h.Finish(trace.Quiescent)
	for _, m := range Methods() {
		var got [][]causal.Event
		for _, s := range staged(t, run, m).Scenes {
			got = append(got, s.Events)
		}
		require.Equal(t, [][]causal.Event{{0}, {1}, {2}}, got, m)
	}
}
