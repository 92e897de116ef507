package main

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/play"
	"github.com/ceptre-graph/ceptre/cmd/screen"
)

// showScreen has the player play on the screen.
func (t *sitting) showScreen(ctx context.Context) error {
	lines := screen.NewLines()
	t.line, t.say = lines.Next, lines
	return screen.Show(ctx, screen.Game{
		Desk:     t.Desk,
		Title:    t.title,
		Seed:     t.seed,
		Notes:    t.notes,
		Begin:    t.begin,
		Steps:    t.steps.Load,
		Printed:  func(at play.Point) []string { return t.printed[at] },
		Stopped:  t.stopText,
		Bounded:  t.look,
		Place:    func(err error) error { return place(t.prog, err) },
		Why:      t.why,
		WhyNot:   t.whyNot,
		Save:     t.save,
		SaveName: saveBeside(t.prog.Source.Name),
		Unsaved:  t.unsaved,
		Lines:    lines,
	}, t.In, t.Out)
}

// saveBeside proposes the name of a file in the present folder, after that of the program.
func saveBeside(program string) string {
	base := filepath.Base(program)
	return strings.TrimSuffix(base, filepath.Ext(base)) + ".json"
}
