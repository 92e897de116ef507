package rows

import (
	"math"

	"github.com/ceptre-graph/ceptre/render/diagram"
)

// What a cut costs: to go through a node or its surroundings, through an arrow, and through the line of a
// character that is on its way elsewhere; and to be as far from the middle of where it
// may be as can be.
const (
	nodeCost  = 20
	nearNode  = 12 // the surroundings, in points
	arrowCost = 2
	turnCost  = 8
	farCost   = 8
	trials    = 64
)

// best returns the place for a cut that costs least, at most so far from the middle.
func (s *score) best(middle, far float64) float64 {
	best, least := middle, math.Inf(1)
	for i := range trials + 1 {
		off := float64(i)/trials*2 - 1
		at := middle + off*far
		cost := farCost*math.Abs(off) + s.cost(at)
		if cost < least {
			best, least = at, cost
		}
	}
	return best
}

// cost is what a cut costs by what it goes through.
func (s *score) cost(at float64) float64 {
	cost := 0.0
	for i := range s.Nodes {
		if n := &s.Nodes[i]; math.Abs(n.At.X-at) < n.W/2+nearNode {
			cost += nodeCost
		}
	}
	for i := range s.Edges {
		switch e := &s.Edges[i]; {
		case !crosses(e, at):
		case !isLine(e):
			cost += arrowCost
		case !level(e, at):
			cost += turnCost
		}
	}
	return cost
}

// signs counts what a cut would have to name at one of its sides.
func (s *score) signs(at float64) int {
	from, to := make(map[int]bool), make(map[int]bool)
	for i := range s.Edges {
		if e := &s.Edges[i]; !isLine(e) && crosses(e, at) {
			from[e.From], to[e.To] = true, true
		}
	}
	return max(len(from), len(to))
}

// isLine reports whether an edge is part of the line of a character.
func isLine(e *diagram.Edge) bool { return e.Hue > 0 }

// crosses reports whether the way of an edge leads from one side to the other.
func crosses(e *diagram.Edge, at float64) bool {
	n := len(e.Path)
	return n > 0 && (e.Path[0].X < at) != (e.Path[n-1].X < at)
}

// level reports whether an edge neither rises nor falls at a place.
func level(e *diagram.Edge, at float64) bool {
	for i := 0; i+3 < len(e.Path); i += 3 {
		if a, b := e.Path[i], e.Path[i+3]; a.X < at && at <= b.X {
			return a.Y == b.Y
		}
	}
	return true
}
