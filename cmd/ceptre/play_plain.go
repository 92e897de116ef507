package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/play/game"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/console"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// plain is a play as a dialogue: a line is a command, and an answer follows.
type plain struct {
	*sitting
	in       *console.Lines
	terminal bool // a player types; otherwise a script is read, and its lines are echoed
	failed   bool
	// told is how many steps of the path the player was told of.
	told  int
	mute  bool // the player is not to be asked anything
	shown bool // where the player is now was told since the last interjection
	// most is what the moves were listed by that have the numbers.
	most game.Most
}

// The moves of a rule that have numbers, and those that are listed unasked.
const (
	mostNumbered = 1000
	mostShown    = 20
)

// errQuit is that the player wants no more.
var errQuit = errors.New("quit")

// converse holds the dialogue until the input ends or the output is closed. Failed commands are
// reported at once; if a script gave them, converse returns [cli.ErrReported].
func (t *sitting) converse(ctx context.Context) error {
	out, ctx := t.Outlet(ctx)
	p := &plain{sitting: t, in: console.NewLines(t.In), terminal: cli.IsTerminal(t.In), most: game.Most{Moves: mostNumbered}, told: t.Depth()}
	t.line, t.say, t.out = p.answer, t.Out, writer(p.relay)
	p.introduce()
	err := p.look(ctx, func(ctx context.Context) error { return p.act(ctx, func() error { return t.begin(ctx) }) })
	for p.goesOn(ctx, err) {
		err = p.turn(ctx, err)
	}
	return cmp.Or(out.Close(), p.verdict())
}

// turn carries out the next command: what was said before instead of an answer, or the next
// line.
func (p *plain) turn(ctx context.Context, before error) error {
	if said := interjected(before); said != nil {
		return p.interject(ctx, said.words)
	}
	words, err := p.command(ctx)
	if err == nil {
		err = p.look(ctx, func(ctx context.Context) error { return p.do(ctx, words) })
	}
	return err
}

// goesOn reports whether the dialogue continues after a command, and prints the command's error.
func (p *plain) goesOn(ctx context.Context, err error) bool {
	switch {
	case errors.Is(err, errQuit), errors.Is(err, io.EOF):
		return false
	case ctx.Err() != nil:
		fmt.Fprintln(p.Out)
		return false // and the caller says so
	case interjected(err) != nil:
		return true
	}
	p.report(err)
	return !cannotRead(err)
}

// cannotRead reports whether no command can follow, as there is no next line.
func cannotRead(err error) bool {
	_, is := errors.AsType[*console.UnreadableError](err)
	return is
}

func (p *plain) verdict() error {
	if p.failed && !p.terminal {
		return cli.ErrReported
	}
	return nil
}

// introduce prints the title of the game.
func (p *plain) introduce() {
	b := &report.Text{}
	b.Line("%s, seed %d", p.title, p.seed)
	b.Lines(p.notes)
	if p.terminal {
		b.Line("help lists the commands; quit ends the play.")
		if p.asks() {
			b.Line("Where the program asks, commands go behind a slash: /undo, /quit.")
		}
	}
	if p.Depth() > 0 {
		b.Line("At %s %s", pointName(p.Depth()), p.Step(p.At()))
	}
	p.write(b)
}

// tell writes a line.
func (p *plain) tell(format string, args ...any) {
	b := &report.Text{}
	b.Line(format, args...)
	p.write(b)
}

func (p *plain) write(b *report.Text) { _, _ = p.Out.Write(b.Bytes()) } // errors in showing are ignored

// command returns the next line that is not empty, without its comment.
func (p *plain) command(ctx context.Context) (string, error) {
	for {
		if p.terminal {
			fmt.Fprintf(p.Out, "%s> ", p.prompt())
		}
		text, err := p.in.Next(ctx)
		if err != nil {
			return "", err
		}
		text, _, _ = strings.Cut(text, "%")
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		p.echo(text)
		return strings.TrimPrefix(text, slash), nil // which some are used to by then
	}
}

func (p *plain) prompt() string {
	if stage := p.Stage(); stage != nil {
		return stage.Name
	}
	return "end"
}

// echo shows the commands of a script, so that the output reads as a dialogue.
func (p *plain) echo(text string) {
	if !p.terminal {
		fmt.Fprintln(p.Out, "\n> "+trace.Visible(text))
	}
}

// answer returns a line for a sensor.
func (p *plain) answer(ctx context.Context) (string, error) {
	if p.mute {
		return "", exec.ErrStop
	}
	p.tellNews()
	if p.terminal {
		fmt.Fprint(p.Out, "? ")
	}
	text, err := p.in.Next(ctx)
	if err == nil && !p.terminal {
		fmt.Fprintln(p.Out, "? "+trace.Visible(text))
	}
	if err != nil {
		return "", err
	}
	return unslashed(text)
}

// relay shows the output of the program, after the step that printed it.
func (p *plain) relay(text []byte) (int, error) {
	p.tellNews()
	return p.Out.Write(text)
}

// report prints the error of a command, with its line if a script gave it.
func (p *plain) report(err error) {
	if err == nil {
		return
	}
	p.failed = true
	err = allowingMore(place(p.prog, err))
	if !p.terminal && p.in.Count() > 0 && !cannotRead(err) {
		err = p.in.At(err)
	}
	fmt.Fprintln(p.Err, trace.Visible(err.Error()))
}
