package game

import (
	"context"
	"slices"

	"github.com/ceptre-graph/ceptre/causal/play"
	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Proceed has chance choose as long as it is not the player's turn: in the stages of a
// program that are not interactive, if some are. It pauses after [Options.Chance], and at
// breakpoints.
func (d *Game) Proceed(ctx context.Context) error {
	_, err := d.run(ctx, play.Until{Turn: true, Steps: d.chance})
	return err
}

// Run has chance choose until something happens, see [play.Play.Run], or it comes to a
// breakpoint.
func (d *Game) Run(ctx context.Context, u play.Until) (stop play.Stop, err error) {
	err = d.Act(func() error {
		stop, err = d.run(ctx, u)
		return err
	})
	return stop, err
}

// run is [play.Play.Run] where each step is told.
func (d *Game) run(ctx context.Context, u play.Until) (stop play.Stop, err error) {
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
		d.stop, err = d.Play.Run(ctx, u)
		return err
	})
	return d.stop, err
}

// Go goes to a point. Nothing is new there but the step that led to it.
func (d *Game) Go(to play.Point) {
	for _, at := range slices.Backward(d.untold(to)) {
		d.Play.Go(at)
		d.teller.follow()
	}
	d.Play.Go(to)
	d.makeRoom()
	d.since = max(0, d.Depth()-1)
}

// untold returns the points on the way to a point that were not told yet, the last first,
// as of a tree that has just been grown.
func (d *Game) untold(to play.Point) []play.Point {
	var out []play.Point
	for ; to != play.Start; to = d.Parent(to) {
		if !d.teller.knows(to) {
			out = append(out, to)
		}
	}
	return out
}

// Undo takes the last step back, and is false at the start.
func (d *Game) Undo() bool {
	done := d.Play.Undo()
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
	done := d.Play.Redo()
	d.since = max(0, d.Depth()-1)
	return done
}

// Follow takes steps of a record, see [play.Play.Follow].
func (d *Game) Follow(ctx context.Context, steps []trace.Step) error {
	return d.Act(func() error {
		for i := range steps {
			if err := d.Play.Follow(ctx, steps[i:i+1]); err != nil {
				return err
			}
			d.teller.follow()
		}
		return nil
	})
}

// Grow tries again what was tried before, see [play.Play.Grow].
func (d *Game) Grow(ctx context.Context, t play.Tree) []play.Lost {
	lost := d.Play.Grow(ctx, t)
	d.Go(d.At())
	return lost
}
