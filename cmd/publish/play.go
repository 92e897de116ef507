package publish

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/cmd/play/game"
	"github.com/ceptre-graph/ceptre/cmd/play/wasm/packed"
	"github.com/ceptre-graph/ceptre/lang/celf"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/ceptre-graph/ceptre/site"
	"github.com/ceptre-graph/ceptre/site/locale"
	"github.com/ceptre-graph/ceptre/site/words"
	"github.com/ceptre-graph/ceptre/themes"
	"github.com/spf13/cobra"
)

// playPages returns the pages on which readers play a program themselves and, if that is asked for, change it.
func (p *Publisher) playPages(c *cobra.Command, from source, look *themes.Theme) ([]site.Page, error) {
	opening, err := p.opening(c, from)
	if err != nil {
		return nil, err
	}
	world := packed.World{
		Opening: opening, Title: words.Clean(from.text.Front().Title), Home: "../index.html",
		Words:    locale.For(from.text.Front().Language, from.text.Front().Words),
		Settings: packed.Settings{Theme: look, Memory: int(p.Memory), ProofSteps: p.ProofSteps, MatchSteps: p.MatchSteps},
	}
	var change []packed.File
	if p.Workshop {
		world.Change = packed.WorkshopPage
		if change, err = packed.Workshop(from.engine, world); err != nil {
			return nil, err
		}
	}
	files, err := packed.Page(from.engine, world)
	var pages []site.Page
	for _, f := range append(files, change...) {
		if !slices.ContainsFunc(pages, func(p site.Page) bool { return p.Path == f.Name }) { // files of a name are the same
			pages = append(pages, site.Page{Path: f.Name, Data: f.Data})
		}
	}
	return pages, err
}

// opening returns the game to play: the program as it is run, with the seed of the published run,
// or of the first of several.
func (p *Publisher) opening(c *cobra.Command, from source) (game.Opening, error) {
	start, err := p.Start(c, from.prog)
	if err != nil {
		return game.Opening{}, err
	}
	seed := p.Seed
	name, text, err := inCeptre(from.prog.Source)
	if err != nil {
		return game.Opening{}, err
	}
	o := game.Opening{
		Name: filepath.Base(name), Text: string(text), Seed: &seed, Steps: p.Steps,
		By: p.casting.By, Place: p.casting.Place,
		Prose: string(from.text.Source()),
	}
	if from.text != nil {
		o.ProseName = filepath.Base(from.text.Name())
	}
	switch o.Trace = 1 + slices.Index(from.prog.Traces, start); {
	case o.Trace > 0:
	case start.Context.Name == "":
		return o, fmt.Errorf("%s: --play wants a context with a name for stage %s; that of the #trace has none",
			from.prog.Source, start.Stage.Name)
	default:
		o.Stage, o.Context = start.Stage.Name, start.Context.Name
	}
	return o, nil
}

// inCeptre returns the text of a program as pages read it, and its name: that of a world in Celf is translated.
func inCeptre(src *syntax.Source) (name string, text []byte, err error) {
	if !celf.Is(src.Name) {
		return src.Name, src.Text, nil
	}
	text, errs := celf.Ceptre(src.Name, src.Text)
	if errs.Failed() {
		return "", nil, errs
	}
	return strings.TrimSuffix(src.Name, filepath.Ext(src.Name)) + ".cep", text, nil
}
