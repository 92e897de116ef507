package explore

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Way returns the states on a shortest way to a state, without the start.
func (s *Space) Way(to State) (way []State) {
	for ; to != 0; to = s.store.parent(to) {
		way = append(way, to)
	}
	slices.Reverse(way)
	return way
}

// Choices returns a shortest way to a state: the numbers of the moves, as [exec.Script] takes them.
func (s *Space) Choices(to State) ([]int, error) { return s.Along(s.Way(to)) }

// Along returns the way from the start through some states, each of which follows the one before it by a transition:
// the numbers of the moves, as [exec.Script] takes them. With a symmetry, the way leads through states that it
// replaces by these. A machine goes the way, and tries the moves of each state until one leads to the next.
func (s *Space) Along(way []State) ([]int, error) {
	m, _ := exec.NewMachine(s.prog, s.start, s.limits)
	var numbers []int
	for _, next := range way {
		n, err := s.choose(m, next)
		if err != nil {
			return nil, err
		}
		numbers = append(numbers, n)
	}
	return numbers, nil
}

// Rerun runs a program with these options by choices that a search has found. As the search came to the end of the
// run, this does, too, regardless of interrupts. An error in the last state is recorded in the trace.
func Rerun(prog *lang.Program, start *lang.Start, choices []int, o exec.Options) (*trace.Trace, error) {
	o.Chooser, o.Host, o.Limits.Steps = exec.Script(choices), exec.Silent(prog), len(choices)+1
	o.Unchecked = true // the way may lead through states that violate statements
	run, err := exec.Run(context.Background(), prog, start, o)
	if err != nil && (run == nil || len(run.Steps) < len(choices)) {
		return nil, err
	}
	return run, nil
}

// choose fires the first move that leads to a state, and returns its number.
func (s *Space) choose(m *exec.Machine, to State) (int, error) {
	want := slices.Clone(s.store.read(to, &s.bytes))
	here := m.Mark()
	number, found := 0, false
	_, err := eachMove(context.Background(), m, func(move exec.Move) (bool, error) {
		number++
		if _, err := m.Fire(move.Transition); err != nil {
			return false, err
		}
		if found = slices.Equal(s.pack(m), want); !found {
			m.Return(here)
		}
		return !found, nil
	})
	if err == nil && !found {
		err = errors.New("no move leads to the state again")
	}
	return number, err
}

// pack returns the bytes of the state in which a machine is.
func (s *Space) pack(m *exec.Machine) []byte {
	held := make(map[Fact]Held)
	for _, p := range s.prog.Preds {
		if s.groups[s.names.index[p]] != nil {
			continue
		}
		for _, r := range m.Context().Of(p) {
			f := s.names.Number(r.Fact)
			h := held[f]
			h.Fact = f
			if r.Permanent {
				h.Permanent = true
			} else {
				h.Copies++
			}
			held[f] = h
		}
	}
	var all []Held
	for _, h := range held {
		all = append(all, h)
	}
	slices.SortFunc(all, func(a, b Held) int { return cmp.Compare(a.Fact, b.Fact) })
	stage := 1 + slices.Index(s.prog.Stages, m.Stage())
	if s.canon != nil {
		v := newView(s.engine)
		v.set(stage, all)
		all = s.canon.Canonical(v)
	}
	return appendState(nil, stage, len(s.fixed), all)
}

// fewMoves is the number of moves that are listed first.
const fewMoves = 1 << 12

// eachMove calls do for the moves in the state of a machine, until it returns false, and returns the
// number of listed moves. If do returns true, it has returned the machine to that state. The list is
// made in growing parts, as callers may need few of many moves.
func eachMove(ctx context.Context, m *exec.Machine, do func(exec.Move) (more bool, err error)) (listed int, err error) {
	for most := fewMoves; ; most *= 4 {
		enabled, err := m.Enabled(ctx)
		if err != nil {
			return listed, err
		}
		moves, whole := enabled.Some(most)
		done := listed
		listed = len(moves)
		for _, move := range moves[done:] {
			if more, err := do(move); err != nil || !more {
				return listed, err
			}
		}
		if whole {
			return listed, nil
		}
	}
}
