// Package themes holds the looks of pictures and sites, as data. The code that
// draws never asks which theme it has: a look is changed or added here, or in a
// file of the user's, and nowhere else.
//
// A theme is a file in JSON and a stylesheet. See [Theme] for the keys of the former, stage.json
// for an example. Stylesheets use custom properties, which [Theme.CSS] defines before them: first
// site.css, the structure that all themes share, then the theme's own, such as stage.css.
//
// The themes of this package keep contrasts and distances between colours that eyes of every kind
// can read and tell apart; its tests list them. [Theme.Warnings] checks the contrasts of other
// themes: low contrast is allowed, but never silent.
package themes

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// Default is the theme that is taken where none is named.
const Default = "stage"

// Theme is a look. Those of [Find] and [Parse] are checked: their colours are
// `#rrggbb` in lower case, and nothing in them breaks out of CSS.
type Theme struct {
	Name string `json:"-"` // of its file, without .json, or of its folder
	// Base names the theme of this package that this one is made from: its stylesheet
	// comes from there, and whatever its file leaves out. Without one, the file is
	// whole, and the stylesheet is that of [Default].
	Base        string    `json:"base,omitzero"`
	Description string    `json:"description"`
	Fonts       Fonts     `json:"fonts"`
	Ornaments   Ornaments `json:"ornaments"`
	// Light is for screens, Dark for screens set to dark colours, Print for paper. Dark and Print
	// default to Light.
	Light Palette `json:"light"`
	Dark  Palette `json:"dark,omitzero"`
	Print Palette `json:"print,omitzero"`

	// files are those of the theme's folder, beside its theme.json.
	files    []File
	warnings []Warning // of its file
	origins  []string
}

// Origins returns the files that the theme was read from; none for one of this package.
func (t *Theme) Origins() []string { return slices.Clone(t.origins) }

// Fonts are lists of font families, as CSS has them.
type Fonts struct {
	Text string `json:"text"` // of pages
	Code string `json:"code"` // of programs
	// Picture is that of drawings. The first decides how wide the boxes are made;
	// DejaVu Sans, its Mono and Serif, and Verdana fit.
	Picture string `json:"picture"`
}

// Ornaments are text that the pages are decked out with, and that is not read
// out. They may be empty.
type Ornaments struct {
	Over   string `json:"over"`   // over the title
	Under  string `json:"under"`  // under the title
	Beside string `json:"beside"` // on either side of a line
}

// Palette is the colours of pages and pictures that are seen together.
type Palette struct {
	Page    Page    `json:"page"`
	Picture Picture `json:"picture"`
}

// Page is the colours of pages.
type Page struct {
	Paper    string `json:"paper"`    // background
	Sheet    string `json:"sheet"`    // surfaces on the background: the title, ways, programs
	Wash     string `json:"wash"`     // behind hovered items
	Ink      string `json:"ink"`      // text
	Soft     string `json:"soft"`     // text of less importance
	Accent   string `json:"accent"`   // headings, links, keywords
	Trim     string `json:"trim"`     // ornaments, small headings, names in programs
	Variable string `json:"variable"` // variables in programs
	Literal  string `json:"literal"`  // strings and numbers in programs
	Rule     string `json:"rule"`     // lines between things
	Focus    string `json:"focus"`    // outline of the item with the keyboard focus
}

// Picture is the colours of drawings.
type Picture struct {
	Background string `json:"background"`
	Ink        string `json:"ink"`   // text
	Line       string `json:"line"`  // edges
	Faint      string `json:"faint"` // edges and text that matter less

	Event      Shape `json:"event"`
	Link       Shape `json:"link"` // an event that changes the stage
	Resource   Shape `json:"resource"`
	Persistent Shape `json:"persistent"`
	// Left and Right are for parts that only one of two overlaid graphs has: of a run and its
	// counterfactual, the lost parts and the new ones.
	Left  Shape `json:"left"`
	Right Shape `json:"right"`
	Idle  Shape `json:"idle"` // what could be and is not
	// Engine is a loop that gains, Drain one that loses, Balance one that keeps
	// what it has.
	Engine  Shape `json:"engine"`
	Drain   Shape `json:"drain"`
	Balance Shape `json:"balance"`

	// Threads colour the lines and the names of characters, in turn. There are six
	// or more.
	Threads []string `json:"threads"`
}

// Shape is the colours of a node's inside, border and text. Of an edge or a frame
// the border counts.
type Shape struct {
	Fill   string `json:"fill"`
	Border string `json:"border"`
	Ink    string `json:"ink"`
}

//go:embed *.json
var colours embed.FS

// Names returns the names of the themes of this package, sorted.
func Names() []string {
	names, err := fs.Glob(colours, "*.json")
	if err != nil {
		panic(err) // embedded: cannot fail
	}
	for i, name := range names {
		names[i] = nameOf(name)
	}
	return names
}

// Find returns the theme of that name, [Default] where it is empty. Else it is the
// path of a file that ends with .json, such as a copy of [Source] that was changed,
// or of a folder: see [Theme.File]. The error names the themes there are, or is that
// of [Parse], or says what a folder may not hold.
func Find(nameOrPath string) (*Theme, error) {
	if nameOrPath == "" {
		nameOrPath = Default
	}
	info, err := os.Stat(nameOrPath)
	folder := err == nil && info.IsDir()
	switch {
	case slices.Contains(Names(), nameOrPath):
		return builtIn(nameOrPath)
	case folder:
		return readFolder(nameOrPath)
	case strings.HasSuffix(nameOrPath, ".json"), strings.ContainsAny(nameOrPath, "/"+string(filepath.Separator)):
		data, err := readFile(nameOrPath)
		if err != nil {
			return nil, fmt.Errorf("theme: %w", err)
		}
		t, err := Parse(nameOrPath, data)
		if err == nil {
			t.origins = []string{nameOrPath}
		}
		return t, err
	}
	return nil, fmt.Errorf("no theme %q: want one of %s, or the path of a .json file or a folder", nameOrPath,
		strings.Join(Names(), ", "))
}

// builtIns holds the themes of this package that were asked for, by name. To read one takes as
// long as to draw a small picture.
var builtIns sync.Map

// builtIn returns a theme of this package, which is its own base. The caller may change it.
func builtIn(name string) (*Theme, error) {
	if t, ok := builtIns.Load(name); ok {
		return t.(*Theme).clone(), nil
	}
	data, err := colours.ReadFile(name + ".json")
	if err != nil {
		return nil, err
	}
	t, err := Parse(name+".json", data)
	if err != nil {
		return nil, err
	}
	t.Base = name
	builtIns.Store(name, t.clone())
	return t, nil
}

// clone returns a copy in which colours can be changed.
func (t *Theme) clone() *Theme {
	own := *t
	for _, p := range []*Palette{&own.Light, &own.Dark, &own.Print} {
		p.Picture.Threads = slices.Clone(p.Picture.Threads)
	}
	return &own
}

// Source returns the file of a theme of this package, to be copied and changed: it has that theme
// as its base, so deleted keys keep their values. The error lists the themes there are.
func Source(name string) ([]byte, error) {
	data, err := colours.ReadFile(name + ".json")
	if err != nil {
		return nil, fmt.Errorf("no theme %q: want one of %s", name, strings.Join(Names(), ", "))
	}
	return slices.Concat([]byte("{\n  \"base\": \""+name+"\",\n"), bytes.TrimPrefix(data, []byte("{\n"))), nil
}

// Sources returns the files of a theme of this package, to be put into a folder and
// changed there, sorted by name; with what all themes share of the stylesheet, or
// without. The error names the themes there are.
func Sources(name string, shared bool) ([]File, error) {
	palette, err := Source(name)
	if err != nil {
		return nil, err
	}
	t := &Theme{Base: name}
	found := []File{{ownSheet, t.sheet(ownSheet)}, {paletteFile, palette}}
	if shared {
		found = slices.Insert(found, 0, File{sharedSheet, t.sheet(sharedSheet)})
	}
	return found, nil
}

// nameOf returns the name of the theme in a file.
func nameOf(file string) string {
	return strings.TrimSuffix(filepath.Base(file), ".json")
}
