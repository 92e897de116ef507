package explore

import (
	"context"
	"errors"
	"slices"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/shape"
)

// Len returns how many states were found.
func (s *Space) Len() int { return len(s.nodes) }

// Depth returns how many transitions lead to a state at least.
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
			written := trace.Resource{Pred: p.Name, Args: term.RecordAll(r.Fact.Args), Persistent: r.Permanent}
			facts = append(facts, shapes.Resource(written).String())
		}
	}
	slices.Sort(facts)
	if stage := s.machine.Stage(); stage != nil {
		facts = append(facts, "stage "+stage.Name)
	}
	return facts
}

// Choices returns a shortest way to a state: the numbers of the moves, as
// [exec.Script] takes them.
func (s *Space) Choices(to State) ([]int, error) {
	var way []exec.Fingerprint
	for ; to != 0; to = s.nodes[to].parent {
		s.visit(to)
		way = append(way, s.machine.Fingerprint())
	}
	m, _ := exec.NewMachine(s.prog, s.start, s.limits)
	var numbers []int
	for _, next := range slices.Backward(way) {
		n, err := choose(m, next)
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
