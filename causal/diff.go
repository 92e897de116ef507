package causal

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Diff is how two runs lie to each other: the part that they have in common from the
// start on, whatever the order of concurrent steps and whatever ids they gave, and
// what only one of them has.
//
// The common part is a correspondence of events and resources that keeps rules,
// arguments, facts and arrows, and in which whatever made what an event uses
// corresponds, too. So it is a common prefix in the sense of event structures
// (Winskel, "Event structures", 1986), but by what events owe to each other: a link
// that waited for other steps in one run than in the other is common still. Who made a
// permanent fact does not matter, only that somebody had in both.
//
// It is found from the start on, step by step; of equal resources those correspond to
// which the same happens later, or as much of that as can be. Where that does not tell,
// another choice might have more in common.
type Diff struct {
	Left, Right *Graph
	// Events and Resources say what corresponds in the right run, by event and by
	// index of the resource of the left one; [Outside] and -1 for nothing.
	Events    []Event
	Resources []int
	// OnlyLeft and OnlyRight are the events that only one of them has, ascending.
	OnlyLeft, OnlyRight []Event
	// Same says that the runs are the same but for the order of concurrent steps,
	// and for ids.
	Same bool
}

// Compare lays two runs beside each other. It costs time near-linear in their events
// and arrows, but where many events that correspond in nothing else are alike.
func Compare(left, right *Graph) *Diff {
	c := &comparer{
		left: newRunOf(left), right: newRunOf(right),
		Diff: &Diff{Left: left, Right: right, Events: make([]Event, left.Len()), Resources: make([]int, len(left.Resources))},
	}
	for e := range c.Events {
		c.Events[e] = Outside
	}
	for i := range c.Resources {
		c.Resources[i] = -1
	}
	c.candidates()
	for again := true; again; { // makers of permanent facts may come late
		again = false
		for e := range Event(left.Len()) {
			if c.Events[e] == Outside && c.pair(e) {
				again = true
			}
		}
	}
	c.pairRest()
	c.conclude()
	return c.Diff
}

// runOf is a run with what is looked up in it while it is compared.
type runOf struct {
	*Graph
	history []uint64 // by event: what it did and all that led to it, up to equal resources
	pasts   []uint64 // by index of the resource: the same of its maker, and the fact
	later   []uint64 // by index of the resource: all that it has to do with, what is to come included
	futures []uint64 // by event: the same
	partner []int    // by index of the resource, -1 for none
	paired  []bool   // by event
}

func newRunOf(g *Graph) *runOf {
	r := &runOf{
		Graph: g, history: make([]uint64, g.Len()), pasts: make([]uint64, len(g.Resources)),
		later: make([]uint64, len(g.Resources)), partner: make([]int, len(g.Resources)),
		futures: make([]uint64, g.Len()), paired: make([]bool, g.Len()),
	}
	b := g.net()
	colours, _ := newNet(b.labels, b.arcs).refine()
	for i := range g.Resources {
		r.partner[i] = -1
		if g.Resources[i].Persistent {
			r.pasts[i] = b.digest[i]
			continue
		}
		r.later[i] = colours[b.node[i]]
		if g.Resources[i].Producer == Outside {
			r.pasts[i] = b.digest[i]
		}
	}
	for e := range Event(g.Len()) {
		r.history[e] = r.digest(e, b)
		r.futures[e] = colours[b.events[e]]
	}
	return r
}

// digest returns a number that depends on what an event did and on all that led to
// it, but not on which of several equal resources it took.
func (r *runOf) digest(e Event, b *netBuilder) uint64 {
	s := r.Step(e)
	sum := mix(digestTerm(trace.Term{Head: s.Rule, Args: s.Args}), digestFacts(s.Proves))
	for kind, ids := range [][]trace.ResourceID{s.Consumes, s.Reads} {
		var used uint64
		for _, id := range ids {
			used += mix(r.pasts[r.resources.of(id)], uint64(kind))
		}
		sum = mix(sum, used)
	}
	for _, id := range s.Produces {
		if i := r.resources.of(id); !r.Resources[i].Persistent {
			r.pasts[i] = mix(sum, b.digest[i])
		}
	}
	return sum
}

// comparer compares two runs.
type comparer struct {
	*Diff
	left, right *runOf
	alike       map[uint64][]Event // the right run's events that are left, by their histories
}

func (c *comparer) candidates() {
	c.alike = make(map[uint64][]Event, c.right.Len())
	for e, h := range c.right.history {
		c.alike[h] = append(c.alike[h], Event(e))
	}
}

// pair finds the event of the right run that corresponds to one of the left.
func (c *comparer) pair(e Event) bool {
	list := c.alike[c.left.history[e]]
	var best *match
	at := -1
	for k, f := range list {
		m := c.match(e, f)
		if m != nil && (best == nil || m.alike > best.alike) {
			best, at = m, k
		}
		if m != nil && m.alike == (len(m.resources)+1)*sameFuture {
			break
		}
	}
	if best == nil {
		return false
	}
	f := list[at]
	c.Events[e], c.right.paired[f], c.left.paired[e] = f, true, true
	for _, r := range best.resources {
		c.left.partner[r[0]], c.right.partner[r[1]] = r[1], r[0]
	}
	list[at] = list[0] // the order does not matter
	c.alike[c.left.history[e]] = list[1:]
	return true
}

// match is what would correspond if two events did.
type match struct {
	resources [][2]int // by index, left and right
	alike     int      // how much of what follows from them is the same
}

// match returns what would correspond if two events did, or nil if they cannot.
func (c *comparer) match(e, f Event) *match {
	m := &match{}
	if c.left.futures[e] == c.right.futures[f] {
		m.alike = sameFuture
	}
	left, right := c.left.Step(e), c.right.Step(f)
	if !c.matchAll(m, left.Consumes, right.Consumes) || !c.matchAll(m, left.Reads, right.Reads) {
		return nil
	}
	return m
}

// matchAll lets resources correspond: first those that do already.
func (c *comparer) matchAll(m *match, left, right []trace.ResourceID) bool {
	if len(left) != len(right) {
		return false
	}
	open := make([]int, len(right))
	for k, id := range right {
		open[k] = c.right.resources.of(id)
	}
	var free []int
	for _, id := range left {
		x := c.left.resources.of(id)
		if !c.left.Resources[x].Persistent && c.left.partner[x] < 0 {
			free = append(free, x)
			continue
		}
		k := slices.IndexFunc(open, func(y int) bool { return c.correspond(x, y) })
		if k < 0 {
			return false
		}
		open = slices.Delete(open, k, k+1)
	}
	for _, x := range free {
		k := c.choose(x, open)
		if k < 0 {
			return false
		}
		m.resources = append(m.resources, [2]int{x, open[k]})
		m.alike += c.alikeness(x, open[k])
		open = slices.Delete(open, k, k+1)
	}
	return true
}

// correspond reports whether two resources correspond already: permanent ones of one
// fact do once both have been made by something in the common part.
func (c *comparer) correspond(x, y int) bool {
	if !c.left.Resources[x].Persistent {
		return c.left.partner[x] == y
	}
	return c.right.Resources[y].Persistent && c.left.pasts[x] == c.right.pasts[y] && c.left.common(x) && c.right.common(y)
}

// common reports whether the maker of a resource is in the common part.
func (r *runOf) common(x int) bool {
	p := r.Resources[x].Producer
	return p == Outside || r.paired[p]
}

// choose returns which of some resources of the right run may correspond to one of
// the left; -1 for none.
func (c *comparer) choose(x int, open []int) int {
	best, most := -1, -1
	for k, y := range open {
		if c.right.partner[y] >= 0 || !c.equal(x, y) {
			continue
		}
		if n := c.alikeness(x, y); n > most {
			best, most = k, n
		}
		if most == sameFuture {
			break
		}
	}
	return best
}

const (
	// sameFuture is how alike two resources are to which the same happens.
	sameFuture = 1000
	// mostUsers bounds how many users of a resource are looked at.
	mostUsers = 64
)

// alikeness returns how much of what happens to two resources later is the same: in
// all that follows, or else in how many of the events that use them.
func (c *comparer) alikeness(x, y int) int {
	if c.left.later[x] == c.right.later[y] {
		return sameFuture
	}
	n := 0
	theirs := c.right.Resources[y].Users()
	theirs = slices.Clone(theirs[:min(len(theirs), mostUsers)])
	ours := c.left.Resources[x].Users()
	for _, e := range ours[:min(len(ours), mostUsers)] {
		k := slices.IndexFunc(theirs, func(f Event) bool { return c.right.history[f] == c.left.history[e] })
		if k >= 0 {
			theirs = slices.Delete(theirs, k, k+1)
			n++
		}
	}
	return n
}

// equal reports whether two linear resources are of one fact and made by events that
// correspond.
func (c *comparer) equal(x, y int) bool {
	a, b := &c.left.Resources[x], &c.right.Resources[y]
	if a.Persistent || b.Persistent || c.left.pasts[x] != c.right.pasts[y] {
		return false
	}
	if a.Producer == Outside || b.Producer == Outside {
		return a.Producer == b.Producer
	}
	return c.Events[a.Producer] == b.Producer
}
