package session

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Point is a point of a play: a state with the way to it. Points are numbered in the order
// in which they were found.
type Point int

// Start is the point from which all others are found.
const Start Point = 0

// point is the record of a point; all but the start have the step that led to them.
type point struct {
	parent     Point
	children   []Point
	latest     Point // the child to which the player went last; Start for none
	transition exec.Transition
	step       trace.Step
	makes      []trace.Resource
	chance     exec.Chance // after the step
	state      exec.Fingerprint
	answers    []answers // of sensors, one for each time that they were asked
	hearing    int       // the index of those that hold
	heard      int       // the index, at the parent, of those that held before the step
}

// At returns the present point.
func (p *Session) At() Point { return p.path[len(p.path)-1] }

func (p *Session) here() *point { return &p.points[p.At()] }

// Len returns the number of points.
func (p *Session) Len() int { return len(p.points) }

// Depth returns the number of steps to the present point.
func (p *Session) Depth() int { return len(p.path) - 1 }

// Path returns the points from the start to the present one. It is valid until the session changes.
func (p *Session) Path() []Point { return p.path }

// Parent returns the point before a point; the start is its own.
func (p *Session) Parent(of Point) Point { return p.points[of].parent }

// Children returns the points that were found from a point, the oldest first.
func (p *Session) Children(of Point) []Point { return p.points[of].children }

// Step returns the step that led to a point, with the ids of the way to it; nil at the
// start.
func (p *Session) Step(to Point) *trace.Step {
	if to == Start {
		return nil
	}
	return &p.points[to].step
}

// Makes returns the resources made by the step to a point; at the start, the initial state.
func (p *Session) Makes(to Point) []trace.Resource { return p.points[to].makes }

// Resource returns the resource with an id on the way to the present point.
func (p *Session) Resource(id trace.ResourceID) *trace.Resource { return &p.made[id-1] }

// enter makes a point of the state to which the machine has come from the present one.
func (p *Session) enter(n point) {
	at := Point(len(p.points))
	n.parent, n.heard = p.At(), p.here().hearing
	for i := range n.makes {
		n.makes[i].By = n.step.ID
	}
	p.points[n.parent].children = append(p.points[n.parent].children, at)
	p.points = append(p.points, n)
	p.arrive(at)
}

// arrive records that the machine has come to a point from its parent.
func (p *Session) arrive(at Point) {
	p.here().latest = at
	p.path = append(p.path, at)
	p.marks = append(p.marks, p.machine.Mark())
	p.made = append(p.made, p.points[at].makes...)
	p.enabled = nil
}

// descend goes to a child of the present point.
func (p *Session) descend(to Point) {
	if before := p.points[to].heard; before != p.here().hearing {
		p.hear(before)
	}
	if _, err := p.machine.Fire(p.points[to].transition); err != nil {
		panic("session: a step that was taken cannot be taken again: " + err.Error())
	}
	p.arrive(to)
}

// ascend goes back along the path to a number of steps.
func (p *Session) ascend(depth int) {
	was := p.made
	for _, left := range p.path[depth+1:] {
		p.made = p.made[:len(p.made)-len(p.points[left].makes)]
	}
	clear(was[len(p.made):])
	p.path, p.marks = p.path[:depth+1], p.marks[:depth+1]
	p.machine.Return(p.marks[depth])
	p.enabled = nil
}

// Go goes to a point.
func (p *Session) Go(to Point) {
	var way []Point
	for !p.passed(to) {
		way = append(way, to)
		to = p.points[to].parent
	}
	if depth := p.depth(to); depth < p.Depth() {
		p.ascend(depth)
	}
	for _, next := range slices.Backward(way) {
		p.descend(next)
	}
}

// passed reports whether a point is on the path.
func (p *Session) passed(at Point) bool {
	depth := p.depth(at)
	return depth < len(p.path) && p.path[depth] == at
}

// depth returns the number of steps to a point.
func (p *Session) depth(of Point) int { return int(p.points[of].step.ID) }

// Undo takes the last step back, and is false at the start.
func (p *Session) Undo() bool {
	if p.Depth() == 0 {
		return false
	}
	p.ascend(p.Depth() - 1)
	return true
}

// Choice returns the point before the latest choice of a player on the way to the present one, and
// false if there is none.
func (p *Session) Choice() (Point, bool) {
	for depth, at := range slices.Backward(p.path) {
		if at != Start && p.points[at].step.Chosen == trace.ByPlayer {
			return p.path[depth-1], true
		}
	}
	return Start, false
}

// Redo goes on to the child of the present point that the player visited last, and is false if
// there is none.
func (p *Session) Redo() bool {
	next := p.here().latest
	if next == Start {
		return false
	}
	p.descend(next)
	return true
}

// Latest returns the child of the present point that the player visited last; the start where there is none.
func (p *Session) Latest() Point { return p.here().latest }

// CanRedo reports whether the present point has a child to go on to.
func (p *Session) CanRedo() bool { return p.Latest() != Start }

// Forget drops the points that were found after the present one, on all branches, to free their
// memory; older points stay. New points get the numbers of those that were dropped.
func (p *Session) Forget() {
	kept := p.At() + 1
	for at := Point(len(p.points) - 1); at >= kept; at-- {
		parent := &p.points[p.points[at].parent]
		parent.children = parent.children[:len(parent.children)-1]
		switch n := len(parent.children); {
		case parent.latest != at:
		case n > 0:
			parent.latest = parent.children[n-1]
		default:
			parent.latest = Start
		}
	}
	clear(p.points[kept:])
	p.points = shrink(p.points[:kept])
	p.path, p.marks, p.made = shrink(p.path), shrink(p.marks), shrink(p.made)
}

// shrink returns a list with little more capacity than it needs.
func shrink[T any](list []T) []T {
	if cap(list) > 2*len(list) {
		return slices.Clone(list)
	}
	return list
}

// Again returns the number of steps after which the path first had the present state, and false if
// the state is new. Ids of resources do not count, nor do answers of sensors.
func (p *Session) Again() (after int, ok bool) {
	now := p.here().state
	after = slices.IndexFunc(p.path, func(at Point) bool { return p.points[at].state == now })
	return after, after < p.Depth()
}

// Round returns the number of steps after which the run comes back to the present state for ever,
// since it just did and nothing else can follow; 0 if that is not known, as in programs that ask
// sensors. Ids of resources do not count.
func (p *Session) Round() int {
	if slices.ContainsFunc(p.prog.Preds, func(of *lang.Pred) bool { return of.Kind == lang.Sense }) {
		return 0
	}
	now := p.here().state
	for depth, at := range slices.Backward(p.path) {
		switch {
		case depth < p.Depth() && p.points[at].state == now:
			return p.Depth() - depth
		case at == Start || p.points[at].step.Choices != 1:
			return 0
		}
	}
	return 0
}
