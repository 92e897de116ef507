package session

import (
	"context"
	"errors"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Until holds the conditions at which chance stops choosing.
type Until struct {
	// Steps is the greatest number of steps; 0 is no limit but that of the run.
	Steps int
	// Rules and Goals are the conditions: a rule that fires, or a fact that is made. If a goal is
	// several facts, it holds when the last of them is made while the others exist. The stage
	// token is a fact, too: `stage night`.
	Rules []goal.Pattern
	Goals []goal.Goal
	// Turn stops chance at the player's turn.
	Turn bool
	// Each is called after each step; it may be nil.
	Each func()
}

// Stop says why chance stopped.
type Stop struct {
	Why StopReason
	// What is the condition that was met, if Why is AtRule or AtFact, and Bindings are the values
	// of its variables.
	What     string
	Bindings goal.Bindings
}

// StopReason is a reason to stop.
type StopReason int

// The reasons to stop.
const (
	AtSteps StopReason = iota // Until.Steps have been taken
	AtRule                    // a rule of Until.Rules has fired
	AtFact                    // a goal of Until.Goals is met
	AtTurn                    // it is the player's turn
	AtEnd                     // nothing can happen any more
	AtBound                   // the run has reached its limit of steps
)

// Run has chance choose until a condition holds, or the run is over. It checks after each step, so
// it takes at least one, unless a player's turn is a condition and holds at once. The error is
// that of a step, or of the context.
func (p *Session) Run(ctx context.Context, u Until) (Stop, error) {
	for n := 0; ; n++ {
		if u.Turn {
			if stop, err := p.Turn(ctx); stop || err != nil {
				return Stop{Why: AtTurn}, err
			}
		}
		if u.Steps > 0 && n == u.Steps {
			return Stop{Why: AtSteps}, nil
		}
		switch err := p.Draw(ctx); {
		case errors.Is(err, ErrOver):
			return Stop{Why: AtEnd}, nil
		case errors.Is(err, ErrLimit):
			return Stop{Why: AtBound}, nil
		case err != nil:
			return Stop{}, err
		case ctx.Err() != nil:
			return Stop{}, ctx.Err()
		}
		if u.Each != nil {
			u.Each()
		}
		if stop, ok, err := p.Met(u); ok || err != nil {
			return stop, err
		}
	}
}

// Turn reports whether it is the player's turn to choose: in the stages of [Session.Turns], or
// everywhere if there are none, unless the only move leaves the stage.
func (p *Session) Turn(ctx context.Context) (bool, error) {
	e, err := p.Enabled(ctx)
	if err != nil || e.Len() == 0 || p.AtLimit() {
		return false, err
	}
	return (!p.HasTurns() || slices.Contains(p.turns, p.Stage().Name)) && !e.Leaves(), nil
}

// fires reports whether a step is a firing of the rules that a selector means.
func (p *Session) fires(selector string, s *trace.Step) bool {
	if selector == trace.Open {
		return true
	}
	rule := p.prog.Rule(s.Key())
	return rule != nil && slices.Contains(p.prog.Select(selector), rule)
}

// Met returns the condition that the last step met.
func (p *Session) Met(u Until) (Stop, bool, error) {
	at := p.here()
	for _, r := range u.Rules {
		if !p.fires(r.Head, &at.step) {
			continue
		}
		if b, ok := r.Bind(nil, trace.Fact{Pred: r.Head, Args: at.step.Args}, false); ok {
			return Stop{AtRule, r.String(), b}, true, nil
		}
	}
	for _, g := range u.Goals {
		if b, ok, err := g.Comes(at.makes, p.machine.Resources); ok || err != nil {
			return Stop{AtFact, g.String(), b}, ok, err
		}
	}
	return Stop{}, false, nil
}

// Holds reports whether the present state meets a goal.
func (p *Session) Holds(g goal.Goal) bool { return g.Meets(p.machine.Resources()) }

// Held reports whether the state before the step to the present point met a goal.
func (p *Session) Held(g goal.Goal) bool {
	at := p.here()
	before := slices.DeleteFunc(p.machine.Resources(), func(r trace.Resource) bool {
		return slices.Contains(at.step.Produces, r.ID)
	})
	for _, id := range at.step.Consumes {
		before = append(before, *p.Resource(id))
	}
	return g.Meets(before)
}

// Turns returns the stages in which it is the player's turn: those that [Session.SetTurns] was
// given, or the interactive ones of the program. None is for all.
func (p *Session) Turns() []string { return slices.Clone(p.turns) }

// HasTurns reports whether the player's turn is limited to some stages.
func (p *Session) HasTurns() bool { return len(p.turns) > 0 }

// SetTurns sets the stages in which it is the player's turn; none stands for those of the program.
func (p *Session) SetTurns(stages []string) {
	p.turns = slices.Clone(stages)
	if len(stages) > 0 {
		return
	}
	for _, s := range p.prog.Stages {
		if s.Interactive {
			p.turns = append(p.turns, s.Name)
		}
	}
}
