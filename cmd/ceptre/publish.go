package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/foreign"
	"github.com/ceptre-graph/ceptre/site"
	"github.com/spf13/cobra"
)

// publisher holds the flags of the verb.
type publisher struct {
	runner
	out, theme, prose, by string
}

func publish(s cli.Streams) *cobra.Command {
	var p publisher
	cmd := &cobra.Command{
		Use:   "publish PROGRAM|TRACE",
		Short: "Run a program and write the run as a hypertext site",
		Long: `Run a program, or take the trace of a run, and write what happened as a folder of
linked pages, which open from disk: a page for each scene, links that follow each
character to the next scene, pictures of the run, and its trace. Traces of other
engines will do, too: what these are is told apart by what they hold.

The words come from a Markdown file beside the program (verona.md for
verona.cep), with a section for each rule; without one they are made from the
names of rules. A folder that holds other things is left alone.`,
		Example: `  ceptre publish examples/verona.cep -o public
  ceptre publish trace.json --prose examples/verona.md
  ceptre publish examples/verona.cep --seed 7 --theme blueprint -o public
  ceptre publish examples/verona.cep --by romeo,juliet -o public`,
		Args: cli.Usage(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, args []string) error { return p.publish(c, s, args[0]) },
	}
	p.flags(cmd)
	cmd.Flags().StringVarP(&p.out, "output", "o", "public", "the folder to write to")
	cli.ThemeFlag(cmd, &p.theme)
	cmd.Flags().StringVar(&p.prose, "prose", "", "the Markdown file with the words (default: the one beside the program or the trace)")
	cli.CastFlag(cmd, &p.by)
	return cmd
}

// publish writes the site of a run.
func (p *publisher) publish(c *cobra.Command, s cli.Streams, input string) error {
	if p.out == "" || p.out == cli.Stdio {
		return cli.BadFlag(c, "-o %q: a site needs a folder", p.out)
	}
	look, err := cli.FindTheme(c, p.theme)
	if err != nil {
		return err
	}
	t, prose, err := p.story(c, s, input)
	if err = errors.Join(err, stopped(c.Context())); err != nil {
		return err
	}
	cast, err := causal.FindCast(t, p.by)
	if err != nil && p.by != "" {
		return fmt.Errorf("--by: %w", err)
	}
	made, err := build(c.Context(), t, site.Options{Prose: prose, Theme: look, By: p.by})
	if err != nil {
		return err
	}
	if err := put(s, made, p.out, p.quiet); err != nil {
		return err
	}
	if !p.quiet {
		s.SayCast(cast)
	}
	return nil
}

// story returns the run to tell of, and its prose: that of a trace, or of a program
// that is run. Prose is nil where there is none.
func (p *publisher) story(c *cobra.Command, s cli.Streams, input string) (*trace.Trace, *site.Prose, error) {
	name, data, err := s.ReadFile(input)
	if err != nil {
		return nil, nil, err
	}
	if foreign.Knows(data) {
		return p.recorded(c, s, name, data)
	}
	prog, err := parse(s, name, data)
	if err != nil {
		return nil, nil, err
	}
	prose, err := findProse(s, p.prose, besideProgram(input))
	if err != nil {
		return nil, nil, err
	}
	t, err := p.run(c, prog)
	return t, prose, err
}

// recorded returns a run that is not to be had again, and its prose.
func (p *publisher) recorded(c *cobra.Command, s cli.Streams, name string, data []byte) (*trace.Trace, *site.Prose, error) {
	for _, flag := range []string{"seed", "steps", "trace", "stage", "context", "choose", "proof-steps"} {
		if c.Flags().Changed(flag) {
			return nil, nil, cli.BadFlag(c, "%s is the trace of a run, so there is nothing for --%s to change", name, flag)
		}
	}
	t, err := s.ParseTrace(name, data)
	if err != nil {
		return nil, nil, err
	}
	prose, err := findProse(s, p.prose, besideTrace(t, name))
	return t, prose, err
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
