package session

import (
	"context"
	"errors"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Until says up to where chance is to choose.
type Until struct {
	// Steps is after how many steps at the most; 0 is as many as there may be.
	Steps int
	// Rules and Goals are the conditions: a rule that fires, or a fact that is made. If a goal is
	// several facts, it holds when the last of them is made while the others exist. The stage
	// token is a fact, too: `stage night`.
	Rules []goal.Pattern
	Goals []goal.Goal
	// Turn is for up to where it is the player's turn.
	Turn bool
	// Each is called after each step; it may be nil.
	Each func()
}

// Stop says why chance no longer chooses.
type Stop struct {
	Why StopReason
	// What was waited for, where Why is AtRule or AtFact, and what its variables stand for.
	What     string
	Bindings goal.Bindings
}

// StopReason is a reason to stop.
type StopReason int

// The reasons to stop.
const (
	AtSteps StopReason = iota // so many steps have been taken
	AtRule                    // a rule has fired that was waited for
	AtFact                    // the facts are there that were waited for
	AtTurn                    // it is the player's turn
	AtEnd                     // nothing can happen any more
	AtBound                   // the run is as long as it may be
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

// Turn reports whether it is the player's turn to choose: in the stages of [Session.Turns], and
// everywhere where there are none, unless all that is left is one way to leave.
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

// Met returns what was waited for and came with the last step.
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

// HasTurns reports whether it is said where it is the player's turn.
func (p *Session) HasTurns() bool { return len(p.turns) > 0 }

// SetTurns says in which stages it is the player's turn, whatever the program says; none is
// for what the program says.
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
