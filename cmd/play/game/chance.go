package game

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/session"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// Proceed has chance choose as long as it is not the player's turn: in the stages of a
// program that are not interactive, if some are. It pauses after [Options.Chance], and at
// breakpoints.
func (g *Game) Proceed(ctx context.Context) error {
	_, err := g.run(ctx, session.Until{Turn: true, Steps: g.chance})
	return err
}

// Run has chance choose until something happens, see [session.Session.Run], or it comes to a
// breakpoint.
func (g *Game) Run(ctx context.Context, u session.Until) (stop session.Stop, err error) {
	err = g.Act(func() error {
		stop, err = g.run(ctx, u)
		return err
	})
	return stop, err
}

// run is [session.Session.Run] where each step is told.
func (g *Game) run(ctx context.Context, u session.Until) (stop session.Stop, err error) {
	g.teller.follow()
	g.awaited = nil
	for _, r := range u.Rules {
		g.awaited = append(g.awaited, goal.Of(r))
	}
	g.awaited = append(g.awaited, u.Goals...)
	u = g.watched(u)
	u.Each = func() {
		g.teller.follow()
		if g.each != nil {
			g.each()
		}
	}
	err = g.bound.run(ctx, func(ctx context.Context) error {
		g.stop, err = g.Session.Run(ctx, u)
		return err
	})
	return g.stop, err
}

// Go goes to a point. Nothing is new there but the step that led to it.
func (g *Game) Go(to session.Point) {
	var untold []session.Point // on the way, the last first, as of a tree that has just been grown
	for at := to; at != session.Start; at = g.Parent(at) {
		if !g.teller.knows(at) {
			untold = append(untold, at)
		}
	}
	for _, at := range slices.Backward(untold) {
		g.Session.Go(at)
		g.teller.follow()
	}
	g.Session.Go(to)
	g.makeRoom()
	g.since = max(0, g.Depth()-1)
}

// Undo takes the last step back, and is false at the start.
func (g *Game) Undo() bool {
	done := g.Session.Undo()
	g.makeRoom()
	g.since = max(0, g.Depth()-1)
	return done
}

// TakeBack takes the latest choice of the player back, with all that came after it, and is
// false where there was none.
func (g *Game) TakeBack() bool {
	to, ok := g.Choice()
	if ok {
		g.Go(to)
	}
	return ok
}

// Redo goes on to where the player was last, and is false where nothing was tried yet.
func (g *Game) Redo() bool {
	done := g.Session.Redo()
	g.teller.follow() // several may come, and in a tree that has just been grown none is told
	g.since = max(0, g.Depth()-1)
	return done
}

// Follow takes steps of a record, see [session.Session.Follow].
func (g *Game) Follow(ctx context.Context, steps []trace.Step) error {
	return g.during(func() error {
		for i := range steps {
			if err := g.Session.Follow(ctx, steps[i:i+1]); err != nil {
				return err
			}
			g.teller.follow()
		}
		return nil
	})
}

// Grow tries again what was tried before, see [session.Session.Grow].
func (g *Game) Grow(ctx context.Context, t session.Tree) []session.Lost {
	lost := g.Session.Grow(ctx, t)
	g.Go(g.At())
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
func (g *Game) Spent() *exec.LimitError { return g.bound.spent }

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
func (g *Game) makeRoom() {
	if g.bound.spent == nil {
		return
	}
	was := g.Len()
	g.Forget()
	g.teller.forget()
	g.listed = listed{}
	maps.DeleteFunc(g.begun, func(at session.Point, _ bool) bool { return int(at) >= g.Len() })
	for at := g.Len(); at < was && g.bound.forgot != nil; at++ {
		g.bound.forgot(session.Point(at))
	}
}

// Stages returns the names of the stages of the program.
func (g *Game) Stages() []string {
	var names []string
	for _, s := range g.Program().Stages {
		names = append(names, s.Name)
	}
	return names
}

// wantStage refuses a stage that the program does not have.
func (g *Game) wantStage(name string) error {
	if slices.Contains(g.Stages(), name) {
		return nil
	}
	return fmt.Errorf("there is no stage %s; the program has %s", name, strings.Join(g.Stages(), ", "))
}

// TurnsIn reads the stages in which it is to be the player's turn, with blanks or commas
// between them; `all` is all there are.
func (g *Game) TurnsIn(text string) ([]string, error) {
	names := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || unicode.IsSpace(r) })
	if slices.Equal(names, []string{"all"}) && g.wantStage("all") != nil {
		return g.Stages(), nil
	}
	for _, name := range names {
		if err := g.wantStage(name); err != nil {
			return nil, err
		}
	}
	return names, nil
}

// TurnsText says in which stages it is the player's turn.
func (g *Game) TurnsText() string {
	if !g.HasTurns() {
		return "It is your turn in all stages."
	}
	return "It is your turn in " + english.List(g.Turns()) + "."
}

// TakeTurns has it be the player's turn in some stages, as [play.Play.SetTurns] does, and
// chance go on until it is.
func (g *Game) TakeTurns(ctx context.Context, stages []string) error {
	g.SetTurns(stages)
	return g.Act(func() error { return g.Proceed(ctx) })
}
