package main

import (
	"fmt"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/publish"
	"github.com/spf13/cobra"
)

func serve(s cli.Streams) *cobra.Command {
	v := publish.NewPreview(s)
	cmd := &cobra.Command{
		Use:   "serve PROGRAM|TRACE",
		Short: "Show the site of a program in a browser while it is being written",
		Long: fmt.Sprintf(`Make the site of a program or a trace, as 'ceptre publish' does, and show it to
browsers on this machine. When the program, its prose, the trace or the theme change,
the site is made again, and open pages reload themselves where they are. If it cannot
be made, they show why over the last one that could, or at first, where the prose is
wrong, over one without it. A run ends after %d steps, unless --steps says otherwise.
Nothing is written to disk. It goes on until Ctrl-C.

Chance chooses in interactive stages, too, so that nobody is asked again after each
change; --choose ask, or a list of moves, is for those who want it otherwise. What the
program reads from standard input is at its end.

A program can be played at /play/, to which the site leads: the state, the choices and
the picture of the run so far, side by side. What was tried is a tree, in which any step
can be gone back to; when the program changes, it is tried again, and the page shows what
no longer fits. Nothing of the site changes by it. --memory holds for it, too: who goes
beyond has to begin anew.

The port is %d or, if that is taken, the next free one.`, publish.MostServed, publish.DefaultPort),
		Example: `  ceptre serve examples/verona.cep --open
  ceptre serve examples/verona.cep --theme paper --seed 7
  ceptre serve trace.json --prose examples/verona.md --port 9000`,
		Args: cli.Usage(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, args []string) error { return v.Serve(c, args[0]) },
	}
	v.Flags(cmd)
	cmd.Flags().IntVar(&v.Port, "port", publish.DefaultPort, "the port to serve at, and no other; 0 is any that is free")
	cmd.Flags().BoolVar(&v.Open, "open", false, "show the site in the browser when it is there")
	return cmd
}
