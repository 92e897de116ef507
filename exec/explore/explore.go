// Package explore finds all states that a program can reach.
//
// A state is a multiset of facts, which of them are permanent, and the stage; the ids of resources
// and the way to it do not count. States are found breadth first from where a trace starts, so the
// way by which a state is first found is a shortest one. Nothing bounds the runs: the number in a
// #trace does not count. Links between stages are transitions like others. Sensors give no answers,
// and actions are not carried out, since a search has no player.
//
// A state is stored as its fingerprint ([exec.Fingerprint] says how unlikely it is that two states
// have the same), the state from which it was first found, and the facts removed and added: some
// hundred bytes with the table of fingerprints. To go from one state to another, the changes on the
// path over their last common ancestor are added up, long stretches at once, and the machine makes
// those that remain. So states are never copied, and going is the cheaper the more alike the states
// are. Transitions are fired where they are found, and taken back.
package explore

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/trace/shape"
	"github.com/ceptre-graph/ceptre/lang"
)

// Options bound the search. The zero value has no bound.
type Options struct {
	// MaxStates is the greatest number of states to find; 0 for any number.
	MaxStates int
	// Until ends the search at the first state that meets it, the stage token
	// included; nil for none.
	Until *goal.Goal
	// Watch, if it is set, is called once for each state found, in the order of their numbers, with its
	// stage, nil where a link ended the run, and its facts. If it returns true, it ends the search there,
	// as Until does.
	Watch func(s State, stage *lang.Stage, facts func() []lang.Initial) (stop bool, err error)
	// KeepEdges asks for all transitions, not only for their number.
	KeepEdges bool
	// Limits are those of the machine.
	Limits exec.Limits
	// Progress, if it is set, is called now and then with the number of states found, and of those
	// that the search has looked at.
	Progress func(found, looked int)
}

// State is a state, as the number of states that were found before it: 0 is the one
// from which the program starts.
type State uint32

// Edge is a transition between states, with its rule and arguments.
type Edge struct {
	From, To State
	Label    string
}

// Why says why a search ended.
type Why string

// The ways a search ends.
const (
	Complete    Why = ""            // all states were found
	TooMany     Why = "states"      // there are more states than it may find
	OutOfTime   Why = "time"        // the deadline of its context passed
	OutOfMemory Why = "memory"      // its context ended by a limit of memory
	Interrupted Why = "interrupted" // its context ended
	Failed      Why = "error"       // listing or firing the transitions of a state failed
	Found       Why = "until"       // it found a state that meets Options.Until, or at which Options.Watch stopped
)

// Space is what a search found. It holds the machine that found it, so it is not
// safe for concurrent use.
type Space struct {
	// Looked is the number of states that the search has looked at: all their transitions are
	// known. They are the first of those found.
	Looked int
	// Transitions is the number of transitions found: all of those states, and maybe some of the
	// next, if something ended the search there. Those that look alike, of one rule with the same
	// arguments and the same facts taken, are one; those that lead back to the same state count.
	Transitions int
	// Final are the states without transitions, in the order found.
	Final []State
	// Edges are all transitions, if Options.KeepEdges is set.
	Edges []Edge
	// Ended says why the search ended.
	Ended Why
	// Goal is the state that ended the search as Found. If it meets Options.Until, Bindings are the
	// values of its variables there.
	Goal     State
	Bindings goal.Bindings

	prog   *lang.Program
	start  *lang.Start
	limits exec.Limits
	walker
}

// Error is an error that ended the search, with its state.
type Error struct {
	// State is the state that the search looked at.
	State State
	// Choices lead to the state, as moves are numbered from 1 in each.
	Choices []int
	Err     error
}

// mostSaid is the greatest number of choices that a message lists.
const mostSaid = 40

// Error returns the error and, if it is short, the way to its state.
func (e *Error) Error() string {
	switch n := len(e.Choices); {
	case n == 0:
		return e.Err.Error()
	case n > mostSaid:
		return fmt.Sprintf("%v (after %d choices)", e.Err, n)
	}
	return fmt.Sprintf("%v (after the choices %s)", e.Err, exec.Script(e.Choices))
}

// Unwrap returns the error without the way.
func (e *Error) Unwrap() error { return e.Err }

// Search finds the states that a program can reach from where a trace starts, until there are no
// more, one of the bounds is reached, or the context ends: the space then holds what was found
// until then. A context that is ended by an [exec.LimitError] is a bound, too. The error is an
// [Error]; with it, as well, the space holds what was found. No way to an error is shorter. The
// search does not go on past it: an error in a state mostly comes again in its successors, and a
// proof that is given up takes long each time.
func Search(ctx context.Context, prog *lang.Program, start *lang.Start, o Options) (*Space, error) {
	s, initial := newSearch(ctx, prog, start, o)
	err := s.find(0, initial)
	if err == nil && s.Ended == Complete {
		err = s.run()
	}
	return s.Space, err
}

// Len returns the number of states found.
func (s *Space) Len() int { return len(s.nodes) }

// Depth returns the number of transitions on a shortest way to a state.
func (s *Space) Depth(of State) int { return s.depth(of) }

// Farthest returns the depth of the states that are farthest from the start.
func (s *Space) Farthest() int { return len(s.levels) - 1 }

// Facts returns the facts of a state as programs write them, `!` before those that
// are permanent, sorted; then the stage as `stage play`, unless a link ended
// the run.
func (s *Space) Facts(of State) []string { return s.Written(of, nil) }

// Written is Facts with numbers and lists of some shapes in their short forms.
func (s *Space) Written(of State, shapes *shape.Set) []string {
	s.visit(of)
	facts := []string{}
	for _, p := range s.prog.Preds {
		for _, r := range s.machine.Context().Of(p) {
			facts = append(facts, shapes.Resource(r.Record()).String())
		}
	}
	slices.Sort(facts)
	if stage := s.machine.Stage(); stage != nil {
		facts = append(facts, "stage "+stage.Name)
	}
	return facts
}

// At returns the stage of a state, nil where a link ended the run, and its facts, each copy by itself.
func (s *Space) At(state State) (*lang.Stage, []lang.Initial) {
	s.visit(state)
	return s.machine.Stage(), s.initial()
}

// initial returns the facts of the state of the machine.
func (s *Space) initial() (facts []lang.Initial) {
	for _, p := range s.prog.Preds {
		for _, r := range s.machine.Context().Of(p) {
			facts = append(facts, lang.Initial{Fact: r.Fact, Permanent: r.Permanent})
		}
	}
	return facts
}

// Choices returns a shortest way to a state: the numbers of the moves, as
// [exec.Script] takes them.
func (s *Space) Choices(to State) ([]int, error) {
	var way []State
	for ; to != 0; to = s.nodes[to].parent {
		way = append(way, to)
	}
	slices.Reverse(way)
	return s.Along(way)
}

// Along returns the way from the start through some states, each of which follows the one before it by a
// transition: the numbers of the moves, as [exec.Script] takes them.
func (s *Space) Along(way []State) ([]int, error) {
	m, _ := exec.NewMachine(s.prog, s.start, s.limits)
	var numbers []int
	for _, next := range way {
		s.visit(next)
		n, err := choose(m, s.machine.Fingerprint())
		if err != nil {
			return nil, err
		}
		numbers = append(numbers, n)
	}
	return numbers, nil
}

// choose fires the first move that leads to a state, and returns its number.
func choose(m *exec.Machine, to exec.Fingerprint) (int, error) {
	here := m.Mark()
	number, found := 0, false
	_, err := eachMove(context.Background(), m, func(move exec.Move) (bool, error) {
		number++
		if _, err := m.Fire(move.Transition); err != nil {
			return false, err
		}
		if found = m.Fingerprint() == to; !found {
			m.Return(here)
		}
		return !found, nil
	})
	if err == nil && !found {
		err = errors.New("no move leads to the state again")
	}
	return number, err
}
