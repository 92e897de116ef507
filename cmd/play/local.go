package play

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/inquiry"
	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/flags"
	"github.com/ceptre-graph/ceptre/cmd/load"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/limit"
	"github.com/ceptre-graph/ceptre/exec/session"
	"github.com/ceptre-graph/ceptre/exec/statement"
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

// Resume takes the steps of a saved game, as far as they fit. Notes say what has another name now, and why the other
// steps do not fit.
func (l *Local) Resume(ctx context.Context, saved *Saved) (note string, err error) {
	for _, r := range saved.renamed {
		l.Note("%s: %v", saved.File, r)
	}
	err = l.look(ctx, func(ctx context.Context) error { return l.Follow(ctx, saved.Steps) })
	l.safe, l.resumed = l.At(), true
	misfit, misfits := errors.AsType[*session.Misfit](err)
	spent, isSpent := errors.AsType[*exec.LimitError](err)
	switch {
	case ctx.Err() != nil:
		return "", cli.ErrInterrupted
	case isSpent:
		err = fmt.Errorf("there was no memory for the steps after t%d: %w; --memory allows more", l.Depth(), spent)
	case misfits:
		err = fmt.Errorf("step %s no longer fits: %w; play goes on from before it", misfit.Step.ID, misfit)
	default:
		return "", err
	}
	note = fmt.Sprintf("%s: %v", saved.File, err)
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
		text += fmt.Sprintf("; the state is the same as %s before, and nothing else can follow: the run repeats itself "+
			"for ever", english.Count(n, "step"))
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
		return fmt.Errorf("given up: %w; %s", spent, moreRoom)
	}
	return err
}

// moreRoom is the advice if memory is used up.
const moreRoom = "going back frees some, and --memory gives more"

// unsafe is no point: no game was saved that is still there.
const unsafe session.Point = -1

// explain adds to an error its place in the program, or what helps.
func (l *Local) explain(err error) error {
	_, violates := errors.AsType[*statement.Violation](err)
	if err = flags.Explain(l.o.Program, err); violates && l.Depth() > 0 {
		return fmt.Errorf("%w; undo takes the last step back", err)
	}
	return err
}

// why answers as `ceptre why` does, of the run so far.
func (l *Local) why(ctx context.Context, what string) (string, error) {
	g := causal.New(l.Trace(ctx))
	q := &report.Question{Graph: g, Reach: causal.Reach{Depth: causal.UsualDepth}, Fixed: true,
		Proofs: inquiry.Proofs(ctx, l.o.Program, g)}
	note, err := q.Ask(what)
	if err != nil {
		return "", err
	}
	b := &report.Text{}
	if note != "" {
		b.Line("this run: note: %s", note)
	}
	q.Answer().Print(b)
	return b.String(), b.Err
}

// whyNot answers as `ceptre whynot` does, of the end of the run so far.
func (l *Local) whyNot(ctx context.Context, rule string) (string, error) {
	refusals, err := report.WhyNot(ctx, l.o.Program, causal.New(l.Trace(ctx)), rule, nil)
	if err != nil {
		return "", load.Refuse(ctx, l.o.Program, "", err)
	}
	for _, r := range refusals {
		r.Open = true
	}
	b := &report.Text{}
	b.Lines(refusals.Lines())
	return b.String(), nil
}
