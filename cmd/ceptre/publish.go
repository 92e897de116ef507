package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/site"
	"github.com/spf13/cobra"
)

// publisher holds the flags of the verb.
type publisher struct {
	runner
	out, theme string
}

func publish(s cli.Streams) *cobra.Command {
	var p publisher
	cmd := &cobra.Command{
		Use:   "publish PROGRAM",
		Short: "Run a program and write the run as a hypertext site",
		Long: `Run a program and write what happened as a folder of linked pages, which open
from disk: a page for each scene, links that follow each character to the next
scene, pictures of the run, and its trace.

The words come from a Markdown file beside the program (verona.md for
verona.cep), with a section for each rule; without one they are made from the
names of rules. A folder that holds other things is left alone.`,
		Example: `  ceptre publish examples/verona.cep -o public
  ceptre publish examples/verona.cep --seed 7 --theme playbill -o public`,
		Args: cli.Usage(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, args []string) error { return p.publish(c, s, args[0]) },
	}
	p.flags(cmd)
	cmd.Flags().StringVarP(&p.out, "output", "o", "public", "the folder to write to")
	cli.ThemeFlag(cmd, &p.theme)
	return cmd
}

// publish runs a program and writes the site of the run.
func (p *publisher) publish(c *cobra.Command, s cli.Streams, program string) error {
	if p.out == "" || p.out == cli.Stdio {
		return cli.BadFlag(c, "-o %q: a site needs a folder", p.out)
	}
	look, err := cli.FindTheme(c, p.theme)
	if err != nil {
		return err
	}
	prog, err := load(s, program)
	if err != nil {
		return err
	}
	prose, err := findProse(s, program)
	if err != nil {
		return err
	}
	t, err := p.run(c, prog)
	if err = errors.Join(err, stopped(c.Context())); err != nil {
		return err
	}
	made, err := build(c.Context(), t, site.Options{Prose: prose, Theme: look})
	if err != nil {
		return err
	}
	return put(s, made, p.out, p.quiet)
}

// findProse reads the Markdown file beside a program; nil where there is none.
func findProse(s cli.Streams, program string) (*site.Prose, error) {
	if program == cli.Stdio {
		return nil, nil
	}
	name := strings.TrimSuffix(program, filepath.Ext(program)) + ".md"
	_, text, err := s.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return site.ParseProse(name, text)
}

// build makes the site, and refuses one with a dead link: it would be a fault of
// the publisher's.
func build(ctx context.Context, t *trace.Trace, o site.Options) (*site.Site, error) {
	made, err := site.Build(ctx, causal.New(t), o)
	if err != nil {
		return nil, err
	}
	var dead []error
	for _, link := range made.Check() {
		dead = append(dead, errors.New(link.String()))
	}
	return made, errors.Join(dead...)
}

func put(s cli.Streams, made *site.Site, out string, quiet bool) error {
	if err := site.Write(made, out); err != nil {
		return err
	}
	if quiet {
		return nil
	}
	for _, note := range made.Notes {
		fmt.Fprintln(s.Err, note)
	}
	_, err := fmt.Fprintf(s.Out, "%s: %s\n", filepath.Join(out, "index.html"), plural(len(made.Scenes), "scene"))
	return err
}
