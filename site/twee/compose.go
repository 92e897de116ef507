package twee

import (
	"cmp"
	"fmt"
	"html/template"
	"strings"

	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/site"
	"github.com/ceptre-graph/ceptre/site/scenes"
)

// The format that plays the story: what Twine has by itself. The text keeps to what other
// formats take, too, as far as it can.
const (
	storyFormat   = "Harlowe"
	formatVersion = "3.3.9"
)

// The passages besides those of scenes and characters.
const (
	startName   = "Start"
	strayName   = "Without anybody"
	interlude   = "interlude"
	ending      = "ending"
	aboutTag    = "character"
	placePrefix = "in-" // before tags, so that none is one that Twine takes for its own
	castPrefix  = "with-"
)

// A composer makes a story of a site.
type composer struct {
	site   *site.Site
	cast   []thread          // characters that appear, in the order of declaration
	lanes  map[string]int    // by character
	rooms  map[string]string // tags, by places as text
	names  map[*scenes.Scene]string
	taken  map[string]bool
	titles map[string]string // names of passages, by character
}

// compose makes the story of a site.
func compose(s *site.Site) (*story, error) {
	c := newComposer(s)
	// A UUID of the shape of version 4 is what Twine asks for.
	told := &story{Title: cmp.Or(strings.TrimLeft(s.Title, ": "), s.Words.Say("untitled")), // passages begin with `::`
		Data: data{IFID: strings.ToUpper(s.Hash.UUID(4)), Format: storyFormat, FormatVersion: formatVersion,
			Start: startName, TagColors: c.colors(), Zoom: 0.6}}
	start, err := c.start()
	if err != nil {
		return nil, err
	}
	told.Passages = append(start, c.stray()...)
	for i := range c.cast {
		p, err := c.about(i)
		if err != nil {
			return nil, err
		}
		told.Passages = append(told.Passages, p)
	}
	used := make(map[point]bool)
	for _, l := range s.Leaves {
		p, err := c.scene(l)
		if err != nil {
			return nil, err
		}
		p.Position = c.tile(l.Scene, used)
		told.Passages = append(told.Passages, p)
	}
	return told, nil
}

func newComposer(s *site.Site) *composer {
	c := &composer{site: s, lanes: make(map[string]int), rooms: make(map[string]string),
		names:  make(map[*scenes.Scene]string),
		taken:  map[string]bool{startName: true, strayName: true, "StoryTitle": true, "StoryData": true},
		titles: make(map[string]string)}
	c.cast = threadsOf(s)
	for _, l := range s.Leaves {
		c.names[l.Scene] = c.name(fmt.Sprintf("%d %s", l.Scene.Number, cmp.Or(plainName(l.Short), "scene")))
	}
	for i, t := range c.cast {
		c.lanes[t.Key] = i
		c.titles[t.Key] = c.name(english.Capital(cmp.Or(plainName(t.page.Title), t.Slug)))
	}
	for _, r := range s.Rooms {
		c.rooms[r.Key] = placePrefix + r.Slug
	}
	return c
}

// name returns a name for a passage that is not taken yet.
func (c *composer) name(wish string) string {
	name := wish
	for n := 2; c.taken[name]; n++ {
		name = fmt.Sprintf("%s %d", wish, n)
	}
	c.taken[name] = true
	return name
}

// scene returns the passage of a scene, as yet without its place on the map.
func (c *composer) scene(l *site.Leaf) (passage, error) {
	p := passage{Name: c.names[l.Scene], Tags: c.tags(l.Scene)}
	lines := []string{"<strong>" + escape(l.Heading) + "</strong>", "<em>" + escape(l.Context) + "</em>"}
	parts := append([]template.HTML(nil), l.Before...)
	for _, t := range l.Text {
		if t.Prose == "" {
			t.Prose = template.HTML("<p>" + template.HTMLEscapeString(t.Plain) + "</p>")
		}
		parts = append(parts, t.Prose)
	}
	for _, part := range append(parts, l.After...) {
		more, err := paragraphs(part)
		if err != nil {
			return p, fmt.Errorf("scene %s: %w", l.Scene.ID, err)
		}
		lines = append(lines, more...)
	}
	for _, w := range l.Ways {
		lines = append(lines, c.ways(w)...)
	}
	p.Text = strings.Join(lines, "\n\n")
	return p, nil
}

// ways returns the links of a kind as a paragraph, and the notes below them.
func (c *composer) ways(w site.Ways) []string {
	lines := []string{"<strong>" + escape(w.Heading) + "</strong>"}
	for _, l := range append(append([]site.Link(nil), w.Links...), w.Rest...) {
		text := l.Title
		if l.Who != "" {
			text = l.Who + ": " + l.Title
		}
		if l.After != "" {
			text = c.site.Words.Say("twine-after", "title", text, "what", l.After)
		}
		lines = append(lines, c.link(text, l.To))
	}
	out := []string{strings.Join(lines, "\n")}
	for _, said := range []string{w.More, w.Said, w.Over} {
		if said != "" {
			out = append(out, "<em>"+escape(said)+"</em>")
		}
	}
	return out
}

func (c *composer) link(text string, to *scenes.Scene) string {
	return "[[" + escape(text) + "->" + c.names[to] + "]]"
}

// tags say where a scene is and who is in it.
func (c *composer) tags(s *scenes.Scene) []string {
	var tags []string
	if room, ok := s.Room(); ok && c.rooms[room.String()] != "" {
		tags = append(tags, c.rooms[room.String()])
	}
	for _, name := range s.Cast {
		if lane, ok := c.lanes[name]; ok {
			tags = append(tags, castPrefix+c.cast[lane].Slug)
		}
	}
	if s.Interlude() {
		tags = append(tags, interlude)
	}
	if s.Ending() {
		tags = append(tags, ending)
	}
	return tags
}

// colors gives the first characters the colours that Twine has.
func (c *composer) colors() map[string]string {
	colors := make(map[string]string)
	for i, color := range []string{"red", "blue", "green", "orange", "purple", "yellow"} {
		if i < len(c.cast) {
			colors[castPrefix+c.cast[i].Slug] = color
		}
	}
	colors[ending] = "gray"
	return colors
}
