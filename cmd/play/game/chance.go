package game

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/session"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/site/words"
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

// bound is what keeps chance from taking all there is.
type bound struct {
	within func(context.Context) (context.Context, context.CancelFunc) // nil for no bound
	forgot func(session.Point)                                         // may be nil
	spent  *exec.LimitError                                            // nil while there is room
}

// Spent returns the limit by which chance stopped last; nil where that was something else.
// Going back then frees some memory: the points that were found later are forgotten.
func (d *Game) Spent() *exec.LimitError { return d.bound.spent }

// run has chance do something within the bound.
func (b *bound) run(ctx context.Context, do func(context.Context) error) error {
	b.spent = nil
	if b.within == nil {
		return do(ctx)
	}
	within, free := b.within(ctx)
	defer free()
	err := do(within)
	if limit, ok := errors.AsType[*exec.LimitError](context.Cause(within)); ok && err != nil {
		b.spent = limit
		return ctx.Err()
	}
	return err
}

// makeRoom forgets the points that were found after the present one, if memory is short.
func (d *Game) makeRoom() {
	if d.bound.spent == nil {
		return
	}
	was := d.Len()
	d.Forget()
	d.teller.forget()
	d.listed = listed{}
	for at := d.Len(); at < was && d.bound.forgot != nil; at++ {
		d.bound.forgot(session.Point(at))
	}
}

// Stages returns the names of the stages of the program.
func (d *Game) Stages() []string {
	var names []string
	for _, s := range d.Program().Stages {
		names = append(names, s.Name)
	}
	return names
}

// wantStage refuses a stage that the program does not have.
func (d *Game) wantStage(name string) error {
	if slices.Contains(d.Stages(), name) {
		return nil
	}
	return fmt.Errorf("there is no stage %s; there is %s", name, strings.Join(d.Stages(), ", "))
}

// TurnsIn reads the stages in which it is to be the player's turn, with blanks or commas
// between them; `all` is all there are.
func (d *Game) TurnsIn(text string) ([]string, error) {
	names := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || unicode.IsSpace(r) })
	if slices.Equal(names, []string{"all"}) && d.wantStage("all") != nil {
		return d.Stages(), nil
	}
	for _, name := range names {
		if err := d.wantStage(name); err != nil {
			return nil, err
		}
	}
	return names, nil
}

// TurnsText says in which stages it is the player's turn.
func (d *Game) TurnsText() string {
	if !d.HasTurns() {
		return "It is your turn in all stages."
	}
	return "It is your turn in " + words.List(d.Turns()) + "."
}

// TakeTurns has it be the player's turn in some stages, as [play.Play.SetTurns] does, and
// chance go on until it is.
func (d *Game) TakeTurns(ctx context.Context, stages []string) error {
	d.SetTurns(stages)
	return d.Act(func() error { return d.Proceed(ctx) })
}
