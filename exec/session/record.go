package session

import (
	"context"
	"errors"
	"slices"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/rename"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Trace returns the run up to the present point as it would be recorded, if it ended
// there: at its limit, because nothing is enabled or, else, because the player stopped. Where
// a sensor has no answer but [exec.ErrStop], it was interrupted.
// It is a saved game, which [Session.Follow] resumes.
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

// why says why the run would end at the present point.
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

// choosers says who chose, in the words of `ceptre run --choose`.
func (p *Session) choosers() string {
	const chance, player, both = "random", "ask", "random and ask"
	by := make(map[trace.Chosen]bool)
	for _, at := range p.path[1:] {
		by[p.points[at].step.Chosen] = true
	}
	switch asked := by[trace.ByPlayer] || by[trace.ByScript]; {
	case asked && by[trace.ByChance]:
		return both
	case asked:
		return player
	}
	return chance
}

// Tree is all that was tried, to be kept: as JSON, its steps are those of traces. With
// the program and the seed it is the whole play.
type Tree struct {
	Points []Branch `json:"points"` // but for the start
	At     Point    `json:"at"`
	Heard  []Heard  `json:"heard,omitempty"` // what steps do not tell of
}

// Branch is how a point was found: the point before it, counted with the start, and the
// step that led on.
type Branch struct {
	From Point      `json:"from,omitempty"`
	Step trace.Step `json:"step"`
}

// Tree returns all that was tried.
func (p *Session) Tree() Tree {
	t := Tree{At: p.At()}
	for _, n := range p.points[1:] {
		t.Points = append(t.Points, Branch{n.parent, n.step})
	}
	t.Heard = p.AllHeard()
	return t
}

// Adapt returns what was tried in a play of a program before it was changed, with the names
// that the program of another play has for the same, and which names are other ones there.
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

// Grow tries again what a tree says, from the start, and goes to where the player was,
// or as near as can be. It returns the points that do not fit, without those that come
// after them. Where a tree says that a point comes from a later one, which it cannot, it
// comes from the start. What sensors said, where that has become none of their answers, they
// are asked again.
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
	points []Point // by points of the tree; where one is lost, the last before it
	lost   map[Point]bool
	heard  map[Point]bool // points of the play of which it is known what sensors said
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
