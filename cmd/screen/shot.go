package screen

import (
	"context"

	"github.com/ceptre-graph/ceptre/cmd/desk"
)

// most returns the bounds of the lists.
func most() desk.Most { return desk.Most{Moves: 500} }

// mostRecent is how many steps stand on the screen at most.
const mostRecent = 50

// shot is the contents of the screen at a time. It is a copy, so that the desk may be used
// meanwhile.
type shot struct {
	view   *desk.View
	err    error // why the choices are not known
	recent []event
	stop   string
}

// event is a step with the text that the program printed.
type event struct {
	desk.Event
	printed []string
	fresh   bool // it follows from the last action of the player
}

// shoot returns the contents of the screen. The choices are missing if finding them takes too long,
// or if the player does not want to answer a question.
func (g *Game) shoot(ctx, outer context.Context) shot {
	v, err := g.view(ctx)
	if ctx.Err() != nil && outer.Err() == nil {
		g.Lines.mute.Store(true)
		defer g.Lines.mute.Store(false)
		v, err = g.view(outer)
	}
	s := g.frame(v)
	s.err, s.stop = err, g.Stopped()
	return s
}

// view returns the view, or as much of it as there is room for.
func (g *Game) view(ctx context.Context) (v *desk.View, err error) {
	err = g.Bounded(ctx, func(ctx context.Context) error {
		v, err = g.Desk.View(ctx, most())
		return err
	})
	return v, err
}

// glance returns the contents of the screen without the choices.
func (g *Game) glance() shot { return g.frame(g.Desk.Look(context.Background(), desk.Most{})) }

// frame returns a shot of a view.
func (g *Game) frame(v *desk.View) shot {
	s := shot{view: v, recent: g.events(mostRecent)}
	for i := range s.recent {
		s.recent[i].fresh = int(s.recent[i].Step) > v.Depth-len(v.Happened)
	}
	return s
}

// events returns the last steps to the present point.
func (g *Game) events(most int) []event {
	path := g.Desk.Path()
	var out []event
	for _, at := range path[max(1, len(path)-most):] {
		out = append(out, event{Event: g.Desk.Event(at), printed: g.Printed(at)})
	}
	return out
}
