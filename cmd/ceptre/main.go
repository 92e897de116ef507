// Command ceptre checks and runs Ceptre programs, explains what happened in their
// runs, and publishes these as hypertext.
package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/lang/label"
	"github.com/ceptre-graph/ceptre/site"
	"github.com/spf13/cobra"
)

func main() { os.Exit(cli.Main(root)) }

// verbs are the verbs of the command; each has a file of its own.
var verbs = []func(cli.Streams) *cobra.Command{check, explanation, format, run, playProgram, sweeping, covering, blessedRuns, proseSkeleton, moves, exploration, why, whynot, whatif, ruleGraph, threads, tracing, publish, serve, theme(site.Sources), languageServer}

// noVerb refuses an unknown verb, and suggests the nearest one.
func noVerb(c *cobra.Command, words []string) error {
	if len(words) == 0 {
		return nil
	}
	if near := nearName(words[0], verbNames(c)); near != "" {
		return fmt.Errorf("unknown command %q; did you mean %q?", words[0], near)
	}
	return fmt.Errorf("unknown command %q", words[0])
}

// nearName returns the first of some names that a typed text begins, or the nearest one. It returns
// "" if there is none.
func nearName(typed string, names []string) string {
	typed = strings.ToLower(typed)
	begins := func(name string) bool { return typed != "" && strings.HasPrefix(name, typed) }
	if i := slices.IndexFunc(names, begins); i >= 0 {
		return names[i]
	}
	return label.Nearest(typed, names)
}

// verbNames returns the names of the commands below a command.
func verbNames(c *cobra.Command) []string {
	var names []string
	for _, below := range c.Commands() {
		if below.IsAvailableCommand() {
			names = append(names, below.Name())
		}
	}
	return names
}

func root(s cli.Streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "ceptre",
		Short: "Run worlds made of rules, and publish what happened",
		Long: `Ceptre runs programs in which rules replace facts by facts, records every run
as a graph of causes, and publishes runs as hypertext that can be walked through.`,
		Example: `  ceptre check examples/verona.cep
  ceptre run examples/verona.cep --seed 7
  ceptre play examples/verona.cep
  ceptre publish examples/verona.cep -o public`,
		Args: cli.Usage(noVerb),
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	for _, verb := range verbs {
		cmd.AddCommand(verb(s))
	}
	cmd.SetHelpCommand(help(s))
	cmd.SetHelpFunc(helpWithManual(cmd.HelpFunc()))
	return cmd
}
