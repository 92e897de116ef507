// Package session steps through a run by the choices of a player or of chance, back to any point, and
// on from there in another way. The points tried form a tree, known to players of interactive
// fiction as the skein (Inform 7).
//
// A point is a state with the way that led to it. Going from one point to another
// takes back the steps up to the last point that both ways have in common, and
// fires again those that follow; it takes time in proportion to what these changed.
//
// Each point keeps the state of its source of chance, and the answers of sensors there.
// So if a player takes nothing back and leaves every choice to chance, the run is the one
// that [exec.Run] makes of the same seed; and at a point where chance has chosen once, it
// chooses the same again.
package session

import (
	"context"
	"errors"
	"iter"
	"slices"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/replay"
	"github.com/ceptre-graph/ceptre/exec/solution"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Session is a run that is being played, with all that was tried. It is not safe for
// concurrent use.
type Session struct {
	prog    *lang.Program
	start   *lang.Start
	options exec.Options
	header  trace.Header
	names   *replay.Names
	machine *exec.Machine
	points  []point
	path    []Point          // path from the start to the present point
	marks   []exec.Mark      // marks of the points of the path
	made    []trace.Resource // made lists all resources on the path, by id
	enabled *exec.Enabled    // enabled in the present state; nil before it is computed
	turns   []string         // turns are the stages in which the player chooses; none is for all
}

// New returns a play at the start of a run. The chooser and the listeners of the options are
// ignored. The error is an [exec.UntiedError].
func New(prog *lang.Program, start *lang.Start, o exec.Options) (*Session, error) {
	if err := o.Host.Check(prog); err != nil {
		return nil, err
	}
	p := &Session{prog: prog, start: start, options: o, header: exec.Header(prog, start, o), names: replay.NewNames(prog)}
	p.options.Limits.Steps = p.header.Run.Limits.Steps
	p.machine, p.made = exec.NewMachine(prog, start, o.Limits)
	p.machine.Tie(p.sensors())
	p.SetTurns(nil)
	p.points = []point{{chance: *exec.Random(o.Seed).For(prog), makes: p.made, state: p.machine.Fingerprint()}}
	p.path = []Point{Start}
	p.marks = []exec.Mark{p.machine.Mark()}
	return p, nil
}

// Program returns the program that is played.
func (p *Session) Program() *lang.Program { return p.prog }

// Stage returns the stage of the present state, or nil after a link that ends the run.
func (p *Session) Stage() *lang.Stage { return p.machine.Stage() }

// Context returns the facts of the present state. It is valid until the session changes.
func (p *Session) Context() *exec.Context { return p.machine.Context() }

// Enabled returns the transitions of the present state, at the limit of steps, too. They are valid
// until the session changes; lists of them end when the context does. In a state that violates a statement
// of the program, the error is the [statement.Violation]: the run ends there, but can be taken back.
func (p *Session) Enabled(ctx context.Context) (*exec.Enabled, error) {
	if p.enabled == nil {
		if v, err := p.machine.Violation(ctx); v != nil {
			return nil, v
		} else if err != nil {
			return nil, err
		}
		e, err := p.machine.Enabled(ctx)
		if err != nil {
			return nil, err
		}
		p.enabled = e
	}
	p.enabled.Under(ctx)
	return p.enabled, nil
}

// Solution says whether the present state meets the goal of the run; nil if the run has none.
func (p *Session) Solution(ctx context.Context) (*solution.Result, error) {
	if p.start.Goal == nil {
		return nil, nil
	}
	follower := solution.Follow(p.prog, p.start)
	follower.Replay(p.Trace(ctx))
	return follower.Check(ctx, p.machine)
}

// AtLimit reports whether the run has reached its limit of steps.
func (p *Session) AtLimit() bool { return len(p.path)-1 >= p.options.Limits.Steps }

// Over reports whether the run is known to be over: a link has ended it, or the enabled
// transitions were computed and there are none.
func (p *Session) Over() bool { return p.Stage() == nil || p.enabled != nil && p.enabled.Len() == 0 }

// The errors of steps that cannot be taken.
var (
	// ErrOver says that nothing is enabled.
	ErrOver = errors.New("nothing can happen any more")
	// ErrLimit says that the run has reached its limit of steps.
	ErrLimit = errors.New("the run has reached its limit of steps")
)

// Choose takes a move of the menu of the present state.
func (p *Session) Choose(ctx context.Context, m exec.Move) error {
	return p.take(ctx, m.Transition, trace.ByPlayer, p.here().chance)
}

// Draw lets chance choose. At a point where it has chosen before, it chooses the same.
func (p *Session) Draw(ctx context.Context) error {
	for c := range p.following() {
		if p.points[c].step.Chosen == trace.ByChance {
			p.descend(c)
			return nil
		}
	}
	e, err := p.Enabled(ctx)
	if err != nil {
		return err
	}
	if e.Len() == 0 {
		return ErrOver
	}
	chance := p.here().chance
	return p.take(ctx, e.Transition(chance.Draw(e)), trace.ByChance, chance)
}

// take goes on by a transition: to the point to which it has led before or, if it has
// not, to a new one.
func (p *Session) take(ctx context.Context, t exec.Transition, by trace.Chosen, chance exec.Chance) error {
	if p.AtLimit() {
		return ErrLimit
	}
	for c := range p.following() {
		if same(p.points[c].transition, t) {
			p.descend(c)
			return nil
		}
	}
	e, err := p.Enabled(ctx)
	if err != nil {
		return err
	}
	choices := e.Len()
	f, err := p.machine.Fire(t)
	if err != nil {
		return err
	}
	step := f.Step(trace.StepID(len(p.path)))
	step.Choices, step.Chosen = choices, by
	p.enter(point{transition: t, step: step, makes: f.Makes, chance: chance, state: p.machine.Fingerprint()})
	if err := p.options.Host.Act(ctx, f.Acts); err != nil {
		return &exec.RunError{Rule: t.Rule, Err: err}
	}
	return nil
}

// following returns the children of the present point that were found with the present answers of
// sensors.
func (p *Session) following() iter.Seq[Point] {
	now, at := p.heard(), p.here()
	return func(yield func(Point) bool) {
		for _, c := range at.children {
			if at.answers[p.points[c].heard].same(now) && !yield(c) {
				return
			}
		}
	}
}

// same reports whether two transitions of a state are the same.
func same(a, b exec.Transition) bool {
	return a.Rule == b.Rule && slices.EqualFunc(a.Args, b.Args, lang.Value.Equal) &&
		slices.EqualFunc(a.Uses, b.Uses, func(x, y *exec.Resource) bool { return x.ID == y.ID })
}
