package ask

import (
	"errors"
	"io"
	"strings"
	"unicode"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// piped takes the player's choices from standard input that is no terminal:
// numbers with blanks or commas between them, comments after `%`.
type piped struct {
	Player
	left []word // of the line read last
}

// word is a word of a line.
type word struct {
	text string
	col  int // where it begins, in characters from 1
}

// String implements [exec.Chooser].
func (p *piped) String() string { return Name }

// Choose implements [exec.Chooser].
func (p *piped) Choose(e *exec.Enabled) (exec.Choice, error) {
	for len(p.left) == 0 {
		text, err := p.In.Next(p.Context)
		switch {
		case errors.Is(err, io.EOF) && p.In.Count() > 0:
			return exec.Choice{}, exec.ErrStop
		case errors.Is(err, io.EOF): // input without any line: the user did not expect to be asked
			return exec.Choice{}, &UnheardError{e.Stage(),
				"choose at a terminal, pipe in the numbers of moves, or give --choose random"}
		case err != nil:
			return exec.Choice{}, err
		}
		text, _, _ = strings.Cut(text, "%")
		p.left = choices(text)
	}
	next := p.left[0]
	p.left = p.left[1:]
	move, err := pick(e.Moves(), next.text)
	if err != nil {
		return exec.Choice{}, p.In.AtColumn(next.col, err)
	}
	return move.Choice(trace.ByPlayer), nil
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
