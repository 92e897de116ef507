package site

import (
	"context"
	"slices"

	"github.com/ceptre-graph/ceptre/site/scenes"
	"github.com/ceptre-graph/ceptre/site/words"
)

const hoursBase = "hours"

// hoursPage lists scenes hour by hour.
type hoursPage struct {
	frame
	Overview string
	Pager    *pager
	Hours    []hour
}

// hour is the scenes that happen at the same time.
type hour struct {
	Number int
	Name   string
	Leaves []*Leaf
}

// addHours adds the list of all scenes, in parts of whole hours.
func (b *builder) addHours(context.Context) error {
	if len(b.play.Scenes) == 0 {
		return nil
	}
	var hours []hour
	for i, list := range b.play.Hours {
		hours = append(hours, hour{i + 1, words.Capital("the " + words.Ordinal(i+1) + " hour"), b.leavesOf(list)})
	}
	parts := partsOf(hours, func(h hour) int {
		n := 200
		for _, l := range h.Leaves {
			n += 200 + len(l.Title) + len(l.Here)
		}
		return n
	})
	for i, part := range parts {
		page := hoursPage{frame: b.frame(hoursName, "hours", hoursBase), Overview: overview(b.play.Scenes), Hours: part, Pager: newPager(hoursBase, i, len(parts))}
		page.Doors = b.doorsFrom("", hoursName)
		if err := b.print("hours", numbered(hoursBase, i), hoursName, page); err != nil {
			return err
		}
	}
	return nil
}

// overview says what the list of scenes means.
func overview(list []*scenes.Scene) string {
	said := "Scenes of one hour happen at the same time."
	if !slices.ContainsFunc(list[0].Cast, func(c string) bool { return alwaysThere(c, list) }) {
		said += " Nobody sees them all."
	}
	return said
}

func alwaysThere(character string, list []*scenes.Scene) bool {
	return !slices.ContainsFunc(list, func(s *scenes.Scene) bool { return !slices.Contains(s.Here, character) })
}

// hours says from when to when something lasts.
func hours(first, last int) string {
	if first == last {
		return "in the " + words.Ordinal(first) + " hour"
	}
	return "from the " + words.Ordinal(first) + " hour to the " + words.Ordinal(last)
}
