package causal

import "slices"

// Past returns every event causally before e, ascending.
func (g *Graph) Past(e Event) []Event { return g.reach(e, g.causes) }

// Future returns every event causally after e, ascending.
func (g *Graph) Future(e Event) []Event { return g.reach(e, g.effects) }

// Before reports whether a causally precedes b.
func (g *Graph) Before(a, b Event) bool {
	if a >= b {
		return false // causes fire first
	}
	seen := make(map[Event]bool)
	stack := []Event{b}
	for len(stack) > 0 {
		e := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, c := range g.causes[e] {
			if c == a {
				return true
			}
			if c > a && !seen[c] {
				seen[c] = true
				stack = append(stack, c)
			}
		}
	}
	return false
}

// Concurrent reports whether a and b are two events neither of which precedes
// the other.
func (g *Graph) Concurrent(a, b Event) bool {
	return a != b && !g.Before(a, b) && !g.Before(b, a)
}

// reach returns what can be reached from e along next, without e, ascending.
func (g *Graph) reach(e Event, next [][]Event) []Event {
	seen := make([]bool, g.Len())
	stack := []Event{e}
	for len(stack) > 0 {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, n := range next[top] {
			if !seen[n] {
				seen[n] = true
				stack = append(stack, n)
			}
		}
	}
	var out []Event
	for i, s := range seen {
		if s {
			out = append(out, Event(i))
		}
	}
	return out
}

// Way returns a shortest chain of events from a to b, each of which directly precedes
// the next; both stand in it. It is nil where a does not precede b.
func (g *Graph) Way(a, b Event) []Event {
	next := map[Event]Event{b: b} // on the way to b
	for queue := []Event{b}; len(queue) > 0; queue = queue[1:] {
		for _, c := range g.causes[queue[0]] {
			if _, seen := next[c]; seen || c < a {
				continue
			}
			next[c] = queue[0]
			if c == a {
				return chain(next, a, b)
			}
			queue = append(queue, c)
		}
	}
	return nil
}

func chain(next map[Event]Event, a, b Event) []Event {
	way := []Event{a}
	for e := a; e != b; {
		e = next[e]
		way = append(way, e)
	}
	return way
}

// Between returns the resource by which an event directly precedes another: one that
// it made and the other uses, or else one that it read and the other consumed. It is
// nil where it does not.
func (g *Graph) Between(a, b Event) *Resource {
	used := g.uses(b, true)
	if i := slices.IndexFunc(used, func(r *Resource) bool { return r.Producer == a }); i >= 0 {
		return used[i]
	}
	i := slices.IndexFunc(used, func(r *Resource) bool { return r.Consumer == b && slices.Contains(r.Readers, a) })
	if i < 0 {
		return nil
	}
	return used[i]
}

// Depths returns for each event the length of the longest chain of causes that
// ends in it; an event without causes has depth 0. Events of equal depth are
// concurrent.
func (g *Graph) Depths() []int {
	depths := make([]int, g.Len())
	for e, causes := range g.causes {
		for _, c := range causes {
			depths[e] = max(depths[e], depths[c]+1)
		}
	}
	return depths
}

// Layers returns the Foata normal form of the run: its events by depth, ascending in each
// layer. Each layer could happen at once, and all layers one after
// another are the run (Cartier and Foata, "Problèmes combinatoires de commutation
// et réarrangements", 1969; Diekert and Rozenberg, "The Book of Traces", section
// 2.3). Their number is the depth of the run.
func (g *Graph) Layers() [][]Event {
	var layers [][]Event
	for e, depth := range g.Depths() {
		if depth == len(layers) {
			layers = append(layers, nil)
		}
		layers[depth] = append(layers[depth], Event(e))
	}
	return layers
}

// CriticalPath returns a longest chain of events each of which directly precedes
// the next: what the run cannot be shorter than, however much of it happens at
// once. Of equals it takes the events that fired first, from the end backwards.
func (g *Graph) CriticalPath() []Event {
	if g.Len() == 0 {
		return nil
	}
	depths := g.Depths()
	path := []Event{Event(slices.Index(depths, slices.Max(depths)))}
	for {
		last := path[len(path)-1]
		i := slices.IndexFunc(g.causes[last], func(c Event) bool { return depths[c] == depths[last]-1 })
		if i < 0 {
			slices.Reverse(path)
			return path
		}
		path = append(path, g.causes[last][i])
	}
}

// Reduction returns the direct causes of each event without the causes that follow from others: the
// transitive reduction of the causal order, which is the same order with the fewest arrows (Aho,
// Garey and Ullman, "The transitive reduction of a directed graph", SIAM Journal on Computing 1,
// 1972).
//
// For each event with several causes it visits the events between the first and the last of them,
// so it suits graphs of a size to draw; unless causes lie far apart it is near-linear.
func (g *Graph) Reduction() [][]Event {
	out := make([][]Event, g.Len())
	implied := make([]Event, g.Len()) // the last event + 1 that implies it anew
	for e := range out {
		out[e] = g.reduce(Event(e), implied)
	}
	return out
}

// reduce returns the causes of e that precede no other cause of e.
func (g *Graph) reduce(e Event, implied []Event) []Event {
	causes := g.causes[e]
	if len(causes) < 2 {
		return causes
	}
	var kept, stack []Event
	for _, c := range slices.Backward(causes) {
		if implied[c] == e+1 {
			continue
		}
		kept = append(kept, c)
		stack = append(stack, c)
		for len(stack) > 0 {
			top := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			for _, before := range g.causes[top] {
				if before >= causes[0] && implied[before] != e+1 {
					implied[before] = e + 1
					stack = append(stack, before)
				}
			}
		}
	}
	slices.Reverse(kept)
	return kept
}
