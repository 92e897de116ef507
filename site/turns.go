package site

import (
	"cmp"
	"slices"
	"sort"

	"github.com/ceptre-graph/ceptre/site/scenes"
	"github.com/ceptre-graph/ceptre/site/words"
)

// A scene in which only the stage changes has no characters, but concerns all of them. Its text is
// repeated on every character's way, the links over it say so, and it leads on to the next scene of
// each character.

// told reports whether the author wrote something for what a leaf tells.
func (l *Leaf) told() bool {
	for _, t := range l.Text {
		if t.Prose != "" {
			return true
		}
	}
	return len(l.Before)+len(l.After) > 0
}

// between returns the changes of stage after one hour and before another that the author
// wrote something for.
func (b *builder) between(after, before int) []*scenes.Scene {
	from := sort.Search(len(b.turns), func(i int) bool { return b.turns[i].Hour > after })
	to := sort.Search(len(b.turns), func(i int) bool { return b.turns[i].Hour >= before })
	var found []*scenes.Scene
	for _, s := range b.turns[from:max(from, to)] {
		if b.leaves[s].told() {
			found = append(found, s)
		}
	}
	return found
}

// within returns a way with the changes of stage that it passes.
func (b *builder) within(way []*scenes.Scene) []*scenes.Scene {
	var all []*scenes.Scene
	for i, s := range way {
		if i > 0 {
			all = append(all, b.between(way[i-1].Hour, s.Hour)...)
		}
		all = append(all, s)
	}
	return all
}

// passed names the changes of stage that a way passes: "nightfall and dawn".
func (b *builder) passed(from, to *scenes.Scene) string {
	var names []string
	for _, s := range b.between(from.Hour, to.Hour) {
		names = append(names, words.Lower(b.leaves[s].Short))
	}
	return b.tell.Names.Short(b.words.List(names))
}

// everybody returns where all are next after a change of stage, each scene once; nothing
// for other scenes.
func (b *builder) everybody(turn *scenes.Scene) []scenes.Passage {
	i := sort.Search(len(b.turns), func(i int) bool { return b.turns[i].Number >= turn.Number })
	if i == len(b.turns) || b.turns[i] != turn {
		return nil
	}
	index := make(map[*scenes.Scene]int)
	var passages []scenes.Passage
	for _, c := range b.performance.Cast.Names {
		way := b.performance.Way(c)
		next := sort.Search(len(way), func(i int) bool { return way[i].Hour > turn.Hour })
		if next == len(way) {
			continue
		}
		at, known := index[way[next]]
		if !known {
			at, index[way[next]] = len(passages), len(passages)
			passages = append(passages, scenes.Passage{Scene: way[next]})
		}
		passages[at].Cast = append(passages[at].Cast, c)
	}
	slices.SortFunc(passages, func(a, b scenes.Passage) int { return cmp.Compare(a.Scene.Number, b.Scene.Number) })
	return passages
}
