package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/site"
	"github.com/ceptre-graph/ceptre/themes"
	"github.com/spf13/cobra"
)

func theme(s cli.Streams) *cobra.Command {
	var folder string
	var all bool
	c := &cobra.Command{
		Use:   "theme [NAME|PATH]",
		Short: "List themes, write one out to be changed, or look at yours",
		Long: `List the themes. With a name and -o, write the files of one into a new folder, to
be changed: theme.json has the colours, fonts and ornaments, theme.css the layout. With
--all also the files that all themes share: site.css, site.js and the templates of pages.

With the path of that folder, or of a file like theme.json, say what is wrong with the
theme, and warn of text and lines that hardly stand out from their background (a contrast
below those of WCAG 2.2, level AA).

Pass the folder with --theme. Files that you do not change can be deleted from it: then
they are ours, as they are in newer versions. Fonts (.woff2) and pictures that lie in
it are copied to the site, beside the stylesheet; icon.svg and preview.png take the
place of the pictures that stand beside names of pages, and in previews of links.`,
		Example: `  ceptre theme
  ceptre theme paper -o mine
  ceptre theme mine
  ceptre publish examples/verona.cep --theme mine -o public`,
		ValidArgsFunction: cli.CompleteThemes,
		Args:              cli.Usage(cobra.MaximumNArgs(1)),
		RunE: func(c *cobra.Command, args []string) error {
			switch {
			case len(args) == 0 && folder != "":
				return cli.BadFlag(c, "-o wants the NAME of the theme to write, such as `ceptre theme %s -o %s`", themes.Default,
					folder)
			case all && folder == "":
				return cli.BadFlag(c, "--all writes more files of a theme: it wants NAME and -o FOLDER, such as `ceptre theme %s "+
					"--all -o mine`", themes.Default)
			case len(args) == 0:
				return listThemes(s)
			case folder == "":
				return lookAtTheme(s, args[0])
			}
			files, err := themes.Sources(args[0], all)
			if err != nil {
				return err
			}
			if all {
				files = withShared(files)
			}
			if err := s.FillFolder(folder, files); err != nil {
				return err
			}
			_, err = fmt.Fprintf(s.Out, "%s: %d files; pass the folder with --theme\n", folder, len(files))
			return err
		},
	}
	cli.FileFlag(c, &folder, "", "write the theme into this new `folder`")
	c.Flags().BoolVar(&all, "all", false, "with -o: also the files that all themes share")
	_ = c.MarkFlagDirname("output") // the flag is there
	return c
}

// listThemes prints the names of the themes with what they are like.
func listThemes(s cli.Streams) error {
	for _, name := range themes.Names() {
		t, err := themes.Find(name)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(s.Out, "%-10s %s\n", name, t.Description); err != nil {
			return err
		}
	}
	return nil
}

// withShared adds the files that all themes share, and sorts by name.
func withShared(files []themes.File) []themes.File {
	for name, data := range site.Sources() {
		files = append(files, themes.File{Name: name, Data: data})
	}
	slices.SortFunc(files, func(a, b themes.File) int { return strings.Compare(a.Name, b.Name) })
	return files
}

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
		verdict = english.Count(len(warnings), "warning")
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
