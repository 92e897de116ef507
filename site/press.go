package site

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"io/fs"
	"path"
	"strings"

	"github.com/ceptre-graph/ceptre/site/locale"
	"github.com/ceptre-graph/ceptre/themes"
)

//go:embed templates/*.html
var templates embed.FS

//go:embed site.js
var script []byte

// A press prints pages. Everything that reaches a page goes through its templates,
// which escape; only prose and coloured programs come as HTML already.
type press struct{ kinds map[string]*template.Template }

// A frame is the data of the layout around every page.
type frame struct {
	Title     string // of the page, without that of the play; "" on the cover
	Play      string
	Author    string
	Summary   string // for search engines and previews
	Root      string // "" or "../": the way to the site's root
	Class     string // for the stylesheet and the script
	ID        string // of the play, for what the reader's browser remembers
	Language  string // of the author's text; "" for that of the page
	Page      string // language of the fixed words
	Direction string // in which these are written, as the attribute dir takes it; "" for from left to right
	Scene     string // id of the scene that is shown, or ""
	Alone     bool   // only one character is in the play
	Doors     []door // to the pages about the whole
	Above     string // which of several stories it is, with an index above; "" for none
	Preview   string // whole address of a picture, or ""
	Canonical string // whole address of the page, or ""
}

// A door leads to a page about the whole.
type door struct {
	URL, Name string
	class     string // of the page behind it
	Here      bool   // it is this page
}

// newPress reads the templates, of which a theme may have its own. They take the fixed words by key.
func newPress(theme *themes.Theme, w *locale.Words) (*press, error) {
	functions := template.FuncMap{"say": w.Say, "count": w.Count, "pieces": w.Pieces}
	p := &press{kinds: make(map[string]*template.Template)}
	files, err := fs.Glob(templates, "templates/*.html")
	if err != nil {
		return nil, err
	}
	parts := []string{"templates/layout.html", "templates/parts.html"}
	for _, file := range files {
		kind := strings.TrimSuffix(path.Base(file), ".html")
		t := template.New("layout.html").Funcs(functions)
		for _, f := range append(parts, file) {
			if err := parseTemplate(t, theme, f); err != nil {
				return nil, err
			}
		}
		if err := hasBody(t, theme, path.Base(file)); err != nil {
			return nil, err
		}
		p.kinds[kind] = t
	}
	return p, nil
}

// hasBody finds fault with a page of a theme without the part that our layout asks for:
// else it would be told only of a page that is printed, and as a fault of the layout.
func hasBody(t *template.Template, theme *themes.Theme, file string) error {
	_, page := theme.File(file)
	_, layout := theme.File("layout.html")
	if !page || layout || file == "parts.html" || t.Lookup("body") != nil {
		return nil
	}
	return fmt.Errorf("theme %s: %s: lacks what goes into the layout: begin it with `{{define \"body\"}}` and end it "+
		"with `{{end}}`", theme.Name, file)
}

// CheckTheme returns an error if there are syntax errors in the templates of a theme. Fields that a page does
// not have are found when the page is printed.
func CheckTheme(theme *themes.Theme) error {
	_, err := newPress(theme, locale.For("", nil))
	return err
}

// parseTemplate adds a template: the theme's, or ours.
func parseTemplate(t *template.Template, theme *themes.Theme, file string) error {
	name := path.Base(file)
	src, own := theme.File(name)
	if !own {
		var err error
		if src, err = templates.ReadFile(file); err != nil {
			return err
		}
	}
	if name != "layout.html" {
		t = t.New(name)
	}
	if _, err := t.Parse(string(src)); err != nil {
		return fmt.Errorf("theme %s: %w", theme.Name, err)
	}
	return nil
}

// print returns a page of a kind; data embeds a [frame].
func (p *press) print(kind string, data any) ([]byte, error) {
	var b bytes.Buffer
	if err := p.kinds[kind].Execute(&b, data); err != nil {
		return nil, fmt.Errorf("%s page: %w", kind, err)
	}
	return b.Bytes(), nil
}

// Sources returns our own templates and the script of the pages, by the names under which
// a theme may have its own.
func Sources() map[string][]byte {
	files := map[string][]byte{scriptPath: script}
	entries, err := templates.ReadDir("templates")
	if err != nil {
		panic(err) // embedded: cannot fail
	}
	for _, e := range entries {
		data, err := templates.ReadFile("templates/" + e.Name())
		if err != nil {
			panic(err) // embedded: cannot fail
		}
		files[e.Name()] = data
	}
	return files
}
