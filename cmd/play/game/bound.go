package game

import (
	"context"
	"errors"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/session"
)

// bound is what keeps chance from taking all there is.
type bound struct {
	within func(context.Context) (context.Context, context.CancelFunc) // nil for no bound
	forgot func(session.Point)                                         // may be nil
	spent  *exec.LimitError                                            // nil while there is room
}

// Spent returns the limit by which chance stopped last; nil where that was something else.
// Who goes back then frees some room: what was found after the point to which they go is
// forgotten.
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

// makeRoom forgets what was found after the present point, if room is wanted.
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
