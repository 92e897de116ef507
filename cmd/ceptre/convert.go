package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/form"
	"github.com/ceptre-graph/ceptre/cmd/load"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/celf"
	"github.com/spf13/cobra"
)

// converter holds the flags of the verb.
type converter struct {
	out, to, program string
	solution         int
}

func converting(s cli.Streams) *cobra.Command {
	var v converter
	cmd := &cobra.Command{
		Use:   "convert TRACE",
		Short: "Write a trace in another form",
		Long: `Write the trace of a run in another form. All forms hold the same information, and all
commands read all of them:

` + form.Help() + `
The form is that of --to, or the ending of the name after -o. If the name ends with .gz,
the file is compressed.

The trace is checked while it is read. A file is written completely or not at all;
standard output gets the records before an error, such as those of a file that was cut
off. Even a long trace takes little memory, unless .jsonl is converted to .json; a long
.json file, in which the steps come last, is kept in a temporary file meanwhile. JSON
Lines that are out of order can be converted to .json, which sorts them.

The input may also be what Celf printed. A solution of Celf tells the steps, but not the
facts. With --program and the world in Celf (.clf), it is replayed, and the trace has the
facts. If there are several solutions, --solution takes another than the first.`,
		Example: `  ceptre trace convert trace.json -o trace.ctrace
  ceptre trace convert trace.ctrace -o trace.jsonl.gz
  ceptre trace convert trace.ctrace --to jsonl | head -3
  ceptre trace convert solution.txt --program examples/lanterns.clf -o trace.json`,
		Args: cli.Usage(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, args []string) error { return v.convert(c, s, args[0]) },
	}
	cli.FileFlag(cmd, &v.out, cli.Stdio, "write to `FILE`; - is standard output")
	cmd.Flags().StringVar(&v.to, "to", "", "the `FORM` to write: "+strings.Join(form.Names(), ", "))
	cmd.Flags().StringVar(&v.program, "program", "", "replay what Celf printed on the world in `FILE`")
	cmd.Flags().IntVar(&v.solution, "solution", 0, "of what Celf printed, take the `N`th solution (default 1)")
	return cmd
}

// form returns the form to write.
func (v *converter) form(c *cobra.Command) (form.Form, error) {
	all := strings.Join(form.Names(), ", ")
	named, ok := form.Of(v.out)
	switch {
	case v.to == "" && !ok:
		return named, cli.BadFlag(c, "give the form: --to and one of %s, or -o and a name that ends with one%s", all,
			form.Drawing(v.out))
	case v.to == "" || v.to == named.Name:
		return named, nil
	case !slices.Contains(form.Names(), v.to):
		return named, cli.BadFlag(c, "--to %q: want one of %s", v.to, all)
	case ok:
		return named, cli.Disagree(c, v.out, named.Name, "--to for "+v.to)
	}
	f, _ := form.Of(v.to)
	return f, nil
}

// convert writes a trace in another form, as it reads it.
func (v *converter) convert(c *cobra.Command, s cli.Streams, input string) error {
	f, err := v.form(c)
	if err = errors.Join(err, s.MayWrite(v.out, input, v.program)); err != nil {
		return err
	}
	if v.program != "" || c.Flags().Changed("solution") {
		t, err := v.answer(c, s, input)
		if err != nil {
			return err
		}
		return s.StreamFile(v.out, func(w io.Writer) error { return f.Write(v.out, w, t.Stream()) })
	}
	return s.ReadRecords(c.Context(), input, "converting", func(_ *cli.Input, t *trace.Stream) error {
		return s.StreamFile(v.out, func(w io.Writer) error { return f.Write(v.out, w, t) })
	}, nil)
}

// answer reads a solution of Celf, and replays it if there is a program.
func (v *converter) answer(c *cobra.Command, s cli.Streams, input string) (*trace.Trace, error) {
	n := v.solution
	if !c.Flags().Changed("solution") {
		n = 1
	}
	switch {
	case n < 1:
		return nil, cli.BadFlag(c, "--solution is the number of a solution, from 1 on")
	case v.program == "":
		return s.ReadSolution(input, n)
	case !celf.Is(v.program):
		return nil, cli.BadFlag(c, "--program is the world in Celf (.clf) of which the input has a solution")
	}
	if err := load.OneStdin(c, v.program, "the solution", input); err != nil {
		return nil, err
	}
	prog, err := load.Program(s, v.program)
	if err != nil {
		return nil, err
	}
	_, name, text, err := s.ReadAnswers(input)
	switch {
	case err != nil:
		return nil, err
	case text == "":
		return nil, fmt.Errorf("%s: this is no answer of Celf, and other traces are converted without --program", name)
	}
	return load.Solution(c.Context(), s, prog, name, text, v.solution)
}
