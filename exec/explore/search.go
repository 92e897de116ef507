package explore

import (
	"context"
	"errors"
	"math"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// search is a search in progress.
type search struct {
	Options
	*Space
	done context.Context
	seen map[exec.Fingerprint]State
}

// newSearch returns a search that has found the first state, and the facts of this.
func newSearch(ctx context.Context, prog *lang.Program, start *lang.Start, o Options) (*search, []trace.Resource) {
	m, initial := exec.NewMachine(prog, start, o.Limits)
	return &search{
		Options: o,
		Space:   &Space{prog: prog, start: start, limits: o.Limits, walker: newWalker(m)},
		done:    ctx,
		seen:    map[exec.Fingerprint]State{m.Fingerprint(): 0},
	}, initial
}

// often is the number of states between two calls of Progress.
const often = 1 << 10

// run looks at one state after the other, until it has looked at all that it found.
func (s *search) run() error {
	for s.Looked < len(s.nodes) {
		if s.Progress != nil && s.Looked%often == 0 {
			s.Progress(len(s.nodes), s.Looked)
		}
		err := s.look(State(s.Looked))
		switch {
		case err != nil && s.done.Err() != nil:
			s.Ended = ended(s.done)
			return nil
		case err != nil:
			s.Ended = Failed
			choices, lost := s.Choices(State(s.Looked))
			return &Error{State(s.Looked), choices, errors.Join(err, lost)}
		case s.Ended != Complete:
			return nil
		}
		s.Looked++
	}
	return nil
}

// ended says why a context ended the search.
func ended(ctx context.Context) Why {
	limit, ok := errors.AsType[*exec.LimitError](context.Cause(ctx))
	switch {
	case ok:
		return Why(limit.Limit)
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return OutOfTime
	}
	return Interrupted
}

// look fires each transition of a state, and takes it back. If it is interrupted, the transitions
// fired by then count.
func (s *search) look(from State) error {
	s.visit(from)
	here := origin{from, s.machine.Mark(), s.machine.Stage()}
	moves, err := eachMove(s.done, s.machine, func(move exec.Move) (bool, error) {
		err := s.try(here, move.Transition)
		return s.Ended == Complete, err
	})
	if err == nil && moves == 0 {
		s.Final = append(s.Final, from)
	}
	return err
}

// try fires a transition, and takes it back.
func (s *search) try(from origin, t exec.Transition) error {
	_, err := s.machine.Fire(t)
	var to State
	if err == nil {
		to, err = s.arrive(from)
	}
	s.machine.Return(from.mark)
	if err != nil || s.Ended == TooMany {
		return err
	}
	s.Transitions++
	if s.KeepEdges {
		s.Edges = append(s.Edges, Edge{from.State, to, t.String()})
	}
	return nil
}

// arrive returns the state in which the machine is after a transition, which may be
// new.
func (s *search) arrive(from origin) (State, error) {
	here := s.machine.Fingerprint()
	if known, ok := s.seen[here]; ok {
		return known, nil
	}
	full := max(len(s.nodes), len(s.changes)) >= math.MaxInt32 // states are numbered in 32 bits
	if len(s.nodes) == s.MaxStates || full {
		s.Ended = TooMany
		return 0, nil
	}
	to := s.add(from)
	s.seen[here] = to
	if s.Until == nil {
		return to, s.find(to, nil)
	}
	return to, s.find(to, s.come(from))
}

// find ends the search if a state meets the goal by at least one of the facts that have come, or if the
// search is watched and has to stop there. The machine is in the state.
func (s *search) find(state State, come []trace.Resource) error {
	if s.Watch != nil {
		stop, err := s.Watch(state, s.machine.Stage(), s.initial)
		if stop {
			s.Ended, s.Goal = Found, state
		}
		if err != nil {
			return err
		}
	}
	if s.Until == nil {
		return nil
	}
	bindings, found, err := s.Until.Comes(come, s.machine.Resources)
	if found {
		s.Ended, s.Goal, s.Bindings = Found, state, bindings
	}
	return err
}

// come returns the resources that the state of the machine has and another had not.
func (s *search) come(from origin) []trace.Resource {
	var out []trace.Resource
	_, come := s.machine.Changes(from.mark)
	for _, r := range come {
		if s.Until.Asks(r.Fact.Pred.Name) {
			out = append(out, r.Record())
		}
	}
	if now := s.machine.Stage(); now != from.stage && now != nil {
		mark := trace.StageMark(now.Name)
		out = append(out, trace.Resource{Pred: mark.Pred, Args: mark.Args})
	}
	return out
}
