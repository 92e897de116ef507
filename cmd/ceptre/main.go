// Command ceptre checks and runs Ceptre programs, explains what happened in their
// runs, and publishes these as hypertext.
package main

import (
	"os"
	"strings"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/spf13/cobra"
)

func main() { os.Exit(cli.Main(root)) }

// verbs are the verbs of the command; each has a file of its own.
var verbs = []func(cli.Streams) *cobra.Command{
	newWorld, check, explanation, format, translating, run, playProgram, sweeping, merging, ranging, covering, blessedRuns,
	proseSkeleton, moves, exploration, proving, why, whynot, whatif, ruleGraph, threads, tracing, publishing, serve,
	edit, theme, languageServer,
}

func root(s cli.Streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "ceptre",
		Short: "Run worlds made of rules, and publish what happened",
		Long: `Ceptre runs programs in which rules replace facts by facts, records each run as a graph of
causes and effects, and publishes runs as hypertext to walk through.`,
		Example: `  ceptre check examples/verona.cep
  ceptre run examples/verona.cep --seed 7
  ceptre play examples/verona.cep
  ceptre publish examples/verona.cep -o public`,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	for _, verb := range verbs {
		cmd.AddCommand(verb(s))
	}
	cmd.SetHelpCommand(help(s))
	cmd.SetHelpFunc(helpWithManual(cmd.HelpFunc()))
	cmd.SetUsageTemplate(strings.ReplaceAll(cmd.UsageTemplate(), ".FlagUsages", ".FlagUsagesWrapped 100"))
	return cmd
}
