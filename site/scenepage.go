package site

import (
	"context"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// scenePage is what the page of a scene shows.
type scenePage struct {
	frame
	Kicker  string
	Heading string
	Where   string
	Here    string
	Text    []telling
	Ways    []ways
	Changes []change
	Rules   []template.HTML // as written, each once
}

// A telling is an event's text: the author's prose, or else sentences made from
// names.
type telling struct {
	Prose template.HTML
	Plain string
}

// addScenes adds the page of every scene, and notes which rules had no prose.
func (b *builder) addScenes(ctx context.Context) error {
	press, err := newPress("scene")
	if err != nil {
		return err
	}
	for _, s := range b.site.Scenes {
		if err := ctx.Err(); err != nil {
			return err
		}
		page, err := b.scenePage(s)
		if err != nil {
			return fmt.Errorf("scene %s: %w", s.ID, err)
		}
		data, err := press.print(page)
		if err != nil {
			return fmt.Errorf("scene %s: %w", s.ID, err)
		}
		b.add(s.Path(), data)
	}
	b.noteUntold()
	return nil
}

// noteUntold notes the rules that fired and have no prose, where there is any.
func (b *builder) noteUntold() {
	if b.prose == nil {
		return
	}
	for _, n := range b.graph.Condense().Nodes {
		if b.prose.text(n.Rule) == nil {
			b.note("%s: no text for rule %s (%s): told from its name", b.prose.name, n.Rule, count(n.Count, "scene"))
		}
	}
}

func (b *builder) scenePage(s *Scene) (*scenePage, error) {
	page := &scenePage{
		frame:   frame{Title: b.sceneTitle(s) + " · " + b.site.Title, Play: b.site.Title, Root: "../", Class: "scene"},
		Kicker:  kicker(s),
		Heading: b.heading(s),
		Where:   b.where(s),
		Here:    b.tell.names.company(s),
		Ways:    b.ways(s),
	}
	for _, e := range s.Events {
		text, err := b.text(s, e)
		if err != nil {
			return nil, fmt.Errorf("prose of %s: %w", b.graph.Step(e).Rule, err)
		}
		page.Text = append(page.Text, text)
		page.Changes = append(page.Changes, b.change(e))
		if rule := b.written[b.graph.Step(e).Rule]; rule != "" && !slices.Contains(page.Rules, rule) {
			page.Rules = append(page.Rules, rule)
		}
	}
	return page, nil
}

// kicker stands above a scene's heading.
func kicker(s *Scene) string { return fmt.Sprintf("Scene %d · %s", s.Number, hourName(s.Hour)) }

func (b *builder) heading(s *Scene) string { return ruleTitle(b.graph.Step(s.Events[0]).Rule) }

// where returns "market square", or "market square to garden". A scene without
// place and people is told from others by what its rule was applied to.
func (b *builder) where(s *Scene) string {
	places := b.tell.names.labels(s.Places)
	switch {
	case s.Journey:
		return places[0] + " to " + places[1]
	case len(places) == 0 && s.Interlude():
		return shorten(strings.Join(b.tell.names.labels(b.graph.Step(s.Events[0]).Args), ", "))
	}
	return list(places)
}

// sceneTitle names a scene in links.
func (b *builder) sceneTitle(s *Scene) string {
	if where := b.where(s); where != "" {
		return b.heading(s) + " — " + where
	}
	return b.heading(s)
}

// text tells an event in the author's words, or else in the program's.
func (b *builder) text(s *Scene, e causal.Event) (telling, error) {
	step := b.graph.Step(e)
	section := b.prose.text(step.Rule)
	if section == nil {
		return telling{Plain: b.tell.retell(s, e)}, nil
	}
	prose, err := section.render(b.prose.src, b.values(step))
	return telling{Prose: prose}, err
}

// values returns what a step's rule was applied to, by the names of its variables.
func (b *builder) values(step *trace.Step) map[string]string {
	values := make(map[string]string)
	for i, param := range b.rules[step.Rule].Params {
		if i < len(step.Args) {
			values[normalPrimes(param.Name)] = b.tell.names.term(step.Args[i])
		}
	}
	return values
}
