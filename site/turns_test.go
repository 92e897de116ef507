package site

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/site/prose"
	"github.com/ceptre-graph/ceptre/site/sitetest"
)

const turning = `---
title: Turning
---

## nightfall

It is dark now.

## stage day

Cocks crow.

## stage night

Owls do.

## ending

That is all.
`

// dusk is a run in which two people who are apart pass from day to night.
func dusk(why trace.Why) *trace.Trace {
	h := sitetest.New(sitetest.Program()).Set("stage day", "at romeo orchard", "at juliet balcony", "bell")
	h.Play("do/travel romeo orchard tomb", "$stage day", "-at romeo orchard", "+at romeo tomb")
	h.Play("do/travel juliet balcony cell", "$stage day", "-at juliet balcony", "+at juliet cell")
	h.Play("nightfall", "-stage day", "+stage night")
	h.Play("do/travel romeo tomb orchard", "$stage night", "-at romeo tomb", "+at romeo orchard")
	return h.Finish(why)
}

// What happens to everybody is on every way that goes on: exits lead to it, and from it to where all are next.
func TestStagesHappenToEverybody(t *testing.T) {
	text, err := prose.Parse("t.md", []byte(turning), prose.Options{})
	require.NoError(t, err)
	s := build(t, dusk(trace.Quiescent), Options{Prose: text})
	require.Contains(t, string(page(t, s, "people/romeo.html")), "It is dark now.")
	require.NotContains(t, string(page(t, s, "people/juliet.html")), "It is dark now.", "she does nothing any more")
	turn, first := string(page(t, s, "scenes/t3.html")), string(page(t, s, "scenes/t1.html"))
	require.Contains(t, turn, "Owls do.")
	require.Contains(t, first, "Cocks crow.")
	require.Contains(t, first, `href="t3.html" data-to="t3" data-cast="romeo"`)
	require.NotContains(t, first, `href="t4.html"`, "no way leads past it")
	require.Contains(t, turn, `<span class="who">Follow Romeo</span>`)
	require.Contains(t, turn, `data-names="Romeo"`)
	require.Equal(t, 1, strings.Count(turn, `href="t4.html"`), "one link for each next scene")
	last := string(page(t, s, "scenes/t4.html"))
	require.Contains(t, last, "That is all.")
	require.Contains(t, last, `<p class="over">Here Romeo’s story ends.</p>`)
	require.NotContains(t, last, "This is an ending", "one ending is said once")
}

// A change of stage without a text of its author is on no way: the links over it say so, and it leads on.
func TestSilentStages(t *testing.T) {
	s := build(t, dusk(trace.Quiescent), Options{})
	require.Contains(t, string(page(t, s, "scenes/t1.html")), "scene 4, after nightfall")
	require.NotContains(t, string(page(t, s, "people/romeo.html")), "Nightfall")
	require.Contains(t, string(page(t, s, "scenes/t3.html")), `href="t4.html"`)
}

// A run that was cut short has no scenes that end a character's story.
func TestCutRunsDoNotEnd(t *testing.T) {
	text, err := prose.Parse("t.md", []byte(turning), prose.Options{})
	require.NoError(t, err)
	s := build(t, dusk(trace.LimitHit), Options{Prose: text})
	last := string(page(t, s, "scenes/t4.html"))
	require.NotContains(t, last, "That is all.")
	require.Contains(t, last, "Here the record ends, because the run had reached its limit of steps.")
	require.Contains(t, string(page(t, s, "people/romeo.html")), "Here Romeo’s record ends.")
}

// Characters that are left behind stay in their place: in the exits, in the text, and on the map,
// where each line begins at the place that the initial facts give.
func TestLeftBehind(t *testing.T) {
	h := sitetest.New(sitetest.Program()).Set("at romeo orchard", "at juliet orchard", "at paris cell", "at tybalt tomb",
		"word romeo")
	h.Play("do/shun romeo juliet orchard balcony", "$at juliet orchard", "-at romeo orchard", "+at romeo balcony",
		"+hurt juliet")
	h.Play("do/brood juliet orchard", "$at juliet orchard", "-hurt juliet")
	h.Play("do/brood romeo balcony", "$at romeo balcony")
	h.Play("do/visit paris tybalt cell tomb", "-at paris cell", "+at paris tomb", "$at tybalt tomb")
	s := build(t, h.Finish(trace.Quiescent), Options{})
	first := string(page(t, s, "scenes/t1.html"))
	require.Contains(t, first, `<span class="who">Follow Juliet in the orchard</span>`)
	require.Contains(t, first, `<span class="who">Follow Romeo, or stay on the balcony</span>`)
	require.Contains(t, first, "Shun: Romeo, from the orchard to the balcony, leaving Juliet.")
	m := string(page(t, s, mapBase+".html"))
	require.Contains(t, m, ">the cell<", "Paris is there at the beginning, and nothing happens there")
}

// A number that a change of stage counts with is no place.
func TestTurnsHaveNoPlace(t *testing.T) {
	h := sitetest.New(sitetest.Program()).Set("stage day", "at romeo orchard", "days 2")
	h.Play("nightfall 1", "-stage day", "+stage night", "-days 2", "+days 1")
	h.Play("do/travel romeo orchard tomb", "$stage night", "-at romeo orchard", "+at romeo tomb")
	s := build(t, h.Finish(trace.Quiescent), Options{})
	require.Equal(t, []string{"Nightfall"}, sitetest.Texts(page(t, s, "scenes/t1.html"), "h1"))
}

// Walking by the links of a character, or of a room, is reading its text, and each page of the walk says to
// the bar that it is on the way.
func TestWalksAreTexts(t *testing.T) {
	text, err := prose.Parse("t.md", []byte(turning), prose.Options{})
	require.NoError(t, err)
	for seed := range uint64(3) {
		s := build(t, sitetest.Verona(50, seed), Options{Prose: text})
		require.Contains(t, string(page(t, s, hoursBase+".html")), "Nightfall")
		for _, who := range s.People {
			walked := walkFrom(t, s, who.Path, "cast", who.Slug)
			require.Equal(t, sections(t, s, who), walked, who.Key)
			for _, id := range walked {
				article := regexp.MustCompile(`<article[^>]* data-cast="([^"]*)"`)
				found := article.FindSubmatch(page(t, s, "scenes/"+id+".html"))
				require.NotNil(t, found, id)
				require.Contains(t, strings.Fields(string(found[1])), who.Slug)
			}
		}
		for _, room := range s.Rooms {
			seen := walkFrom(t, s, room.Path, "rooms", room.Slug)
			require.Subset(t, sections(t, s, room), seen)
			for _, turn := range s.Performance.Turns() {
				require.Equal(t, slices.Contains(sections(t, s, room), turn.ID.String()),
					slices.Contains(seen, turn.ID.String()), "of scenes of one hour a reader sees one, but no turn is left out")
			}
		}
	}
}

// walkFrom returns the scenes on the way from a page by the links that an attribute marks with a name.
func walkFrom(t *testing.T, s *Site, from, attribute, name string) []string {
	link := regexp.MustCompile(`<a class="way" href="([^"]*)"[^>]* data-` + attribute + `="([^"]*)"[^>]* rel="next">`)
	var walked []string
	for at := from; at != ""; {
		here := page(t, s, at)
		next := ""
		for _, found := range link.FindAllSubmatch(here, -1) {
			if slices.Contains(strings.Fields(string(found[2])), name) {
				require.Empty(t, next, "one link goes on")
				next = path.Join(path.Dir(at), string(found[1]))
				walked = append(walked, strings.TrimSuffix(path.Base(next), ".html"))
			}
		}
		at = next
	}
	return walked
}

// sections returns the scenes that the text of a character or a room has, in order.
func sections(t *testing.T, s *Site, of Thread) []string {
	leaf := regexp.MustCompile(`<section class="leaf" id="([^"]*)">`)
	var ids []string
	for i := 0; ; i++ {
		file := numbered(strings.TrimSuffix(of.Path, ".html"), i)
		if !slices.ContainsFunc(s.Pages, func(p Page) bool { return p.Path == file }) {
			return ids
		}
		for _, found := range leaf.FindAllSubmatch(page(t, s, file), -1) {
			ids = append(ids, string(found[1]))
		}
	}
}
