package cli

import (
	"fmt"
	"os"
	"strings"

	"github.com/ceptre-graph/ceptre/themes"
	"github.com/spf13/cobra"
)

// ThemeFlag enters the flag that names a theme.
func ThemeFlag(c *cobra.Command, name *string) {
	c.Flags().StringVar(name, "theme", "", fmt.Sprintf("the `THEME`: %s, or your own, a .json file or a "+
		"folder (default %q)", strings.Join(themes.Names(), ", "), themes.Default))
	_ = c.RegisterFlagCompletionFunc("theme", CompleteThemes) // the flag is there
}

// CompleteThemes completes the flag that names a theme: themes of ours, files and
// folders.
func CompleteThemes(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return themes.Names(), cobra.ShellCompDirectiveDefault
}

// FindTheme returns the theme that the flag names. An unknown name is misuse; a fault in a file or
// a folder is bad input.
func (s Streams) FindTheme(c *cobra.Command, name string) (*themes.Theme, error) {
	theme, err := s.ReadTheme(name)
	if err == nil {
		return theme, nil
	}
	if _, absent := os.Stat(name); absent == nil || strings.ContainsAny(name, "./") {
		return nil, err
	}
	return nil, BadFlag(c, "--theme: %v", err)
}
