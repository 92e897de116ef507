package explore

import (
	"cmp"
	"iter"
	"slices"
)

// Where states have few choices the ways to neighbours may part near the start, and be
// thousands of steps long, though the states are much alike. So that it does not take
// thousands of steps to go from one to the other, what a stretch of a way changes
// altogether is kept, once a walk has come along all of it: stretches of stride levels,
// of stride such stretches, and so on. They end at depths that are multiples of their
// lengths, so those who walk the same way use the same stretches. Where ways meet before
// that, as most do where there are many choices, nothing is kept.

// stride is of how many shorter stretches a longer one is made. A walk takes up to so many
// steps of each length; with a smaller stride there are more lengths to be kept.
const stride = 32

// hop is a stretch of the way from a state to the start: stride to the power of rank
// steps long, so with rank 0 it is a single one.
type hop struct {
	from State
	rank uint8
}

// leaps are the hops of more than one step that are kept.
type leaps struct {
	stride int
	index  map[hop]uint32
	all    []leap
	nets   []tally         // of all leaps, one after the other
	last   map[hop][]touch // of those of which somebody has asked
}

// leap is the end of a hop, with the changes on the way.
type leap struct {
	to  State
	end uint32 // of its net, which begins where that of the leap before it ends
}

// tally is how many more there are of a fact at the lower end of a stretch than at the
// upper one.
type tally struct {
	fact change
	more int32
}

func newLeaps(stride int) leaps {
	return leaps{stride: stride, index: make(map[hop]uint32), last: make(map[hop][]touch)}
}

// longest returns the rank of the longest hops that begin at a depth, which is not 0, and
// how many levels they lead up.
func (l *leaps) longest(depth int) (rank uint8, length int) {
	length = 1
	for depth%(length*l.stride) == 0 {
		rank++
		length *= l.stride
	}
	return rank, length
}

// net returns what changes on a leap, sorted by fact.
func (l *leaps) net(of uint32) []tally {
	if of == 0 {
		return l.nets[:l.all[0].end]
	}
	return l.nets[l.all[of-1].end:l.all[of].end]
}

// has reports whether a hop is a leap.
func (l *leaps) has(h hop) bool {
	_, kept := l.index[h]
	return kept
}

// keep makes a hop a leap, if it is none yet. Its parts are leaps already.
func (t *tree) keep(h hop, to State) {
	l := &t.leaps
	if l.has(h) {
		return
	}
	from := len(l.nets)
	for part := range t.parts(h) {
		l.nets = t.appendNet(l.nets, part)
	}
	l.nets = l.nets[:from+sum(l.nets[from:])]
	l.index[h] = uint32(len(l.all))
	l.all = append(l.all, leap{to, uint32(len(l.nets))})
}

// parts returns the shorter hops of which a hop is made, from its lower end on.
func (t *tree) parts(of hop) iter.Seq[hop] {
	return func(yield func(hop) bool) {
		part := hop{of.from, of.rank - 1}
		for i := 0; i < t.leaps.stride && yield(part); i++ {
			part.from = t.above(part)
		}
	}
}

// above returns where a hop leads.
func (t *tree) above(h hop) State {
	if h.rank == 0 {
		return t.nodes[h.from].parent
	}
	return t.leaps.all[t.leaps.index[h]].to
}

// appendNet appends what a hop changes. A single step may have a fact several times.
func (t *tree) appendNet(to []tally, of hop) []tally {
	if of.rank > 0 {
		return append(to, t.leaps.net(t.leaps.index[of])...)
	}
	for _, c := range t.of(of.from) {
		to = append(to, tally{c.fact(), c.more()})
	}
	return to
}

// sum adds up in place what there is of each fact, leaves out what cancels out, and returns
// how many are left.
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
