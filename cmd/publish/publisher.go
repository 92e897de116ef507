// Package publish makes sites of programs and of traces, as flags ask for them: to be written, or to be shown while
// the program is being written.
package publish

import (
	"errors"
	"fmt"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/cast"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/flags"
	"github.com/ceptre-graph/ceptre/cmd/play/wasm/packed"
	"github.com/ceptre-graph/ceptre/site"
	"github.com/ceptre-graph/ceptre/site/prose"
	"github.com/ceptre-graph/ceptre/site/scenes"
	"github.com/spf13/cobra"
)

// Publisher holds the flags of the verbs that make sites.
type Publisher struct {
	flags.Runner
	theme, prose, scenes, url string
	casting                   cast.Options
	bare, html                bool
	Play                      bool   // pages on which readers play the program are added
	Workshop                  bool   // and one on which they change it
	oneRow                    bool   // pictures are as wide as they are, for forms with pages of one width
	playURL                   string // where pages for play are served beside the site
	wordless                  bool   // the prose is left out
}

// Flags enters the flags for the look and the contents of a site into a verb.
func (p *Publisher) Flags(cmd *cobra.Command) {
	p.Runner.Flags(cmd)
	cli.ThemeFlag(cmd, &p.theme)
	cli.CastFlags(cmd, &p.casting)
	f := cmd.Flags()
	f.StringVar(&p.prose, "prose", "", "read the prose from `FILE` (default: the one beside the program or the trace)")
	f.StringVar(&p.scenes, "scenes", "",
		"the `METHOD` of cutting the run into scenes: "+strings.Join(methods(), ", ")+" (default chain: successive events "+
			"at one place among the same people)")
	f.StringVar(&p.url, "url", "", "the `URL` where the site will be, for previews of links and a sitemap")
	f.BoolVar(&p.bare, "bare", false, "leave out the page \"How this was made\": the trace, its pictures, the rules")
	f.BoolVar(&p.html, "html", false, "keep HTML in the author's text, but no scripts")
	_ = cmd.RegisterFlagCompletionFunc("scenes", cobra.FixedCompletions(methods(), cobra.ShellCompDirectiveNoFileComp))
}

// methods returns the names of the ways to cut a run into scenes.
func methods() []string {
	var names []string
	for _, m := range scenes.Methods() {
		names = append(names, string(m))
	}
	return names
}

// Make returns the site of a program or a trace. A site with a dead link is an error: it would be a fault of ours.
func (p *Publisher) Make(c *cobra.Command, s cli.Streams, input string) (*site.Site, error) {
	o, err := p.options(c)
	if err != nil {
		return nil, err
	}
	from, err := p.source(c, s, input)
	if err == nil && from.run == nil {
		err = p.perform(c, s, &from)
	}
	if err = errors.Join(err, cli.Stopped(c.Context())); err != nil {
		return nil, err
	}
	g := causal.New(from.run)
	o.Solved = map[*causal.Graph]bool{g: p.solved()}
	made, err := p.build(c, s, from, o, func(o site.Options) (*site.Site, error) {
		return site.Build(c.Context(), g, o)
	})
	if o := p.Outcome; err == nil && o != nil && !o.Solved {
		made.Notes = append(made.Notes, fmt.Sprintf("%s; the site is of this run", o))
	}
	return made, err
}

// solved reports whether the last run met its goal. For a trace it is false.
func (p *Publisher) solved() bool { return p.Outcome != nil && p.Outcome.Solved }

// options returns the options from the flags, without theme and prose.
func (p *Publisher) options(c *cobra.Command) (site.Options, error) {
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

// build makes a site by a function, which gets the options with the theme, the prose and the pages for play of a
// source, and checks it.
func (p *Publisher) build(c *cobra.Command, s cli.Streams, from source, o site.Options,
	by func(site.Options) (*site.Site, error)) (made *site.Site, err error) {
	o.Prose = from.text
	if o.Theme, err = p.findTheme(c, s, from.text); err != nil {
		return nil, err
	}
	if p.Play {
		if o.Play, err = p.playPages(c, from, o.Theme); err != nil {
			return nil, err
		}
		if p.Workshop {
			o.Change = packed.WorkshopPage
		}
	}
	if made, err = by(o); err != nil {
		return nil, flags.Miscast(err, p.casting, from.text)
	}
	return made, made.Faults(o.Theme)
}
