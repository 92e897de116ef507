package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/replay"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/spf13/cobra"
)

// pair is a program and the trace of a run of it.
type pair struct {
	prog  *lang.Program
	trace *trace.Trace
	name  string // of the trace, for messages
}

// readPair reads a program and a trace, and says where the program's text is not
// the one that ran. That may make no difference.
func readPair(c *cobra.Command, s cli.Streams, program, file string) (*pair, error) {
	if err := oneStdin(c, program, "the trace", file); err != nil {
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
	return &pair{prog, t, name}, warn(s, prog, warnings, &t.Header, name)
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
	if h.Program != nil && h.Program.SHA256 != "" && ranFrom(prog, h) {
		return nil
	}
	warnOfOther(s.Err, prog, h, name)
	return s.Report(warnings)
}

// oneStdin refuses a program and something else that are both to come from standard input.
func oneStdin(c *cobra.Command, program, other, file string) error {
	if program == cli.Stdio && file == cli.Stdio {
		return cli.BadFlag(c, "only one of the program and %s can come from standard input", other)
	}
	return nil
}

// ranFrom reports whether a trace is of this very text, as far as it says.
func ranFrom(prog *lang.Program, h *trace.Header) bool {
	return h.Program == nil || h.Program.SHA256 == "" || h.Program.SHA256 == prog.SHA256
}

// warnOfOther says where a trace is not of this very text. It may fit all the same.
func warnOfOther(w io.Writer, prog *lang.Program, h *trace.Header, name string) {
	if !ranFrom(prog, h) {
		fmt.Fprintf(w, "%s: warning: it is the trace of another program, or %s has changed since\n", name, prog.Source)
	}
}

// readRun reads a program and a trace that is a run of it.
func readRun(c *cobra.Command, s cli.Streams, program, file string) (*pair, error) {
	p, err := readPair(c, s, program, file)
	if err != nil {
		return nil, err
	}
	progress := s.Progress("checking "+p.name, -1)
	err = replay.Verify(c.Context(), p.prog, p.trace, replay.VerifyOptions{})
	progress.Close()
	return p, p.noRun(c.Context(), err)
}

// noRun says of an error why the trace is no run of the program.
func (p *pair) noRun(ctx context.Context, err error) error {
	return blame(ctx, p.prog, p.name+": not a run of "+p.prog.Source.String(), err)
}

// refuse turns the error of a question about a program into a message: the program does not know a
// name of the question, or matching took too long. The prefix names the flag, if several hold
// questions.
func (p *pair) refuse(ctx context.Context, prefix string, err error) error {
	if interrupted := stopped(ctx); interrupted != nil {
		return interrupted
	}
	if _, ok := errors.AsType[*exec.RunError](err); ok {
		return place(p.prog, err)
	}
	return fmt.Errorf("%s: %s%s", p.prog.Source, prefix, visible.Line(err.Error()))
}

// blame says of what went wrong between a program and the trace of that name
// where it stands. Facts of a trace may hold what a terminal would obey.
func blame(ctx context.Context, prog *lang.Program, name string, err error) error {
	if interrupted := stopped(ctx); interrupted != nil {
		return interrupted
	}
	if _, ok := errors.AsType[*replay.Fault](err); ok {
		return fmt.Errorf("%s: %s", name, visible.Line(err.Error()))
	}
	return place(prog, err)
}
