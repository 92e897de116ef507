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

// addHours adds the list of all scenes.
func (b *builder) addHours(ctx context.Context) error {
	if len(b.play.Scenes) == 0 {
		return nil
	}
	parts := stretches(b.play.Hours, func(s *scenes.Scene) int {
		l := b.leaves[s]
		return 300 + len(l.Title) + len(l.Here)
	})
	place(b.paths.hours, hoursBase, parts)
	for i, part := range parts {
		if err := ctx.Err(); err != nil {
			return err
		}
		page := hoursPage{frame: b.frame(hoursName, "hours", numbered(hoursBase, i)), Overview: overview(b.play.Scenes), Pager: newPager(hoursBase, i, len(parts))}
		page.Doors = b.doorsFrom("", hoursName)
		for _, list := range part {
			number := list[0].Hour
			page.Hours = append(page.Hours, hour{number, words.Capital("the " + words.Ordinal(number) + " hour"), b.leavesOf(list)})
		}
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
	return !slices.ContainsFunc(list, func(s *scenes.Scene) bool { return !slices.Contains(s.Cast, character) })
}

// hours says from when to when something lasts.
func hours(first, last int) string {
	if first == last {
		return "in the " + words.Ordinal(first) + " hour"
	}
	return "from the " + words.Ordinal(first) + " hour to the " + words.Ordinal(last)
}
