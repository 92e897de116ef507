package main

import (
	"fmt"
	"io"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/spf13/cobra"
)

func check(s cli.Streams) *cobra.Command {
	return &cobra.Command{
		Use:   "check PROGRAM…",
		Short: "Say what is wrong with programs, without running them",
		Example: `  ceptre check examples/verona.cep
  ceptre check examples/*.cep`,
		Args: cli.Usage(cobra.MinimumNArgs(1)),
		RunE: func(c *cobra.Command, files []string) error {
			var all syntax.ErrorList
			for _, file := range files {
				prog, errs, err := load(s, file)
				if err != nil {
					return err
				}
				all = append(all, errs...)
				if prog != nil {
					summarise(c.OutOrStdout(), prog)
				}
			}
			if !all.Failed() {
				return all.Fprint(s.Err)
			}
			return all
		},
	}
}

// summarise says in a line what a program holds.
func summarise(w io.Writer, p *lang.Program) {
	fmt.Fprintf(w, "%s: ok: %s, %s, %s, %s, %s\n", p.Source.Name,
		plural(len(p.Types), "type"), plural(len(p.Preds), "predicate"), plural(len(p.Stages), "stage"),
		plural(len(p.Rules()), "rule"), plural(len(p.Traces), "trace"))
}

// load reads and checks a program. err says that the file could not be read;
// where the program is nil, errs say what is wrong with it.
func load(s cli.Streams, file string) (prog *lang.Program, errs syntax.ErrorList, err error) {
	name, text, err := s.ReadFile(file)
	if err != nil {
		return nil, nil, err
	}
	prog, errs = lang.Load(name, text)
	return prog, errs, nil
}

// mustLoad reads and checks a program that is to be run. Warnings go to
// standard error.
func mustLoad(s cli.Streams, file string) (*lang.Program, error) {
	prog, errs, err := load(s, file)
	if err != nil {
		return nil, err
	}
	if prog == nil {
		return nil, errs
	}
	return prog, errs.Fprint(s.Err)
}
