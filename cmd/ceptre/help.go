package main

import (
	"cmp"
	"fmt"
	"io"

	"github.com/ceptre-graph/ceptre/cmd/ceptre/manual"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/spf13/cobra"
)

// mostColumns is how wide the manual is at the most, for lines that can be read.
const mostColumns = 90

// help prints the help of a verb, or a page of the manual.
func help(s cli.Streams) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND | SUBJECT]",
		Short: "Print the help of a command, or the manual on a subject",
		Long: `Print the help of a command, or a page of the manual. Without a name, list both.

On a terminal, a page is formatted to the width of the terminal; elsewhere it is printed
as Markdown.`,
		Example: `  ceptre help
  ceptre help run
  ceptre help language
  ceptre help trace order
  ceptre help pictures | less`,
		ValidArgsFunction: func(c *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return helpNames(c.Root(), args), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 1 {
				if page, ok := manual.Find(args[0]); ok {
					return writePage(s.Out, page)
				}
			}
			about, _, err := c.Root().Find(args)
			if err != nil {
				return err
			}
			about.InitDefaultHelpFlag() // so that both are listed
			about.InitDefaultVersionFlag()
			return about.Help()
		},
	}
}

// writePage writes a page of the manual: as text on a terminal, as Markdown elsewhere.
func writePage(w io.Writer, page manual.Page) error {
	text := page.Markdown()
	if cli.IsTerminal(w) {
		text = manual.Text(text, min(cmp.Or(cli.Columns(w), mostColumns), mostColumns))
	}
	_, err := io.WriteString(w, text)
	return err
}

// helpNames returns the names that may follow some arguments of help.
func helpNames(root *cobra.Command, args []string) []string {
	about, _, err := root.Find(args)
	if err != nil || about == root && len(args) > 0 {
		return nil
	}
	var names []string
	for _, c := range about.Commands() {
		if c.IsAvailableCommand() || c.Name() == "help" {
			names = append(names, c.Name())
		}
	}
	if about == root {
		for _, page := range manual.Pages() {
			names = append(names, page.Name)
		}
	}
	return names
}

// helpWithManual adds the manual to the help of commands: to that of the root the list of
// subjects, to that of a verb the page about it.
func helpWithManual(help func(*cobra.Command, []string)) func(*cobra.Command, []string) {
	return func(c *cobra.Command, args []string) {
		help(c, args)
		if c == c.Root() {
			fmt.Fprint(c.OutOrStdout(), "\nManual (ceptre help SUBJECT):\n")
			for _, page := range manual.Pages() {
				fmt.Fprintf(c.OutOrStdout(), "  %-11s %s\n", page.Name, page.Summary)
			}
			return
		}
		for ; c.HasParent(); c = c.Parent() {
			if page, ok := manual.About(c.Name()); ok && c.Parent() == c.Root() {
				fmt.Fprintf(c.OutOrStdout(), "\nManual: ceptre help %s\n", page.Name)
			}
		}
	}
}
