package play

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/limit"
	"github.com/ceptre-graph/ceptre/exec/session"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// writer is a function as an [io.Writer].
type writer func([]byte) (int, error)

// Write implements [io.Writer].
func (w writer) Write(text []byte) (int, error) { return w(text) }

// BreakAll enters breakpoints, of which a text may have several.
func (l *Local) BreakAll(texts []string) error {
	for _, text := range texts {
		if err := l.BreakAt(text); err != nil {
			return fmt.Errorf("%q: %w", text, err)
		}
	}
	return nil
}

// Resume takes the steps of a saved game, as far as they fit, and says in a note why the others do not.
func (l *Local) Resume(ctx context.Context, file string, saved *trace.Trace) (note string, err error) {
	err = l.look(ctx, func(ctx context.Context) error { return l.Follow(ctx, saved.Steps) })
	l.safe, l.resumed = l.At(), true
	misfit, misfits := errors.AsType[*session.Misfit](err)
	spent, isSpent := errors.AsType[*exec.LimitError](err)
	switch {
	case ctx.Err() != nil:
		return "", cli.ErrInterrupted
	case isSpent:
		err = fmt.Errorf("there was no room for the steps after t%d, as %w; --memory gives more", l.Depth(), spent)
	case misfits:
		err = fmt.Errorf("step %s no longer fits: %w; play goes on from before it", misfit.Step.ID, misfit)
	default:
		return "", err
	}
	note = fmt.Sprintf("%s: %v", file, err)
	l.Note("%s", note)
	return note, nil
}

// Note adds a note that is shown before all else.
func (l *Local) Note(format string, args ...any) {
	l.o.Notes = append(l.o.Notes, fmt.Sprintf(format, args...))
}

// begin has chance play up to the first turn of the player. A saved game is as it was.
func (l *Local) begin(ctx context.Context) error {
	return l.Act(func() error {
		if l.resumed {
			return nil
		}
		return l.Proceed(ctx)
	})
}

// unsaved describes the data that would be lost by leaving; "" for none.
func (l *Local) unsaved() string {
	switch {
	case l.kept && l.CanRedo():
		return "What came after this point is not saved."
	case !l.kept && l.At() != l.safe && l.Len() > 1:
		return "This game is not saved."
	}
	return ""
}

// stopText says why chance stopped, "" where that goes without saying.
func (l *Local) stopText() string {
	if limit := l.Spent(); limit != nil {
		return limit.Reason + "; " + moreRoom
	}
	text := l.StopText()
	if n := l.Round(); n > 0 && l.Stopped().Why == session.AtBound {
		text += fmt.Sprintf("; the state is the one of %s before, and nothing else can follow: the run goes round for ever",
			english.Count(n, "step"))
		text = strings.TrimPrefix(text, "; ")
	}
	return text
}

// look bounds a question to the game by the limits of a whole run: even after chance has used up
// its own limits, the player can look at the result.
func (l *Local) look(ctx context.Context, do func(context.Context) error) error {
	ctx, free := limit.Context(ctx, 0, l.o.Memory+l.o.Memory/2)
	defer free()
	err := do(ctx)
	if spent, ok := errors.AsType[*exec.LimitError](context.Cause(ctx)); ok && err != nil {
		return fmt.Errorf("given up, as %w; %s", spent, moreRoom)
	}
	return err
}

// moreRoom is the advice if memory is used up.
const moreRoom = "going back frees some, and --memory gives more"

// unsafe is no point: no game was saved that is still there.
const unsafe session.Point = -1

// why explains a fact or a step of the run so far by its causes.
func (l *Local) why(ctx context.Context, what string) (string, error) {
	return l.o.Why(ctx, l.o.Program, l.Trace(ctx), what)
}

// whyNot explains why a rule cannot fire now.
func (l *Local) whyNot(ctx context.Context, rule string) (string, error) {
	return l.o.WhyNot(ctx, l.o.Program, l.Trace(ctx), rule)
}
