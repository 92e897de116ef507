package explore

import (
	"context"
	"errors"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// search is a search that goes on.
type search struct {
	Options
	*Space
	done context.Context
	seen map[exec.Fingerprint]State
}

// newSearch returns a search that has found the first state, and the facts of this.
func newSearch(ctx context.Context, prog *lang.Program, start *lang.Trace, o Options) (*search, []trace.Resource) {
	m, initial := exec.NewMachine(prog, start, o.Limits)
	return &search{
		Options: o,
		Space:   &Space{prog: prog, start: start, limits: o.Limits, walker: newWalker(m)},
		done:    ctx,
		seen:    map[exec.Fingerprint]State{m.Fingerprint(): 0},
	}, initial
}

// often is after how many states progress is told.
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
			return s.fail(State(s.Looked), err)
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

// fail ends the search with an error in a state, and returns it with the way there.
func (s *search) fail(state State, err error) error {
	s.Ended = Failed
	choices, lost := s.Choices(state)
	return &Error{state, choices, errors.Join(err, lost)}
}

// look fires each transition of a state, and takes it back. Where it is interrupted, those that
// it came to count.
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
		to = s.arrive(from, t)
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
func (s *search) arrive(from origin, by exec.Transition) State {
	here := s.machine.Fingerprint()
	if known, ok := s.seen[here]; ok {
		return known
	}
	if len(s.nodes) == s.MaxStates || s.full() {
		s.Ended = TooMany
		return 0
	}
	to := s.add(from)
	s.seen[here] = to
	if s.wanted(by) {
		s.Ended, s.Goal = Found, to
	}
	return to
}

// wantedAtStart reports whether the search is for something of the initial state.
func (s *search) wantedAtStart(initial []trace.Resource) bool {
	if s.Until == nil {
		return false
	}
	for _, r := range initial {
		if s.Until.MatchesFact(r.Pred, r.Args, r.Persistent) {
			return true
		}
	}
	return false
}

// wanted reports whether the search is for something that a transition makes.
func (s *search) wanted(t exec.Transition) bool {
	if s.Until == nil {
		return false
	}
	for _, result := range t.Results() {
		if s.matches(result) {
			return true
		}
	}
	return t.Link != nil && t.Link.To != nil && s.Until.Matches(trace.StagePred, []trace.Term{trace.Const(t.Link.To.Name)})
}

// matches reads a fact as it is written, as it is with patterns.
func (s *search) matches(made lang.Initial) bool {
	f := made.Fact
	if s.Until.Head != f.Pred.Name && s.Until.Head != trace.Open {
		return false
	}
	written, err := trace.ParsePattern(f.String())
	return err == nil && s.Until.MatchesFact(f.Pred.Name, written.Args, made.Permanent)
}
