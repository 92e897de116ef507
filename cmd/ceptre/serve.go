package main

import (
	"fmt"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/flags"
	"github.com/ceptre-graph/ceptre/cmd/publish"
	"github.com/spf13/cobra"
)

func serve(s cli.Streams) *cobra.Command {
	v := publish.NewPreview(s)
	cmd := &cobra.Command{
		Use:   "serve PROGRAM|TRACE",
		Short: "Show the site of a program in a browser while you write",
		Long: fmt.Sprintf(`Make the site of a program or a trace, as 'ceptre publish' does, and show it in browsers
on this machine. Whenever the program, its prose, the trace or the theme changes, the site
is made again, and open pages reload in place. If the site cannot be made, the pages show
the reason above the last site. If the prose is wrong from the start, they show a site
without prose. A run ends after %d steps, unless --steps sets another limit. Nothing is
written to disk. Stop the server with Ctrl-C.

Choices are random in interactive stages, too, so that no question comes up after each
change; --choose ask, or a list of moves, changes that. Standard input is empty for the
program.

The page /play/, linked from the site, lets you play the program: it tells the story so
far, with your choices. Its workbench shows the state, the choices and a picture of the
run side by side. Your moves form a tree, and you can go back to any point. When the
program changes, the moves are repeated, and the page shows those that no longer fit.
Playing does not change the site. --memory limits the game, too: beyond the limit, it has
to start again.

The port is %d or, if that is taken, the next free one.`, publish.MostServed, flags.DefaultPort),
		Example: `  ceptre serve examples/verona.cep --open
  ceptre serve examples/verona.cep --theme paper --seed 7
  ceptre serve trace.json --prose examples/verona.md --port 9000`,
		Args: cli.Usage(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, args []string) error { return v.Serve(c, args[0]) },
	}
	v.Flags(cmd)
	v.Port.Flag(cmd)
	cmd.Flags().BoolVar(&v.Open, "open", false, "open the site in a browser when it is ready")
	return cmd
}
