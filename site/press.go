package site

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
)

//go:embed templates/*.html
var templates embed.FS

// A press prints the pages of one kind. Everything that reaches a page goes
// through its template, which escapes; only Markdown comes as HTML already.
type press struct{ page *template.Template }

// A frame is what the layout around every page needs.
type frame struct {
	Title string // of the browser's window
	Play  string
	Root  string // "" or "../": the way to the site's root
	Class string // for the stylesheet
}

// newPress returns the press for "index" or "scene".
func newPress(kind string) (*press, error) {
	page, err := template.ParseFS(templates, "templates/layout.html", "templates/"+kind+".html")
	if err != nil {
		return nil, fmt.Errorf("template of %s pages: %w", kind, err)
	}
	return &press{page: page}, nil
}

// print returns a page; data embeds a [frame].
func (p *press) print(data any) ([]byte, error) {
	var b bytes.Buffer
	if err := p.page.ExecuteTemplate(&b, "layout.html", data); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
