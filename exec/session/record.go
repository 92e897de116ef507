package session

import (
	"context"
	"errors"
	"slices"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/rename"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Trace returns the run up to the present point as if it ended there: at its limit, because nothing
// is enabled or, otherwise, because the player stopped. If a sensor answers with [exec.ErrStop],
// the run was interrupted. The trace is a saved game, which [Session.Follow] resumes.
func (p *Session) Trace(ctx context.Context) *trace.Trace {
	t := &trace.Trace{Header: p.header, Resources: slices.Clone(p.made)}
	run := *p.header.Run
	run.Choose = p.choosers()
	t.Run = &run
	for _, at := range p.path[1:] {
		t.Steps = append(t.Steps, p.points[at].step)
	}
	t.End = p.machine.End(p.why(ctx))
	return t
}

// why returns the reason for an end at the present point.
func (p *Session) why(ctx context.Context) (trace.Why, error) {
	e, err := p.Enabled(ctx)
	limit, limited := errors.AsType[*exec.LimitError](context.Cause(ctx))
	switch {
	case limited:
		return trace.LimitHit, limit
	case ctx.Err() != nil, errors.Is(err, exec.ErrStop):
		return trace.Interrupted, nil
	case err != nil:
		return trace.Failed, err
	case e.Len() == 0:
		return trace.Quiescent, nil
	case p.AtLimit():
		return trace.LimitHit, nil
	}
	return trace.Stopped, nil
}

// choosers returns the choosers of the steps, in the words of `ceptre run --choose`.
func (p *Session) choosers() string {
	const player = "ask"
	chance := p.here().chance.String()
	by := make(map[trace.Chosen]bool)
	for _, at := range p.path[1:] {
		by[p.points[at].step.Chosen] = true
	}
	switch asked := by[trace.ByPlayer] || by[trace.ByScript]; {
	case asked && by[trace.ByChance]:
		return chance + " and " + player
	case asked:
		return player
	}
	return chance
}

// Tree is the record of all points; in JSON, its steps have the form of traces. With the program
// and the seed it is the whole play.
type Tree struct {
	Points []Branch `json:"points"` // without the start
	At     Point    `json:"at"`
	Heard  []Heard  `json:"heard,omitempty"` // answers of sensors that steps do not record
}

// Branch is the origin of a point: its parent, where the start counts as 0, and the step from
// there.
type Branch struct {
	From Point      `json:"from,omitempty"`
	Step trace.Step `json:"step"`
}

// Tree returns the record of all points.
func (p *Session) Tree() Tree {
	t := Tree{At: p.At()}
	for _, n := range p.points[1:] {
		t.Points = append(t.Points, Branch{n.parent, n.step})
	}
	t.Heard = p.AllHeard()
	return t
}

// Adapt returns the tree of a play with the names of the changed program of another play, and the
// names that are different there.
func Adapt(t Tree, was, now *Session) (Tree, []rename.Renaming) {
	then := &trace.Trace{Header: was.header, Resources: was.Makes(Start)}
	for _, b := range t.Points {
		then.Steps = append(then.Steps, b.Step)
	}
	names := rename.Find(then, now.header.Program, now.Makes(Start))
	steps := names.Translate(then).Steps
	out := Tree{At: t.At, Heard: t.Heard}
	for i, b := range t.Points {
		out.Points = append(out.Points, Branch{b.From, steps[i]})
	}
	return out, names.Renamings(then)
}

// Lost is a point of a tree that does not fit the program any longer.
type Lost struct {
	Point Point // of the tree
	Err   error // why it does not fit
	// After is the point of the play up to which the way to it fits.
	After Point
}

// Grow tries the steps of a tree again, from the start, and goes to the present point of the tree,
// or to the nearest one that fits. It returns the points that do not fit, without their
// descendants. A point whose parent is a later one, which is impossible, is tried from the start.
// Sensors whose recorded answers have become impossible are asked again.
func (p *Session) Grow(ctx context.Context, t Tree) []Lost {
	g := grower{Session: p, points: []Point{Start}, lost: make(map[Point]bool), heard: make(map[Point]bool)}
	for i, b := range t.Points {
		g.grow(ctx, Point(i+1), b)
	}
	if t.At < 0 || int(t.At) >= len(g.points) {
		t.At = Start
	}
	for _, h := range t.Heard {
		g.rehear(h)
	}
	p.Go(g.points[t.At])
	p.hear(p.here().hearing)
	return g.out
}

// grower grows a tree.
type grower struct {
	*Session
	points []Point // by points of the tree; for a lost one, the last before it
	lost   map[Point]bool
	heard  map[Point]bool // points of the play whose answers of sensors are known
	out    []Lost
}

// grow tries a step of a point.
func (g *grower) grow(ctx context.Context, at Point, b Branch) {
	if b.From < 0 || b.From >= at {
		b.From = Start
	}
	from := g.points[b.From]
	g.points = append(g.points, from)
	if g.lost[b.From] {
		g.lost[at] = true
		return
	}
	g.Go(from)
	if err := g.Follow(ctx, []trace.Step{b.Step}); err != nil {
		g.lost[at] = true
		g.out = append(g.out, Lost{at, err, from})
		return
	}
	g.points[at] = g.At()
}
