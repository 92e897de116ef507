package main

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/kits"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/spf13/cobra"
)

func newWorld(s cli.Streams) *cobra.Command {
	kind := kits.All()[0].Kind
	c := &cobra.Command{
		Use:   "new NAME",
		Short: "Start a world: a small program with its prose and a test",
		Long: `Make a folder with a small program that runs at once, its prose, and a run that is kept as
its first test. Change them into the world you have in mind.

The kinds are:

` + kindList() + `
The folder must be new or empty. It gets NAME.cep, NAME.md and NAME.runs.`,
		Example: `  ceptre new harvest
  ceptre new harvest --kind economy
  ceptre new games/jugs --kind puzzle`,
		Args: cli.Usage(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, args []string) error {
			kit, ok := kits.Find(kind)
			if !ok {
				return cli.BadFlag(c, "--kind %q: want one of %s", kind, strings.Join(kits.Kinds(), ", "))
			}
			name := filepath.Base(args[0])
			if !worldName.MatchString(name) {
				return cli.BadFlag(c, "%q: name a folder with letters, digits, _ and -, such as `ceptre new harvest`", args[0])
			}
			files, err := kit.Files(c.Context(), name, &trace.Generator{Name: "ceptre", Version: cli.Version})
			if err != nil {
				return err
			}
			if err := s.FillFolder(args[0], files); err != nil {
				return err
			}
			program := filepath.Join(args[0], name+".cep")
			_, err = fmt.Fprintf(s.Out, `%s: a program of the kind %s, with %s.md and a test

Try:
  ceptre %s
  ceptre serve %s --open
  ceptre test %s
`, program, kind, name, strings.Join(kit.Try(program), "\n  ceptre "), program, args[0])
			return err
		},
	}
	c.Flags().StringVar(&kind, "kind", kind, "the `KIND` of world to start with: "+strings.Join(kits.Kinds(), ", "))
	_ = c.RegisterFlagCompletionFunc("kind", // the flag is there
		cobra.FixedCompletions(kits.Kinds(), cobra.ShellCompDirectiveNoFileComp))
	return c
}

// kindList returns a line for each kind, for help.
func kindList() string {
	var b strings.Builder
	for _, k := range kits.All() {
		fmt.Fprintf(&b, "  %-9s %s\n", k.Kind, k.Summary)
	}
	return b.String()
}

// worldName matches names that programs and folders can have on every system.
var worldName = regexp.MustCompile(`^[\pL\pN][\pL\pN_-]*$`)
