package main

import (
	"fmt"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/load"
	"github.com/ceptre-graph/ceptre/exec/replay"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/spf13/cobra"
)

// certifier holds the flags of the verb.
type certifier struct {
	exact bool
	quiet bool
}

func verifying(s cli.Streams) *cobra.Command {
	var f certifier
	cmd := &cobra.Command{
		Use:   "verify PROGRAM TRACE",
		Short: "Say whether a trace is a run of a program",
		Long: `Say whether a trace is a possible run of a program, or name the first step that is not
possible and why. Each step has to be enabled when it fires, and to use up, read and
make what its rule says; links wait until no rule applies; sensors answer what the
trace says; and the end is as the trace says.

Steps may stand in any order that respects causes, except those of ordered stages, where
the rule written first goes first. With --exact they must have fired in just this order,
and nothing may be left out: the number of moves at each step has to be right, too, and
all answers of sensors, and the trace has to say how the run ended.

A note says if the text of the program has changed since; the trace may still be a run of
it. It does not matter by whom or what the steps were chosen.

However long a trace is, little of it is held in memory, unless its records are not in
order; a long .json file, in which the steps come last, waits in a temporary file.`,
		Example: `  ceptre run examples/verona.cep -o trace.json
  ceptre trace verify examples/verona.cep trace.json
  ceptre trace verify examples/verona.cep trace.json --exact`,
		Args: cli.Usage(cobra.ExactArgs(2)),
		RunE: func(c *cobra.Command, args []string) error { return f.verify(c, s, args[0], args[1]) },
	}
	cmd.Flags().BoolVar(&f.exact, "exact", false,
		"check all that depends on the order of the steps, too, and that nothing is left out")
	cmd.Flags().BoolVar(&f.quiet, "quiet", false, "say nothing where the trace is a run")
	return cmd
}

// verify holds a trace against a program, and says what comes of it.
func (f *certifier) verify(c *cobra.Command, s cli.Streams, program, file string) error {
	if err := load.OneStdin(c, program, "the trace", file); err != nil {
		return err
	}
	prog, err := load.Program(s.Hushed(f.quiet), program)
	if err != nil {
		return err
	}
	var name string
	var header *trace.Header
	var steps int
	o := replay.VerifyOptions{Exact: f.exact}
	err = s.ReadRecords(c.Context(), file, "checking", func(in *cli.Input, t *trace.Stream) error {
		name, header = in.Name, t.Header
		steps, err = replay.VerifyStream(c.Context(), prog, t, o)
		return err
	}, func(t *trace.Trace) error {
		steps = len(t.Steps)
		return replay.Verify(c.Context(), prog, t, o)
	})
	switch {
	case header == nil: // it could not be read
		return err
	case err == nil && f.quiet:
		return nil
	}
	load.WarnOfOther(s.Err, prog, header, name)
	if err != nil {
		return load.Blame(c.Context(), prog, name, err)
	}
	_, err = fmt.Fprintf(s.Out, "%s: a run of %s: %s\n", name, prog.Source, english.Count(steps, "step"))
	return err
}
