package main

import (
	"compress/gzip"
	"errors"
	"io"
	"strings"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/spf13/cobra"
)

func run(s cli.Streams) *cobra.Command {
	var r runner
	var out string
	cmd := &cobra.Command{
		Use:   "run PROGRAM",
		Short: "Run a program; print its steps and the final state",
		Long: `Run a program from one of its #traces, and print every step with the facts that
it used up (-) and made (+), and the facts that are left.

A list of choices gives a number for each step, links between stages included;
moves are numbered from 1 in the order of the rules, and equal-looking ones have
one number. When the list is used up, the run stops.

The trace is a JSON object; where the name after -o ends in .jsonl it is written a
record a line, and where it ends in .gz it is compressed.`,
		Example: `  ceptre run examples/verona.cep
  ceptre run examples/verona.cep --seed 7 --steps 40 -o trace.json
  ceptre run examples/blocks.cep --choose 2,1,1
  ceptre run examples/verona.cep -o - | ceptre-graph - > trace.svg`,
		Args: cli.Usage(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, args []string) error {
			prog, err := load(s, args[0])
			if err = errors.Join(err, cli.NotInput(out, args[0])); err != nil {
				return err
			}
			t, err := r.run(c, prog)
			if t == nil {
				return err
			}
			return errors.Join(show(s, t, r.quiet || out == cli.Stdio), save(s, t, out, err), err, stopped(c.Context()))
		},
	}
	r.flags(cmd)
	cmd.Flags().StringVarP(&out, "output", "o", "", "the file to write the trace to; - is standard output, without the steps")
	return cmd
}

func show(s cli.Streams, t *trace.Trace, quiet bool) error {
	if quiet {
		return nil
	}
	return trace.Fprint(s.Out, t)
}

// save writes the trace. A run that broke within the program leaves a trace,
// too, which shows how it came to that; one that was asked for a choice that is
// not there does not.
func save(s cli.Streams, t *trace.Trace, out string, failed error) error {
	var inProgram *exec.RunError
	if out == "" || failed != nil && !errors.As(failed, &inProgram) {
		return nil
	}
	return s.WriteFile(out, func(w io.Writer) error { return writeAs(out, w, t) })
}

// writeAs writes a trace in the form that the name of its file asks for.
func writeAs(name string, w io.Writer, t *trace.Trace) error {
	if plain, ok := strings.CutSuffix(name, ".gz"); ok {
		zip := gzip.NewWriter(w)
		return errors.Join(writeAs(plain, zip, t), zip.Close())
	}
	if strings.HasSuffix(name, ".jsonl") {
		return trace.WriteLines(w, t)
	}
	return trace.Write(w, t)
}
