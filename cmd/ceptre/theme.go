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
		Short: "List the themes, copy one to change it, or check your own",
		Long: `List the themes. With a NAME and -o, write the files of a theme into a new folder for you
to change: theme.json has the colours, fonts and ornaments, theme.css the layout. --all
adds the files that all themes share: site.css, site.js and the templates of the pages.

With the PATH of such a folder, or of a file like theme.json, report the mistakes in the
theme, and warn of text and lines with too little contrast to their background (WCAG 2.2,
level AA).

Use your theme with --theme FOLDER. You can delete the files that you have not changed;
the built-in files, also of later versions, take their place. Fonts (.woff2) and pictures
in the folder are copied to the site, beside the stylesheet. icon.svg replaces the icon of
the site, and preview.png the picture in previews of links.`,
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
	cli.FileFlag(c, &folder, "", "write the theme into the new folder `FOLDER`")
	c.Flags().BoolVar(&all, "all", false, "with -o: write the files that all themes share, too")
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
		return "-o FOLDER copies it there, for you to change"
	case t.Base == "":
		return "based on no other theme"
	}
	return "based on `" + t.Base + "`"
}
