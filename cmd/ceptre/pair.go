package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/ceptre-graph/ceptre/causal/inquiry"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
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
	if program == cli.Stdio && file == cli.Stdio {
		return nil, cli.BadFlag(c, "only one of the program and the trace can come from standard input")
	}
	prog, err := load(s, program)
	if err != nil {
		return nil, err
	}
	name, t, err := s.ReadTrace(file)
	if err != nil {
		return nil, err
	}
	warnOfOther(s.Err, prog, t, name)
	return &pair{prog, t, name}, nil
}

// readRun reads a program and a trace that is a run of it.
func readRun(c *cobra.Command, s cli.Streams, program, file string) (*pair, error) {
	p, err := readPair(c, s, program, file)
	if err != nil {
		return nil, err
	}
	err = inquiry.Verify(c.Context(), p.prog, p.trace, inquiry.VerifyOptions{})
	return p, blame(c.Context(), p.prog, p.name+": not a run of "+p.prog.Source.Name, err)
}

// refuse says what is wrong with a question about a program: the program does not
// know what was asked for, or matching took too long. The prefix says where that
// was asked, if more than one place may be meant.
func (p *pair) refuse(ctx context.Context, prefix string, err error) error {
	if interrupted := stopped(ctx); interrupted != nil {
		return interrupted
	}
	if _, ok := errors.AsType[*exec.RunError](err); ok {
		return place(p.prog, err)
	}
	return fmt.Errorf("%s: %s%s", p.prog.Source.Name, prefix, trace.Visible(err.Error()))
}
