// Package themes holds the looks of pictures and sites, as data and
// stylesheets. The code that draws never asks which theme it has: a look is
// changed or added here and nowhere else.
//
// A theme is a folder of two files: theme.json, the [Theme], for pictures, and
// style.css, for pages.
package themes

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// Default is the theme that is taken where none is named.
const Default = "playbill"

// Theme is a look.
type Theme struct {
	Name        string  `json:"-"`
	Description string  `json:"description"`
	Picture     Picture `json:"picture"`
	// CSS is the stylesheet of the site's pages.
	CSS []byte `json:"-"`
}

// Picture is the look of drawings. Colours are `#rrggbb`.
type Picture struct {
	// Font is a list of font families, as CSS has them. The first decides how
	// wide Graphviz makes the boxes; DejaVu Sans and Verdana fit in browsers.
	Font       string `json:"font"`
	Background string `json:"background"`
	Ink        string `json:"ink"` // text
	Line       string `json:"line"`
	Faint      string `json:"faint"` // dashed read arcs, captions
	Event      Shape  `json:"event"`
	Link       Shape  `json:"link"` // events that change the stage
	Resource   Shape  `json:"resource"`
	Persistent Shape  `json:"persistent"`
	// Left and Right are what only one of two sides has that are laid over each
	// other: of a run and what it would have been, what is lost and what is new.
	Left  Shape `json:"left"`
	Right Shape `json:"right"`
	// Threads colour the lines of characters, in turn.
	Threads []string `json:"threads"`
}

// Shape is the colour of a node's inside, border and text.
type Shape struct {
	Fill   string `json:"fill"`
	Border string `json:"border"`
	Ink    string `json:"ink"`
}

//go:embed */theme.json */style.css
var files embed.FS

// Names returns the names of all themes, sorted.
func Names() []string {
	entries, err := fs.ReadDir(files, ".")
	if err != nil {
		panic(err) // embedded: cannot fail
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	return names
}

// Find returns the theme of that name, [Default] where it is empty. The error
// names the themes there are.
func Find(name string) (*Theme, error) {
	if name == "" {
		name = Default
	}
	data, err := files.ReadFile(path.Join(name, "theme.json"))
	if err != nil {
		return nil, fmt.Errorf("no theme %q: there is %s", name, strings.Join(Names(), ", "))
	}
	t := &Theme{Name: name}
	if err := json.Unmarshal(data, t); err != nil {
		return nil, fmt.Errorf("theme %s: %w", name, err)
	}
	if t.CSS, err = files.ReadFile(path.Join(name, "style.css")); err != nil {
		return nil, fmt.Errorf("theme %s: %w", name, err)
	}
	return t, nil
}
