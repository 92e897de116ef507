package epub

import (
	"bytes"
	"html/template"
	"slices"

	_ "embed"

	"github.com/ceptre-graph/ceptre/site"
	"github.com/ceptre-graph/ceptre/site/dom"
)

//go:embed nav.xhtml
var layout string

// contents is the data of the navigation document.
type contents struct {
	Title, Language    string // of the play
	Page, Direction    string // language of the fixed words, and how it is written
	Cover, Hours, Maps []entry
	People, Rooms      []entry
	ByHour             []hour
}

// An entry leads to a place in the book.
type entry struct{ URL, Name, Language string }

// An hour lists the scenes that happen at the same time.
type hour struct {
	entry
	Scenes []entry
}

// navigation returns the table of contents: the characters to follow, and the scenes by hour.
func (b *book) navigation() ([]byte, error) {
	w := b.site.Words
	c := contents{Title: b.site.Title, Language: b.foreign(cover), Page: w.Language, Direction: w.Direction(),
		Cover: b.entries(cover), Hours: b.entries(hours),
		Maps:   b.entries(chart),
		People: b.entries("people"), Rooms: b.entries("rooms"), ByHour: b.byHour()}
	c.Cover[0].Name, c.Cover[0].Language = w.Say("cover-and-cast"), ""
	t, err := template.New("nav.xhtml").Funcs(template.FuncMap{"say": w.Say}).Parse(layout)
	if err != nil {
		return nil, err
	}
	var page bytes.Buffer
	if err := t.Execute(&page, c); err != nil {
		return nil, err
	}
	tree, err := dom.Parse(page.Bytes())
	if err != nil {
		return nil, err
	}
	for e := range dom.Elements(tree) {
		speak(e)
	}
	return document(tree), nil
}

// entries returns the chapters of a kind.
func (b *book) entries(kind string) []entry {
	var list []entry
	for _, c := range b.chapters {
		if c.kind == kind {
			list = append(list, b.entry(c))
		}
	}
	return slices.Clip(list)
}

func (b *book) entry(c *chapter) entry {
	return entry{site.EscapePath(c.file.name), c.title, b.foreign(c.kind)}
}

func (b *book) byHour() []hour {
	w := b.site.Words
	var list []hour
	for _, c := range b.chapters {
		if c.scene == nil {
			continue
		}
		e := b.entry(c)
		if n := c.scene.Scene.Hour; n > len(list) {
			list = append(list, hour{entry: entry{URL: e.URL, Name: w.Say("hour-name", "nth", w.Ordinal(n))}})
		}
		last := &list[len(list)-1]
		last.Scenes = append(last.Scenes, e)
	}
	return list
}
