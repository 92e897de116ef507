// Package packed lays the engine of playable pages beside them: compiled for browsers,
// compressed, with the scripts that start it. All of it works from any static server, without
// headers of its own, and from disk.
//
// Commands have the user's Go compile the engine when they need it first; see package compile.
// Those that are built with the tag engine have it in them:
//
//	go generate ./cmd/play/wasm/packed && go build -tags engine ./cmd/ceptre
package packed

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"path/filepath"

	"github.com/ceptre-graph/ceptre/cmd/play/game"
	"github.com/ceptre-graph/ceptre/cmd/play/wasm/compile"
	"github.com/ceptre-graph/ceptre/cmd/play/web/page"
	workshop "github.com/ceptre-graph/ceptre/cmd/workshop/page"
	"github.com/ceptre-graph/ceptre/site/locale"
	"github.com/ceptre-graph/ceptre/themes"
)

//go:generate go run generate.go

//go:embed worker.js
var worker []byte

//go:embed alone.js
var alone []byte

//go:embed licenses.txt
var licenses []byte

// World is a program to be played on a page, with the things the page needs.
type World struct {
	Opening  game.Opening `json:"opening"`
	Title    string       `json:"title,omitempty"`
	Home     string       `json:"home,omitempty"`   // the URL of its site
	Change   string       `json:"change,omitempty"` // the URL of the page on which it is changed
	Settings Settings     `json:"settings,omitzero"`
	// Words are the fixed words of the story.
	Words *locale.Words `json:"-"`
}

// Settings are those of the engine.
type Settings struct {
	Theme  *themes.Theme `json:"theme,omitempty"`  // of pictures; nil for the default
	Memory int           `json:"memory,omitempty"` // how much it may take, in bytes; 0 for 1 GiB
	// ProofSteps bounds each proof, and MatchSteps each search for transitions, as [exec.Limits] do.
	ProofSteps int `json:"proofSteps,omitempty"`
	MatchSteps int `json:"matchSteps,omitempty"`
}

// File is a file beside a page for play.
type File struct {
	Name string
	Data []byte
}

// policy lets the page for play use what lies beside it, and nothing else. From disk its worker can
// only be a blob.
const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; ` +
	`script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; connect-src 'self'; style-src 'self'; ` +
	`img-src 'self' data:; base-uri 'none'; form-action 'none'">`

// Page returns all files of the pages that play a program without a server, with an engine that [Load]
// returned. The settings have a theme, and there are words.
func Page(engine *compile.Engine, w World) ([]File, error) {
	files, err := engineFiles(engine, w)
	if err != nil {
		return nil, err
	}
	files = append(files, looks(w)...)
	for _, name := range page.Names() {
		data, err := page.Read(name, w.Words)
		if err != nil {
			return nil, err
		}
		if filepath.Ext(name) == ".html" {
			data = guarded(data, policy)
		}
		files = append(files, File{name, data})
	}
	return files, nil
}

// WorkshopPage is the name of the page of the workshop in a folder without a server.
const WorkshopPage = "workshop.html"

// Workshop returns all files of a workshop without a server, on which a program is changed. They may lie in one
// folder with those that [Page] returns for the same world: files of the same name are the same.
func Workshop(engine *compile.Engine, w World) ([]File, error) {
	files, err := engineFiles(engine, w)
	if err != nil {
		return nil, err
	}
	html, err := workshop.Alone("engine.js")
	if err != nil {
		return nil, err
	}
	script, err := workshop.Inline()
	if err != nil {
		return nil, err
	}
	template, err := Template(w.Settings)
	if err != nil {
		return nil, err
	}
	files = append(append(files, looks(w)...), File{TemplateFile, template},
		File{WorkshopPage, guarded(html, policy)}, File{workshop.Script, script})
	for _, name := range workshop.Names() {
		if filepath.Ext(name) == ".css" {
			data, err := workshop.Read(name, w.Words)
			if err != nil {
				return nil, err
			}
			files = append(files, File{name, data})
		}
	}
	return files, nil
}

// looks returns the files that a theme makes.
func looks(w World) []File {
	look := w.Settings.Theme
	return []File{{"theme.css", look.Properties()}, {themes.IconFile, look.Icon()}}
}

// guarded returns a page with a policy.
func guarded(html []byte, policy string) []byte {
	charset := []byte(`<meta charset="utf-8">`)
	return bytes.Replace(html, charset, fmt.Appendf(nil, "%s\n%s", charset, policy), 1)
}

// engineFiles returns the files that the page needs to play without a server.
func engineFiles(engine *compile.Engine, w World) ([]File, error) {
	world, err := json.Marshal(w) // a literal of JavaScript, too
	if err != nil {
		return nil, err
	}
	disk, err := Disk(engine)
	if err != nil {
		return nil, err
	}
	return []File{
		{"engine.js", fmt.Appendf(nil, "globalThis.ceptreWorld = %s;\n\n%s", world, alone)},
		{"engine.wasm.gz", engine.Code},
		{"worker.js", workerOf(engine)},
		{DiskFile, disk},
		{"licenses.txt", licenses},
	}, nil
}
