package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/spf13/cobra"
)

func check(s cli.Streams) *cobra.Command {
	var k checking
	cmd := &cobra.Command{
		Use:   "check PROGRAM… [PROSE…]",
		Short: "Say what is wrong with programs and their prose, without running them",
		Long: `Say all that is wrong with programs, in the order of their lines, and warn of what
they hardly mean. Hints, which no other verb gives, say what could be written better. Each
message has a code, which 'ceptre explain' explains.

A file whose name ends in .md or .scenes is prose, and is held against its program: the one
that lies beside it under the same name, or else the only one that is given. --prose names one
that is called otherwise. Of prose beside a program that is not given nothing is said.

With --json, standard output is one list of objects with file, line, column,
endLine, endColumn, severity ("error", "warning" or "hint"), code, message and notes; in prose,
messages have no code and no end.
Lines and columns count from 1, columns in characters; the end is behind the last.
A message or a note that proposes something has a fix: a text for the place of a
part of the file, which may be empty.

With --fix, what messages propose is written into the programs first, where they
propose one thing only and less is wrong after it: a name that was meant, a
declaration that is missing, the '.' at the end of one; of hints, a '$' before what a
rule uses up only to make it again. What is only warned of
stays as it is: editors offer to leave out what nothing uses, or to tie a sensor.`,
		Example: `  ceptre check examples/verona.cep
  ceptre check examples/*.cep
  ceptre check examples/verona.cep examples/verona.md
  ceptre check examples/workshop.cep --prose draft.txt
  ceptre check --json examples/verona.cep
  ceptre check --fix play.cep`,
		Args: cli.Usage(cobra.MinimumNArgs(1)),
		RunE: func(c *cobra.Command, files []string) error {
			all, err := k.files(c, files)
			if err != nil {
				return err
			}
			return k.run(s, all)
		},
	}
	cmd.Flags().StringVar(&k.prose, "prose", "", "a `FILE` with the words for the program, whatever its name")
	cmd.Flags().BoolVar(&k.json, "json", false, "print the messages as JSON")
	cmd.Flags().BoolVar(&k.fix, "fix", false, "first write into the programs what messages propose")
	return cmd
}

// run checks programs and their prose according to the flags.
func (k *checking) run(s cli.Streams, files []*checked) error {
	var err error
	if k.fix {
		err = mendFiles(s, files)
	}
	if k.json {
		return errors.Join(err, checkJSON(s, files))
	}
	for _, f := range files {
		err = errors.Join(err, f.check(s))
	}
	return err
}

// check reports the errors of a program and its prose, or else prints a line about each.
func (f *checked) check(s cli.Streams) error {
	prog, err := load(s, f.program)
	if err != nil {
		return err
	}
	err = errors.Join(s.Report(prog.Hints()), summarise(s.Out, prog))
	for _, file := range f.prose {
		err = errors.Join(err, checkProse(s, prog, file))
	}
	return err
}

func summarise(w io.Writer, p *lang.Program) error {
	_, err := fmt.Fprintf(w, "%s: ok: %s, %s, %s, %s, %s\n", p.Source,
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
	return parse(s, name, text)
}

// parse parses the text of a program, and prints its warnings.
func parse(s cli.Streams, name string, text []byte) (*lang.Program, error) {
	prog, warnings, err := understand(name, text)
	if err != nil {
		return nil, err
	}
	return prog, s.Report(warnings)
}

// understand parses the text of a program, and returns its warnings.
func understand(name string, text []byte) (*lang.Program, syntax.ErrorList, error) {
	prog, errs := lang.Load(name, text)
	if prog == nil {
		return nil, nil, cmp.Or(misfit(name), error(errs))
	}
	return prog, errs, nil
}
