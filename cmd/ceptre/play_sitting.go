package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"

	"github.com/ceptre-graph/ceptre/causal/play"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/play/game"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/console"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// sitting is a play with the tools of the player, on a screen and in a dialogue.
type sitting struct {
	cli.Streams
	*game.Game
	room
	prog  *lang.Program
	title string
	seed  uint64
	notes []string // printed before everything else
	again bool     // a saved game goes on, and chance has to wait
	kept  bool     // the game is saved at the end, whatever happens
	safe  play.Point
	steps atomic.Int64 // that chance has taken, to be looked at meanwhile
	// printed holds the text that the program printed in the step to each point.
	printed map[play.Point][]string
	// line reads a line for sensors; say reports lines that no sensor understands, and out writes
	// the program's output at once.
	line     func(context.Context) (string, error)
	say, out io.Writer
}

// outside ties the program to the player.
func (t *sitting) outside() exec.Host {
	read := func(ctx context.Context) (string, error) { return t.line(ctx) }
	said := func(text []byte) (int, error) { return t.say.Write(text) }
	c := &console.Console{Program: t.prog, Line: read, Out: writer(t.print), Say: writer(said)}
	return c.Host()
}

// writer is a function as an [io.Writer].
type writer func([]byte) (int, error)

// Write implements [io.Writer].
func (w writer) Write(text []byte) (int, error) { return w(text) }

// print keeps what the program prints with the step that did it.
func (t *sitting) print(text []byte) (int, error) {
	line := strings.TrimRight(string(text), "\n")
	t.printed[t.At()] = append(t.printed[t.At()], line)
	return t.out.Write(text)
}

// step counts a step of chance.
func (t *sitting) step() { t.steps.Add(1) }

// breakAt enters breakpoints, of which a text may have several.
func (t *sitting) breakAt(texts []string) error {
	for _, text := range texts {
		if err := t.BreakAt(text); err != nil {
			return fmt.Errorf("%q: %w", text, err)
		}
	}
	return nil
}

// follow takes the steps of a saved game, as far as they fit.
func (t *sitting) follow(ctx context.Context, file string, saved *trace.Trace) error {
	err := t.look(ctx, func(ctx context.Context) error { return t.Follow(ctx, saved.Steps) })
	t.safe, t.again = t.At(), true
	misfit, misfits := errors.AsType[*play.Misfit](err)
	limit, spent := errors.AsType[*exec.LimitError](err)
	switch {
	case ctx.Err() != nil:
		return stopped(ctx)
	case spent:
		err = fmt.Errorf("there was no room for the steps after t%d, as %w; --memory gives more", t.Depth(), limit)
	case misfits:
		err = fmt.Errorf("step %s no longer fits: %w; play goes on from before it", misfit.Step.ID, misfit)
	default:
		return err
	}
	t.notes = append(t.notes, fmt.Sprintf("%s: %v", file, err))
	return nil
}

// begin has chance play up to the first turn of the player. A saved game is as it was.
func (t *sitting) begin(ctx context.Context) error {
	return t.Act(func() error {
		if t.again {
			return nil
		}
		return t.Proceed(ctx)
	})
}

// unsaved describes the data that would be lost by leaving; "" for none.
func (t *sitting) unsaved() string {
	switch {
	case t.kept && t.CanRedo():
		return "What came after this point is not saved."
	case !t.kept && t.At() != t.safe && t.Len() > 1:
		return "This game is not saved."
	}
	return ""
}

// stopText says why chance stopped, "" where that goes without saying.
func (t *sitting) stopText() string {
	if limit := t.Spent(); limit != nil {
		return limit.Reason + "; " + moreRoom
	}
	text := t.StopText()
	if t.Stopped().Why == play.AtBound {
		text = strings.TrimPrefix(text+t.roundText(), "; ")
	}
	return text
}

// roundText says that the run goes round, if it does.
func (t *sitting) roundText() string {
	n := t.Round()
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("; the state is the one of %s before, and nothing else can follow: the run goes round for ever", plural(n, "step"))
}
