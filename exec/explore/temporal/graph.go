package temporal

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/explore"
)

// Graph is a graph of states in compressed rows: the transitions of state s, of which 0 is the start, lead
// to To[First[s]:First[s+1]].
type Graph struct {
	First []int
	To    []explore.State
	// Player says for each state whether the player chooses the next transition; otherwise chance does.
	Player []bool
	// Looked is the number of states, the first ones, of which all transitions are known.
	Looked int
}

// NewGraph returns the graph of some transitions between as many states as player has.
func NewGraph(edges []explore.Edge, player []bool, looked int) *Graph {
	return newGraph(player, looked, func(yield func(from, to explore.State)) {
		for _, e := range edges {
			yield(e.From, e.To)
		}
	})
}

// newGraph returns the graph of the transitions that each yields, twice.
func newGraph(player []bool, looked int, each func(yield func(from, to explore.State))) *Graph {
	g := &Graph{First: make([]int, len(player)+1), Player: player, Looked: looked}
	each(func(from, _ explore.State) { g.First[from+1]++ })
	for s := range player {
		g.First[s+1] += g.First[s]
	}
	at := slices.Clone(g.First)
	g.To = make([]explore.State, at[len(player)])
	each(func(from, to explore.State) {
		g.To[at[from]] = to
		at[from]++
	})
	return g
}

// reversed returns the graph with all transitions turned round.
func (g *Graph) reversed() *Graph {
	return newGraph(g.Player, g.Looked, func(yield func(from, to explore.State)) {
		for s := range explore.State(g.Len()) {
			for _, to := range g.next(s) {
				yield(to, s)
			}
		}
	})
}

// Unfair returns the graph in which the player chooses in each state, so that runs may stay in each cycle.
func (g *Graph) Unfair() *Graph {
	out := *g
	out.Player = slices.Repeat([]bool{true}, g.Len())
	return &out
}

// Len returns the number of states.
func (g *Graph) Len() int { return len(g.Player) }

// next returns the states to which the transitions of a state lead.
func (g *Graph) next(s explore.State) []explore.State { return g.To[g.First[s]:g.First[s+1]] }

// looked reports whether all transitions of a state are known.
func (g *Graph) looked(s explore.State) bool { return int(s) < g.Looked }

// dead reports whether a state has no transitions.
func (g *Graph) dead(s explore.State) bool { return g.looked(s) && len(g.next(s)) == 0 }

// lookedAt returns the states of which all transitions are known, and which have no label.
func (g *Graph) lookedAt(label []bool) (states []explore.State) {
	for s := range explore.State(g.Looked) {
		if !label[s] {
			states = append(states, s)
		}
	}
	return states
}
