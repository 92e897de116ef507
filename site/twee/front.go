package twee

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/ceptre-graph/ceptre/site"
	"github.com/ceptre-graph/ceptre/site/dom"
	"github.com/ceptre-graph/ceptre/site/scenes"
)

// A thread is a character who appears.
type thread struct {
	site.Thread
	page site.Page // the first about them
	way  []*scenes.Scene
}

// threadsOf returns who appears.
func threadsOf(s *site.Site) []thread {
	pages := make(map[string]site.Page, len(s.Pages))
	for _, p := range s.Pages {
		pages[p.Path] = p
	}
	var threads []thread
	for _, t := range s.People {
		threads = append(threads, thread{t, pages[t.Path], s.Performance.Way(t.Key)})
	}
	return threads
}

// start returns the first passage: the cover, with the characters to follow.
func (c *composer) start() ([]passage, error) {
	lines := []string{"<strong>" + escape(c.site.Title) + "</strong>"}
	if c.site.Author != "" {
		lines = append(lines, "<em>"+escape(c.site.Words.Say("by", "author", c.site.Author))+"</em>")
	}
	more, err := proseOf(c.site.Pages[0])
	if err != nil {
		return nil, err
	}
	lines = append(lines, more...)
	var choices []string
	for _, t := range c.cast {
		more := escape(c.site.Words.Say("twine-more"))
		choices = append(choices, c.follow(t, t.way[0])+" ([["+more+"->"+c.titles[t.Key]+"]])")
	}
	if len(c.cast) == 0 {
		choices = c.beginnings()
	} else if len(c.strays()) > 0 {
		choices = append(choices, "[["+escape(c.site.Words.Say("twine-nobody"))+"->"+strayName+"]]")
	}
	if len(choices) > 0 {
		lines = append(lines, strings.Join(choices, "\n"))
	} else {
		lines = append(lines, escape(c.site.Words.Say("nothing")))
	}
	return []passage{{Name: startName, Position: at(-1, 0), Text: strings.Join(lines, "\n\n")}}, nil
}

// follow leads to the first scene of a character.
func (c *composer) follow(t thread, first *scenes.Scene) string {
	return c.link(c.site.Words.Say("exit-follow", "people", t.Name), first)
}

// strays are the interludes that nothing leads to.
func (c *composer) strays() []*scenes.Scene {
	var found []*scenes.Scene
	for _, hour := range c.site.Performance.Hours[:min(1, len(c.site.Performance.Hours))] {
		for _, s := range hour {
			if s.Interlude() && len(s.Led) == 0 {
				found = append(found, s)
			}
		}
	}
	return found
}

// stray returns the passage from which one gets to those, if there are any besides characters to follow.
func (c *composer) stray() []passage {
	links := c.beginnings()
	if len(c.cast) == 0 || len(links) == 0 {
		return nil
	}
	return []passage{{Name: strayName, Tags: []string{interlude}, Position: at(0, len(c.cast)),
		Text: strings.Join(links, "\n")}}
}

// beginnings lead to the interludes that nothing leads to.
func (c *composer) beginnings() []string {
	titles := make(map[*scenes.Scene]string)
	for _, l := range c.site.Leaves {
		titles[l.Scene] = l.Title
	}
	var links []string
	for _, s := range c.strays() {
		links = append(links, c.link(titles[s], s))
	}
	return links
}

// about returns the passage about one of the cast.
func (c *composer) about(lane int) (passage, error) {
	t := c.cast[lane]
	p := passage{Name: c.titles[t.Key], Tags: []string{aboutTag, castPrefix + t.Slug}, Position: at(0, lane)}
	lines := []string{"<strong>" + escape(t.page.Title) + "</strong>"}
	more, err := proseOf(t.page)
	if err != nil {
		return p, err
	}
	lines = append(lines, more...)
	w := c.site.Words
	first, last := t.way[0], t.way[len(t.way)-1]
	lines = append(lines, escape(w.Say("map-caption", "scenes", w.Count("scene", len(t.way)),
		"hours", w.Hours(first.Hour, last.Hour))))
	back := w.Say("twine-other")
	if len(c.cast) == 1 {
		back = w.Say("to-beginning")
	}
	lines = append(lines, c.follow(t, first)+"\n[["+escape(back)+"->"+startName+"]]")
	p.Text = strings.Join(lines, "\n\n")
	return p, nil
}

// proseOf returns what the author wrote to introduce a page: prose that is in no scene.
func proseOf(p site.Page) ([]string, error) {
	tree, err := dom.Parse(p.Data)
	if err != nil {
		return nil, err
	}
	var m marker
	for e := range dom.Elements(tree) {
		if dom.Classed(e, "prose") && !dom.Within(e, func(n *html.Node) bool { return dom.Classed(n, "leaf") }) {
			m.node(e)
		}
	}
	m.end()
	return m.lines, nil
}
