package tui

import (
	"context"

	"github.com/ceptre-graph/ceptre/cmd/play/game"
)

// most returns the bounds of the lists.
func most() game.Most { return game.Most{Moves: 500} }

// mostRecent is how many steps stand on the screen at most.
const mostRecent = 50

// shot is the contents of the screen at a time. It is a copy, so that the game may be used
// meanwhile.
type shot struct {
	view   *game.View
	err    error // why the choices are not known
	recent []event
	stop   string
}

// event is a step with the text that the program printed.
type event struct {
	game.Event
	printed []string
	fresh   bool // it follows from the last action of the player
}

// shoot returns the contents of the screen. The choices are missing if finding them takes too long,
// or if the player does not want to answer a question.
func (o *Options) shoot(ctx, outer context.Context) shot {
	v, err := o.view(ctx)
	if ctx.Err() != nil && outer.Err() == nil {
		o.Lines.mute.Store(true)
		defer o.Lines.mute.Store(false)
		v, err = o.view(outer)
	}
	s := o.frame(v)
	s.err, s.stop = err, o.Stopped()
	return s
}

// view returns the view, or as much of it as there is room for.
func (o *Options) view(ctx context.Context) (v *game.View, err error) {
	err = o.Bounded(ctx, func(ctx context.Context) error {
		v, err = o.Game.View(ctx, most())
		return err
	})
	return v, err
}

// glance returns the contents of the screen without the choices.
func (o *Options) glance() shot { return o.frame(o.Game.Look(context.Background(), game.Most{})) }

// frame returns a shot of a view.
func (o *Options) frame(v *game.View) shot {
	s := shot{view: v, recent: o.events(mostRecent)}
	for i := range s.recent {
		s.recent[i].fresh = int(s.recent[i].Step) > v.Depth-len(v.Happened)
	}
	return s
}

// events returns the last steps to the present point.
func (o *Options) events(most int) []event {
	path := o.Game.Path()
	var out []event
	for _, at := range path[max(1, len(path)-most):] {
		out = append(out, event{Event: o.Game.Event(at), printed: o.Printed(at)})
	}
	return out
}
