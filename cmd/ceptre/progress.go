package main

import (
	"fmt"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"io"
	"slices"
	"time"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/spf13/cobra"
)

// When progress is first shown, and how often it changes.
const (
	patience = time.Second
	pace     = 100 * time.Millisecond
)

// progress is a chooser that shows on a terminal how many steps were chosen, if
// that goes on for long.
type progress struct {
	exec.Chooser
	out   io.Writer // nil where nothing is to be shown
	due   time.Time
	shown bool
	steps int
}

// watch returns a chooser with its progress. None is shown where something else
// is: questions, and what sensors and actions have to say.
func (r *runner) watch(c *cobra.Command, prog *lang.Program, chooser exec.Chooser) *progress {
	p := &progress{Chooser: chooser, due: time.Now().Add(patience)}
	if cli.IsTerminal(c.ErrOrStderr()) && !r.quiet && !talks(chooser) && !slices.ContainsFunc(prog.Preds, tied) {
		p.out = c.ErrOrStderr()
	}
	return p
}

// talks reports whether a chooser holds a dialogue.
func talks(chooser exec.Chooser) bool {
	if m, ok := chooser.(mixed); ok {
		chooser = m.player
	}
	_, ok := chooser.(*dialogue)
	return ok
}

func tied(p *lang.Pred) bool { return p.Handler != "" }

// Choose chooses, and shows the progress when it is time.
func (p *progress) Choose(e *exec.Enabled) (exec.Choice, error) {
	if now := time.Now(); p.out != nil && now.After(p.due) {
		fmt.Fprintf(p.out, "\r%d steps", p.steps)
		p.due, p.shown = now.Add(pace), true
	}
	p.steps++
	return p.Chooser.Choose(e)
}

// end takes the line away. A dialogue is set apart from what comes after it.
func (p *progress) end(w io.Writer) {
	switch {
	case p.shown:
		fmt.Fprint(w, "\r\x1b[K")
	case talks(p.Chooser):
		fmt.Fprintln(w)
	}
}
