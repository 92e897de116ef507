package main

import (
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/themes"
	"github.com/spf13/cobra"
)

// theme is the verb that prints a theme, to be copied and changed.
func theme() *cobra.Command {
	return &cobra.Command{
		Use:   "theme NAME",
		Short: "Print a theme, for a copy of your own",
		Long: `Print the file of a theme. Change a copy of it, and pass that with --theme: it
dresses pictures and, with 'ceptre publish', sites. Colours are #rrggbb; the palettes
dark and print may be left out.`,
		Example: `  ceptre-graph theme stage > mine.json
  ceptre-graph trace.json --theme mine.json`,
		ValidArgs: themes.Names(),
		Args:      cli.Usage(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, args []string) error {
			text, err := themes.Source(args[0])
			if err != nil {
				return err
			}
			_, err = cli.Data(c.OutOrStdout()).Write(text)
			return err
		},
	}
}
