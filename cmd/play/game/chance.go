package game

import (
	"context"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/session"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Proceed has chance choose as long as it is not the player's turn: in the stages of a
// program that are not interactive, if some are. It pauses after [Options.Chance], and at
// breakpoints.
func (d *Game) Proceed(ctx context.Context) error {
	_, err := d.run(ctx, session.Until{Turn: true, Steps: d.chance})
	return err
}

// Run has chance choose until something happens, see [session.Session.Run], or it comes to a
// breakpoint.
func (d *Game) Run(ctx context.Context, u session.Until) (stop session.Stop, err error) {
	err = d.Act(func() error {
		stop, err = d.run(ctx, u)
		return err
	})
	return stop, err
}

// run is [session.Session.Run] where each step is told.
func (d *Game) run(ctx context.Context, u session.Until) (stop session.Stop, err error) {
	d.teller.follow()
	d.awaited = nil
	for _, r := range u.Rules {
		d.awaited = append(d.awaited, goal.Of(r))
	}
	d.awaited = append(d.awaited, u.Goals...)
	u = d.watched(u)
	u.Each = func() {
		d.teller.follow()
		if d.each != nil {
			d.each()
		}
	}
	err = d.bound.run(ctx, func(ctx context.Context) error {
		d.stop, err = d.Session.Run(ctx, u)
		return err
	})
	return d.stop, err
}

// Go goes to a point. Nothing is new there but the step that led to it.
func (d *Game) Go(to session.Point) {
	for _, at := range slices.Backward(d.untold(to)) {
		d.Session.Go(at)
		d.teller.follow()
	}
	d.Session.Go(to)
	d.makeRoom()
	d.since = max(0, d.Depth()-1)
}

// untold returns the points on the way to a point that were not told yet, the last first,
// as of a tree that has just been grown.
func (d *Game) untold(to session.Point) []session.Point {
	var out []session.Point
	for ; to != session.Start; to = d.Parent(to) {
		if !d.teller.knows(to) {
			out = append(out, to)
		}
	}
	return out
}

// Undo takes the last step back, and is false at the start.
func (d *Game) Undo() bool {
	done := d.Session.Undo()
	d.makeRoom()
	d.since = max(0, d.Depth()-1)
	return done
}

// TakeBack takes the latest choice of the player back, with all that came after it, and is
// false where there was none.
func (d *Game) TakeBack() bool {
	to, ok := d.Choice()
	if ok {
		d.Go(to)
	}
	return ok
}

// Redo goes on to where the player was last, and is false where nothing was tried yet.
func (d *Game) Redo() bool {
	done := d.Session.Redo()
	d.since = max(0, d.Depth()-1)
	return done
}

// Follow takes steps of a record, see [session.Session.Follow].
func (d *Game) Follow(ctx context.Context, steps []trace.Step) error {
	return d.Act(func() error {
		for i := range steps {
			if err := d.Session.Follow(ctx, steps[i:i+1]); err != nil {
				return err
			}
			d.teller.follow()
		}
		return nil
	})
}

// Grow tries again what was tried before, see [session.Session.Grow].
func (d *Game) Grow(ctx context.Context, t session.Tree) []session.Lost {
	lost := d.Session.Grow(ctx, t)
	d.Go(d.At())
	return lost
}
