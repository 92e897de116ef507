package load

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/celfproof"
	"github.com/ceptre-graph/ceptre/exec/prove"
	"github.com/ceptre-graph/ceptre/exec/replay"
	"github.com/ceptre-graph/ceptre/exec/statement"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/spf13/cobra"
)

// Pair is a program and the trace of a run of it.
type Pair struct {
	Program *lang.Program
	Trace   *trace.Trace
	Name    string // of the trace, for messages
}

// ReadPair reads a program and a trace, and says where the program's text is not
// the one that ran. That may make no difference.
func ReadPair(c *cobra.Command, s cli.Streams, program, file string) (*Pair, error) {
	if err := OneStdin(c, program, "the trace", file); err != nil {
		return nil, err
	}
	prog, warnings, err := consult(s, program)
	if err != nil {
		return nil, err
	}
	name, t, err := s.ReadTrace(file)
	if err != nil {
		return nil, err
	}
	return &Pair{prog, t, name}, warn(s, prog, warnings, &t.Header, name)
}

// consult reads and checks a program, and returns its warnings.
func consult(s cli.Streams, file string) (*lang.Program, syntax.ErrorList, error) {
	name, text, err := s.ReadFile(file)
	if err != nil {
		return nil, nil, err
	}
	return understand(name, text)
}

// warn prints the warnings of the program of a trace, unless the trace is of exactly this program:
// then the run has printed them, and they would stand between a question and its answer.
func warn(s cli.Streams, prog *lang.Program, warnings syntax.ErrorList, h *trace.Header, name string) error {
	if h.Program != nil && h.Program.SHA256 != "" && RanFrom(prog, h) {
		return nil
	}
	WarnOfOther(s.Err, prog, h, name)
	return s.Report(warnings)
}

// OneStdin refuses a program and something else that are both to come from standard input.
func OneStdin(c *cobra.Command, program, other, file string) error {
	if program == cli.Stdio && file == cli.Stdio {
		return cli.BadFlag(c, "only one of the program and %s can come from standard input", other)
	}
	return nil
}

// RanFrom reports whether a trace is of this very text, as far as it says.
func RanFrom(prog *lang.Program, h *trace.Header) bool {
	return h.Program == nil || h.Program.SHA256 == "" || h.Program.SHA256 == prog.SHA256
}

// WarnOfOther says where a trace is not of this very text. It may fit all the same.
func WarnOfOther(w io.Writer, prog *lang.Program, h *trace.Header, name string) {
	if !RanFrom(prog, h) {
		fmt.Fprintf(w, "%s: warning: it is the trace of another program, or %s has changed since\n", name, prog.Source)
	}
}

// ReadRun reads a program and a trace that is a run of it.
func ReadRun(c *cobra.Command, s cli.Streams, program, file string) (*Pair, error) {
	p, err := ReadPair(c, s, program, file)
	if err != nil {
		return nil, err
	}
	progress := s.Progress("checking "+p.Name, -1)
	err = replay.Verify(c.Context(), p.Program, p.Trace, replay.VerifyOptions{})
	progress.Close()
	return p, p.NoRun(c.Context(), err)
}

// NoRun says of an error why the trace is no run of the program.
func (p *Pair) NoRun(ctx context.Context, err error) error {
	return Blame(ctx, p.Program, p.Name+": not a run of "+p.Program.Source.String(), err)
}

// Refuse turns the error of a question about a program into a message: the program does not know a
// name of the question, or matching took too long. The prefix names the flag, if several hold
// questions.
func Refuse(ctx context.Context, prog *lang.Program, prefix string, err error) error {
	if interrupted := cli.Stopped(ctx); interrupted != nil {
		return interrupted
	}
	if _, ok := errors.AsType[*exec.RunError](err); ok {
		return Place(prog, err)
	}
	return fmt.Errorf("%s: %s%s", prog.Source, prefix, visible.Line(err.Error()))
}

// Blame says of what went wrong between a program and the trace of that name
// where it stands. Facts of a trace may hold what a terminal would obey.
func Blame(ctx context.Context, prog *lang.Program, name string, err error) error {
	if interrupted := cli.Stopped(ctx); interrupted != nil {
		return interrupted
	}
	if _, ok := errors.AsType[*replay.Fault](err); ok {
		return fmt.Errorf("%s: %s", name, visible.Line(err.Error()))
	}
	return Place(prog, err)
}

// Solution replays a solution that Celf printed on a program, by its number from 1 on. If that is 0, it takes the
// first, and says so if there are others. The error has the place in the text of that name.
func Solution(ctx context.Context, s cli.Streams, prog *lang.Program, name, text string, n int) (*trace.Trace, error) {
	if all := celfproof.Solutions(text); n == 0 && all > 1 {
		fmt.Fprintf(s.Err, "%s: note: only the first of %d solutions is replayed; --solution takes another\n", name, all)
	}
	t, err := celfproof.Trace(ctx, prog, name, text, max(n, 1))
	if interrupted := cli.Stopped(ctx); err != nil && interrupted != nil {
		return nil, interrupted
	}
	if _, ok := errors.AsType[*exec.RunError](err); ok {
		return nil, Place(prog, err)
	}
	if err != nil {
		return nil, errors.New(visible.Line(err.Error()))
	}
	return t, nil
}

// Place says where an error comes from: a place in the program, or the list of
// choices. Others say so themselves.
func Place(prog *lang.Program, err error) error {
	var inRule *exec.RunError
	var inClause *prove.ClauseError
	var inTie *exec.UntiedError
	var inList *exec.ChoiceError
	var violation *statement.Violation
	var unchecked *statement.Failure
	switch {
	case errors.As(err, &violation):
		return fmt.Errorf("%s:%s: %w", prog.Source, violation.Statement.Start, err)
	case errors.As(err, &unchecked):
		return fmt.Errorf("%s:%s: %w", prog.Source, unchecked.Statement.Start, err)
	case errors.As(err, &inClause):
		return fmt.Errorf("%s:%s: %w", prog.Source, inClause.Clause.Start, err)
	case errors.As(err, &inRule):
		return fmt.Errorf("%s:%s: %w", prog.Source, inRule.Rule.Start, err)
	case errors.As(err, &inTie):
		return fmt.Errorf("%s:%s: %w", prog.Source, inTie.Pred.HandlerSpan.Start, err)
	case errors.As(err, &inList):
		return fmt.Errorf("--choose: %w", err)
	}
	return err
}
