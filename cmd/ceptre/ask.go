package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// mixed leaves interactive stages to the player, and the others to chance. It does not ask the
// player if the only transition is the way out of a stage.
type mixed struct{ player, chance exec.Chooser }

func (m mixed) Choose(e *exec.Enabled) (exec.Choice, error) {
	if e.Stage().Interactive && !e.Leaves() {
		return m.player.Choose(e)
	}
	return m.chance.Choose(e)
}

func (m mixed) String() string { return m.chance.String() + " and " + m.player.String() }

// asked is what choosers say who ask the player.
const asked = "ask"

// piped takes the player's choices from standard input that is no terminal:
// numbers with blanks or commas between them, comments after `%`.
type piped struct {
	ctx  context.Context // ends the waiting for a line
	in   *lines
	left []word // of the line read last
}

// word is a word of a line.
type word struct {
	text string
	col  int // where it begins, in characters from 1
}

func (p *piped) String() string { return asked }

func (p *piped) Choose(e *exec.Enabled) (exec.Choice, error) {
	next, err := p.word()
	if errors.Is(err, io.EOF) {
		return exec.Choice{}, p.over(e.Stage())
	}
	if err != nil {
		return exec.Choice{}, err
	}
	move, err := pick(e.Moves(), next.text)
	if err != nil {
		return exec.Choice{}, p.in.atColumn(next.col, err)
	}
	return move.Choice(trace.ByPlayer), nil
}

// word returns the next word of the input.
func (p *piped) word() (word, error) {
	for len(p.left) == 0 {
		text, err := p.in.next(p.ctx)
		if err != nil {
			return word{}, err
		}
		text, _, _ = strings.Cut(text, "%")
		p.left = choices(text)
	}
	next := p.left[0]
	p.left = p.left[1:]
	return next, nil
}

// choices returns the words of a line.
func choices(text string) []word {
	var out []word
	line := []rune(text)
	for i := 0; i < len(line); i++ {
		from := i
		for i < len(line) && line[i] != ',' && !unicode.IsSpace(line[i]) {
			i++
		}
		if i > from {
			out = append(out, word{string(line[from:i]), from + 1})
		}
	}
	return out
}

// over ends the run at the end of the input. Input without any line means that the user did not
// expect to be asked.
func (p *piped) over(stage *lang.Stage) error {
	if p.in.count > 0 {
		return exec.ErrStop
	}
	return &unheardError{stage, "choose at a terminal, pipe in the numbers of moves, or give --choose random"}
}

// unheardError reports a stage that needs a player where none can answer, with a way out.
type unheardError struct {
	stage  *lang.Stage
	advice string
}

func (e *unheardError) Error() string {
	if e.stage.Interactive {
		return fmt.Sprintf("stage %s is interactive: %s", e.stage.Name, e.advice)
	}
	return fmt.Sprintf("--choose ask: in stage %s nobody answers: %s", e.stage.Name, e.advice)
}

// noPlayer takes the place of the player when standard input holds the program.
type noPlayer struct{}

func (noPlayer) String() string { return asked }

func (noPlayer) Choose(e *exec.Enabled) (exec.Choice, error) {
	return exec.Choice{}, &unheardError{e.Stage(), "standard input holds the program, so nobody can be asked; give the program as a file, or --choose random"}
}

// pick returns the move of a number as the player writes it.
func pick(moves []exec.Move, word string) (exec.Move, error) {
	n, err := strconv.Atoi(word)
	switch {
	case err != nil:
		return exec.Move{}, fmt.Errorf("%q is not the number of a move", word)
	case len(moves) == 1 && n != 1:
		return exec.Move{}, fmt.Errorf("there is no move %d; here the only one is 1", n)
	case n < 1 || n > len(moves):
		return exec.Move{}, fmt.Errorf("there is no move %d; here they are numbered from 1 to %d", n, len(moves))
	}
	return moves[n-1], nil
}
