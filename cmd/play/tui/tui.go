// Package tui shows a game on a terminal: the state and the choices side by side, and below them
// the log of events and the help on keys. The package handles the terminal and its keys; a
// [game.Game] provides the contents, and [Options] all further commands.
//
// Slow work is done in the background, one piece at a time. The screen does not use the game
// meanwhile and shows a copy of its last contents. Keys that are typed ahead wait until the work is
// done.
package tui

import (
	"context"
	"io"

	tea "charm.land/bubbletea/v2"
	"github.com/ceptre-graph/ceptre/cmd/play/game"
	"github.com/ceptre-graph/ceptre/exec/session"
)

// Options are a game and the commands of its player. Except for Steps, the functions are called in
// the background, by one caller at a time.
type Options struct {
	Game  *game.Game
	Title string
	Seed  uint64
	Notes []string // shown before all else
	// Begin has chance play up to the first turn of the player.
	Begin func(context.Context) error
	// Steps is how many steps chance has taken; it may be called at any time.
	Steps func() int64
	// Printed returns the text that the program printed in the step to a point.
	Printed func(session.Point) []string
	// Stopped says why chance stopped; "" where that goes without saying.
	Stopped func() string
	// Bounded does something within the bounds of memory; the error says if these were met.
	Bounded func(ctx context.Context, do func(context.Context) error) error
	// Place says where in the program an error comes from.
	Place func(error) error
	// Why explains a fact or a step by its causes, and WhyNot explains why a rule cannot fire.
	Why, WhyNot func(ctx context.Context, what string) (string, error)
	// Save saves the game, and returns the name of the file. Where there is one already
	// that is not to be written over, the error is [fs.ErrExist].
	Save     func(ctx context.Context, name string, over bool) (string, error)
	SaveName string // that is proposed
	// Unsaved describes the data that would be lost by leaving; "" for none.
	Unsaved func() string
	// Lines are where the program's sensors read.
	Lines *Lines
}

// Show shows a game until the player leaves it or the context ends, which is no error.
func Show(ctx context.Context, o Options, in io.Reader, out io.Writer) error {
	m := newModel(ctx, o)
	p := tea.NewProgram(m, tea.WithInput(in), tea.WithOutput(out), tea.WithoutSignalHandler())
	// A program that is killed, as by tea.WithContext, closes its input while it is still read.
	defer context.AfterFunc(ctx, p.Quit)()
	_, err := p.Run()
	m.rest()
	return err
}

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
