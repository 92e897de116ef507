package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/load"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/rogpeppe/go-internal/diff"
	"github.com/spf13/cobra"
)

// formatter formats programs and handles the result according to the flags.
type formatter struct {
	cli.Streams
	write, list, diff bool
}

func format(s cli.Streams) *cobra.Command {
	f := &formatter{Streams: s}
	c := &cobra.Command{
		Use:   "fmt [PROGRAM…]",
		Short: "Format programs",
		Long: `Format programs in the standard layout: spaces, indentation and columns of comments. Line
breaks and comments stay where they are, and the meaning does not change. Without flags,
fmt prints the result. Without a PROGRAM, or with -, it reads standard input.

The exit status is 1 if a program cannot be parsed; its file then stays as it is. With -d
it is also 1 if the layout of a program would change.`,
		Example: `  ceptre fmt < play.cep
  ceptre fmt -w examples/*.cep
  ceptre fmt -d examples/*.cep`,
		RunE: f.run,
	}
	c.Flags().BoolVarP(&f.write, "write", "w", false, "write the result to the file, if it differs")
	c.Flags().BoolVarP(&f.list, "list", "l", false, "list the files that would change")
	c.Flags().BoolVarP(&f.diff, "diff", "d", false, "show the changes as a diff; exit with 1 if there are any")
	return c
}

func (f *formatter) run(c *cobra.Command, files []string) error {
	if len(files) == 0 {
		files = []string{cli.Stdio}
	}
	if f.write && slices.Contains(files, cli.Stdio) {
		return cli.BadFlag(c, "--write needs a file, not standard input")
	}
	var all error
	for _, file := range files {
		all = errors.Join(all, f.file(file))
	}
	return all
}

func (f *formatter) file(file string) error {
	if err := load.InCeptre(file); err != nil {
		return err
	}
	name, old, err := f.ReadFile(file)
	if err != nil {
		return err
	}
	text, notes, errs := syntax.Format(&syntax.Source{Name: name, Text: old})
	if len(errs) > 0 {
		return cmp.Or(load.Foreign(name, old), error(errs))
	}
	for _, n := range notes {
		fmt.Fprintf(f.Err, "%s:%s: note: %s\n", name, n.Start, n.Msg)
	}
	if !f.write && !f.list && !f.diff {
		return f.print(text)
	}
	if bytes.Equal(old, text) {
		return nil
	}
	return f.changed(file, name, old, text)
}

// changed handles a file with another layout as the flags say; the flags may be combined.
func (f *formatter) changed(file, name string, old, text []byte) error {
	var err error
	if f.list {
		_, err = fmt.Fprintln(f.Out, name)
	}
	if f.write && err == nil {
		err = f.InPlace(file).WriteFile(file, cli.Bytes(text))
	}
	if f.diff && err == nil {
		err = errors.Join(f.print(diff.Diff(visible.Line(name+".orig"), old, visible.Line(name), text)),
			fmt.Errorf("%s: the layout differs", name))
	}
	return err
}

func (f *formatter) print(text []byte) error {
	_, err := cli.Data(f.Out).Write(text)
	return err
}
