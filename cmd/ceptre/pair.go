package main

import (
	"errors"
	"fmt"

	"github.com/ceptre-graph/ceptre/causal/inquiry"
	"github.com/ceptre-graph/ceptre/cmd/cli"
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
	if !ranFrom(prog, t) {
		fmt.Fprintf(s.Err, "%s: note: the program's text has changed since, or it is another: %s is not what ran\n", name, prog.Source.Name)
	}
	return &pair{prog, t, name}, nil
}

// readRun reads a program and a trace that is a run of it.
func readRun(c *cobra.Command, s cli.Streams, program, file string) (*pair, error) {
	p, err := readPair(c, s, program, file)
	if err != nil {
		return nil, err
	}
	err = inquiry.Verify(c.Context(), p.prog, p.trace, inquiry.VerifyOptions{})
	if interrupted := stopped(c.Context()); interrupted != nil {
		return nil, interrupted
	}
	if _, ok := errors.AsType[*inquiry.Fault](err); ok {
		return nil, fmt.Errorf("%s: not a run of %s: %s", p.name, p.prog.Source.Name, trace.Visible(err.Error()))
	}
	return p, place(p.prog, err)
}
