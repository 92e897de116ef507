// Package site turns a recorded run into a hypertext that is read in a browser,
// from a folder, without a server and without scripts.
//
// It works like a play that is staged in many rooms of a house at once: each
// event of the run is a [Scene] with a page of its own, links follow the
// characters from one scene to the next, and nobody sees everything. What the
// pages say comes from the author's [Prose], or else from the names in the
// program. The pages know nothing of the theme: its stylesheet is one of the
// site's files.
//
// [Build] makes all pages in memory, [Site.Check] looks for dead links, and
// [Write] puts the pages into a folder: first beside what is there, and only when
// all are written in its place.
package site

import (
	"bytes"
	"context"
	"fmt"
	"html/template"
	"path"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/themes"
)

// Where things are in a site. Paths are relative and have slashes.
const (
	indexPath      = "index.html"
	stylePath      = "style.css"
	tracePath      = "trace.json"
	scenesFolder   = "scenes"
	picturesFolder = "pictures"
)

// Options say what a site is made with.
type Options struct {
	Prose *Prose        // nil: text is made from the names of rules and arguments
	Theme *themes.Theme // nil: [themes.Default]
	By    string        // who the characters are, as [causal.FindCast] takes it; "": it chooses
}

// Site is a whole site in memory.
type Site struct {
	Title  string
	Scenes []*Scene // in the order of the run
	Pages  []Page   // the index first, the scenes in order, then pictures and files
	// Notes say what the author may want to know: rules without prose, a
	// picture that was left out and why.
	Notes []string
}

// Page is one file of a site.
type Page struct {
	Path string // relative, with slashes
	Data []byte
}

// Build makes the site of a run. It touches no disk, and the same run and
// options make the same pages, byte for byte. The error is about prose that
// does not fit the program, as [ParseProse] puts it, about options, or that of
// a context which ended.
func Build(ctx context.Context, g *causal.Graph, o Options) (*Site, error) {
	b := &builder{graph: g, prose: o.Prose, theme: o.Theme, by: o.By, site: &Site{}}
	if err := b.prepare(); err != nil {
		return nil, err
	}
	if err := b.addScenes(ctx); err != nil {
		return nil, err
	}
	if err := b.addPictures(ctx); err != nil {
		return nil, err
	}
	if err := b.addFiles(); err != nil {
		return nil, err
	}
	if err := b.addIndex(); err != nil {
		return nil, err
	}
	return b.site, nil
}

// A builder holds what the pages of a site are made from.
type builder struct {
	graph   *causal.Graph
	prose   *Prose
	theme   *themes.Theme
	rules   map[string]trace.Rule
	written map[string]template.HTML // the texts of rules in colour, where the trace has them
	by      string                   // as in Options
	cast    causal.Cast
	scenes  map[causal.Event]*Scene
	tell    *teller
	figures []figure
	site    *Site
}

// prepare finds out who is in the run, where, and cuts it into scenes.
func (b *builder) prepare() (err error) {
	if b.theme == nil {
		if b.theme, err = themes.Find(""); err != nil {
			return err
		}
	}
	if err := b.findCast(); err != nil {
		return err
	}
	if err := b.readProgram(); err != nil {
		return err
	}
	location := findLocation(b.graph.Trace, b.cast.Type)
	b.tell = &teller{graph: b.graph, names: newNames(b.cast.Names), location: location}
	b.site.Title = b.title()
	b.site.Scenes = scenesOf(b.graph, b.graph.Threads(b.cast), location)
	b.scenes = make(map[causal.Event]*Scene)
	for _, s := range b.site.Scenes {
		for _, e := range s.Events {
			b.scenes[e] = s
		}
	}
	return nil
}

// findCast finds the characters. A run without any is still a site; those that
// were asked for have to be there.
func (b *builder) findCast() error {
	cast, err := causal.FindCast(b.graph.Trace, b.by)
	if err != nil && b.by != "" {
		return err
	}
	if err != nil && b.graph.Len() > 0 {
		b.note("threads.svg left out: %v", err)
	}
	b.cast = cast
	return nil
}

// readProgram indexes the rules and checks the prose against them.
func (b *builder) readProgram() error {
	var rules []trace.Rule
	if p := b.graph.Trace.Program; p != nil {
		rules = p.Rules
	}
	if err := b.readRules(rules); err != nil {
		return err
	}
	if b.prose == nil {
		return nil
	}
	b.site.Notes = append(b.site.Notes, b.prose.notes...)
	return b.prose.check(rules)
}

func (b *builder) readRules(rules []trace.Rule) (err error) {
	b.rules = make(map[string]trace.Rule, len(rules))
	b.written = make(map[string]template.HTML, len(rules))
	for _, r := range rules {
		b.rules[r.Name] = r
		if b.written[r.Name], err = code(r.Text); err != nil {
			return fmt.Errorf("rule %s: %w", r.Name, err)
		}
	}
	return nil
}

// title is the author's, or else the program's name.
func (b *builder) title() string {
	if b.prose != nil && b.prose.title != "" {
		return clean(b.prose.title)
	}
	if p := b.graph.Trace.Program; p != nil {
		base := path.Base(p.File)
		for _, name := range []string{p.Name, strings.TrimSuffix(base, path.Ext(base))} {
			if title := shorten(capitals(words(name))); title != "" {
				return title
			}
		}
	}
	return "A play without a name"
}

// addFiles adds the stylesheet and the trace.
func (b *builder) addFiles() error {
	var record bytes.Buffer
	if err := trace.Write(&record, b.graph.Trace); err != nil {
		return fmt.Errorf("%s: %w", tracePath, err)
	}
	b.add(stylePath, b.theme.CSS())
	b.add(tracePath, record.Bytes())
	return nil
}

func (b *builder) add(path string, data []byte) {
	b.site.Pages = append(b.site.Pages, Page{Path: path, Data: data})
}

func (b *builder) note(format string, args ...any) {
	b.site.Notes = append(b.site.Notes, fmt.Sprintf(format, args...))
}
