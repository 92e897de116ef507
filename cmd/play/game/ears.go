package game

import (
	"context"
	"errors"
	"io"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/console"
	"github.com/ceptre-graph/ceptre/exec/session"
	"github.com/ceptre-graph/ceptre/lang"
)

// ears are what a program hears the player by, and is heard by.
type ears struct {
	at      func() session.Point
	line    *string // what was typed and not read yet
	end     bool    // nothing will be typed
	said    capped  // messages about lines that no sensor understands
	printed map[session.Point]string
	console *console.Console // once there is a program
}

// errHear says that a sensor waits for a line: the request has to be repeated with one. The answers
// of other sensors are remembered.
var errHear = errors.New("the program waits for a line of text")

// outside ties a program to the ears.
func (e *ears) outside(prog *lang.Program) exec.Host {
	e.console = &console.Console{Program: prog, Line: e.hear, Out: e, Say: &e.said}
	return e.console.Host()
}

// hear returns the line that was typed.
func (e *ears) hear(context.Context) (string, error) {
	switch {
	case e.line != nil:
		line := *e.line
		e.line = nil
		return line, nil
	case e.end:
		e.end = false
		return "", io.EOF
	}
	return "", errHear
}

// Write takes what the program prints at the present point.
func (e *ears) Write(text []byte) (int, error) {
	at := e.at()
	e.printed[at] += string(text[:min(len(text), max(0, mostPrinted-len(e.printed[at])))])
	return len(text), nil
}

// capped is a writer that keeps the beginning of its input.
type capped []byte

func (c *capped) Write(text []byte) (int, error) {
	*c = append(*c, text[:min(len(text), max(0, mostPrinted-len(*c)))]...)
	return len(text), nil
}
