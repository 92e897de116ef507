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

// look bounds what is done, but for chance, by what a run may take in the worst case: where
// chance has taken all that it may, there is still room to look at what came of it.
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

// moreRoom says what helps where memory is used up.
const moreRoom = "going back frees some, and --memory gives more"

// forgot drops what is known of a point that is forgotten.
func (t *sitting) forgot(at play.Point) {
	delete(t.printed, at)
	if t.safe == at {
		t.safe = unsafe
	}
}

// unsafe is no point: no game was saved that is still there.
const unsafe play.Point = -1
