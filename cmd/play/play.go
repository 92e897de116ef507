// Package play plays a program with a player at this machine: on the screen of a terminal, or as a
// plain dialogue, with a command a line.
package play

import (
	"cmp"
	"context"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"sync/atomic"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/play/game"
	"github.com/ceptre-graph/ceptre/cmd/play/tui"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/console"
	"github.com/ceptre-graph/ceptre/exec/limit"
	"github.com/ceptre-graph/ceptre/exec/session"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/site/prose"
)

// Options say how to play.
type Options struct {
	cli.Streams
	Program   *lang.Program
	Start     *lang.Start
	Run       exec.Options // seed, limits, generator; not who chooses, or the host
	Prose     *prose.Prose // the author's words; nil for none
	By, Place string       // the characters, as [causal.Casting] has them
	Notes     []string     // shown before all else
	Memory    limit.Size   // 0 for no limit
	// Save is the file to save the game to at the end, and Transcript the file for the steps as text;
	// "" for none.
	Save, Transcript string
}

// Local is a game with its player at this machine.
type Local struct {
	*game.Game
	o       Options
	title   string
	resumed bool // a saved game goes on, and chance has to wait
	kept    bool // the game is saved at the end, whatever happens
	safe    session.Point
	steps   atomic.Int64 // that chance has taken, to be looked at meanwhile
	// printed holds the text that the program printed in the step to each point.
	printed map[session.Point][]string
	// line reads a line for sensors; say reports lines that no sensor understands, and out writes
	// the program's output at once.
	line     func(context.Context) (string, error)
	say, out io.Writer
}

// New returns a game in which nothing has happened yet. The error is that of [game.New].
func New(ctx context.Context, o Options) (*Local, error) {
	l := &Local{o: o, title: cmp.Or(o.Prose.Front().Title, o.Program.Name), kept: o.Save != "", safe: unsafe,
		printed: make(map[session.Point][]string), say: io.Discard, out: io.Discard}
	read := func(ctx context.Context) (string, error) { return l.line(ctx) }
	said := func(text []byte) (int, error) { return l.say.Write(text) }
	print := func(text []byte) (int, error) { // keeps what the program prints with the step that did it
		l.printed[l.At()] = append(l.printed[l.At()], strings.TrimRight(string(text), "\n"))
		return l.out.Write(text)
	}
	o.Run.Host = (&console.Console{Program: o.Program, Line: read, Out: writer(print), Say: writer(said)}).Host()
	var err error
	l.Game, err = game.New(ctx, o.Program, o.Start, game.Options{
		Run: o.Run, Prose: o.Prose, By: o.By, Place: o.Place,
		Each: func() { l.steps.Add(1) },
		Within: func(ctx context.Context) (context.Context, context.CancelFunc) {
			return limit.Context(ctx, 0, o.Memory)
		},
		Forgot: func(at session.Point) {
			delete(l.printed, at)
			if l.safe == at {
				l.safe = unsafe
			}
		},
	})
	return l, err
}

// Play plays the game, on a screen or in a dialogue, and then writes the files that the options name, even
// if the play was interrupted.
func (l *Local) Play(ctx context.Context, screen bool) error {
	if screen {
		return l.onScreen(ctx)
	}
	err := l.converse(ctx)
	return errors.Join(l.keep(ctx), err)
}

// onScreen plays on the screen. If the output cannot be written when the player leaves, the screen
// comes back once, so that the game can be saved to another file.
func (l *Local) onScreen(ctx context.Context) error {
	shown := l.showScreen(ctx)
	kept := l.keep(ctx)
	if kept == nil || shown != nil || ctx.Err() != nil {
		return errors.Join(kept, shown)
	}
	l.kept, l.resumed = false, true
	l.o.Notes = []string{kept.Error(), "You are still in the game: s saves it under another name, q leaves."}
	shown = l.showScreen(ctx)
	return errors.Join(l.keep(ctx), shown)
}

// showScreen has the player play on the screen.
func (l *Local) showScreen(ctx context.Context) error {
	base := filepath.Base(l.o.Program.Source.Name)
	lines := tui.NewLines()
	l.line, l.say = lines.Next, lines
	return tui.Show(ctx, tui.Options{
		Game:     l.Game,
		Title:    l.title,
		Seed:     l.o.Run.Seed,
		Notes:    l.o.Notes,
		Begin:    l.begin,
		Steps:    l.steps.Load,
		Printed:  func(at session.Point) []string { return l.printed[at] },
		Stopped:  l.stopText,
		Bounded:  l.look,
		Place:    l.explain,
		Why:      l.why,
		WhyNot:   l.whyNot,
		Save:     l.save,
		SaveName: strings.TrimSuffix(base, filepath.Ext(base)) + ".json",
		Unsaved:  l.unsaved,
		Lines:    lines,
	}, l.o.In, cli.Raw(l.o.Out))
}
