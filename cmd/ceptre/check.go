package main

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/spf13/cobra"
)

func check(s cli.Streams) *cobra.Command {
	var asJSON, fix bool
	cmd := &cobra.Command{
		Use:   "check PROGRAM…",
		Short: "Say what is wrong with programs, without running them",
		Long: `Say all that is wrong with programs, in the order of their lines, and warn of what
they hardly mean. Each message has a code, which 'ceptre explain' explains.

With --json, standard output is one list of objects with file, line, column,
endLine, endColumn, severity ("error" or "warning"), code, message and notes.
Lines and columns count from 1, columns in characters; the end is behind the last.
A message or a note that proposes something has a fix: a text for the place of a
part of the file, which may be empty.

With --fix, what messages propose is written into the files first, where they
propose one thing only and less is wrong after it: a name that was meant, a
declaration that is missing, the '.' at the end of one.`,
		Example: `  ceptre check examples/verona.cep
  ceptre check examples/*.cep
  ceptre check --json examples/verona.cep
  ceptre check --fix play.cep`,
		Args: cli.Usage(cobra.MinimumNArgs(1)),
		RunE: func(c *cobra.Command, files []string) error {
			if fix && slices.Contains(files, cli.Stdio) {
				return cli.BadFlag(c, "--fix needs a file, and standard input is none")
			}
			var all error
			if fix {
				all = mendFiles(s, files)
			}
			if asJSON {
				return errors.Join(all, checkJSON(s, files))
			}
			for _, file := range files {
				all = errors.Join(all, checkFile(s, file))
			}
			return all
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the messages as JSON")
	cmd.Flags().BoolVar(&fix, "fix", false, "first write into the files what messages propose")
	return cmd
}

// checkFile says what is wrong with a program or, in a line, what it holds.
func checkFile(s cli.Streams, file string) error {
	prog, err := load(s, file)
	if err != nil {
		return err
	}
	return summarise(s.Out, prog)
}

func summarise(w io.Writer, p *lang.Program) error {
	_, err := fmt.Fprintf(w, "%s: ok: %s, %s, %s, %s, %s\n", p.Source.Name,
		plural(len(p.Types), "type"), plural(len(p.Preds), "predicate"), plural(len(p.Stages), "stage"),
		plural(len(p.Rules()), "rule"), plural(len(p.Traces), "trace"))
	return err
}

// load reads and checks a program. Warnings go to standard error; the error is
// a [syntax.ErrorList], or says that the file could not be read.
func load(s cli.Streams, file string) (*lang.Program, error) {
	name, text, err := s.ReadFile(file)
	if err != nil {
		return nil, err
	}
	prog, err := parse(s, name, text)
	if prog == nil && isForm(name) {
		err = fmt.Errorf("%s: %w", name, errIsTrace)
	}
	return prog, err
}

// errIsTrace is said of files that are no programs, and are called what traces are.
var errIsTrace = errors.New("a program is wanted here, and this looks like a trace")

// parse reads the text of a program, and says what it warns of.
func parse(s cli.Streams, name string, text []byte) (*lang.Program, error) {
	prog, errs := lang.Load(name, text)
	if prog == nil {
		return nil, errs
	}
	return prog, errs.Fprint(s.Err, cli.StyleFor(s.Err))
}
