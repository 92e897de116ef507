package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/lang"
)

// halt is a run that a limit has ended.
type halt struct {
	*progress
	exec.Options
	start   *lang.Start
	bounded bool // the bound is not that of the program, nor of who runs it
}

// tell says which limit ended the run, unless the user asked for just that many steps, and whether
// it could go on. The name is that of the program.
func (h halt) tell(w io.Writer, name string, cause error) {
	limit, _ := errors.AsType[*exec.LimitError](cause)
	asked := h.Limits.Steps > 0 || h.start.Bound > 0
	cut := h.end.Message != "" // by another limit
	stopped := ""
	switch {
	case cut:
		fmt.Fprintf(w, "%s: stopped after %s, as %s; --%s gives it more\n", name, plural(h.steps, "step"), h.end.Message, limit.Limit)
	case h.bounded && !h.Loop.Forever:
		fmt.Fprintf(w, "%s: stopped after %d of %d steps, so that the site is not too large; --steps changes that\n", name, h.steps, h.start.Bound)
	case asked && !h.bounded:
	case h.Loop.Forever:
		stopped = fmt.Sprintf("stopped after %d steps: ", h.steps)
	default:
		fmt.Fprintf(w, "%s: stopped after %d steps, as nothing bounds the run; --steps changes that\n", name, h.steps)
	}
	if l := h.Loop; l.Forever || l.To > 0 && (cut || !asked) {
		fmt.Fprintf(w, "%s: %sthe state after step %d is the one after step %d%s\n", name, stopped, l.To, l.From, further(l))
	}
}

// further says what may come of it that the run came back to a state.
func further(l *exec.Loop) string {
	if l.Forever {
		return ", and nothing else can follow: the run goes round for ever"
	}
	return "; what follows is a matter of choice, but the run may go round without end"
}
