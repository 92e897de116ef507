package causal

import (
	"math/bits"
	"slices"
)

// Precedence relates the events of one kind, such as the firings of a rule, to the events of
// another. An event may be of both.
type Precedence struct {
	Left, Right []Event // ascending
	// Led follows what events made and others used, as [Graph.Why] does without the marks of
	// stages. Order follows the whole causal order: an event may have had to come first only
	// because it read what was used up later.
	Led, Order Between
	// Pairs is nil where there are too many to be counted.
	Pairs *Pairs
}

// Between counts the events of each kind that have an event of the other before or after them.
type Between struct {
	LeftBeforeRight int // events on the left with one on the right after them
	RightAfterLeft  int // events on the right with one on the left before them
	RightBeforeLeft int // events on the right with one on the left after them
	LeftAfterRight  int // events on the left with one on the right before them
}

// Pairs counts pairs of two events, one of each kind.
type Pairs struct {
	All        int `json:"all"`
	LeftFirst  int `json:"leftFirst"`  // the left event had to come first
	RightFirst int `json:"rightFirst"` // the right event had to come first
	Either     int `json:"either"`     // both are of both kinds, and one had to come first
	Concurrent int `json:"concurrent"`
}

// mostPaired bounds the causes that are looked at to count pairs.
const mostPaired = 4_000_000_000

// Precedence compares two kinds of events, which are ascending. Whether there is an event of a kind
// before or after takes one pass over the run each; pairs take one for each 256 events of the
// kind that has fewer, up to where all that follows comes after all of these.
func (g *Graph) Precedence(left, right []Event) *Precedence {
	k := &Precedence{Left: left, Right: right}
	isLeft, isRight := g.among(left), g.among(right)
	k.Led = g.between(isLeft, isRight, func(e Event) []Event { return g.makers(e, false) })
	k.Order = g.between(isLeft, isRight, g.Causes)
	both := slices.DeleteFunc(slices.Clone(left), func(e Event) bool { return !isRight[e] })
	budget := mostPaired
	leftFirst, rightFirst := g.pairs(left, right, &budget), g.pairs(right, left, &budget)
	either := g.pairs(both, both, &budget)
	if budget < 0 {
		return k
	}
	n := len(both)
	p := &Pairs{
		All:       len(left)*len(right) - n - n*(n-1)/2,
		LeftFirst: leftFirst - either, RightFirst: rightFirst - either, Either: either,
	}
	p.Concurrent = p.All - p.LeftFirst - p.RightFirst - p.Either
	k.Pairs = p
	return k
}

// among returns for each event whether it is in a list.
func (g *Graph) among(events []Event) []bool {
	is := make([]bool, g.Len())
	for _, e := range events {
		is[e] = true
	}
	return is
}

// between counts events with others before or after them, along direct causes.
func (g *Graph) between(isLeft, isRight []bool, causes func(Event) []Event) (b Between) {
	const leftBefore, rightBefore, leftAfter, rightAfter = 1, 2, 4, 8
	near := make([]uint8, g.Len()) // by event: flags of the events before and after it
	own := func(e Event, left, right uint8) (kinds uint8) {
		if isLeft[e] {
			kinds |= left
		}
		if isRight[e] {
			kinds |= right
		}
		return kinds
	}
	for e := range Event(g.Len()) {
		for _, c := range causes(e) {
			near[e] |= near[c] | own(c, leftBefore, rightBefore)
		}
	}
	for e := Event(g.Len() - 1); e >= 0; e-- {
		after := near[e]&(leftAfter|rightAfter) | own(e, leftAfter, rightAfter)
		for _, c := range causes(e) {
			near[c] |= after
		}
	}
	for e, n := range near {
		if isLeft[e] && n&rightAfter != 0 {
			b.LeftBeforeRight++
		}
		if isRight[e] && n&leftBefore != 0 {
			b.RightAfterLeft++
		}
		if isRight[e] && n&leftAfter != 0 {
			b.RightBeforeLeft++
		}
		if isLeft[e] && n&rightBefore != 0 {
			b.LeftAfterRight++
		}
	}
	return b
}

// pairs counts the pairs of an event and a later event that it precedes. It spends a budget of
// causes to look at; the count is wrong once that is negative.
func (g *Graph) pairs(first, then []Event, budget *int) int {
	if len(first) == 0 || len(then) == 0 {
		return 0
	}
	w := wave{causes: g.causes, sources: first, is: g.among(then), budget: budget}
	if len(then) < len(first) { // the other way round, in the graph with its arrows and order reversed
		n := g.Len()
		causes := make([][]Event, n)
		for e, effects := range g.effects {
			causes[n-1-e] = mirrored(effects, n)
		}
		w = wave{causes: causes, sources: mirrored(then, n), is: g.among(mirrored(first, n)), budget: budget}
	}
	return w.count()
}

// mirrored returns events as they are numbered from the end, ascending.
func mirrored(events []Event, n int) []Event {
	out := make([]Event, len(events))
	for i, e := range events {
		out[len(events)-1-i] = Event(n-1) - e
	}
	return out
}

// wave counts pairs of a source and an event that it precedes. It follows a block of sources at a time,
// a bit for each. Its slices are by event.
type wave struct {
	causes  [][]Event
	sources []Event // ascending
	is      []bool  // whether the event counts
	budget  *int

	reached  []block // sources of the block that precede the event or are it, unless it is full
	full     []bool  // all sources of the block precede the event or are it
	last     []Event // last event that it directly precedes; 0 for none
	crossing []int   // number of earlier events that directly precede it or a later event
	after    []int   // number of later events that count
	root     Event   // the last event without a cause
}

// block is a set of sources.
type block [4]uint64

const blockSize = 4 * 64

func (b *block) add(c *block) {
	for i := range b {
		b[i] |= c[i]
	}
}

func (b *block) len() (n int) {
	for _, word := range b {
		n += bits.OnesCount64(word)
	}
	return n
}

func (w *wave) count() (pairs int) {
	w.prepare()
	for sources := range slices.Chunk(w.sources, blockSize) {
		if pairs += w.follow(sources); *w.budget < 0 {
			break
		}
	}
	return pairs
}

// prepare computes the state that all blocks share.
func (w *wave) prepare() {
	n := len(w.causes)
	w.reached, w.full = make([]block, n), make([]bool, n)
	w.last, w.crossing, w.after = make([]Event, n), make([]int, n), make([]int, n)
	for e, causes := range w.causes {
		if len(causes) == 0 {
			w.root = Event(e)
		}
		for _, c := range causes {
			w.last[c] = Event(e)
		}
	}
	open := 0
	for e, causes := range w.causes {
		w.crossing[e] = open
		for _, c := range causes {
			if w.last[c] == Event(e) {
				open--
			}
		}
		if w.last[e] > 0 {
			open++
		}
	}
	for e := n - 2; e >= 0; e-- {
		w.after[e] = w.after[e+1]
		if w.is[e+1] {
			w.after[e]++
		}
	}
}

// follow counts the pairs with a block of sources. An event comes after all sources if one of its
// causes does, so follow ends where every later event has such a cause.
func (w *wave) follow(sources []Event) (pairs int) {
	var all block
	for i := range sources {
		all[i/64] |= 1 << (i % 64)
	}
	first, passed := sources[0], 0
	clear(w.full[first:])
	open := w.crossing[first] // events that do not come after all sources and precede a later one
	for e := first; int(e) < len(w.causes) && *w.budget >= 0; e++ {
		causes := w.causes[e]
		*w.budget -= 1 + len(causes)
		full := false
		for _, c := range causes {
			if c >= first && w.full[c] {
				full = true
			} else if w.last[c] == e {
				open--
			}
		}
		if full {
			w.full[e] = true
			if w.is[e] {
				pairs += len(sources)
			}
		} else {
			here := w.before(causes, first)
			if w.is[e] {
				pairs += here.len()
			}
			if passed < len(sources) && sources[passed] == e {
				here[passed/64] |= 1 << (passed % 64)
				passed++
			}
			w.reached[e], w.full[e] = here, here == all
			if here != all && w.last[e] > 0 {
				open++
			}
		}
		if open == 0 && passed == len(sources) && e >= w.root {
			return pairs + len(sources)*w.after[e]
		}
	}
	return pairs
}

// before returns the sources that come before an event with these causes.
func (w *wave) before(causes []Event, first Event) (here block) {
	for _, c := range causes {
		if c >= first {
			here.add(&w.reached[c])
		}
	}
	return here
}
