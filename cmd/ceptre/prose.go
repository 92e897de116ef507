package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/cast"
	"github.com/ceptre-graph/ceptre/cmd/beside"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/flags"
	"github.com/ceptre-graph/ceptre/cmd/load"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/console"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/site/prose"
	"github.com/ceptre-graph/ceptre/site/tell"
	"github.com/spf13/cobra"
)

// scribe holds the flags of the verb that helps with prose.
type scribe struct {
	cli.Streams
	prose, output string
	casting       cast.Options
	check         bool
}

func proseSkeleton(s cli.Streams) *cobra.Command {
	f := &scribe{Streams: s}
	c := &cobra.Command{
		Use:   "prose PROGRAM",
		Short: "Write a template of the prose of a program, or list the rules that lack prose",
		Long: `Write a text for you to fill in: names and pronouns of characters, names of places, and a
section for each rule with its variables. If the program has prose already, only the
missing sections are written. The prose is the file of --prose, or the one beside the
program: verona.md for verona.cep. If that is a script of scenes, or the name after -o
ends with .scenes, the template is a script.

Standard error lists the rules without prose, and the parts of the prose that do not fit
the program, such as sections without a rule.`,
		Example: `  ceptre prose examples/vote.cep -o vote.md
  ceptre prose examples/verona.cep -o lacking.md
  ceptre prose examples/verona.cep --check`,
		Args: cli.Usage(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, args[0]) },
	}
	c.Flags().StringVar(&f.prose, "prose", "", "complete the prose in `FILE` (default: the one beside the program)")
	cli.FileFlag(c, &f.output, "", "write to the new file `FILE` (default: standard output)")
	cli.CastFlags(c, &f.casting)
	c.Flags().BoolVar(&f.check, "check", false, "only list; exit with 1 if anything is listed")
	return c
}

func (f *scribe) run(c *cobra.Command, input string) error {
	if f.check && f.output != "" {
		return cli.BadFlag(c, "--check writes nothing; leave out --output")
	}
	if err := load.OneStdin(c, input, "the prose", f.prose); err != nil {
		return err
	}
	prog, err := load.Program(f.Streams, input)
	if err != nil {
		return err
	}
	have, err := beside.Find(f.Streams, f.prose, beside.Program(input),
		prose.Options{HTML: true, Program: exec.Describe(prog)})
	if err != nil {
		return err
	}
	t, err := rehearse(c, prog)
	if err != nil {
		return err
	}
	misfits := have.Check(t.Program)
	untold := have.Untold(t.Program)
	f.list(prog, have, untold, misfits)
	switch {
	case !f.check:
		return f.write(t, have)
	case misfits != nil || len(untold) > 0:
		return errors.New("the prose does not fit the program")
	}
	return nil
}

// rehearsal bounds the run that shows who acts in a program, and where.
const rehearsal = 500

// rehearse runs a program by chance, without input from outside, to find its characters. A run that
// fails tells them as far as it went.
func rehearse(c *cobra.Command, prog *lang.Program) (*trace.Trace, error) {
	start, err := (&flags.Starter{Trace: 1}).Start(c, prog)
	if err != nil {
		return nil, err
	}
	t, err := exec.Run(c.Context(), prog, start,
		exec.Options{Limits: exec.Limits{Steps: rehearsal}, Host: console.Unattended(prog, nil)})
	if err := cli.Stopped(c.Context()); err != nil {
		return nil, err
	}
	if t == nil {
		return nil, load.Place(prog, err)
	}
	return t, nil
}

// list prints the lacking sections of the prose, and the unused ones.
func (f *scribe) list(prog *lang.Program, have *prose.Prose, untold []int, misfits error) {
	for _, i := range untold {
		r := prog.Rules()[i]
		fmt.Fprintf(f.Err, "%s:%d: no prose for %s\n", prog.Source, r.Start.Line, visible.Line(r.Label))
	}
	if misfits != nil {
		fmt.Fprintln(f.Err, misfits)
	}
	for _, note := range have.Notes() {
		fmt.Fprintln(f.Err, visible.Line(note.Error()))
	}
}

// write writes the text to fill in. Unless the author says who acts in a run, it finds them and the
// places where they are, and says why it has picked those.
func (f *scribe) write(t *trace.Trace, have *prose.Prose) error {
	who, err := cast.Optional(cast.Find(causal.New(t), tell.CastOptions(have, f.casting)))
	f.SayCast(who)
	if err := flags.Miscast(err, f.casting, have); err != nil {
		return err
	}
	roles := prose.Roles{Characters: who.Names, Places: who.Location.Places(t.Program).Constants,
		Script: strings.EqualFold(filepath.Ext(f.output), ".scenes")}
	text, err := prose.Skeleton(t.Program, roles, have)
	if err != nil {
		return err
	}
	if f.output == "" || f.output == cli.Stdio {
		_, err := cli.Data(f.Out).Write(text)
		return err
	}
	if _, err := os.Lstat(f.output); err == nil {
		return fmt.Errorf("%s: exists already, and is not overwritten", f.output)
	}
	return f.WriteNamed(f.output, cli.Bytes(text))
}
