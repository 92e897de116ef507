package main

import (
	"io"
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/spf13/cobra"
)

// completeTrace lets shells complete the file that is drawn; there is one only.
func completeTrace(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return []string{"json", "jsonl", "gz", "dot", "txt"}, cobra.ShellCompDirectiveFilterFileExt
}

// complete lets shells complete the values of a flag.
func complete[T ~string](c *cobra.Command, flag string, values []T) {
	// The flag was entered just before: it is there.
	_ = c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(texts(values), cobra.ShellCompDirectiveNoFileComp))
}

// completeFrom lets shells complete the values of a flag with names in the trace.
func completeFrom(c *cobra.Command, flag string, names func(*trace.Trace) []string) {
	// The flag was entered just before: it is there.
	_ = c.RegisterFlagCompletionFunc(flag,
		func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) == 0 || args[0] == cli.Stdio {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			_, t, err := cli.Streams{Err: io.Discard}.ReadTrace(args[0])
			if err != nil {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			list := names(t)
			slices.Sort(list)
			return slices.Compact(list), cobra.ShellCompDirectiveNoFileComp
		})
}

// whats returns the names that WHAT accepts: those of rules, stages and predicates.
func whats(t *trace.Trace) []string {
	names, labels := predicates(t), t.Labels()
	for i := range t.Steps {
		names = append(names, labels.LabelOf(t.Steps[i].Key()))
		if t.Steps[i].Stage != "" {
			names = append(names, t.Steps[i].Stage)
		}
	}
	return names
}

func predicates(t *trace.Trace) []string {
	var names []string
	g := causal.New(t)
	for i := range g.Resources {
		if r := &g.Resources[i]; !r.StageToken() {
			names = append(names, r.Pred)
		}
	}
	return names
}
