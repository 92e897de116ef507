package main

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/cast"
	"github.com/ceptre-graph/ceptre/causal/export"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/form"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/render"
	"github.com/spf13/cobra"
)

// exporter holds the flags of the verb.
type exporter struct {
	out, to string
	casting cast.Options
	quiet   bool
}

func exporting(s cli.Streams) *cobra.Command {
	var e exporter
	cmd := &cobra.Command{
		Use:   "export TRACE",
		Short: "Write a trace in a format of other tools",
		Long: `Write the trace of a run in a format that other tools read:

` + exportFormats() + `
Tracks, hosts and objects are the characters of the run, as found by 'ceptre threads'.
Standard error lists the parts that the format cannot hold. If the name of the file ends
with .gz, it is compressed.`,
		Example: `  ceptre trace export trace.json --to dot | dot -Tsvg > trace-dot.svg
  ceptre trace export trace.json --to chrome -o perfetto.json
  ceptre trace export trace.json --to shiviz --by person -o run.log`,
		Args: cli.Usage(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, args []string) error { return e.export(c, s, args[0]) },
	}
	cmd.Flags().StringVar(&e.to, "to", "", "the `FORMAT` to write: "+strings.Join(formatNames(), ", "))
	cli.FileFlag(cmd, &e.out, cli.Stdio, "write to `FILE`; - is standard output")
	cli.CastFlags(cmd, &e.casting)
	cmd.Flags().BoolVar(&e.quiet, "quiet", false, "do not list the parts that the format cannot hold")
	return cmd
}

func formatNames() []string {
	var names []string
	for _, f := range export.Formats() {
		names = append(names, f.Name)
	}
	return names
}

// exportFormats returns a line for each format.
func exportFormats() string {
	var b strings.Builder
	for _, f := range export.Formats() {
		fmt.Fprintf(&b, "  %-8s %s\n", f.Name, f.About)
	}
	return b.String()
}

// export writes a trace in another format, and prints the losses.
func (e *exporter) export(c *cobra.Command, s cli.Streams, input string) error {
	if err := e.check(c, s, input); err != nil {
		return err
	}
	name, t, err := s.ReadTrace(input)
	if err != nil {
		return err
	}
	var notes []string
	err = s.WriteFile(e.out, func(w io.Writer) error {
		return form.Pack(e.out, w, func(w io.Writer) error {
			if notes, err = e.write(w, t); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			return nil
		})
	})
	if err == nil {
		e.report(s.Err, name, notes)
	}
	return err
}

// check refuses formats that there are not, and a trace to be written over.
func (e *exporter) check(c *cobra.Command, s cli.Streams, input string) error {
	formats := strings.Join(formatNames(), ", ")
	switch {
	case e.to == "":
		return cli.BadFlag(c, "give the format: --to and one of %s", formats)
	case !slices.Contains(formatNames(), e.to):
		return cli.BadFlag(c, "--to %q: want one of %s", e.to, formats)
	}
	if err := s.MayWrite(e.out, input); err != nil {
		return err
	}
	if named := e.named(); len(named) > 0 && !slices.Contains(named, e.to) {
		return cli.Disagree(c, e.out, strings.Join(named, " or "), "--to for "+e.to)
	}
	return nil
}

// named returns the formats with the extension of the output file, or our forms of traces or of
// pictures; none for an unknown extension.
func (e *exporter) named() (names []string) {
	ending := filepath.Ext(strings.TrimSuffix(e.out, form.Gzip))
	for _, f := range export.Formats() {
		if filepath.Ext(f.Extension) == ending {
			names = append(names, f.Name)
		}
	}
	if len(names) > 0 {
		return names
	}
	picture := render.FormatOf(ending)
	switch f, ok := form.Of(e.out); {
	case ok:
		return []string{f.Name}
	case picture != "" && picture != render.TextFormat: // any format may be called a text
		return []string{string(picture)}
	}
	return nil
}

// write writes a trace in the format, and returns notes on data that the format cannot hold. It
// follows no characters if none are asked for and the trace does not tell them.
func (e *exporter) write(w io.Writer, t *trace.Trace) ([]string, error) {
	g := causal.New(t)
	who, err := cast.Optional(cast.Find(g, e.casting))
	if err != nil {
		return nil, err
	}
	return export.Write(w, e.to, g, who)
}

// report prints the data that the format could not hold, and the name of the file.
func (e *exporter) report(w io.Writer, name string, notes []string) {
	if e.quiet {
		return
	}
	for _, n := range notes {
		fmt.Fprintf(w, "%s: note: %s\n", name, visible.Line(n))
	}
	if e.out != cli.Stdio {
		fmt.Fprintln(w, e.out)
	}
}
