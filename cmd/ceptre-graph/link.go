package main

import (
	"regexp"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/spf13/cobra"
)

// placeholder matches a name in braces, which stands in a link for a property of a step.
var placeholder = regexp.MustCompile(`\{[^{}]*\}`)

// placeholders returns the known placeholders.
func placeholders() []string { return []string{"{id}", "{rule}", "{stage}"} }

// checkLink refuses a link that would lead from all steps to the same page: it is a mistake, and
// one that the picture does not show.
func checkLink(c *cobra.Command, link string) error {
	if !c.Flags().Changed("link") {
		return nil
	}
	const example = "such as --link 'scenes/{id}.html'"
	found := placeholder.FindAllString(link, -1)
	for _, p := range found {
		if !slices.Contains(placeholders(), p) {
			return cli.BadFlag(c, "--link %q: `%s` is none of `%s`: %s", link, p, strings.Join(placeholders(), "`, `"), example)
		}
	}
	if len(found) == 0 {
		return cli.BadFlag(c, "--link %q leads from every step to the same page: write `{id}`, `{rule}` or `{stage}` into "+
			"it, %s", link, example)
	}
	return nil
}
