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
		Short: "Print a theme, to copy and change",
		Long: `Print the file of a theme. Change a copy of it and pass the copy to --theme, here for
pictures or in 'ceptre publish' for sites. Colours are #rrggbb; the palettes dark and
print are optional.`,
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
