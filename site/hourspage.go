package site

import (
	"context"
	"slices"

	"github.com/ceptre-graph/ceptre/site/scenes"
)

const hoursBase = "hours"

// hoursPage lists scenes hour by hour.
type hoursPage struct {
	sheet
	Hours []hour
}

// hour is the scenes that happen at the same time.
type hour struct {
	Number int
	Name   string
	Leaves []*Leaf
}

// addHours adds the list of all scenes.
func (b *builder) addHours(ctx context.Context) error {
	if len(b.performance.Scenes) == 0 {
		return nil
	}
	parts := stretches(b.performance.Hours, func(s *scenes.Scene) int {
		l := b.leaves[s]
		return 300 + len(l.Title) + len(l.Here)
	})
	return b.addSheets(ctx, hoursBase, b.words.Say("hours"), parts, b.hoursPage)
}

func (b *builder) hoursPage(page sheet, list [][]*scenes.Scene) any {
	page.Overview = b.overview(b.performance.Scenes)
	filled := hoursPage{sheet: page}
	for _, scenes := range list {
		number := scenes[0].Hour
		filled.Hours = append(filled.Hours,
			hour{number, b.words.Say("hour-name", "nth", b.words.Ordinal(number)), b.leavesOf(scenes)})
	}
	return filled
}

// overview returns the explanation of the list of scenes.
func (b *builder) overview(list []*scenes.Scene) string {
	if list[len(list)-1].Hour == len(list) {
		return b.words.Say("one-by-one")
	}
	said := b.words.Say("at-once")
	alwaysThere := func(character string) bool {
		return !slices.ContainsFunc(list, func(s *scenes.Scene) bool { return !slices.Contains(s.Cast, character) })
	}
	if !slices.ContainsFunc(list[0].Cast, alwaysThere) {
		said += " " + b.words.Say("nobody-sees")
	}
	return said
}
