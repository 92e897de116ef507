// Package single writes a site as one page of HTML that holds everything: style, pictures
// and all pages, as sections. It has no script.
//
// Where a browser knows how (:target within :has), one section is shown at a time, the
// one that a link led to, and so it reads like the pages of the site; elsewhere, and on
// paper, all are there, one below the other.
package single

import (
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"path"
	"strings"

	_ "embed"

	"golang.org/x/net/html"

	"github.com/ceptre-graph/ceptre/site"
	"github.com/ceptre-graph/ceptre/site/dom"
)

//go:embed single.html
var layout string

//go:embed single.css
var style string

// whole is what the layout shows.
type whole struct {
	Title, Author, Description string
	Language                   string // of these
	Page, Direction            string // language of the fixed words, and how it is written
	Style                      template.CSS
	Sections                   []section
}

// A section is a page of the site.
type section struct {
	ID, Class string
	Label     string // the id of its heading, which says in which language it is
	Body      template.HTML
}

// Write writes a site as one page. Errors are those of the writer; a site that was built
// always can be written.
func Write(w io.Writer, s *site.Site) error {
	b := newBinder(s)
	page := whole{Title: s.Title, Author: s.Author, Description: s.Description, Language: s.Language,
		Page: s.Words.Language, Direction: s.Words.Direction()}
	for _, p := range s.Pages {
		if b.ids[p.Path] == "" {
			continue
		}
		section, err := b.section(p)
		if err != nil {
			return fmt.Errorf("%s: %w", p.Path, err)
		}
		page.Sections = append(page.Sections, section)
	}
	page.Style = b.style()
	t, err := template.New("single.html").Parse(layout)
	if err != nil {
		return err
	}
	return t.Execute(w, page)
}

// A binder makes sections of pages.
type binder struct {
	files map[string][]byte // all of the site
	ids   map[string]string // of the sections, by the pages' paths
}

func newBinder(s *site.Site) *binder {
	b := &binder{files: make(map[string][]byte, len(s.Pages)), ids: make(map[string]string)}
	taken := make(map[string]bool)
	for _, p := range s.Pages {
		b.files[p.Path] = p.Data
		if path.Ext(p.Path) == ".html" {
			name := identifier(strings.TrimSuffix(p.Path, ".html"))
			free := name
			for n := 2; taken[free]; n++ {
				free = fmt.Sprintf("%s-%d", name, n)
			}
			taken[free] = true
			b.ids[p.Path] = free
		}
	}
	return b
}

// identifier returns a name of letters, digits and single hyphens, so that what follows
// two underscores is what it is on its page.
func identifier(name string) string {
	return "p-" + strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, name)
}

// section makes the section of a page.
func (b *binder) section(p site.Page) (section, error) {
	tree, err := dom.Parse(p.Data)
	if err != nil {
		return section{}, err
	}
	body := dom.Find(tree, "body")
	class, _ := dom.Attr(body, "class")
	s := section{ID: b.ids[p.Path], Class: strings.TrimSpace("page " + class)}
	for e := range dom.Elements(body) {
		b.adapt(e, p.Path)
	}
	heading := dom.Find(body, "h1")
	if s.Label, _ = dom.Attr(heading, "id"); s.Label == "" {
		s.Label = s.ID + separator // which nothing else on the page has
		dom.Set(heading, "id", s.Label)
	}
	var text strings.Builder
	for c := range body.ChildNodes() {
		if err := html.Render(&text, c); err != nil {
			return s, err
		}
	}
	s.Body = template.HTML(strings.TrimSpace(text.String())) // Render escaped it
	return s, nil
}

// adapt changes an element of a page for its place in the whole.
func (b *binder) adapt(e *html.Node, page string) {
	if _, hidden := dom.Attr(e, "hidden"); hidden || e.Data == "script" || dom.Classed(e, "skip") {
		dom.Remove(e) // of use to a script, or in a page alone
		return
	}
	switch e.Data {
	case "main": // a document shows one at most
		dom.Rename(e, "div")
		dom.Drop(e, "tabindex")
	case "img":
		src, _ := dom.Attr(e, "src")
		if data, ok := b.data(path.Join(path.Dir(page), src)); ok {
			dom.Set(e, "src", data)
			dom.Drop(e, "srcset", "loading")
		} else { // a picture that is not the site's
			dom.LinkPicture(e)
		}
	case "a":
		b.link(e, page)
	}
	b.rename(e, page)
}

// link leads to a section what led to a page, and nowhere what led to a file.
func (b *binder) link(a *html.Node, page string) {
	for _, key := range []string{"href", "xlink:href"} {
		url, ok := dom.Attr(a, key)
		if !ok || dom.Outside(url) {
			continue
		}
		to, fragment, _ := strings.Cut(url, "#")
		target := page
		if to != "" {
			target = path.Join(path.Dir(page), to)
		}
		id := b.ids[target]
		switch {
		case id == "":
			dom.Unlink(a)
			return
		case fragment != "":
			id += separator + fragment
		}
		dom.Set(a, key, "#"+id)
	}
}

// types of what may be shown in a page, by the ends of the names of files.
var types = map[string]string{".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg",
	".woff2": "font/woff2"}

// data returns a file of the site as an address that holds it, or false.
func (b *binder) data(name string) (string, bool) {
	file, ok := b.files[name]
	kind := types[path.Ext(name)]
	if !ok || kind == "" {
		return "", false
	}
	return "data:" + kind + ";base64," + base64.StdEncoding.EncodeToString(file), true
}
