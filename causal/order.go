package causal

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
