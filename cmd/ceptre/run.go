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

// reporter holds the flags of the verb.
type reporter struct {
	runner
	out  string
	json bool
}

func run(s cli.Streams) *cobra.Command {
	var r reporter
	cmd := &cobra.Command{
		Use:   "run PROGRAM",
		Short: "Run a program; print its steps and the final state",
		Long: `Run a program from one of its #traces, and print every step with the facts that
it used up (-) and made (+), and the facts that are left.

Chance chooses, but in stages marked #interactive you do, unless all that is left is
one way to the next stage: at a terminal from a menu, or else by numbers on
standard input, with blanks, commas or line ends between them and comments after
%. --choose ask asks you at every step; its other values never do. What the program's own sensors read comes from
standard input, too, and what its actions print goes to standard output, with
--quiet nothing else; with --json and -o - it goes to standard error.

A list of choices gives a number for each step, links between stages included;
moves are numbered from 1 in the order of the rules, and equal-looking ones have
one number, as 'ceptre moves' shows. When the list is used up, the run stops.

The trace is a JSON object; where the name after -o ends in .jsonl it is written a
record a line, and where it ends in .gz it is compressed.`,
		Example: `  ceptre run examples/verona.cep
  ceptre run examples/verona.cep --seed 7 --steps 40 -o trace.json
  ceptre run examples/blocks.cep --choose 2,1,1
  ceptre run examples/blocks.cep --choose ask
  ceptre run examples/blocks.cep --stage main --context table --json
  ceptre run examples/verona.cep -o - | ceptre-graph - > trace.svg`,
		Args: cli.Usage(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, args []string) error { return r.report(c, s, args[0]) },
	}
	r.flags(cmd)
	cmd.Flags().StringVarP(&r.out, "output", "o", "", "the file to write the trace to; - is standard output, without the steps")
	cmd.Flags().BoolVar(&r.json, "json", false, "print the steps and the final state as JSON")
	return cmd
}

// report runs a program, prints the run, and writes its trace.
func (r *reporter) report(c *cobra.Command, s cli.Streams, program string) error {
	if r.json && r.out == cli.Stdio {
		return cli.BadFlag(c, "--json and -o - would both write to standard output; give -o a file")
	}
	if r.json || r.out == cli.Stdio {
		r.printed = s.Err
	}
	prog, err := load(s, program)
	if err = errors.Join(err, cli.NotInput(r.out, program)); err != nil {
		return err
	}
	t, err := r.run(c, prog)
	if t == nil {
		return err
	}
	return errors.Join(r.show(s, t), save(s, t, r.out, err), err, stopped(c.Context()))
}

// show prints a run, unless there is something else on standard output.
func (r *reporter) show(s cli.Streams, t *trace.Trace) error {
	switch {
	case r.quiet || r.out == cli.Stdio:
		return nil
	case r.json:
		return writeJSON(s.Out, newAccount(t))
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
