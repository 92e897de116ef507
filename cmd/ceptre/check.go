package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/ceptre-graph/ceptre/cmd/answer"
	"github.com/ceptre-graph/ceptre/cmd/beside"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/games"
	"github.com/ceptre-graph/ceptre/cmd/load"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/celf"
	"github.com/ceptre-graph/ceptre/lang/diagnostic"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/lang/webeditor"
	"github.com/spf13/cobra"
)

// checking holds the flags of the verb.
type checking struct {
	prose     string
	json, fix bool
}

// checked is a program with the files of its prose.
type checked struct {
	program string
	prose   []string
}

func check(s cli.Streams) *cobra.Command {
	var k checking
	cmd := &cobra.Command{
		Use:   "check PROGRAM… [PROSE…]",
		Short: "Report mistakes in programs and their prose, without running them",
		Long: `Report all errors in programs, in the order of lines, and warn of code that is probably a
mistake. Hints propose better forms; no other command prints hints. Each message has a
code, which 'ceptre explain' explains.

A file with the ending .md or .scenes is prose. It is checked against the program with the
same name beside it, or else against the only program given. --prose names prose with
another ending. Prose that is not named is not checked. Games as logic programs (.kif,
.ggd, and .json of logic-game) are checked, too.

With --json, the output is one list of objects with file, line, column, endLine,
endColumn, severity ("error", "warning" or "hint"), code, message and notes. Messages
about prose have no code and no end. Lines and columns count from 1, columns in
characters; the end is the place behind the last character. A message or note that
proposes a change has a fix: the text, possibly empty, that replaces a part of the file.

With --fix, the proposed changes are first written into the programs, provided that there
is only one proposal and it leaves fewer errors: a corrected name, a missing declaration,
the '.' at the end. Of the hints, only one is applied: a '$' before a fact that a rule
uses up and makes again. Warnings are not fixed; an editor can remove unused declarations
or tie a sensor.`,
		Example: `  ceptre check examples/verona.cep
  ceptre check examples/*.cep
  ceptre check examples/verona.cep examples/verona.md
  ceptre check examples/workshop.cep --prose draft.txt
  ceptre check --json examples/verona.cep
  ceptre check --fix play.cep`,
		Args: cli.Usage(cobra.MinimumNArgs(1)),
		RunE: func(c *cobra.Command, files []string) error {
			all, err := k.files(c, s, files)
			if err != nil {
				return err
			}
			return k.run(s, all)
		},
	}
	cmd.Flags().StringVar(&k.prose, "prose", "", "check the prose in `FILE`, whatever its name")
	cmd.Flags().BoolVar(&k.json, "json", false, "print the messages as JSON")
	cmd.Flags().BoolVar(&k.fix, "fix", false, "first apply the changes that messages propose")
	return cmd
}

// files returns the programs that are given, each with its prose.
func (k *checking) files(c *cobra.Command, s cli.Streams, files []string) ([]*checked, error) {
	var out []*checked
	var texts []string
	for _, file := range files {
		if beside.IsProse(file) {
			texts = append(texts, file)
		} else {
			out = append(out, &checked{program: file})
		}
	}
	for _, text := range texts {
		of := programOf(text, out)
		if of == nil {
			return nil, cli.BadFlag(c, "%s: give the program of this prose, too", visible.Line(text))
		}
		of.prose = append(of.prose, text)
	}
	if k.fix {
		if err := fixable(c, s, out); err != nil {
			return nil, err
		}
	}
	switch {
	case k.prose != "" && len(out) != 1:
		return nil, cli.BadFlag(c, "--prose needs one program, but there are %d", len(out))
	case k.prose != "":
		out[0].prose = append(out[0].prose, k.prose)
		return out, load.OneStdin(c, out[0].program, "the prose", k.prose)
	}
	return out, nil
}

// fixable returns an error if --fix cannot change one of the files, before any is changed.
func fixable(c *cobra.Command, s cli.Streams, files []*checked) error {
	for _, f := range files {
		if games.Is(s, f.program) {
			return cli.BadFlag(c, "--fix is for programs of Ceptre, not for games")
		}
		if f.program == cli.Stdio {
			return cli.BadFlag(c, "--fix needs a file, not standard input")
		}
		if err := load.InCeptre(f.program); err != nil {
			return err
		}
	}
	return nil
}

// programOf returns the program that a text lies beside, or else the only one there is; nil
// where it is not clear.
func programOf(text string, programs []*checked) *checked {
	for _, p := range programs {
		if slices.Contains(beside.Program(filepath.Clean(p.program)), filepath.Clean(text)) {
			return p
		}
	}
	if len(programs) == 1 {
		return programs[0]
	}
	return nil
}

// run checks programs and their prose according to the flags.
func (k *checking) run(s cli.Streams, files []*checked) error {
	var err error
	if k.fix {
		for _, f := range files {
			err = errors.Join(err, mendFile(s, f.program))
		}
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
	if games.Is(s, f.program) {
		return games.Check(s, f.program)
	}
	prog, err := load.Program(s, f.program)
	if err != nil {
		return err
	}
	var hinted error
	if !celf.Is(f.program) { // hints are about the text in Ceptre
		hinted = s.Report(prog.Hints())
	}
	count, links := 0, 0
	for _, r := range prog.Rules() {
		switch {
		case r.Written != r: // counted already
		case r.Link() != nil:
			links++
		default:
			count++
		}
	}
	rules := english.Count(count, "rule")
	if links > 0 { // counted apart, as 'ceptre coverage' does
		rules += ", " + english.Count(links, "link")
	}
	statements := ""
	if n := len(prog.Statements); n > 0 {
		statements = ", " + english.Count(n, "statement")
	}
	_, err = fmt.Fprintf(s.Out, "%s: ok: %s, %s, %s, %s, %s%s\n", prog.Source, english.Count(len(prog.Types), "type"),
		english.Count(len(prog.Preds), "predicate"), english.Count(len(prog.Stages), "stage"), rules,
		english.Count(len(prog.Traces), "trace"), statements)
	err = errors.Join(hinted, err)
	for _, file := range f.prose {
		err = errors.Join(err, checkProse(s, prog, file))
	}
	return err
}

// checkProse reports the errors of a program's prose, or else prints a line about it.
func checkProse(s cli.Streams, prog *lang.Program, file string) error {
	program := exec.Describe(prog)
	text, err := beside.Whole(s, file, program)
	if err != nil {
		return err
	}
	for _, note := range text.Notes() {
		fmt.Fprintln(s.Err, visible.Line(note.Error()))
	}
	without := ""
	if n := len(text.Untold(program)); n > 0 {
		without = fmt.Sprintf(", and none for %s", english.Count(n, "rule"))
	}
	_, err = fmt.Fprintf(s.Out, "%s: ok: %s%s\n", text.Name(),
		english.Count(len(text.Variants(program)), "section"), without)
	return err
}

// mendFile applies the fixes that messages propose to a program, and prints them.
func mendFile(s cli.Streams, file string) error {
	name, text, err := s.ReadFile(file)
	if err != nil {
		return err
	}
	better := lang.Mend(name, text).Tidied()
	if len(better.Done) == 0 {
		return nil
	}
	if err := s.InPlace(file).WriteFile(file, cli.Bytes(better.Source.Text)); err != nil {
		return err
	}
	for _, d := range better.Done {
		if _, err := fmt.Fprintf(s.Err, "%s:%s: fixed: %s (%s)\n", name, better.Source.Pos(d.At), d.Msg, d.Fix); err != nil {
			return err
		}
	}
	return nil
}

// checkJSON writes the messages of all files as one list.
func checkJSON(s cli.Streams, files []*checked) error {
	all := []diagnostic.Diagnostic{}
	for _, f := range files {
		found, err := f.diagnostics(s)
		if err != nil {
			return err
		}
		all = append(all, found...)
	}
	if err := answer.WriteJSON(s.Out, all); err != nil {
		return err
	}
	if slices.ContainsFunc(all, func(d diagnostic.Diagnostic) bool { return d.Severity == "error" }) {
		return cli.ErrReported
	}
	return nil
}

// diagnostics returns the messages of a program and, where it can be read, of its prose.
func (f *checked) diagnostics(s cli.Streams) ([]diagnostic.Diagnostic, error) {
	if games.Is(s, f.program) {
		return games.Diagnostics(s, f.program)
	}
	name, text, err := s.ReadFile(f.program)
	if err != nil {
		return nil, err
	}
	prog, errs := load.Text(name, text)
	all := diagnostic.Of(errs)
	if prog == nil {
		if webeditor.Is(text) {
			return nil, load.Foreign(name, text)
		}
		return all, nil
	}
	if !celf.Is(f.program) {
		all = append(all, diagnostic.Of(prog.Hints())...)
	}
	for _, file := range f.prose {
		more, err := beside.Diagnostics(s, file, exec.Describe(prog))
		if err != nil {
			return nil, err
		}
		all = append(all, more...)
	}
	return all, nil
}
