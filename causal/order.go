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
