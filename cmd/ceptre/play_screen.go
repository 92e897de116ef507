package main

import (
	"context"
	"errors"
	"path/filepath"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/play"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/play/tui"
)

// onScreen plays on the screen. If the output cannot be written when the player leaves, the screen
// comes back once, so that the game can be saved to another file.
func (p *playing) onScreen(ctx context.Context, t *sitting) error {
	shown := t.showScreen(ctx)
	kept := p.keep(ctx, t)
	if kept == nil || shown != nil || ctx.Err() != nil {
		return errors.Join(kept, shown)
	}
	t.kept, t.again = false, true
	t.notes = []string{kept.Error(), "You are still in the game: s saves it under another name, q leaves."}
	shown = t.showScreen(ctx)
	return errors.Join(p.keep(ctx, t), shown)
}

// showScreen has the player play on the screen.
func (t *sitting) showScreen(ctx context.Context) error {
	lines := tui.NewLines()
	t.line, t.say = lines.Next, lines
	return tui.Show(ctx, tui.Options{
		Game:     t.Game,
		Title:    t.title,
		Seed:     t.seed,
		Notes:    t.notes,
		Begin:    t.begin,
		Steps:    t.steps.Load,
		Printed:  func(at play.Point) []string { return t.printed[at] },
		Stopped:  t.stopText,
		Bounded:  t.look,
		Place:    func(err error) error { return allowingMore(place(t.prog, err)) },
		Why:      t.why,
		WhyNot:   t.whyNot,
		Save:     t.save,
		SaveName: saveBeside(t.prog.Source.Name),
		Unsaved:  t.unsaved,
		Lines:    lines,
	}, t.In, cli.Raw(t.Out))
}

// saveBeside proposes the name of a file in the present folder, after that of the program.
func saveBeside(program string) string {
	base := filepath.Base(program)
	return strings.TrimSuffix(base, filepath.Ext(base)) + ".json"
}
