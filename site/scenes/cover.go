package scenes

import "slices"

// A cover is a number of paths that together pass through every scene: a flow in a network in which
// each scene has a gate in and a gate out with an arc between them, each way leads from a gate out
// to a gate in, and a source leads to the gates in of scenes without a way in, just as gates out of
// endings lead to a sink. Every arc between the gates of a scene carries at least one path.
//
// It begins with paths that are taken greedily. The cover can do with one path less if and only if
// the residual network has a path from source to sink. Such a path may pass arcs with more flow
// than they need, and, against their direction, any arcs, which then carry one path more (there is
// no upper bound). If there is no such path, take the scenes with a gate in that can be reached and
// a gate out that cannot. They are a cut: each carries a single path, no path passes two of them,
// and every path passes one. So there are as many paths as such scenes, and fewer paths cannot pass
// all of them. Each round finds paths that do not meet, in time linear in scenes and ways; a few
// rounds do.
//
// Any path can be extended to begin at a first scene and end at an ending, without adding a path.
// So the flow may start and end in any scene, and the paths are extended once it is minimal.
type cover struct {
	*ways
	carries [][]int // paths along each of ways.next
	passes  []int   // paths through each scene
	starts  []int   // paths that begin in each
	ends    []int   // paths that end in each
	arcs    [][]int // by ways.prev: where that way stands in ways.next
	reached []bool  // by gate
	via     []step  // by gate: how the search came there
}

// A gate is 2i for the one into scene i, and 2i+1 for the one out of it.
type gate = int

// A step of the search comes from a gate, along or against the way that is the arc-th of
// the scene with the gate out; [inside] is the arc between a scene's gates.
type step struct {
	from gate
	arc  int
}

const (
	inside = -1
	source = -2
)

func newCover(w *ways) *cover {
	n := len(w.next)
	c := &cover{
		ways: w, carries: make([][]int, n), passes: make([]int, n), starts: make([]int, n), ends: make([]int, n),
		arcs: make([][]int, n), reached: make([]bool, 2*n), via: make([]step, 2*n),
	}
	for i, next := range w.next {
		c.carries[i] = make([]int, len(next))
		for arc, to := range next {
			c.arcs[to] = append(c.arcs[to], arc)
		}
	}
	for i := range n {
		c.enter(i)
	}
	for c.reduce() {
	}
	return c
}

// enter leads a path through a scene: the one that ended in the latest of those that
// lead there, or a new one.
func (c *cover) enter(i int) {
	c.passes[i], c.ends[i] = 1, 1
	for k, from := range slices.Backward(c.prev[i]) {
		if c.ends[from] > 0 {
			c.ends[from]--
			c.carries[from][c.arcs[i][k]]++
			return
		}
	}
	c.starts[i]++
}

// reduce takes paths away that others can take the place of, and reports whether there
// were any.
func (c *cover) reduce() bool {
	clear(c.reached)
	less := false
	for i := range c.passes {
		if c.starts[i] == 0 || c.reached[2*i] {
			continue
		}
		if last, ok := c.search(2 * i); ok {
			c.lead(last)
			less = true
		}
	}
	return less
}

// search looks for a way from the source by a gate in to the sink, and returns the last
// gate. It does not come to gates that were reached before: from there no way led on, or
// one that has just been taken.
func (c *cover) search(start gate) (last gate, ok bool) {
	c.reached[start], c.via[start] = true, step{arc: source}
	for stack := []gate{start}; len(stack) > 0; {
		g := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if g%2 == 1 && c.ends[g/2] > 0 {
			return g, true
		}
		for to, arc := range c.around(g) {
			if !c.reached[to] {
				c.reached[to], c.via[to] = true, step{g, arc}
				stack = append(stack, to)
			}
		}
	}
	return 0, false
}

// around yields the gates next to one in the residual network.
func (c *cover) around(g gate) func(yield func(to gate, arc int) bool) {
	i := g / 2
	return func(yield func(gate, int) bool) {
		if g%2 == 0 {
			for k, from := range c.prev[i] {
				if !yield(2*from+1, c.arcs[i][k]) {
					return
				}
			}
			if c.passes[i] > 1 {
				yield(2*i+1, inside)
			}
			return
		}
		if !yield(2*i, inside) {
			return
		}
		for arc, to := range c.next[i] {
			if c.carries[i][arc] > 0 && !yield(2*to, arc) {
				return
			}
		}
	}
}

// lead takes a path away along the way that was found to a gate.
func (c *cover) lead(g gate) {
	c.ends[g/2]--
	for {
		v := c.via[g]
		switch {
		case v.arc == source:
			c.starts[g/2]--
			return
		case v.arc == inside && g%2 == 1:
			c.passes[g/2]--
		case v.arc == inside:
			c.passes[g/2]++
		case g%2 == 0: // along the way
			c.carries[v.from/2][v.arc]--
		default:
			c.carries[g/2][v.arc]++
		}
		g = v.from
	}
}

// readings takes the flow apart, and makes its paths longer.
func (c *cover) readings(p *Performance) []Reading {
	var out []Reading
	for i := range p.Scenes {
		for ; c.starts[i] > 0; c.starts[i]-- {
			out = append(out, c.reading(p, i))
		}
	}
	slices.SortStableFunc(out, func(a, b Reading) int { return a[0].Number - b[0].Number })
	return out
}

// reading takes a path out of the flow that begins in a scene.
func (c *cover) reading(p *Performance, first int) Reading {
	path := []int{first}
	for i := first; len(c.prev[i]) > 0; path = append(path, i) {
		i = c.prev[i][len(c.prev[i])-1]
	}
	slices.Reverse(path)
	for i := first; ; {
		arc := slices.IndexFunc(c.carries[i], func(n int) bool { return n > 0 })
		if arc < 0 {
			break
		}
		c.carries[i][arc]--
		i = c.next[i][arc]
		path = append(path, i)
	}
	for i := path[len(path)-1]; len(c.next[i]) > 0; path = append(path, i) {
		i = c.next[i][0]
	}
	reading := make(Reading, len(path))
	for k, i := range path {
		reading[k] = p.Scenes[i]
	}
	return reading
}
