package explore

import (
	"cmp"
	"iter"
	"slices"
)

// In state spaces with few choices, the paths to two similar states may have only the start in
// common, and be thousands of steps long. A walk between such states skips: the net change of a
// stretch of a path is cached once a walk has passed all of it. Stretches are stride levels long,
// stride such stretches, and so on, as in a skip list. They end at depths that are multiples of
// their lengths, so that walks along the same path share them. Nothing is cached for paths that
// meet earlier, as most do in spaces with many choices.

// stride is the number of shorter stretches in a longer one. A walk takes up to stride steps of each
// length; a smaller stride needs more lengths.
const stride = 32

// hop is a stretch of the path from a state to the start, of stride to the power of rank steps.
type hop struct {
	from State
	rank uint8
}

// leaps are the cached hops of more than one step.
type leaps struct {
	stride int
	index  map[hop]uint32
	all    []leap
	nets   []tally         // net changes of all leaps, one after the other
	last   map[hop][]touch // touches of leaps, as far as they were computed
}

// leap is the end of a hop, with the changes on the way.
type leap struct {
	to  State
	end uint32 // end of its net, which begins at the end of the previous leap's
}

// tally is the number of copies of a fact at the lower end of a stretch, minus those at the upper end.
type tally struct {
	fact change
	more int32
}

// longest returns the rank and the length of the longest hops that begin at a depth other than 0.
func (l *leaps) longest(depth int) (rank uint8, length int) {
	length = 1
	for depth%(length*l.stride) == 0 {
		rank++
		length *= l.stride
	}
	return rank, length
}

// net returns the net change of a leap, sorted by fact.
func (l *leaps) net(of uint32) []tally {
	if of == 0 {
		return l.nets[:l.all[0].end]
	}
	return l.nets[l.all[of-1].end:l.all[of].end]
}

// has reports whether a hop is cached.
func (l *leaps) has(h hop) bool {
	_, kept := l.index[h]
	return kept
}

// keep caches a hop. Its parts are cached already.
func (t *tree) keep(h hop, to State) {
	l := &t.leaps
	if l.has(h) {
		return
	}
	from := len(l.nets)
	for part := range t.parts(h) {
		if part.rank > 0 {
			l.nets = append(l.nets, l.net(l.index[part])...)
			continue
		}
		for _, c := range t.of(part.from) { // a fact may occur several times in a single step
			l.nets = append(l.nets, tally{c.fact(), c.more()})
		}
	}
	l.nets = l.nets[:from+sum(l.nets[from:])]
	l.index[h] = uint32(len(l.all))
	l.all = append(l.all, leap{to, uint32(len(l.nets))})
}

// parts returns the shorter hops that make up a hop, from its lower end up.
func (t *tree) parts(of hop) iter.Seq[hop] {
	return func(yield func(hop) bool) {
		part := hop{of.from, of.rank - 1}
		for i := 0; i < t.leaps.stride && yield(part); i++ {
			if part.rank == 0 {
				part.from = t.nodes[part.from].parent
			} else {
				part.from = t.leaps.all[t.leaps.index[part]].to
			}
		}
	}
}

// sum adds up tallies of the same fact in place, drops those that cancel out, and returns the number of
// the others.
func sum(all []tally) int {
	slices.SortFunc(all, func(a, b tally) int { return cmp.Compare(a.fact, b.fact) })
	sums := all[:0]
	for _, a := range all {
		if n := len(sums); n > 0 && sums[n-1].fact == a.fact {
			sums[n-1].more += a.more
		} else {
			sums = append(sums, a)
		}
	}
	return len(slices.DeleteFunc(sums, func(a tally) bool { return a.more == 0 }))
}

// climb is a walk from two states of the same depth up to their nearest common ancestor. It adds the
// changes on the path to one of them, and subtracts those on the path to the other.
type climb struct {
	*walker
	from, to State // current positions on the two paths
}

// up climbs along hops of a rank, and reports whether the paths have not met by their ends. Then it
// caches the hops.
func (c *climb) up(rank uint8) bool {
	if rank == 0 { // a level: from the younger state first, so that the walk passes states in descending order
		if c.from > c.to {
			c.from = c.pass(c.from, -1)
			c.to = c.pass(c.to, 1)
		} else {
			c.to = c.pass(c.to, 1)
			c.from = c.pass(c.from, -1)
		}
		return c.from != c.to
	}
	from, to := hop{c.from, rank}, hop{c.to, rank}
	if c.leaps.has(from) && c.leaps.has(to) {
		return c.leap(from, to)
	}
	for range c.leaps.stride {
		if !c.up(rank - 1) {
			return false
		}
	}
	c.keep(from, c.from)
	c.keep(to, c.to)
	return true
}

// leap climbs by cached hops. If the paths meet below their ends, the changes above cancel out.
func (c *climb) leap(from, to hop) bool {
	c.from = c.skip(from, -1)
	c.to = c.skip(to, 1)
	return c.from != c.to
}
