package main

import (
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/form"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/spf13/cobra"
)

// converter holds the flags of the verb.
type converter struct{ out, to string }

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
Lines that are out of order can be converted to .json, which sorts them.`,
		Example: `  ceptre trace convert trace.json -o trace.ctrace
  ceptre trace convert trace.ctrace -o trace.jsonl.gz
  ceptre trace convert trace.ctrace --to jsonl | head -3`,
		Args: cli.Usage(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, args []string) error { return v.convert(c, s, args[0]) },
	}
	cli.FileFlag(cmd, &v.out, cli.Stdio, "write to `FILE`; - is standard output")
	cmd.Flags().StringVar(&v.to, "to", "", "the `FORM` to write: "+strings.Join(form.Names(), ", "))
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
	if err = errors.Join(err, s.MayWrite(v.out, input)); err != nil {
		return err
	}
	return s.ReadRecords(c.Context(), input, "converting", func(_ *cli.Input, t *trace.Stream) error {
		return s.StreamFile(v.out, func(w io.Writer) error { return f.Write(v.out, w, t) })
	}, nil)
}
