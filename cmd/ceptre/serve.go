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
be made, they show the reason over the last site, or over a site without the prose if
the prose is wrong from the start. A run ends after %d steps, unless --steps says otherwise.
Nothing is written to disk. It goes on until Ctrl-C.

Chance chooses in interactive stages, too, so that no question comes up after each
change; --choose ask, or a list of moves, turns that off. Standard input is empty for the
program.

The page /play/, to which the site has links, plays the program: it tells the story so
far, and offers the choices that are yours. It leads to a workbench, with the state, the
choices and the picture of the run side by side. The tries form a tree, in which you can
go back to any step; when the program changes, they are made again, and the page shows
which steps no longer fit. The site does not change by it. --memory bounds it, too: a play
that needs more has to begin again.

The port is %d or, if that is taken, the next free one.`, publish.MostServed, publish.DefaultPort),
		Example: `  ceptre serve examples/verona.cep --open
  ceptre serve examples/verona.cep --theme paper --seed 7
  ceptre serve trace.json --prose examples/verona.md --port 9000`,
		Args: cli.Usage(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, args []string) error { return v.Serve(c, args[0]) },
	}
	v.Flags(cmd)
	cmd.Flags().IntVar(&v.Port, "port", publish.DefaultPort, "the port to serve at, and no other; 0 is any that is free")
	cmd.Flags().BoolVar(&v.Open, "open", false, "open the site in the browser when it is made")
	return cmd
}
