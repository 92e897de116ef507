package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang/label"
	"github.com/spf13/cobra"
)

// refuseUnknown makes unknown names of commands errors, also behind help, where cobra prints the help
// of another command.
func refuseUnknown(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if c.Name() == "help" {
			c.Args = Usage(knownSubject)
		}
	}
	refuseUnknownBelow(root)
}

func refuseUnknownBelow(group *cobra.Command) {
	if !group.HasSubCommands() {
		return
	}
	if !group.Runnable() {
		group.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
		group.Args = nil
	}
	if group.Args == nil {
		group.Args = Usage(noCommand)
	}
	for _, c := range group.Commands() {
		refuseUnknownBelow(c)
	}
}

// noCommand refuses the name of a command that does not exist.
func noCommand(c *cobra.Command, words []string) error {
	if len(words) == 0 {
		return nil
	}
	var names []string
	for _, below := range c.Commands() {
		if below.IsAvailableCommand() {
			names = append(names, below.Name())
		}
	}
	return fmt.Errorf("unknown command %q%s", words[0], suggestion(words[0], names))
}

// knownSubject refuses names that the completion of help does not know.
func knownSubject(help *cobra.Command, words []string) error {
	for i, word := range words {
		listed, _ := help.ValidArgsFunction(help, words[:i], "")
		names := make([]string, len(listed))
		for j, name := range listed {
			names[j], _, _ = strings.Cut(name, "\t") // a description follows
		}
		if slices.Contains(names, word) {
			continue
		}
		meant := suggestion(word, names)
		if meant == "" && len(names) > 0 {
			meant = "; there is help on " + strings.Join(names, ", ")
		}
		return fmt.Errorf("no help on %q%s", strings.Join(words[:i+1], " "), meant)
	}
	return nil
}

// suggestion says which name may have been meant: the first that begins with what was typed, or the
// nearest one.
func suggestion(typed string, names []string) string {
	typed = strings.ToLower(typed)
	near := label.Nearest(typed, names)
	begins := func(name string) bool { return typed != "" && strings.HasPrefix(name, typed) }
	if i := slices.IndexFunc(names, begins); i >= 0 {
		near = names[i]
	}
	if near == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %q?", near)
}
