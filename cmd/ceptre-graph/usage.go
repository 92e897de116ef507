package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// group is the annotation of a flag that says under which heading it is explained.
const group = "group"

// enter lets a function enter flags, to be explained under a heading.
func enter(c *cobra.Command, heading string, flags func(*cobra.Command)) {
	c.Flags().SortFlags = false
	flags(c)
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Annotations[group] == nil {
			// The flag is there.
			_ = c.Flags().SetAnnotation(f.Name, group, []string{heading})
		}
	})
}

// usage explains the flags of a command under headings, in the order in which they were
// entered. Commands without groups are explained as usual.
func usage(usual func(*cobra.Command) error) func(*cobra.Command) error {
	return func(c *cobra.Command) error {
		if c.HasParent() {
			return usual(c)
		}
		w := c.OutOrStderr()
		fmt.Fprintf(w, "Usage:\n  %s\n  %s [command]\n\nExamples:\n%s\n\nCommands:\n", c.UseLine(),
			c.CommandPath(), c.Example)
		for _, sub := range c.Commands() {
			if sub.IsAvailableCommand() {
				fmt.Fprintf(w, "  %-*s %s\n", sub.NamePadding(), sub.Name(), sub.Short)
			}
		}
		explain(w, c.Flags())
		return nil
	}
}

// lineLength is where lines of the explanation are broken.
const lineLength = 110

func explain(w io.Writer, all *pflag.FlagSet) {
	headings, under := []string{}, make(map[string]*pflag.FlagSet)
	all.VisitAll(func(f *pflag.Flag) {
		heading := cmp.Or(strings.Join(f.Annotations[group], ""), "Help") // for what cobra enters
		if !slices.Contains(headings, heading) {
			headings = append(headings, heading)
			under[heading] = pflag.NewFlagSet(heading, pflag.ContinueOnError)
			under[heading].SortFlags = false
		}
		under[heading].AddFlag(f)
	})
	for _, heading := range headings {
		fmt.Fprintf(w, "\n%s:\n%s", heading, under[heading].FlagUsagesWrapped(lineLength))
	}
}

// use says for which values of another flag some flags, with spaces between, do
// anything.
type use[T ~string] struct {
	flags string
	of    []T
}

// fits refuses flags that would do nothing for the value of a flag.
func fits[T ~string](c *cobra.Command, flag string, value T, uses []use[T]) error {
	for _, u := range uses {
		for _, name := range strings.Fields(u.flags) {
			if c.Flags().Changed(name) && !slices.Contains(u.of, value) {
				return cli.BadFlag(c, "--%s is for --%s %s, not %s", name, flag, join(u.of), value)
			}
		}
	}
	return nil
}

// join lists words.
func join[T ~string](words []T) string { return strings.Join(texts(words), ", ") }

func texts[T ~string](words []T) []string {
	list := make([]string, len(words))
	for i, w := range words {
		list[i] = string(w)
	}
	return list
}
