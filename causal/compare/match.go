package compare

import (
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// match is the pairs of resources that correspond if two events do.
type match struct {
	resources [][2]int // by index, left and right
	alike     int      // how much of what follows from them is the same
}

// match returns what would correspond if two events did, or nil if they cannot.
func (c *comparer) match(e, f causal.Event) *match {
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

// matchAll matches the resources that two events use: first the pairs that correspond already.
func (c *comparer) matchAll(m *match, left, right []trace.ResourceID) bool {
	if len(left) != len(right) {
		return false
	}
	open := make([]int, len(right))
	for k, id := range right {
		open[k] = c.right.Index(id)
	}
	var free []int
	for _, id := range left {
		x := c.left.Index(id)
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
	return c.matchFree(m, free, open)
}

// matchFree pairs resources of the left run with open resources of the right.
func (c *comparer) matchFree(m *match, free, open []int) bool {
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

// choose returns the index in open of the resource of the right run that is most like a resource of
// the left, and may correspond to it; -1 for none.
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
		k := slices.IndexFunc(theirs, func(f causal.Event) bool { return c.right.history[f] == c.left.history[e] })
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
	if a.Producer == causal.Outside || b.Producer == causal.Outside {
		return a.Producer == b.Producer
	}
	return c.Events[a.Producer] == b.Producer
}
