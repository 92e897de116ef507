package site

import (
	"context"
	"slices"

	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/site/scenes"
	"github.com/ceptre-graph/ceptre/site/words"
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
	return b.addSheets(ctx, hoursBase, hoursName, parts, b.hoursPage)
}

func (b *builder) hoursPage(page sheet, list [][]*scenes.Scene) any {
	page.Overview = overview(b.performance.Scenes)
	filled := hoursPage{sheet: page}
	for _, scenes := range list {
		number := scenes[0].Hour
		filled.Hours = append(filled.Hours,
			hour{number, english.Capital("the " + words.Ordinal(number) + " hour"), b.leavesOf(scenes)})
	}
	return filled
}

// overview returns the explanation of the list of scenes.
func overview(list []*scenes.Scene) string {
	if list[len(list)-1].Hour == len(list) {
		return "One scene comes after the other."
	}
	said := "Scenes of one hour happen at the same time."
	alwaysThere := func(character string) bool {
		return !slices.ContainsFunc(list, func(s *scenes.Scene) bool { return !slices.Contains(s.Cast, character) })
	}
	if !slices.ContainsFunc(list[0].Cast, alwaysThere) {
		said += " Nobody sees them all."
	}
	return said
}
