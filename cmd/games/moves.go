package games

import (
	"context"
	"math/rand/v2"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/logic/game"
)

// Moves is a position of a game, with what each role may do.
type Moves struct {
	game.PositionAccount
	roles []string
	name  string
}

// List returns the position at the start of a game, or after the moves of a record, with the legal moves.
func (p *Player) List(ctx context.Context, s cli.Streams, file string) (*Moves, error) {
	m, script, err := p.begin(ctx, s, file, "")
	if err != nil {
		return nil, err
	}
	if script != nil {
		_, err = m.Playout(ctx, len(script.turns), rand.New(exec.Random(p.Seed).Source()), script.chooser(m))
	} else {
		err = m.Check()
	}
	if err != nil {
		return nil, err
	}
	steps := m.Account().Steps
	return &Moves{steps[len(steps)-1], m.Roles(), m.Game().Source.String()}, nil
}

// Data implements [report.Answer].
func (m *Moves) Data() any { return m.PositionAccount }

// Print implements [report.Answer].
func (m *Moves) Print(b *report.Text) {
	b.Line("%s, state %d", m.name, m.Step)
	for _, f := range m.True {
		b.Item("%s", f)
	}
	if m.Terminal {
		b.Title("The game has ended")
		for _, g := range m.Goals {
			b.Item("%s", g)
		}
		return
	}
	for _, role := range m.roles {
		b.Title(role)
		for i, move := range m.Legal[role] {
			b.Item("%d  %s", i+1, move)
		}
	}
}
