package ask

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// dialogue asks the player at a terminal.
type dialogue struct {
	Player
	met bool // the player has been shown the state
}

// String implements [exec.Chooser].
func (d *dialogue) String() string { return Name }

// Choose shows the moves, and asks until one of them is chosen.
func (d *dialogue) Choose(e *exec.Enabled) (exec.Choice, error) {
	if !d.met {
		d.met = true
		d.state(e)
		fmt.Fprintln(d.Out, "\nType the number of a move; ? shows the state, q ends the run.")
	}
	moves := e.Moves()
	fmt.Fprintln(d.Out)
	d.position(e, moves).WriteMoves(d.Out)
	for {
		answer, err := d.ask(e.Stage())
		if err != nil {
			return exec.Choice{}, err
		}
		if answer == "?" {
			d.state(e)
			continue
		}
		move, err := pick(moves, answer)
		if err == nil {
			return move.Choice(trace.ByPlayer), nil
		}
		d.correct(answer, len(moves))
	}
}

// ask returns the player's answer. At the end of the input, or where the player
// wants no more, the run stops.
func (d *dialogue) ask(stage *lang.Stage) (string, error) {
	fmt.Fprintf(d.Out, "%s> ", stage.Name)
	text, err := d.In.Next(d.Context)
	answer := strings.TrimSpace(text)
	switch {
	case errors.Is(err, io.EOF):
		err = exec.ErrStop
		fallthrough
	case err != nil:
		fmt.Fprintln(d.Out) // the cursor stands behind the prompt
	case answer == "q":
		err = exec.ErrStop
	}
	return answer, err
}

// correct tells the player which answers are possible.
func (d *dialogue) correct(answer string, moves int) {
	if answer != "" {
		fmt.Fprintf(d.Out, "%q is not one of the moves. ", answer)
	}
	numbers := fmt.Sprintf("a number from 1 to %d", moves)
	if moves == 1 {
		numbers = "1 for the only move"
	}
	fmt.Fprintf(d.Out, "Type %s, ? for the state, or q to end the run.\n", numbers)
}

// state shows the stage and the facts.
func (d *dialogue) state(e *exec.Enabled) {
	d.position(e, nil).WriteState(d.Out)
}

func (d *dialogue) position(e *exec.Enabled, moves []exec.Move) *report.Position {
	return report.NewPosition(d.Program, e.Stage(), e.Context(), moves)
}

// shown is a chooser that shows its choices, so that the player sees the steps between two
// questions.
type shown struct {
	exec.Chooser
	out io.Writer
}

// Choose implements [exec.Chooser].
func (s shown) Choose(e *exec.Enabled) (exec.Choice, error) {
	choice, err := s.Chooser.Choose(e)
	if err == nil {
		t := e.Transition(choice)
		fmt.Fprintln(s.out, visible.Line(strings.TrimRight("  … "+t.String()+"  "+report.Effects(t, e.Context()), " ")))
	}
	return choice, err
}
