package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// dialogue asks the player at a terminal.
type dialogue struct {
	ctx  context.Context // ends the waiting for an answer
	in   *lines
	out  io.Writer
	prog *lang.Program
	met  bool // the player has been shown the state
}

func (d *dialogue) String() string { return asked }

// Choose shows the moves, and asks until one of them is chosen.
func (d *dialogue) Choose(e *exec.Enabled) (exec.Choice, error) {
	if !d.met {
		d.met = true
		d.state(e)
		fmt.Fprintln(d.out, "\nType the number of a move; ? shows the state, q ends the run.")
	}
	moves := e.Moves()
	fmt.Fprintln(d.out)
	writeMoves(d.out, moves, e.Context())
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
	fmt.Fprintf(d.out, "%s> ", stage.Name)
	text, err := d.in.next(d.ctx)
	answer := strings.TrimSpace(text)
	switch {
	case errors.Is(err, io.EOF):
		err = exec.ErrStop
		fallthrough
	case err != nil:
		fmt.Fprintln(d.out) // the cursor stands behind the prompt
	case answer == "q":
		err = exec.ErrStop
	}
	return answer, err
}

// correct tells the player which answers are possible.
func (d *dialogue) correct(answer string, moves int) {
	if answer != "" {
		fmt.Fprintf(d.out, "%q is none of the moves. ", answer)
	}
	numbers := fmt.Sprintf("a number from 1 to %d", moves)
	if moves == 1 {
		numbers = "1 for the only move"
	}
	fmt.Fprintf(d.out, "Type %s, ? for the state, or q to end the run.\n", numbers)
}

func (d *dialogue) state(e *exec.Enabled) {
	writeState(d.out, e.Stage(), holding(d.prog, e.Context()))
}

// told is a chooser that tells the player its choices, so that the player sees the steps between
// two questions.
type told struct {
	exec.Chooser
	out io.Writer
}

func (t told) Choose(e *exec.Enabled) (exec.Choice, error) {
	choice, err := t.Chooser.Choose(e)
	if err == nil {
		writeEvent(t.out, e.Transition(choice), e.Context())
	}
	return choice, err
}
