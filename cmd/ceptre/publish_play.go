package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/ceptre-graph/ceptre/cmd/play/game"
	"github.com/ceptre-graph/ceptre/cmd/play/wasm/packed"
	"github.com/ceptre-graph/ceptre/cmd/play/web/page"
	"github.com/ceptre-graph/ceptre/site"
	"github.com/ceptre-graph/ceptre/site/words"
	"github.com/ceptre-graph/ceptre/themes"
	"github.com/spf13/cobra"
)

// playPages returns the pages on which readers play a program themselves.
func (p *publisher) playPages(c *cobra.Command, from source, look *themes.Theme) ([]site.Page, error) {
	opening, err := p.opening(c, from)
	if err != nil {
		return nil, err
	}
	files, err := packed.Files(from.engine, packed.World{
		Opening: opening, Title: words.Clean(from.text.Front().Title), Home: "../index.html",
		Settings: packed.Settings{Theme: look, Memory: int(p.memory), ProofSteps: p.proofSteps, MatchSteps: p.matchSteps},
	})
	if err != nil {
		return nil, err
	}
	pages := []site.Page{{Path: "theme.css", Data: look.Properties()}, {Path: themes.IconFile, Data: look.Icon()}}
	for _, f := range files {
		pages = append(pages, site.Page{Path: f.Name, Data: f.Data})
	}
	return addPlayPage(pages)
}

// opening returns the game to play: the program as it is run, with the seed of the published run,
// or of the first of several.
func (p *publisher) opening(c *cobra.Command, from source) (game.Opening, error) {
	start, err := p.start(c, from.prog)
	if err != nil {
		return game.Opening{}, err
	}
	seed := p.seed
	o := game.Opening{
		Name: filepath.Base(from.prog.Source.Name), Text: string(from.prog.Source.Text), Seed: &seed, Steps: p.steps, By: p.casting.By, Place: p.casting.Place,
		Prose: string(from.text.Source()),
	}
	if from.text != nil {
		o.ProseName = filepath.Base(from.text.Name())
	}
	switch o.Trace = 1 + slices.Index(from.prog.Traces, start); {
	case o.Trace > 0:
	case start.Context.Name == "":
		return o, fmt.Errorf("%s: --play wants a context with a name for stage %s; that of the #trace has none", from.prog.Source, start.Stage.Name)
	default:
		o.Stage, o.Context = start.Stage.Name, start.Context.Name
	}
	return o, nil
}

// playPolicy lets the page for play use what lies beside it, and nothing else. From disk
// its worker can only be a blob.
const playPolicy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; connect-src 'self'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'">`

// addPlayPage adds the files of the page itself.
func addPlayPage(pages []site.Page) ([]site.Page, error) {
	err := fs.WalkDir(page.Files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(page.Files, name)
		if err != nil {
			return err
		}
		if filepath.Ext(name) == ".html" {
			charset := []byte(`<meta charset="utf-8">`)
			data = bytes.Replace(data, charset, fmt.Appendf(nil, "%s\n%s", charset, playPolicy), 1)
		}
		pages = append(pages, site.Page{Path: name, Data: data})
		return nil
	})
	return pages, err
}
