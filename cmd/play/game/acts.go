package game

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/session"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Act performs an action of the player: the next view shows its steps and changes as news. During
// the action chance may go on until it is the player's turn again. [Game.UndoAct] takes it back.
func (g *Game) Act(do func() error) error {
	from := g.At()
	err := g.during(do)
	if path := g.Path(); g.since < g.Depth() && path[g.since] == from {
		for i, at := range path[g.since+1:] {
			g.begin(at, i == 0)
		}
		if g.CanRedo() { // steps that were found before are another action now
			g.begin(g.Latest(), true)
		}
	}
	return err
}

// during does something whose steps and changes are news in the next view.
func (g *Game) during(do func() error) error {
	path := slices.Clone(g.Path())
	err := do()
	g.since = 0
	for g.since < min(len(path), len(g.Path())) && path[g.since] == g.Path()[g.since] {
		g.since++
	}
	g.since-- // the last point that both ways have in common
	return err
}

// begin notes whether an action of the player began with the step to a point.
func (g *Game) begin(to session.Point, begins bool) {
	if g.begun == nil {
		g.begun = make(map[session.Point]bool)
	}
	g.begun[to] = begins
}

// begins reports whether an action of the player began with the step to a point. Those of a saved game
// are its choices.
func (g *Game) begins(to session.Point) bool {
	begins, known := g.begun[to]
	return begins || !known && g.Step(to).Chosen == trace.ByPlayer
}

// UndoAct takes back the last action of the player with all steps that followed, and is false at the
// start. Where no action is known, as in a saved run of chance, it takes back the last step.
func (g *Game) UndoAct() bool {
	if g.Depth() == 0 {
		return false
	}
	first := g.Depth()
	for first > 0 && !g.begins(g.Path()[first]) {
		first--
	}
	if first == 0 {
		first = g.Depth()
		g.begin(g.At(), true)
	}
	g.Go(g.Path()[first-1])
	return true
}

// RedoAct does again what [Game.UndoAct] took back, on the way that the player went last, and is false
// where nothing was tried yet.
func (g *Game) RedoAct() bool {
	if !g.Redo() {
		return false
	}
	for g.CanRedo() && !g.begins(g.Latest()) {
		g.Redo()
	}
	return true
}
