package game

import (
	"context"
	"errors"
	"math/rand/v2"

	"github.com/ceptre-graph/ceptre/exec/logic/ground"
	"github.com/ceptre-graph/ceptre/exec/trace"
	program "github.com/ceptre-graph/ceptre/lang/logic"
)

// MostTurns is the number of turns after which a match ends where nothing else is asked for. Games need not end.
const MostTurns = 500

// ErrStopped is the error of a [Chooser] that ends the match.
var ErrStopped = errors.New("the match is stopped")

// Chooser chooses the action of a role in a position. The role random of GDL-II is not asked.
type Chooser func(p *Position, role int) (Move, error)

// ByChance returns a chooser that takes each legal action with the same likelihood.
func (m *Match) ByChance(rng *rand.Rand) Chooser {
	return func(p *Position, role int) (Move, error) {
		return Move{p.Legal[role][rng.IntN(len(p.Legal[role]))], trace.ByChance}, nil
	}
}

// Action returns an action that is given as a term, and an error if it is not legal for the role.
func (m *Match) Action(role int, t *program.Compound) (ground.Term, error) {
	action := m.base.Ground(t)
	for _, legal := range m.position.Legal[role] {
		if legal == action {
			return action, nil
		}
	}
	return 0, m.illegal(role, termText(m.base, action))
}

// Playout plays a match to its end, or for a number of turns, and says why it ended.
func (m *Match) Playout(ctx context.Context, turns int, chance *rand.Rand, choose Chooser) (trace.Why, error) {
	return m.playout(ctx, turns, m.ByChance(chance), choose)
}

// playout is Playout with a chooser for the role random.
func (m *Match) playout(ctx context.Context, turns int, random, choose Chooser) (trace.Why, error) {
	for {
		p := m.Position()
		switch err := m.Check(); {
		case err != nil:
			return trace.Failed, err
		case p.Terminal:
			return trace.Quiescent, nil
		case p.Turn >= turns:
			return trace.LimitHit, nil
		}
		moves := make([]Move, len(m.roles))
		for i, role := range m.game.Roles {
			by := choose
			if role == RandomRole {
				by = random
			}
			var err error
			if moves[i], err = by(p, i); errors.Is(err, ErrStopped) {
				return trace.Stopped, nil
			} else if err != nil {
				return trace.Failed, err
			}
		}
		if err := m.Play(ctx, moves); err != nil {
			return trace.Failed, err
		}
	}
}
