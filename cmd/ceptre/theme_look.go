package main

import (
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/site"
	"github.com/ceptre-graph/ceptre/themes"
)

// lookAtTheme reports the errors of a theme, and warns of poor contrast, so that its author sees
// them before readers do.
func lookAtTheme(s cli.Streams, name string) error {
	t, err := themes.Find(name)
	if err != nil {
		return err
	}
	if err := site.CheckTheme(t); err != nil {
		return err
	}
	warnings := t.Warnings()
	for _, w := range warnings {
		if _, err := fmt.Fprintf(s.Err, "%s: warning: %s\n", w.Place, w.Message); err != nil {
			return err
		}
	}
	verdict := "nothing to mend"
	if len(warnings) > 0 {
		verdict = plural(len(warnings), "warning")
	}
	_, err = fmt.Fprintf(s.Out, "%s: %s; %s\n", name, verdict, origin(name, t))
	return err
}

// origin says where a theme comes from, and what its author can do with that.
func origin(name string, t *themes.Theme) string {
	switch {
	case slices.Contains(themes.Names(), name):
		return "-o FOLDER writes it there, to be changed"
	case t.Base == "":
		return "made from no other theme"
	}
	return "made from `" + t.Base + "`"
}
