package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/ceptre-graph/ceptre/causal/play"
	"github.com/ceptre-graph/ceptre/exec"
)

// room bounds the memory of a play: that of chance, which then stops, and of all else that is
// done, which is given up. The play goes on either way.
type room struct{ bounds }

// look bounds a question to the game by the limits of a whole run: even after chance has used up
// its own limits, the player can look at the result.
func (r room) look(ctx context.Context, do func(context.Context) error) error {
	whole := bounds{memory: r.memory + r.memory/2}
	ctx, free := whole.within(ctx)
	defer free()
	err := do(ctx)
	if limit, ok := errors.AsType[*exec.LimitError](context.Cause(ctx)); ok && err != nil {
		return fmt.Errorf("given up, as %w; %s", limit, moreRoom)
	}
	return err
}

// moreRoom is the advice if memory is used up.
const moreRoom = "going back frees some, and --memory gives more"

// forgot drops the data of a forgotten point.
func (t *sitting) forgot(at play.Point) {
	delete(t.printed, at)
	if t.safe == at {
		t.safe = unsafe
	}
}

// unsafe is no point: no game was saved that is still there.
const unsafe play.Point = -1
