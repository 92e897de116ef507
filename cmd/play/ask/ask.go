// Package ask has choosers that ask the player which move a run makes next: at a terminal, by the
// number of a move in a menu, or from standard input, of which each word is such a number.
package ask

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/console"
	"github.com/ceptre-graph/ceptre/lang"
)

// Player describes how the player of a program is asked.
type Player struct {
	Context  context.Context // ends the waiting for an answer
	Program  *lang.Program
	In       *console.Lines // nil where standard input holds the program
	Out      io.Writer      // shows questions at a terminal
	Terminal bool           // the lines come from a terminal
}

// Chooser returns a chooser that asks the player.
func (p Player) Chooser() exec.Chooser {
	switch {
	case p.In == nil:
		return noPlayer{}
	case p.Terminal:
		return &dialogue{Player: p}
	}
	return &piped{Player: p}
}

// WhereInteractive returns a chooser that asks the player in interactive stages only. Chance chooses
// in others; if told, its choices are shown at a terminal.
func (p Player) WhereInteractive(chance exec.Chooser, told bool) exec.Chooser {
	if !slices.ContainsFunc(p.Program.Stages, func(s *lang.Stage) bool { return s.Interactive }) {
		return chance
	}
	if p.Terminal && told {
		chance = shown{chance, p.Out}
	}
	return mixed{p.Chooser(), chance}
}

// AtTerminal reports whether a chooser asks questions at a terminal.
func AtTerminal(chooser exec.Chooser) bool {
	if m, ok := chooser.(mixed); ok {
		chooser = m.player
	}
	_, ok := chooser.(*dialogue)
	return ok
}

// mixed leaves interactive stages to the player, and the others to chance. It does not ask the
// player if the only transition is the way out of a stage.
type mixed struct{ player, chance exec.Chooser }

// Choose implements [exec.Chooser].
func (m mixed) Choose(e *exec.Enabled) (exec.Choice, error) {
	if e.Stage().Interactive && !e.Leaves() {
		return m.player.Choose(e)
	}
	return m.chance.Choose(e)
}

// String implements [exec.Chooser].
func (m mixed) String() string { return m.chance.String() + " and " + m.player.String() }

// Name is the name of choosers that ask the player.
const Name = "ask"

// UnheardError reports a stage that needs a player where none can answer, with a way out.
type UnheardError struct {
	stage  *lang.Stage
	advice string
}

// Error implements [error].
func (e *UnheardError) Error() string {
	if e.stage.Interactive {
		return fmt.Sprintf("stage %s is interactive: %s", e.stage.Name, e.advice)
	}
	return fmt.Sprintf("--choose ask: stage %s gets no answer: %s", e.stage.Name, e.advice)
}

// noPlayer takes the place of the player when standard input holds the program.
type noPlayer struct{}

// String implements [exec.Chooser].
func (noPlayer) String() string { return Name }

// Choose implements [exec.Chooser].
func (noPlayer) Choose(e *exec.Enabled) (exec.Choice, error) {
	return exec.Choice{}, &UnheardError{e.Stage(),
		"standard input holds the program, so no answers can come from there; give the program as a file, or --choose random"}
}

// pick returns the move of a number as the player writes it.
func pick(moves []exec.Move, word string) (exec.Move, error) {
	n, err := strconv.Atoi(word)
	switch {
	case err != nil:
		return exec.Move{}, fmt.Errorf("%q is not the number of a move", word)
	case len(moves) == 1 && n != 1:
		return exec.Move{}, fmt.Errorf("there is no move %d; the only move is 1", n)
	case n < 1 || n > len(moves):
		return exec.Move{}, fmt.Errorf("there is no move %d; the moves are numbered from 1 to %d", n, len(moves))
	}
	return moves[n-1], nil
}
