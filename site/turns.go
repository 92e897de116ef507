package site

import (
	"cmp"
	"slices"
	"sort"

	"github.com/ceptre-graph/ceptre/site/scenes"
	"github.com/ceptre-graph/ceptre/site/words"
)

// A change of stage concerns all characters. Where the author tells of it, the ways of all lead through
// its scene. Otherwise it has a scene of its own, too, but no way leads through that: the links over it
// say so, and it leads on to the next scene of each character.

// told reports whether the author wrote something for what a leaf tells.
func (l *Leaf) told() bool {
	for _, t := range l.Text {
		if t.Prose != "" {
			return true
		}
	}
	return len(l.Before)+len(l.After) > 0
}

// shareTurns leads everybody through the changes of stage that the author tells of, and keeps the
// other ones that are on nobody's way.
func (b *builder) shareTurns() {
	var shared []*scenes.Scene
	for _, s := range b.performance.Turns() {
		switch {
		case b.leaves[s].told():
			shared = append(shared, s)
		case s.Interlude():
			b.passedOver = append(b.passedOver, s)
		}
	}
	b.performance.Share(shared)
}

// passed names the changes of stage that a way passes over: "nightfall and dawn".
func (b *builder) passed(from, to *scenes.Scene) string {
	first := sort.Search(len(b.passedOver), func(i int) bool { return b.passedOver[i].Hour > from.Hour })
	last := sort.Search(len(b.passedOver), func(i int) bool { return b.passedOver[i].Hour >= to.Hour })
	var names []string
	for _, s := range b.passedOver[first:max(first, last)] {
		names = append(names, words.Lower(b.leaves[s].Short))
	}
	return b.tell.Names.Short(b.words.List(names))
}

// everybody returns where all are next after a change of stage that no way leads through, each scene
// once; nothing for other scenes.
func (b *builder) everybody(turn *scenes.Scene) []scenes.Passage {
	if !slices.Contains(b.passedOver, turn) {
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
