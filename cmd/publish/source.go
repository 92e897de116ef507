package publish

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/cmd/beside"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/form"
	"github.com/ceptre-graph/ceptre/cmd/load"
	"github.com/ceptre-graph/ceptre/cmd/play/wasm/compile"
	"github.com/ceptre-graph/ceptre/cmd/play/wasm/packed"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/foreign"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/site/prose"
	"github.com/ceptre-graph/ceptre/themes"
	"github.com/spf13/cobra"
)

// source is what a site is made from.
type source struct {
	run    *trace.Trace    // nil where the program is yet to be run
	prog   *lang.Program   // nil where a run is all there is
	text   *prose.Prose    // nil where there is none
	engine *compile.Engine // of the pages for play; nil without these
}

// source reads what a site is made from: the trace of a run, or a program.
func (p *Publisher) source(c *cobra.Command, s cli.Streams, input string) (source, error) {
	name, data, err := s.ReadFile(input)
	switch {
	case err != nil:
		return source{}, err
	case form.IsRecord(name, data):
		return p.recorded(c, s, name, data)
	}
	return p.written(c, s, input, name, data)
}

// perform runs the program of a source, and says why nothing happened, if nothing did.
func (p *Publisher) perform(c *cobra.Command, s cli.Streams, from *source) (err error) {
	from.run, err = p.Run(c, from.prog)
	if err != nil || from.run == nil || p.Quiet {
		return err
	}
	lines, err := report.Silence(c.Context(), from.prog, from.run)
	for _, line := range lines {
		fmt.Fprintln(s.Err, line)
	}
	return err
}

// written returns the program that an input is, as messages name it, and its prose. The engine of
// pages for play comes with it, since a run may take long, and be in vain without one.
func (p *Publisher) written(c *cobra.Command, s cli.Streams, input, name string, data []byte) (from source, err error) {
	if from.prog, err = load.Parse(s.Hushed(p.Quiet), name, data); err != nil {
		return source{}, err
	}
	if from.text, err = p.findProse(s, beside.Program(input), exec.Describe(from.prog)); err != nil || !p.Play {
		return from, err
	}
	from.engine, err = packed.Load(c.Context(), func(line string) { fmt.Fprintln(s.Hushed(p.Quiet).Err, line) })
	return from, err
}

// recorded returns a run that is not to be had again, and its prose.
func (p *Publisher) recorded(c *cobra.Command, s cli.Streams, name string, data []byte) (source, error) {
	t, err := s.Hushed(p.Quiet).ParseTrace(name, data)
	if err != nil {
		return source{}, err
	}
	if p.Play {
		return source{}, cli.BadFlag(c, "%s is the trace of a run; --play needs the program", name)
	}
	for _, flag := range []string{"seed", "steps", "time", "memory", "trace", "stage", "context", "choose", "proof-steps",
		"match-steps", "runs"} {
		if c.Flags().Changed(flag) {
			return source{}, cli.BadFlag(c, "%s is the trace of a run, so there is nothing for --%s to change", name, flag)
		}
	}
	text, err := p.findProse(s, append(beside.Trace(t, name), beside.Program(name)...), t.Program)
	return source{run: t, text: text}, err
}

// findProse finds the author's text for a program; nil is one that is not known.
func (p *Publisher) findProse(s cli.Streams, places []string, program *trace.Program) (*prose.Prose, error) {
	if p.wordless {
		return nil, nil
	}
	return beside.Find(s, p.prose, places, prose.Options{HTML: p.html, Program: program})
}

// findTheme returns the theme of the flag, or else that of the prose.
func (p *Publisher) findTheme(c *cobra.Command, s cli.Streams, text *prose.Prose) (*themes.Theme, error) {
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
	beside := filepath.Join(filepath.Dir(text.Name()), name)
	if _, err := os.Stat(beside); err == nil {
		return beside, nil
	}
	return name, nil
}

// inputs returns the files that a site is made from, and folders; they need not be there.
func (p *Publisher) inputs(s cli.Streams, input string) []string {
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
