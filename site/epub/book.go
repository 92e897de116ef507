package epub

import (
	"fmt"
	"path"
	"strings"

	"github.com/ceptre-graph/ceptre/site"
)

// The pages of a site that a book has, in the order of its chapters.
const (
	cover = "index.html"
	hours = "hours"
	chart = "map"
)

// A book is made of a site.
type book struct {
	site     *site.Site
	chapters []*chapter
	names    map[string]string // of files in the book, by the paths of pages
	files    []file
}

// A chapter is a page of the book.
type chapter struct {
	page  site.Page
	file  file
	title string
	kind  string     // the folder of the page, or its name
	scene *site.Leaf // nil: it is about something else
}

func newBook(s *site.Site) *book {
	b := &book{site: s, names: make(map[string]string)}
	leaves := make(map[string]*site.Leaf, len(s.Leaves))
	for _, l := range s.Leaves {
		leaves[l.Path] = l
	}
	for _, kind := range []string{cover, "scenes", "people", "rooms", hours, chart} {
		for _, p := range s.Pages {
			if kindOf(p.Path) == kind {
				b.names[p.Path] = strings.TrimSuffix(p.Path, ".html") + ".xhtml"
				b.chapters = append(b.chapters, &chapter{page: p, kind: kind, title: p.Title, scene: leaves[p.Path]})
			}
		}
	}
	b.nameParts()
	return b
}

// kindOf returns the kind of a page: its folder, or the page that it continues; "" for files that
// are not pages.
func kindOf(name string) string {
	switch dir, base := path.Split(name); {
	case path.Ext(name) != ".html":
		return ""
	case dir != "":
		return path.Clean(dir)
	case name == cover:
		return cover
	default:
		base, _, _ = strings.Cut(strings.TrimSuffix(base, ".html"), "--")
		return base
	}
}

// foreign returns the language of the titles of chapters of a kind, or "" for the language of the fixed
// words, which name the hours and the map. The author names all other chapters.
func (b *book) foreign(kind string) string {
	if kind == hours || kind == chart || b.site.Words.Same(b.site.Language) {
		return ""
	}
	return b.site.Language
}

// nameParts tells pages apart that one is continued on.
func (b *book) nameParts() {
	part, before := 1, ""
	for _, c := range b.chapters {
		if c.title != before || c.kind == "scenes" || c.kind == cover {
			part, before = 1, c.title
			continue
		}
		part++
		c.title = b.site.Words.Say("title-part", "title", c.title, "part", part)
	}
}

// bind makes all files of the book.
func (b *book) bind() error {
	for _, c := range b.chapters {
		if err := b.write(c); err != nil {
			return fmt.Errorf("%s: %w", c.page.Path, err)
		}
	}
	nav, err := b.navigation()
	if err != nil {
		return err
	}
	b.files = append(b.files, b.chapters[0].file, file{name: "nav.xhtml", media: xhtml, properties: "nav", data: nav})
	for _, c := range b.chapters[1:] {
		b.files = append(b.files, c.file)
	}
	b.files = append(b.files, file{name: "book.css", media: "text/css", data: style})
	return nil
}
