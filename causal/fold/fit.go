package fold

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"sync"
)

// Fit returns a folding with at most that many groups and bundles, and with at least a third as
// many wherever the run allows it; 0 is no bound. A selection within the bound is not folded.
// Otherwise facts of the same producer, consumers and readers are bundled first, and then events
// are grouped, by one method after another: runs of a rule and chains, both within visits to
// stages; visits; rounds; and spans. If a fact marks the turns of the run, turns replace visits.
// The first method within the bound is used in full if it leaves at least a third.
//
// If it leaves less, only as many of its largest groups are folded as needed. If the last of these
// removes too much, these groups are folded in pieces of 2, 4, 8 and so on parts each, visits and
// turns in pieces of so many events. If such a step removes too much as well, pieces are doubled
// one after another. A doubling merges two groups at a time, so Fit returns less than a third only
// if one merge leads from more than the bound to less than a third of it, by bundling or hiding
// facts of the two. Groups alone never cause this: one disappears at a time.
//
// Last, bundles of facts between single events are split again while there is room, the smallest
// first, unless another one is needed for a third. So the result is also below a third if no event
// is folded and each remaining bundle has more facts than there is room for.
//
// If even a single group exceeds the bound, it is returned.
func (s *Selection) Fit(most int) *Folding {
	f := s.ladder().fit(most, func(f *Folding) int {
		if len(f.Groups) > most { // bundles need not be counted
			return len(f.Groups)
		}
		return len(f.Groups) + len(f.Bundles())
	})
	return f.unbundled(most)
}

// FitGroups is [Selection.Fit] for pictures of groups alone.
func (s *Selection) FitGroups(most int) *Folding {
	return s.ladder().fit(most, func(f *Folding) int { return len(f.Groups) })
}

// FitBy is [Selection.Fit] for pictures of another size, by some methods alone. The size is
// at least 0, and does not grow as groups are put together. Where all methods leave more
// than the bound, what they leave is returned.
func (s *Selection) FitBy(most int, size func(*Folding) int, methods ...Method) *Folding {
	return s.climb(methods...).fit(most, size)
}

// fitting returns the methods by which foldings are fitted, the finer ones first.
func (s *Selection) fitting() []Method {
	if s.turns().Facts {
		return []Method{Repeats, Chains, Turns, Rounds, Spans}
	}
	return []Method{Repeats, Chains, Stages, Rounds, Spans}
}

// ladder is the foldings that one method after another makes of single events. They are found
// when they are first asked for: pictures with facts and without try the same ones.
type ladder struct {
	single  *Folding
	methods []Method
	rungs   []func() *Folding // before all methods, with facts bundled, and after each
}

// climb returns the foldings by methods, none over several visits to stages unless its
// method is for that, nor over several turns if these come later.
func (s *Selection) climb(methods ...Method) *ladder {
	l := &ladder{single: s.single(), methods: methods}
	l.rungs = append(l.rungs, sync.OnceValue(l.single.bundled))
	part := s.visited
	if slices.Contains(methods, Turns) {
		part = s.parts
	}
	for _, m := range methods {
		finer := l.rungs[len(l.rungs)-1]
		l.rungs = append(l.rungs, sync.OnceValue(func() *Folding { return finer().within(m, part) }))
	}
	return l
}

// fit returns the folding that fits, for a size of foldings.
func (l *ladder) fit(most int, size func(*Folding) int) *Folding {
	fits := func(f *Folding) bool { return most <= 0 || size(f) <= most }
	enough := func(f *Folding) bool { return size(f)*3 >= most }
	if fits(l.single) {
		return l.single
	}
	f := l.rungs[0]()
	if fits(f) {
		return f
	}
	for i, m := range l.methods {
		coarser := l.rungs[i+1]()
		switch {
		case !fits(coarser):
			f = coarser
		case enough(coarser):
			return coarser
		default:
			return f.between(coarser, m, fits, enough)
		}
	}
	return f
}

// bundled is a folding in which facts between single events are bundled, too.
func (f *Folding) bundled() *Folding {
	b := &Folding{Selection: f.Selection, Groups: f.Groups, Cyclic: f.Cyclic, Uneven: f.Uneven, together: true, of: f.of}
	b.prepare()
	b.covers = f.covers
	return b
}

// unbundled takes bundles between single events apart, as long as there are at most that many
// groups and bundles.
func (f *Folding) unbundled(most int) *Folding {
	if !f.together {
		return f
	}
	var bundles []*Bundle
	for i := range f.Bundles() {
		if b := &f.Bundles()[i]; len(b.Resources) > 1 && f.single(b) {
			bundles = append(bundles, b)
		}
	}
	slices.SortStableFunc(bundles, func(a, b *Bundle) int { return cmp.Compare(len(a.Resources), len(b.Resources)) })
	nodes := len(f.Groups) + len(f.Bundles())
	n, fill := atOnce(bundles, most-nodes)
	if n < len(bundles) && (nodes+fill)*3 < most && len(bundles[n].Resources)-1 <= most-nodes {
		bundles[0], bundles[n] = bundles[n], bundles[0]
		n, _ = atOnce(bundles, most-nodes)
	}
	u := f.bundled()
	u.apart = make(map[string]bool)
	for _, b := range bundles[:n] {
		u.apart[string(b.key(nil))] = true
	}
	return u
}

// atOnce returns how many of the first bundles can be taken apart if there is room for so
// many nodes more, and how many of these that takes.
func atOnce(bundles []*Bundle, room int) (n, fill int) {
	for n < len(bundles) && fill+len(bundles[n].Resources)-1 <= room {
		fill += len(bundles[n].Resources) - 1
		n++
	}
	return n, fill
}

// within folds groups by a method, runs of a rule and chains within parts of the selection,
// which are by position. Spans are one.
func (f *Folding) within(m Method, part func() []int32) *Folding {
	switch m {
	case Chains:
		return f.join(m, f.chains(f.begins(part())))
	case Repeats:
		return f.join(m, f.repeats(f.begins(part())))
	}
	coarser := f.fold(m, 1)
	coarser.Uneven = m == Spans
	return coarser
}

// between returns a folding that fits and lies between two: the finer one does not fit, and
// the coarser one, which a method makes of it, does not have enough. Of the steps between
// them that [Selection.Fit] lists, it takes the first that is enough, or else the finest.
func (f *Folding) between(coarser *Folding, m Method, fits, enough func(*Folding) bool) *Folding {
	p := &parting{finer: f, method: m, units: f.units(coarser)}
	p.units = p.units[:1+sort.Search(len(p.units)-1, func(n int) bool { return fits(p.fold(n+1, math.MaxInt, 0)) })]
	whole := p.fold(len(p.units), math.MaxInt, 0)
	if enough(whole) {
		return whole
	}
	if m == Stages || m == Turns {
		p = p.split()
	}
	width := 2
	for !fits(p.fold(len(p.units), width, 0)) {
		width *= 2
	}
	pieces := p.fold(len(p.units), width, 0)
	if enough(pieces) {
		return pieces
	}
	first := sort.Search(p.pieces(width), func(n int) bool { return fits(p.fold(len(p.units), width/2, n)) })
	return p.fold(len(p.units), width/2, first)
}

// units returns the groups of this folding that are one group of a coarser one, where these
// are several: the largest unit first, of equals the earlier one.
func (f *Folding) units(coarser *Folding) [][]int32 {
	all := make([][]int32, len(coarser.Groups))
	for g, group := range f.Groups {
		to := coarser.Group(group.Events[0])
		all[to] = append(all[to], int32(g))
	}
	all = slices.DeleteFunc(all, func(unit []int32) bool { return len(unit) < 2 })
	slices.SortStableFunc(all, func(a, b []int32) int { return cmp.Compare(len(b), len(a)) })
	return all
}
