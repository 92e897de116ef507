package lanes

import (
	"fmt"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/render/diagram"
)

// charts draws runs that are small and odd: events of no, one, or many characters; unknown places;
// characters that do nothing, or are born or die anywhere.
func charts() *rapid.Generator[*Chart] {
	return rapid.Custom(func(t *rapid.T) *Chart {
		c := &Chart{}
		word := rapid.OneOf(rapid.StringN(0, 12, -1),
			rapid.SampledFrom([]string{"romeo", "do/kiss", strings.Repeat("wherefore ", 40), "<b>\u202e"}))
		for i := range rapid.IntRange(0, 14).Draw(t, "characters") {
			c.Cast = append(c.Cast, Character{Name: word.Draw(t, "name"), Hue: i + 1, Start: places().Draw(t, "start")})
		}
		for n := range rapid.IntRange(0, 24).Draw(t, "events") {
			c.Nodes = append(c.Nodes, diagram.Node{
				ID: fmt.Sprint("t", n+1), Look: diagram.Event, Text: rapid.SliceOfN(word, 0, 2).Draw(t, "text"),
				Shape: rapid.SampledFrom([]diagram.Shape{diagram.Box, diagram.Capsule, diagram.Oval}).Draw(t, "shape"),
			})
			var causes []int
			if n > 0 {
				causes = rapid.SliceOfN(rapid.IntRange(0, n-1), 0, 2).Draw(t, "causes")
			}
			c.Causes = append(c.Causes, causes)
			c.meet(t, n)
		}
		c.mortals(t)
		return c
	})
}

func places() *rapid.Generator[string] {
	return rapid.SampledFrom([]string{"", "ballroom", "orchard", "chapel", strings.Repeat("vault", 50)})
}

// meet lets some of the cast take part in an event.
func (c *Chart) meet(t *rapid.T, node int) {
	if len(c.Cast) == 0 {
		return
	}
	for _, i := range rapid.SliceOfNDistinct(rapid.IntRange(0, len(c.Cast)-1), 0, min(len(c.Cast), 5),
		rapid.ID).Draw(t, "who") {
		c.Cast[i].Stops = append(c.Cast[i].Stops, Stop{Node: node, Place: places().Draw(t, "place")})
	}
}

func (c *Chart) mortals(t *rapid.T) {
	some := func(who *Character, what string) []int {
		if len(who.Stops) == 0 || !rapid.Bool().Draw(t, what) {
			return nil
		}
		return []int{rapid.SampledFrom(who.Stops).Draw(t, what+" in").Node}
	}
	for i := range c.Cast {
		c.Cast[i].Born, c.Cast[i].Died = some(&c.Cast[i], "born"), some(&c.Cast[i], "died")
	}
}

// crowd makes a run of some length: neighbours in the cast meet often, and everybody
// moves now and then. It is the same every time.
func crowd(events, characters int) *Chart {
	dice := uint64(1)
	roll := func(n int) int { // Knuth's linear congruential generator for MMIX
		dice = dice*6364136223846793005 + 1442695040888963407
		return int(dice>>33) % n
	}
	c := &Chart{Cast: make([]Character, characters), Causes: make([][]int, events)}
	at := make([]string, characters)
	for i := range c.Cast {
		at[i] = fmt.Sprint("place", roll(6))
		c.Cast[i] = Character{Name: fmt.Sprint("character", i), Hue: i + 1, Start: at[i]}
	}
	for n := range events {
		c.Nodes = append(c.Nodes, diagram.Node{ID: fmt.Sprint("t", n+1), Look: diagram.Event,
			Text: []string{fmt.Sprint("rule", roll(20)), "with arguments"}})
		for _, i := range partners(roll, at) {
			who := &c.Cast[i]
			if last := len(who.Stops) - 1; last >= 0 {
				c.Causes[n] = append(c.Causes[n], who.Stops[last].Node)
			}
			if roll(4) == 0 {
				at[i] = fmt.Sprint("place", roll(6))
			}
			who.Stops = append(who.Stops, Stop{Node: n, Place: at[i]})
		}
	}
	return c
}

// partners chooses a character, and mostly one or two in the same place.
func partners(roll func(int) int, at []string) []int {
	who := []int{roll(len(at))}
	for range roll(3) {
		other := roll(len(at))
		if (at[other] == at[who[0]] || roll(8) == 0) && !slices.Contains(who, other) {
			who = append(who, other)
		}
	}
	return who
}
