// Package packed holds the engine as pages for play get it: built for js/wasm, packed,
// with what starts it. All of it works from any static server, without headers of its own,
// and from disk.
//
// The engine is a file of the repository, so that those who install the commands need
// nothing else. It is made anew by
//
//	go generate ./cmd/engine/packed
//
// which needs zopfli, and gives the same program for the same sources wherever the
// same release of Go, the one of go.version, makes it.
package packed

import (
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/cmd/desk"
	"github.com/ceptre-graph/ceptre/themes"
)

//go:generate go test -run ^TestBuilt$ -update

//go:embed engine.wasm.gz
var engine []byte

// support is what the Go distribution has for programs that run in browsers.
//
//go:embed wasm_exec.js
var support []byte

//go:embed worker.js
var worker []byte

//go:embed alone.js
var alone []byte

//go:embed licenses.txt
var licenses []byte

// World is what is to be played on a page.
type World struct {
	Opening  desk.Opening `json:"opening"`
	Title    string       `json:"title,omitempty"`
	Home     string       `json:"home,omitempty"` // the URL of its site
	Settings Settings     `json:"settings,omitzero"`
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

// Files returns what the page of package playpage needs to play by itself.
func Files(w World) ([]File, error) {
	world, err := json.Marshal(w) // a literal of JavaScript, too
	if err != nil {
		return nil, err
	}
	worker := slices.Concat(support, []byte("\n"), worker)
	text, err := json.Marshal(string(worker))
	if err != nil {
		return nil, err
	}
	return []File{
		{"engine.js", fmt.Appendf(nil, "globalThis.ceptreWorld = %s;\n\n%s", world, alone)},
		{"engine.wasm.gz", engine},
		{"worker.js", worker},
		{"disk.js", fmt.Appendf(nil, "globalThis.ceptreDisk = {\n\"worker\": %s,\n\"engine\": \"%s\"};\n", text, base64.StdEncoding.EncodeToString(engine))},
		{"licenses.txt", licenses},
	}, nil
}
