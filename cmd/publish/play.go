package publish

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/cmd/play/game"
	"github.com/ceptre-graph/ceptre/cmd/play/wasm/packed"
	"github.com/ceptre-graph/ceptre/lang"
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
	o, err := inCeptre(from.prog.Source)
	if err != nil {
		return o, err
	}
	o.Name, o.Seed, o.Steps, o.By, o.Place = filepath.Base(o.Name), &seed, p.Steps, p.casting.By, p.casting.Place
	o.Prose = string(from.text.Source())
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

// inCeptre returns an opening with the program alone, which pages read in Ceptre: a world in Celf is translated. The
// order in which its rules bind their variables is kept, as prose and traces number these.
func inCeptre(src *syntax.Source) (game.Opening, error) {
	if !celf.Is(src.Name) {
		return game.Opening{Name: src.Name, Text: string(src.Text)}, nil
	}
	o := game.Opening{Name: strings.TrimSuffix(src.Name, filepath.Ext(src.Name)) + ".cep",
		Listed: make(map[string][]string)}
	world, errs := celf.Load(src.Name, src.Text)
	if world == nil {
		return o, errs
	}
	text, errs := celf.Ceptre(src.Name, src.Text)
	if errs.Failed() {
		return o, errs
	}
	prog, errs := lang.Load(o.Name, text)
	if prog == nil {
		return o, errs
	}
	o.Text, o.RuleFirst = string(text), world.RuleFirst
	for i, r := range world.Rules() {
		same := slices.EqualFunc(r.Vars, prog.Rules()[i].Vars, func(a, b lang.Var) bool { return a.Name == b.Name })
		if !same && o.Listed[r.Name] == nil {
			for _, v := range r.Vars {
				o.Listed[r.Name] = append(o.Listed[r.Name], v.Name)
			}
		}
	}
	return o, nil
}
