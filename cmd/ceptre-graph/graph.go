package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/render"
	"github.com/spf13/cobra"
)

// flags are the command's flags.
type flags struct {
	out, view, format, theme, by string
	older                        bool
}

// formats are what the command can write.
var formats = []string{"svg", "dot"}

func graph(s cli.Streams) *cobra.Command {
	var f flags
	cmd := &cobra.Command{
		Use:   "ceptre-graph TRACE",
		Short: "Draw what led to what in a recorded run",
		Long: `Draw a trace that 'ceptre run -o' or 'ceptre publish' wrote, or one of another
engine: the older Ceptre's text, trace.dot or JSON, or Celf's answer:

  causal   every transition (boxes) with the resources it used and made (ovals);
           what is only read hangs on a dashed arrow, and faint dotted ones
           show what came before and after a change of stage
  order    the transitions alone, each below those that had to come before it
  rules    how rules fed each other, and how often
  threads  a line for each character; where lines meet, characters do

The picture is written beside the trace (trace.json to trace.svg, other views to
trace-rules.svg and so on) or to -o; - stands for standard input and output.`,
		Example: `  ceptre-graph public/trace.json
  ceptre-graph trace.json --view threads -o threads.svg
  ceptre-graph trace.json --view threads --by tamara,luisa
  ceptre-graph trace.json --view rules --format dot -o - | less`,
		Args: cli.Usage(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, s, args[0]) },
	}
	cmd.Flags().StringVarP(&f.out, "output", "o", "", "the file to write (default: beside the trace)")
	cmd.Flags().StringVar(&f.view, "view", string(render.Causal), "what to draw: "+join(render.Views()))
	cmd.Flags().StringVar(&f.format, "format", "", "how to write it: svg or dot (default: as the name after -o ends, or svg)")
	cmd.Flags().BoolVar(&f.older, "older", false, "for comparison, draw what is only needed as used up and made again, as the older Ceptre did")
	cli.ThemeFlag(cmd, &f.theme)
	cli.CastFlag(cmd, &f.by)
	return cmd
}

// run draws a trace and writes the picture.
func (f *flags) run(c *cobra.Command, s cli.Streams, input string) error {
	o, err := f.options(c)
	if err != nil {
		return err
	}
	if f.out == "" {
		f.out = f.beside(input)
	}
	if err := cli.NotInput(f.out, input); err != nil {
		return err
	}
	name, t, err := s.ReadTrace(input)
	if err != nil {
		return err
	}
	if f.older {
		t = causal.Remake(t)
	}
	picture, err := cli.Paint(c.Context(), causal.New(t), o, f.format)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if err := s.WritePicture(f.out, picture); err != nil {
		return err
	}
	if f.view == string(render.Threads) && f.out != cli.Stdio {
		sayCast(s, t, f.by)
	}
	return nil
}

// sayCast says who was picked for a picture; where nothing happens, that is
// nobody.
func sayCast(s cli.Streams, t *trace.Trace, by string) {
	if cast, err := causal.FindCast(t, by); err == nil {
		s.SayCast(cast)
	}
}

// options checks the flags.
func (f *flags) options(c *cobra.Command) (render.Options, error) {
	if f.format == "" {
		f.format = strings.TrimPrefix(filepath.Ext(f.out), ".")
	}
	if f.format == "" {
		f.format = formats[0]
	}
	if !slices.Contains(formats, f.format) {
		return render.Options{}, cli.BadFlag(c, "cannot write a picture as %q: --format can be %s", f.format, strings.Join(formats, ", "))
	}
	if !slices.Contains(render.Views(), render.View(f.view)) {
		return render.Options{}, cli.BadFlag(c, "--view %q: there is %s", f.view, join(render.Views()))
	}
	theme, err := cli.FindTheme(c, f.theme)
	if err != nil {
		return render.Options{}, err
	}
	return render.Options{View: render.View(f.view), Theme: theme, By: f.by}, nil
}

// beside returns the name of the picture of a trace.
func (f *flags) beside(input string) string {
	if input == cli.Stdio {
		return cli.Stdio
	}
	base := strings.TrimSuffix(input, ".gz")
	base = strings.TrimSuffix(base, filepath.Ext(base))
	if f.view != string(render.Causal) {
		base += "-" + f.view
	}
	return base + "." + f.format
}

func join(views []render.View) string {
	words := make([]string, len(views))
	for i, v := range views {
		words[i] = string(v)
	}
	return strings.Join(words, ", ")
}
