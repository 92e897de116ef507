package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/cast"
	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/cmd/beside"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/flags"
	"github.com/ceptre-graph/ceptre/cmd/form"
	"github.com/ceptre-graph/ceptre/cmd/load"
	"github.com/ceptre-graph/ceptre/cmd/play/wasm/compile"
	"github.com/ceptre-graph/ceptre/cmd/play/wasm/packed"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/foreign"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/site"
	"github.com/ceptre-graph/ceptre/site/prose"
	"github.com/ceptre-graph/ceptre/site/scenes"
	"github.com/ceptre-graph/ceptre/site/shelf"
	"github.com/ceptre-graph/ceptre/themes"
	"github.com/spf13/cobra"
)

// publisher holds the flags of the verbs that make sites.
type publisher struct {
	flags.Runner
	theme, prose, scenes, url string
	casting                   cast.Options
	bare, html, play, oneRow  bool
	playURL                   string // where pages for play are served beside the site
	wordless                  bool   // the prose is left out
}

// publication holds the flags of the verb publish.
type publication struct {
	publisher
	out, to string
	runs    int
	plan    bool
}

func publish(s cli.Streams) *cobra.Command {
	var p publication
	cmd := &cobra.Command{
		Use:   "publish PROGRAM|TRACE",
		Short: "Run a program and write the run as a hypertext: a site, an e-book, a page, or for Twine",
		Long: `Run a program, or take the trace of a run, and write what happened as a folder of
linked pages, which open from disk. The run is cut into scenes; links follow each
character from one scene to the next, or stay in a room and see who comes. Traces of
other engines will do, too: what these are is told apart by what they hold.

The words come from a Markdown file beside the program (verona.md for verona.cep), with
a section for each rule ("ceptre prose" writes one to fill in), or from a script of
scenes (.scenes); without one they are made from the names of rules. A folder that holds
other things is left alone.

The name behind -o tells what is written: a folder a site; .html one page with all in it;
.epub an e-book; .twee a story for Twine, laid out on its map.

--play adds pages on which readers play the program themselves, in their browser: as the
run that is told begins, with the same seed, and everything that can be asked of it. The
engine, some 4 MB, lies beside them; any static server will do. --memory bounds what it
takes there, too. Your Go compiles the engine the first time, which takes a while, and it
is kept in your cache; a release of ceptre has it in it, and needs no Go.`,
		Example: `  ceptre publish examples/verona.cep -o public
  ceptre publish examples/verona.cep --seed 7 --theme paper --scenes place
  ceptre publish examples/verona.cep -o verona.epub
  ceptre publish examples/verona.cep --runs 12 -o stories
  ceptre publish examples/verona.cep --play
  ceptre publish examples/verona.cep --plan
  ceptre publish trace.json --prose examples/verona.md --by romeo,juliet`,
		Args: cli.Usage(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, args []string) error { return p.publish(c, s, args[0]) },
	}
	p.publisher.flags(cmd)
	f := cmd.Flags()
	f.StringVarP(&p.out, "output", "o", "public", "the folder or file to write to")
	f.StringVar(&p.to, "to", "", "what to write: "+strings.Join(shelf.Names(), ", ")+" (default: as -o ends, or a site)")
	f.IntVar(&p.runs, "runs", 0, "write so many different stories of the program, under one index")
	f.BoolVar(&p.play, "play", false, "add pages on which readers play the program themselves, in their browser")
	f.BoolVar(&p.plan, "plan", false, "only say how few readings see every scene, and which one sees most")
	_ = cmd.RegisterFlagCompletionFunc("to", cobra.FixedCompletions(shelf.Names(), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// flags adds the flags for the look and the contents of a site.
func (p *publisher) flags(cmd *cobra.Command) {
	p.Runner.Flags(cmd)
	cli.ThemeFlag(cmd, &p.theme)
	cli.CastFlags(cmd, &p.casting)
	f := cmd.Flags()
	f.StringVar(&p.prose, "prose", "", "the file with the words (default: the one beside the program or the trace)")
	f.StringVar(&p.scenes, "scenes", "",
		"how the run is cut into scenes: "+methodNames()+" (default chain: what follows each other at one place among the "+
			"same people)")
	f.StringVar(&p.url, "url", "", "the address where the site will lie, for previews and a sitemap")
	f.BoolVar(&p.bare, "bare", false, "leave out how it was made: the trace, its pictures, the rules")
	f.BoolVar(&p.html, "html", false, "keep HTML that the author's text holds, but no scripts")
	_ = cmd.RegisterFlagCompletionFunc("scenes",
		cobra.FixedCompletions(strings.Split(methodNames(), ", "), cobra.ShellCompDirectiveNoFileComp))
}

func methodNames() string {
	var names []string
	for _, m := range scenes.Methods() {
		names = append(names, string(m))
	}
	return strings.Join(names, ", ")
}

// publish writes the site in the form that the flags ask for.
func (p *publication) publish(c *cobra.Command, s cli.Streams, input string) error {
	as, err := p.form(c)
	if err != nil {
		return err
	}
	if p.play && as.Write != nil {
		return cli.BadFlag(c, "--play belongs to a site, and to no %s", as.Name)
	}
	p.oneRow = as.OneRow
	if err := p.place(as); err != nil {
		return err
	}
	if c.Flags().Changed("runs") {
		return p.publishRuns(c, s, input, as)
	}
	if p.plan {
		p.bare, p.Printed = true, s.Err // pictures are not asked for, and standard output has the plan alone
	}
	made, err := p.make(c, s, input)
	if err != nil {
		return err
	}
	if p.plan {
		return made.WritePlan(s.Out)
	}
	if err := p.put(c.Context(), s, made, as); err != nil {
		return err
	}
	if !p.Quiet && !made.Named {
		s.SayCast(made.Performance.Cast)
	}
	return nil
}

// make returns the site of a program or a trace. One with a dead link is refused: it would be a
// fault of ours.
func (p *publisher) make(c *cobra.Command, s cli.Streams, input string) (*site.Site, error) {
	o, err := p.options(c)
	if err != nil {
		return nil, err
	}
	t, from, err := p.story(c, s, input)
	if err = errors.Join(err, cli.Stopped(c.Context())); err != nil {
		return nil, err
	}
	if err := p.dress(c, s, &o, from); err != nil {
		return nil, err
	}
	made, err := build(c.Context(), t, o)
	return made, inCasting(err, p.casting, from.text)
}

// inCasting says where it was said who the characters are or where they are, if that is not so: in
// a flag, or in the front matter of a text.
func inCasting(err error, asked cast.Options, text *prose.Prose) error {
	if unknown, ok := errors.AsType[cast.UnknownError](err); ok {
		if asked.By != "" {
			return fmt.Errorf("--by: %w", unknown)
		}
		return text.WrongCharacters(unknown)
	}
	if placeless, ok := errors.AsType[cast.PlacelessError](err); ok {
		if asked.Place != "" {
			return fmt.Errorf("--place: %w", placeless)
		}
		return text.WrongLocation(placeless)
	}
	return err
}

// source holds the program, the prose and the engine that a site is made from, beside the run.
type source struct {
	prog   *lang.Program   // nil where a run is all there is
	text   *prose.Prose    // nil where there is none
	engine *compile.Engine // of the pages for play; nil without these
}

// dress enters what depends on the source into the options.
func (p *publisher) dress(c *cobra.Command, s cli.Streams, o *site.Options, from source) (err error) {
	o.Prose = from.text
	if o.Theme, err = p.findTheme(c, s, from.text); err != nil || !p.play {
		return err
	}
	o.Play, err = p.playPages(c, from, o.Theme)
	return err
}

// options returns the options from the flags, without theme and prose.
func (p *publisher) options(c *cobra.Command) (site.Options, error) {
	method, err := scenes.ParseMethod(p.scenes)
	if err != nil {
		return site.Options{}, cli.BadFlag(c, "--scenes: %v", err)
	}
	if err := prose.CheckURL(p.url); p.url != "" && err != nil {
		return site.Options{}, cli.BadFlag(c, "--url %q: %v", p.url, err)
	}
	return site.Options{By: p.casting.By, Place: p.casting.Place, Scenes: method, URL: p.url, Bare: p.bare,
		PlayURL: p.playURL, OneRow: p.oneRow}, nil
}

// findTheme returns the theme of the flag, or else that of the prose.
func (p *publisher) findTheme(c *cobra.Command, s cli.Streams, text *prose.Prose) (*themes.Theme, error) {
	if p.theme != "" {
		return s.FindTheme(c, p.theme)
	}
	name, err := themeOf(text)
	if err != nil {
		return nil, err
	}
	look, err := s.ReadTheme(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", text.Name(), err)
	}
	return look, nil
}

// themeOf returns the theme that prose asks for: one of ours, or a file or folder beside
// the prose or below. What leads elsewhere is no theme of that text.
func themeOf(text *prose.Prose) (string, error) {
	name := text.Front().Theme
	switch {
	case name == "" || slices.Contains(themes.Names(), name):
		return name, nil
	case !filepath.IsLocal(name):
		return "", fmt.Errorf("%s: theme %s: write the name of a theme, or of a file or folder beside the text", text.Name(),
			name)
	}
	if beside := filepath.Join(filepath.Dir(text.Name()), name); exists(beside) {
		return beside, nil
	}
	return name, nil
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

// story returns the run to tell of, and what it is told from: that of a trace, or of a
// program that is run.
func (p *publisher) story(c *cobra.Command, s cli.Streams, input string) (*trace.Trace, source, error) {
	name, data, err := s.ReadFile(input)
	if err != nil {
		return nil, source{}, err
	}
	if form.IsRecord(name, data) {
		return p.recorded(c, s, name, data)
	}
	from, err := p.written(c, s, input, name, data)
	if err != nil {
		return nil, source{}, err
	}
	t, err := p.Run(c, from.prog)
	if err != nil || t == nil || p.Quiet {
		return t, from, err
	}
	lines, err := report.Silence(c.Context(), from.prog, t)
	for _, line := range lines {
		fmt.Fprintln(s.Err, line)
	}
	return t, from, err
}

// written returns the program that an input is, as messages name it, and its prose. The engine of
// pages for play comes with it, since a run may take long, and be in vain without one.
func (p *publisher) written(c *cobra.Command, s cli.Streams, input, name string, data []byte) (from source, err error) {
	if from.prog, err = load.Parse(s.Hushed(p.Quiet), name, data); err != nil {
		return source{}, err
	}
	if from.text, err = p.findProse(s, beside.Program(input), exec.Describe(from.prog)); err != nil || !p.play {
		return from, err
	}
	from.engine, err = packed.Load(c.Context(), func(line string) { fmt.Fprintln(s.Hushed(p.Quiet).Err, line) })
	return from, err
}

// recorded returns a run that is not to be had again, and its prose.
func (p *publisher) recorded(c *cobra.Command, s cli.Streams, name string, data []byte) (*trace.Trace, source, error) {
	t, err := s.Hushed(p.Quiet).ParseTrace(name, data)
	if err != nil {
		return nil, source{}, err
	}
	if p.play {
		return nil, source{}, cli.BadFlag(c, "%s is the trace of a run; give --play the program", name)
	}
	for _, flag := range []string{"seed", "steps", "time", "memory", "trace", "stage", "context", "choose", "proof-steps",
		"match-steps", "runs"} {
		if c.Flags().Changed(flag) {
			return nil, source{}, cli.BadFlag(c, "%s is the trace of a run, so there is nothing for --%s to change", name, flag)
		}
	}
	text, err := p.findProse(s, append(beside.Trace(t, name), beside.Program(name)...), t.Program)
	return t, source{text: text}, err
}

// findProse finds the author's text for a program; nil is one that is not known.
func (p *publisher) findProse(s cli.Streams, places []string, program *trace.Program) (*prose.Prose, error) {
	if p.wordless {
		return nil, nil
	}
	return beside.Find(s, p.prose, places, prose.Options{HTML: p.html, Program: program})
}

// build makes the site, and checks it.
func build(ctx context.Context, t *trace.Trace, o site.Options) (*site.Site, error) {
	made, err := site.Build(ctx, causal.New(t), o)
	if err != nil {
		return nil, err
	}
	return made, faults(made, o.Theme)
}

// faults returns the faults of a site. In pages from the user's own templates a fault may be
// intended, and is only noted.
func faults(made *site.Site, look *themes.Theme) error {
	var found []error
	for _, fault := range made.Check() {
		found = append(found, errors.New(fault.String()))
	}
	for name := range site.Sources() {
		if _, own := look.File(name); own && len(found) > 0 {
			made.Notes = append(made.Notes, errors.Join(found...).Error())
			return nil
		}
	}
	return errors.Join(found...)
}

// inputs returns the files that a site is made from, and folders; they need not be there.
func (p *publisher) inputs(s cli.Streams, input string) []string {
	files := []string{input}
	if p.prose != "" {
		files = append(files, p.prose)
	} else {
		files = append(append(files, beside.Program(input)...), besideRecord(s, input)...)
	}
	if text, err := p.findProse(s, files[1:], nil); p.theme == "" && err == nil && text != nil {
		if look, _ := themeOf(text); look != "" && !slices.Contains(themes.Names(), look) {
			files = append(files, look)
		}
	}
	if p.theme != "" && !slices.Contains(themes.Names(), p.theme) {
		files = append(files, p.theme)
	}
	for i := range files {
		files[i] = filepath.Clean(files[i])
	}
	return files
}

// besideRecord is [beside.Trace] for a file that may be a trace.
func besideRecord(s cli.Streams, input string) []string {
	name, data, err := s.ReadFile(input)
	if err != nil || !foreign.Knows(data) {
		return nil
	}
	s.Err = io.Discard // the same messages are printed when the site is published
	t, err := s.ParseTrace(name, data)
	if err != nil {
		return nil
	}
	return beside.Trace(t, name)
}
