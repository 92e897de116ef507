package game

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/asp"
)

// Replay plays the moves of a recorded match again, and returns the trace of that. The match must be at its start.
// The error names a move that is not legal.
func (m *Match) Replay(ctx context.Context, t *trace.Trace) (*trace.Trace, error) {
	moves := make(map[string][]trace.Step) // by role
	steps := slices.Clone(t.Steps)
	slices.SortStableFunc(steps, func(a, b trace.Step) int { return int(a.ID - b.ID) })
	for _, s := range steps {
		if s.Chosen != "" && len(s.Args) > 0 {
			moves[s.Args[0].String()] = append(moves[s.Args[0].String()], s)
		}
	}
	choose := func(p *Position, role int) (Move, error) {
		done := moves[term(m.base, m.roles[role]).String()]
		if p.Turn >= len(done) {
			return Move{}, ErrStopped
		}
		s := done[p.Turn]
		for _, a := range p.Legal[role] {
			name, args := m.action(a)
			if name == s.Rule && slices.EqualFunc(m.recorder.terms(args), s.Args[1:], trace.Term.Equal) {
				return Move{a, s.Chosen}, nil
			}
		}
		return Move{}, fmt.Errorf("step %v: %w", s.ID, m.illegal(role, trace.Term{Head: s.Rule, Args: s.Args[1:]}.String()))
	}
	why, err := m.playout(ctx, len(t.Steps), choose, choose)
	if err != nil {
		return nil, err
	}
	return m.End(why, ""), nil
}

// The words by which the header of a trace tells how a game of logic-game was played.
const (
	newLevel  = "new level"
	byClingo  = "solver clingo"
	drewFirst = "draws "
)

// choose returns how the game was played, as the header of its trace tells it: whether a level was generated, and the
// random integers that were drawn.
func (w *World) choose() string {
	var parts []string
	if w.options.NewLevel {
		parts = append(parts, newLevel)
	}
	if w.options.Solver == "clingo" {
		parts = append(parts, byClingo)
	}
	var drawn []string
	for _, d := range w.draws {
		drawn = append(drawn, strconv.FormatInt(d.Value, 10))
	}
	if drawn != nil {
		parts = append(parts, drewFirst+strings.Join(drawn, ","))
	}
	if parts == nil {
		return "random"
	}
	return strings.Join(parts, "; ")
}

// ReplayWorld plays a recorded game of logic-game again, with the seed and the random integers of its trace, and
// returns the trace of that.
func ReplayWorld(ctx context.Context, game *asp.Game, t *trace.Trace, o WorldOptions) (*trace.Trace, error) {
	turns := MostSteps
	if t.Run != nil {
		o.Seed = t.Run.Seed
		for part := range strings.SplitSeq(t.Run.Choose, "; ") {
			if part == newLevel {
				o.NewLevel = true
			}
			if part == byClingo {
				o.Solver = "clingo"
			}
			if list, ok := strings.CutPrefix(part, drewFirst); ok {
				for n := range strings.SplitSeq(list, ",") {
					value, err := strconv.ParseInt(n, 10, 64)
					if err != nil {
						return nil, fmt.Errorf("the header has a random integer %q", n)
					}
					o.Draws = append(o.Draws, value)
				}
			}
		}
		if t.Run.Limits != nil && t.Run.Limits.Steps > 0 {
			turns = t.Run.Limits.Steps
		}
	}
	w, err := NewWorld(ctx, game, t.Header, o)
	if err != nil {
		return nil, err
	}
	why, err := w.Play(ctx, turns)
	if err != nil {
		return nil, err
	}
	return w.End(why, ""), nil
}
