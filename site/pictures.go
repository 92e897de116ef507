package site

import (
	"context"
	"fmt"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/kinds"
	"github.com/ceptre-graph/ceptre/causal/rules"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/render"
	"github.com/ceptre-graph/ceptre/render/showing"
	"github.com/ceptre-graph/ceptre/site/locale"
)

// A figure is a picture of the run.
type figure struct {
	URL     string
	Alt     string
	Caption string
}

// figures adds pictures of the run, and returns how they are shown.
func (b *builder) figures(ctx context.Context) ([]figure, error) {
	events := b.words.Count("event", b.graph.Len())
	var figures []figure
	for _, p := range []drawing{
		b.drawnRules(),
		{render.Causal, b.words.Say("causal-alt", "events", english.Capital(events)), b.words.Say("causal-caption")},
		{render.Threads, b.words.Say("threads-alt", "events", events,
			"characters", b.words.Count("character", len(b.performance.Cast.Names))), b.words.Say("threads-caption")},
	} {
		if p.view == render.Threads && len(b.performance.Cast.Names) == 0 {
			continue // said with the cast
		}
		file := picturesFolder + "/" + string(p.view) + ".svg"
		svg, whole, err := b.picture(ctx, p.view)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		if !whole {
			p.caption += " " + b.words.Say("too-much")
		}
		b.add(file, "", svg)
		figures = append(figures, figure{URL: file, Alt: p.alt, Caption: p.caption})
	}
	return figures, nil
}

// drawing is a view with its description.
type drawing struct {
	view         render.View
	alt, caption string
}

// drawnRules are the rules with which one fed which or, where there would be too many arrows
// between them, with what they use and make.
func (b *builder) drawnRules() drawing {
	k := kinds.Of(b.graph)
	condensed := rules.Condense(b.graph, k)
	count := english.Capital(b.words.Count("rule", len(condensed.Nodes)))
	if render.IsTangle(condensed, rules.NetOf(b.graph, k)) {
		return drawing{render.Net, b.words.Say("net-alt", "rules", count), b.words.Say("net-caption")}
	}
	return drawing{render.Rules, b.words.Say("rules-alt", "rules", count), b.words.Say("rules-caption")}
}

// picture draws a view, and reports whether all of it is there to see.
func (b *builder) picture(ctx context.Context, view render.View) (svg []byte, whole bool, err error) {
	fact, event := b.tell.Tips()
	p, err := render.Draw(b.graph, render.Options{
		View:     view,
		Theme:    b.Theme,
		MaxNodes: render.MaxNodes,
		Cast:     &b.performance.Cast,
		Words:    b.pictureWords(),
		Fact:     fact,
		Event:    event,
		Brief:    true,
		Glance:   showing.Followed,
		Link: func(step *trace.Step) string { // to the scene of the step
			e, _ := b.graph.Event(step.ID)
			return "../" + scenePath(b.performance.Of(e))
		},
	})
	if err != nil {
		return nil, false, err
	}
	svg, err = p.Write(ctx, render.SVGFormat)
	whole = true
	for _, n := range p.Notes {
		switch n.For {
		case render.Static, render.ReadsTold: // nothing that happens is missing
		case render.AtGlance: // the title has the numbers
			whole = false
		default:
			b.note("%s.svg: %s", view, n.Text)
			whole = whole && n.For == render.InLayers
		}
	}
	return svg, whole, err
}

// mostPreviewed is how many nodes the small picture for previews holds.
const mostPreviewed = 60

// addPreview adds a picture that others may show beside a link to the site.
func (b *builder) addPreview(ctx context.Context) error {
	view := render.Storyline
	if len(b.performance.Threads) == 0 {
		view = render.Rules
	}
	p, err := render.Draw(b.graph, render.Options{View: view, Theme: b.Theme, MaxNodes: mostPreviewed,
		Cast: &b.performance.Cast, Title: b.site.Title, Words: b.pictureWords()})
	if err != nil {
		return fmt.Errorf("%s: %w", previewPath, err)
	}
	png, err := p.Write(ctx, render.PNGFormat)
	if err != nil {
		return fmt.Errorf("%s: %w", previewPath, err)
	}
	for _, n := range p.Notes {
		if n.For == render.InLayers { // what else there is to say of a picture that small is plain
			b.note("%s: %s", previewPath, n.Text)
		}
	}
	b.add(previewPath, "", png)
	return nil
}

// countKeys begin the keys of the nouns that pictures count.
const countKeys = locale.Pictures + "count-"

// pictureWords are the fixed words of a site as package render asks for them: by their English texts.
type pictureWords struct {
	*locale.Words
	keys map[string]string // by English text
}

// pictureWords returns the words for pictures; nil for our own in English, which are those of package render.
func (b *builder) pictureWords() showing.Words {
	if b.words.Same(locale.Default) && len(b.Prose.Front().Words) == 0 {
		return nil
	}
	p, english := pictureWords{b.words, make(map[string]string)}, locale.For("", nil)
	for _, key := range locale.Keys() {
		if strings.HasPrefix(key, locale.Pictures) && !locale.Plural(key) {
			p.keys[english.Text(key)] = key
		}
	}
	return p
}

// Say returns a text of a picture. There are keys for the texts of all views that sites have.
func (p pictureWords) Say(text string, values ...any) string {
	return p.Words.Say(p.keys[text], values...)
}

// Count returns a number of things. Those that pages count, too, have the same key there.
func (p pictureWords) Count(noun string, n int) string {
	key := countKeys + strings.ReplaceAll(noun, " ", "-")
	if !locale.Plural(key) {
		key = noun
	}
	return p.Words.Count(key, n)
}
