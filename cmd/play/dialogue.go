package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/play/game"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/console"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// dialogue is a game as a dialogue: a line is a command, and an answer follows.
type dialogue struct {
	*Local
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

// errQuit is the error of the command that ends the dialogue.
var errQuit = errors.New("quit")

// converse holds the dialogue until the input ends or the output is closed. Failed commands are
// reported at once; if a script gave them, converse returns [cli.ErrReported].
func (l *Local) converse(ctx context.Context) error {
	out, ctx := l.o.Outlet(ctx)
	d := &dialogue{Local: l, in: console.NewLines(l.o.In), terminal: cli.IsTerminal(l.o.In),
		most: game.Most{Moves: mostNumbered}, told: l.Depth()}
	l.line, l.say = d.answer, l.o.Out
	l.out = writer(func(text []byte) (int, error) { // shows the output of the program after the step that printed it
		d.tellNews()
		return l.o.Out.Write(text)
	})
	d.introduce()
	err := d.look(ctx, func(ctx context.Context) error { return d.act(ctx, func() error { return l.begin(ctx) }) })
	for d.goesOn(ctx, err) {
		err = d.turn(ctx, err)
	}
	err = out.Close()
	if err == nil && d.failed && !d.terminal {
		err = cli.ErrReported
	}
	return err
}

// turn carries out the next command: the one in place of an answer, which the error before holds, or
// the next line.
func (d *dialogue) turn(ctx context.Context, before error) error {
	if said := interjected(before); said != nil {
		return d.interject(ctx, said.words)
	}
	text, err := d.command(ctx)
	if err == nil {
		err = d.look(ctx, func(ctx context.Context) error { return d.do(ctx, text) })
	}
	return err
}

// goesOn reports whether the dialogue continues after a command, and prints the command's error.
func (d *dialogue) goesOn(ctx context.Context, err error) bool {
	switch {
	case errors.Is(err, errQuit), errors.Is(err, io.EOF):
		return false
	case ctx.Err() != nil:
		fmt.Fprintln(d.o.Out)
		return false // and the caller says so
	case interjected(err) != nil:
		return true
	}
	d.report(err)
	return !cannotRead(err)
}

// cannotRead reports whether no command can follow, as there is no next line.
func cannotRead(err error) bool {
	_, is := errors.AsType[*console.UnreadableError](err)
	return is
}

// introduce prints the title of the game.
func (d *dialogue) introduce() {
	b := &report.Text{}
	b.Line("%s, seed %d", d.title, d.o.Run.Seed)
	b.Lines(d.o.Notes)
	if d.terminal {
		b.Line("help lists the commands; quit ends the game.")
		if d.asks() {
			b.Line("Where the program asks for a line, a command has a slash before it: /undo, /quit.")
		}
	}
	if d.Depth() > 0 {
		b.Line("At %s %s", pointName(d.Depth()), d.Step(d.At()))
	}
	d.write(b)
}

// tell writes a line.
func (d *dialogue) tell(format string, args ...any) {
	b := &report.Text{}
	b.Line(format, args...)
	d.write(b)
}

// write writes a text. The outlet keeps the errors.
func (d *dialogue) write(b *report.Text) { _, _ = d.o.Out.Write(b.Bytes()) }

// command returns the next line that is not empty, without its comment.
func (d *dialogue) command(ctx context.Context) (string, error) {
	for {
		if d.terminal {
			prompt := "end"
			if stage := d.Stage(); stage != nil {
				prompt = stage.Name
			}
			fmt.Fprintf(d.o.Out, "%s> ", prompt)
		}
		text, err := d.in.Next(ctx)
		if err != nil {
			return "", err
		}
		text, _, _ = strings.Cut(text, "%")
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		if !d.terminal { // the output reads as a dialogue
			fmt.Fprintln(d.o.Out, "\n> "+visible.Line(text))
		}
		return strings.TrimPrefix(text, slash), nil // which some are used to by then
	}
}

// answer returns a line for a sensor; an error is the command in place of one.
func (d *dialogue) answer(ctx context.Context) (string, error) {
	if d.mute {
		return "", exec.ErrStop
	}
	d.tellNews()
	if d.terminal {
		fmt.Fprint(d.o.Out, "? ")
	}
	text, err := d.in.Next(ctx)
	if err == nil && !d.terminal {
		fmt.Fprintln(d.o.Out, "? "+visible.Line(text))
	}
	if err != nil {
		return "", err
	}
	said, commanded := strings.CutPrefix(text, slash)
	if commanded && !strings.HasPrefix(said, slash) {
		return "", &interjection{strings.TrimSpace(said)}
	}
	return said, nil
}

// report prints the error of a command, with its line if a script gave it.
func (d *dialogue) report(err error) {
	if err == nil {
		return
	}
	d.failed = true
	err = d.explain(err)
	if !d.terminal && d.in.Count() > 0 && !cannotRead(err) {
		err = d.in.At(err)
	}
	fmt.Fprintln(d.o.Err, visible.Line(err.Error()))
}

// interjection is a command in place of a line for which the program waits; it stands behind a slash.
// The question is given up, and asked again after the command, unless that leads elsewhere.
type interjection struct{ words string }

// Error says where the command belongs.
func (i *interjection) Error() string { return "/" + i.words + " is no answer" }

// interjected returns the command that an error holds, nil for none.
func interjected(err error) *interjection {
	i, _ := errors.AsType[*interjection](err)
	return i
}

// slash begins commands where a line is waited for; two of them begin a line with one.
const slash = "/"

// asks reports whether the program may ask for lines.
func (d *dialogue) asks() bool {
	return slices.ContainsFunc(d.o.Program.Preds,
		func(of *lang.Pred) bool { return of.Kind == lang.Sense && of.Handler != "" })
}

// interject carries out a command in place of an answer.
func (d *dialogue) interject(ctx context.Context, words string) error {
	d.shown = false
	err := d.look(ctx, func(ctx context.Context) error { return d.doAsked(ctx, words) })
	if interjected(err) != nil || d.shown || errors.Is(err, errQuit) || ctx.Err() != nil {
		return err
	}
	d.report(err)
	return d.look(ctx, func(ctx context.Context) error {
		return d.act(ctx, func() error { return d.Act(func() error { return d.Proceed(ctx) }) })
	})
}

// doAsked carries out a command while the program waits for an answer.
func (d *dialogue) doAsked(ctx context.Context, words string) error {
	c, args := commandOf(words)
	switch {
	case c == nil:
		return fmt.Errorf("%q is not a command; //%s says /%s to the program", words, words, words)
	case c.asked == waits:
		return fmt.Errorf("`%s` has to wait until you have answered", c.name)
	}
	d.mute = c.asked == stays
	defer func() { d.mute = false }()
	return c.run(d, ctx, args)
}
