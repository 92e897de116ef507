package causal

import "slices"

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

// Layers returns the Foata normal form of the run: its events by depth, those of
// a layer ascending. Each layer could happen at once, and all layers one after
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

// Reduction returns the direct causes of each event without those that follow from others: the
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
