package temporal

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/explore"
)

// partition divides states of a graph into sets.
type partition struct {
	*Graph
	set  []uint32 // by state, the number of its set; 0 for none
	sets uint32   // the greatest number of a set
	// Of Tarjan's algorithm:
	index []uint32        // by state, when it was come to, from 1; 0 before
	count uint32          // how many states were come to
	stack []visit         // the depth-first search
	open  []explore.State // states that were come to, and have no component yet
}

// visit is a state on the stack.
type visit struct {
	state explore.State
	next  int    // the index of the transition to look at
	low   uint32 // the least index of an open state that the state is known to lead to
}

func newPartition(g *Graph) *partition {
	return &partition{Graph: g, set: make([]uint32, g.Len()), index: make([]uint32, g.Len())}
}

// unite puts states, which leave the sets that they are in, into a new set, and returns its number.
func (p *partition) unite(states []explore.State) uint32 {
	p.sets++
	for _, s := range states {
		p.set[s] = p.sets
	}
	return p.sets
}

// components divides states into strongly connected components, as if there were no others: each becomes a
// set. It returns them, each in ascending order, and after those to which it leads.
func (p *partition) components(states []explore.State) (found [][]explore.State) {
	whole := p.unite(states)
	p.count = 0
	for _, s := range states {
		p.index[s] = 0
	}
	for _, s := range states {
		if p.index[s] == 0 {
			found = p.search(s, whole, found)
		}
	}
	return found
}

// search visits the states of a set that a state leads to, depth first, and appends their components.
func (p *partition) search(from explore.State, whole uint32, found [][]explore.State) [][]explore.State {
	p.push(from)
	for len(p.stack) > 0 {
		at := &p.stack[len(p.stack)-1]
		next := p.next(at.state)
		if at.next == len(next) {
			if states := p.pop(); states != nil {
				p.unite(states)
				found = append(found, states)
			}
			continue
		}
		to := next[at.next]
		at.next++
		switch {
		case p.set[to] != whole: // it is none of the states, or has a component
		case p.index[to] == 0:
			p.push(to)
		default:
			at.low = min(at.low, p.index[to])
		}
	}
	return found
}

func (p *partition) push(s explore.State) {
	p.count++
	p.index[s] = p.count
	p.open = append(p.open, s)
	p.stack = append(p.stack, visit{state: s, low: p.count})
}

// pop takes the last state off the stack. If it leads to no open state that was come to earlier, it and the
// open states after it are a component, which is returned.
func (p *partition) pop() []explore.State {
	at := p.stack[len(p.stack)-1]
	p.stack = p.stack[:len(p.stack)-1]
	if at.low < p.index[at.state] {
		above := &p.stack[len(p.stack)-1]
		above.low = min(above.low, at.low)
		return nil
	}
	from := len(p.open) - 1
	for p.open[from] != at.state {
		from--
	}
	states := slices.Clone(p.open[from:])
	p.open = p.open[:from]
	slices.Sort(states)
	return states
}

// inside reports whether a transition from a state leads to its own set.
func (p *partition) inside(s explore.State) bool {
	return slices.ContainsFunc(p.next(s), func(to explore.State) bool { return p.set[to] == p.set[s] })
}

// outside reports whether a transition from a state leads out of its set.
func (p *partition) outside(s explore.State) bool {
	return slices.ContainsFunc(p.next(s), func(to explore.State) bool { return p.set[to] != p.set[s] })
}

// endComponents divides states, of which all transitions are known, into maximal end components: each
// becomes a set, and states of none are in no set. It returns them, each in ascending order.
func (p *partition) endComponents(states []explore.State) (found [][]explore.State) {
	back := p.reversed()
	whole := p.unite(states)
	for todo := p.components(p.prune(back, states, whole)); len(todo) > 0; {
		part := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		switch left := p.prune(back, part, p.set[part[0]]); {
		case len(left) == 0:
		case len(left) == len(part):
			found = append(found, part)
		default:
			todo = append(todo, p.components(left)...)
		}
	}
	return found
}

// prune takes states out of a set until a run can be kept in it at each: there is a transition within
// the set, and chance has none out of it. It returns the states that are left, in ascending order.
func (p *partition) prune(back *Graph, states []explore.State, set uint32) []explore.State {
	var gone []explore.State
	check := func(s explore.State) {
		if p.set[s] == set && (!p.inside(s) || !p.Player[s] && p.outside(s)) {
			p.set[s] = 0
			gone = append(gone, s)
		}
	}
	for _, s := range states {
		check(s)
	}
	for len(gone) > 0 {
		s := gone[len(gone)-1]
		gone = gone[:len(gone)-1]
		for _, from := range back.next(s) {
			check(from)
		}
	}
	return slices.DeleteFunc(slices.Clone(states), func(s explore.State) bool { return p.set[s] != set })
}
