package flags

import (
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/play/ask"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/spf13/cobra"
)

// When progress is first shown, and how often it changes.
const (
	patience = time.Second
	pace     = 100 * time.Millisecond
)

// progress is a recorder that shows on a terminal how many steps there were, if that
// goes on for long. It also remembers how the run ended.
type progress struct {
	trace.Recorder
	chooser exec.Chooser
	out     io.Writer // nil where nothing is to be shown
	due     time.Time
	shown   bool
	begun   bool
	steps   int
	rule    int       // of the last step, by its index in the program
	end     trace.End // without the final facts
}

// watch returns a recorder with its progress. None is shown where something else
// is: steps, questions, and what sensors and actions have to say.
func (r *Runner) watch(c *cobra.Command, prog *lang.Program, chooser exec.Chooser, to trace.Recorder) *progress {
	p := &progress{Recorder: to, chooser: chooser, due: time.Now().Add(patience)}
	if cli.IsTerminal(c.ErrOrStderr()) && !r.Quiet && !r.Lively && !ask.AtTerminal(chooser) &&
		!slices.ContainsFunc(prog.Preds, tied) {
		p.out = cli.Raw(c.ErrOrStderr())
	}
	return p
}

func tied(p *lang.Pred) bool { return p.Handler != "" }

// Begin implements [trace.Recorder].
func (p *progress) Begin(h *trace.Header, terms trace.Terms, initial []trace.Made) error {
	p.begun = true
	return p.Recorder.Begin(h, terms, initial)
}

// Step implements [trace.Recorder], and shows the progress when it is time.
func (p *progress) Step(e *trace.Event) error {
	p.steps++
	p.rule = e.Rule
	if p.out != nil {
		p.show(time.Now())
	}
	return p.Recorder.Step(e)
}

func (p *progress) show(now time.Time) {
	if now.After(p.due) {
		fmt.Fprintf(p.out, "\r%d steps", p.steps)
		p.due, p.shown = now.Add(pace), true
	}
}

// End implements [trace.Recorder].
func (p *progress) End(e *trace.End) error {
	p.end = trace.End{Why: e.Why, Message: e.Message}
	return p.Recorder.End(e)
}

// leave takes the line away. A dialogue is set apart from what comes after it.
func (p *progress) leave(w io.Writer) {
	switch {
	case p.shown:
		fmt.Fprint(cli.Raw(w), "\r\x1b[K")
	case ask.AtTerminal(p.chooser):
		fmt.Fprintln(w)
	}
}
