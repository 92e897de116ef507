package site

import (
	"context"
	"html/template"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/site/code"
	"github.com/ceptre-graph/ceptre/site/tell"
)

// scenePage is the data of the page of a scene.
type scenePage struct {
	frame
	Leaf    *Leaf
	Slugs   string // of the characters on whose way it is: the names of their pages, with spaces between
	People  string // their names, a line each in the same order
	Room    string // where the scene ends, as in "in the tomb", or ""
	Place   string // the name of the page of that room
	Hour    string // where the page of hours has the scene
	Changes []tell.Change
	Rules   []template.HTML // as written, each once
}

// addScenes adds the page of every scene.
func (b *builder) addScenes(ctx context.Context) error {
	for _, l := range b.site.Leaves {
		if err := ctx.Err(); err != nil {
			return err
		}
		page := &scenePage{frame: b.frame(l.Title, "scene", l.Path), Leaf: l}
		page.Scene, page.Summary = l.Scene.ID.String(), l.Context
		b.aim(page.Doors, l)
		page.tag(b)
		page.Hour = toRoot(l.Path) + b.paths.on[hoursBase][l.Scene] + "#" + page.Scene
		if !b.Bare {
			page.Changes, page.Rules = b.workings(l)
		}
		if err := b.print("scene", l.Path, l.Title, page); err != nil {
			return err
		}
	}
	return nil
}

// tag says whose way leads through the scene and where it is, for the script.
func (p *scenePage) tag(b *builder) {
	s := p.Leaf.Scene
	var people []string
	cast := s.Passing()
	for _, c := range cast {
		people = append(people, b.tell.Names.Person(c))
	}
	p.Slugs, p.People = b.slugs(cast), strings.Join(people, "\n")
	if room, ok := s.Room(); ok {
		p.Room, p.Place = b.tell.Names.In(room), b.roomSlugs([]trace.Term{room})
	}
}

// mostChanges is of how many events a page says what they changed.
const mostChanges = 12

// workings returns what the events of a scene changed, and their rules.
func (b *builder) workings(l *Leaf) (changes []tell.Change, rules []template.HTML) {
	for i, e := range l.Scene.Events {
		if i < mostChanges {
			changes = append(changes, b.tell.Change(e))
		}
		if rule := b.rules[b.graph.Label(e)]; rule != "" && !slices.Contains(rules, rule) {
			rules = append(rules, rule)
		}
	}
	return changes, rules
}

// colourRules returns the rules in colour, by label, where the trace has them.
func colourRules(h *trace.Header) (map[string]template.HTML, error) {
	texts := make(map[string]template.HTML)
	if h.Program == nil {
		return texts, nil
	}
	labels := h.Labels()
	for i, r := range h.Program.Rules {
		html, err := code.HTML(r.Text)
		if err != nil {
			return nil, err
		}
		texts[labels.Label(i)] = html
	}
	return texts, nil
}
