package game

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/session"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// grows has a request find new points, as long as there is room, and until chance pauses.
func (h *Handler) grows(do func(*request, *reply) error) func(*request, *reply) error {
	return func(r *request, a *reply) error {
		if h.game.Len() > mostPoints {
			return fmt.Errorf("there are %d points, and no room for more: open the program anew", h.game.Len())
		}
		h.give(h.Pause, pause)
		return do(r, a)
	}
}

// say hears a line, or that there is none.
func (h *Handler) say(r *request, _ *reply) error {
	h.console.line, h.console.end, h.console.said = r.Line, r.Line == nil, nil
	return nil
}

// until says up to where chance is to choose: [session.Until], in words.
type until struct {
	Steps int      `json:"steps"`
	Rules []string `json:"rules"`
	Facts []string `json:"facts"`
	Stage string   `json:"stage"`
	Turn  bool     `json:"turn"`
}

// wait adds the conditions to out. A condition that can never come true is an error.
func (h *Handler) wait(u until, out *session.Until) error {
	texts := slices.Clone(u.Facts)
	if u.Stage != "" {
		texts = append(texts, trace.StagePred+" "+u.Stage)
	}
	rules, err := h.items(u.Rules, func(a Awaited) bool { return a.Rule }, "a predicate, and no rule")
	if err != nil {
		return err
	}
	facts, err := h.items(texts, func(a Awaited) bool { return a.Fact }, "a rule, and no predicate")
	for _, a := range rules {
		out.Rules = append(out.Rules, a.Facts[0])
	}
	for _, a := range facts {
		out.Goals = append(out.Goals, a.Goal)
	}
	return err
}

// items parses lists of conditions, see [Game.EachAwaited]. Conditions that are not wanted are
// errors, which call them other.
func (h *Handler) items(texts []string, wanted func(Awaited) bool, other string) (out []Awaited, err error) {
	for _, text := range texts {
		all, err := h.game.EachAwaited(text)
		if err != nil {
			return nil, err
		}
		for _, a := range all {
			if !wanted(a) {
				return nil, fmt.Errorf("%s is %s", a, other)
			}
		}
		out = append(out, all...)
	}
	return out, nil
}

// stop is why chance does not go on.
type stop struct {
	// Why is `steps`, `rule`, `fact`, `turn`, `end` or `limit`; `time` where it has only
	// paused, and `line` where a sensor waits for one.
	Why  string `json:"why"`
	What string `json:"what,omitempty"` // what was waited for
	// Text says it in words, where it does not go without saying.
	Text string `json:"text,omitempty"`
}

// stopped returns why chance stopped.
func (h *Handler) stopped() *stop {
	at := h.game.Stopped()
	reason := map[session.StopReason]string{session.AtSteps: "steps", session.AtRule: "rule", session.AtFact: "fact",
		session.AtTurn: "turn", session.AtEnd: "end", session.AtBound: "limit"}[at.Why]
	out := &stop{Why: reason, Text: h.game.StopText()}
	if at.Why == session.AtRule || at.Why == session.AtFact {
		out.What = at.What
	}
	return out
}

// plays has a request do something after which chance may go on, up to a breakpoint.
func (h *Handler) plays(do func(*request) error) func(*request, *reply) error {
	return func(r *request, a *reply) error {
		err := do(r)
		if now := h.stopped(); err == nil && now.Text != "" {
			a.Stop = now
		}
		return err
	}
}

// breakAt adds breakpoints, of which there may be some.
func (h *Handler) breakAt(r *request, _ *reply) error {
	if len(h.game.breaks)+len(h.game.items(r.What)) > mostBreaks {
		return fmt.Errorf("there may be %d breakpoints", mostBreaks)
	}
	return h.game.BreakAt(r.What)
}

// run has chance choose. Without a bound, it pauses after some steps.
func (h *Handler) run(r *request, a *reply) error {
	u, steps := r.Until, pauseSteps
	if u.Steps > 0 {
		steps = min(u.Steps, pauseSteps)
	}
	until := session.Until{Steps: steps, Turn: u.Turn}
	if err := h.wait(u, &until); err != nil {
		return err
	}
	why, err := h.game.Run(h.ctx, until)
	if err != nil {
		return err
	}
	a.Stop = h.stopped()
	if why.Why == session.AtSteps && steps != u.Steps {
		a.Stop = &stop{Why: "time"}
	}
	return nil
}

// turns has the player choose in some stages, and chance go on until that is.
func (h *Handler) turns(r *request) error {
	stages, err := h.game.TurnsIn(strings.Join(r.Turns, ","))
	if err != nil {
		return err
	}
	h.open.Turns = stages
	return h.game.TakeTurns(h.ctx, stages)
}

// pauses takes it as a pause that the time was over, or that a sensor waits: what
// happened before has happened.
func (h *Handler) pauses(err error, a *reply) error {
	switch {
	case errors.Is(err, errHear):
		a.Stop = &stop{Why: "line"}
	case errors.Is(err, context.DeadlineExceeded) && h.request.Err() == nil:
		a.Stop = &stop{Why: "time"}
	default:
		return err
	}
	return nil
}
