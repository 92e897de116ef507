package play

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/cmd/play/game"
	"github.com/ceptre-graph/ceptre/exec/session"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/label"
)

// command is a command of the player in a dialogue.
type command struct {
	name, args, about string
	do                func(d *dialogue, ctx context.Context, args string) error
	asked             whileAsked
}

// whileAsked is the treatment of a command while the program waits for an answer.
type whileAsked uint8

const (
	waits  whileAsked = iota // it needs the answer
	stays                    // it is done, and the question stays
	leaves                   // it leads elsewhere
)

// commands returns them in the order of the help.
func commands() []command {
	return []command{
		{
			"choose", "N | RULE ARGS",
			"take a choice by its number or its name; `choose` may be left out, unless the rule has the name of a command",
			(*dialogue).choose, waits,
		},
		{"moves", "[TEXT]", "list the choices that contain TEXT, with numbers that hold until the next step",
			(*dialogue).moves, waits},
		{"chance", "[N]", "let chance take one step, or N", (*dialogue).chance, waits},
		{
			"until", "WHAT", "let chance go on, also in your turns, until a RULE fires, a FACT is made, " +
				"`stage S` is entered, it is your `turn`, N steps are taken, or the `end`; of several with semicolons, " +
				"until the first; `FACT, FACT` are facts that are there together, and a variable is the same in both",
			(*dialogue).until, waits,
		},
		{
			"break", "[RULE | FACT]",
			"add a breakpoint, at which chance always stops, or several with semicolons; `FACT, FACT` are facts that are " +
				"there together; without an argument, list the breakpoints", (*dialogue).breakpoint, stays,
		},
		{"unbreak", "RULE | FACT", "take a breakpoint away",
			func(d *dialogue, _ context.Context, what string) error { return d.UnbreakAt(what) }, stays},
		{
			"turns", "[STAGES]", "choose in these stages, with commas between them, or in `all`, " +
				"and let chance play the others; without an argument, list the stages", (*dialogue).turns, waits,
		},
		{"undo", "[N]", "take back the last thing you did, with all that chance did after it, or the last N things",
			(*dialogue).undo, leaves},
		{"takeback", "", "take back your last choice, with all that came after it",
			func(d *dialogue, ctx context.Context, _ string) error {
				return d.arrive(ctx, d.TakeBack(), "there is no choice of yours to take back")
			}, leaves},
		{"redo", "[N]", "do again what was taken back", func(d *dialogue, ctx context.Context, number string) error {
			return d.travel(ctx, number, d.RedoAct, "nothing to do again")
		}, leaves},
		{"answer", "", "take back the line that you typed, and be asked again",
			func(d *dialogue, ctx context.Context, _ string) error {
				return d.arrive(ctx, d.AskAgain(), "the program has asked nothing here")
			}, waits},
		{"go", "tN | pN", "go to a step of this run (t0 is the start), or to a point that `history` lists", (*dialogue).goTo,
			leaves},
		{"history", "", "list all points, of other branches, too; * is where you are", (*dialogue).history, stays},
		{"state", "", "list the facts", (*dialogue).state, stays},
		{"why", "FACT | tN", "what led to a fact or a step",
			func(d *dialogue, ctx context.Context, what string) error { return d.tellAnswer(d.why(ctx, what)) }, stays},
		{"whynot", "RULE [ARGS]", "why a rule cannot fire now",
			func(d *dialogue, ctx context.Context, rule string) error { return d.tellAnswer(d.whyNot(ctx, rule)) }, stays},
		{"save", "FILE", "save the game as a trace; `save! FILE` writes over one that is there", (*dialogue).saveNew, stays},
		{"save!", "FILE", "", func(d *dialogue, ctx context.Context, name string) error { return d.saveAs(ctx, name, true) },
			stays},
		{"help", "", "list the commands", (*dialogue).help, stays},
		{"quit", "", "end the game", func(*dialogue, context.Context, string) error { return errQuit }, stays},
	}
}

// do carries out a command. Any other text is a choice.
func (d *dialogue) do(ctx context.Context, text string) error {
	c, args := commandOf(text)
	if c == nil {
		name, _, _ := strings.Cut(text, " ")
		return d.doubt(name, d.choose(ctx, text))
	}
	return c.run(d, ctx, args)
}

// commandOf returns the command that a line begins with, nil for none, and the rest.
func commandOf(text string) (*command, string) {
	name, args, _ := strings.Cut(text, " ")
	all := commands()
	i := slices.IndexFunc(all, func(c command) bool { return c.name == name })
	if i < 0 {
		return nil, ""
	}
	return &all[i], strings.TrimSpace(args)
}

// run carries the command out. It refuses a missing argument, and one without a meaning.
func (c *command) run(d *dialogue, ctx context.Context, args string) error {
	switch {
	case c.args == "" && args != "":
		return fmt.Errorf("`%s` takes no arguments", c.name)
	case args == "" && c.args != "" && c.args[0] != '[':
		return errors.New(strings.TrimSuffix(fmt.Sprintf("want `%s %s`: %s", c.name, c.args, c.about), ": "))
	}
	return c.do(d, ctx, args)
}

// doubt adds to the error of a choice the command with the nearest name, in case that was meant.
func (d *dialogue) doubt(name string, err error) error {
	_, noNumber := strconv.Atoi(name)
	_, noRule := d.Awaited(name)
	if err == nil || noNumber == nil || noRule == nil {
		return err
	}
	var names []string
	for _, c := range commands() {
		names = append(names, c.name)
	}
	if near := label.Nearest(name, names); near != "" {
		return fmt.Errorf("%w; did you mean `%s`?", err, near)
	}
	return fmt.Errorf("%w; `help` lists the commands", err)
}

func (d *dialogue) choose(ctx context.Context, what string) error {
	n, err := strconv.Atoi(what)
	if err == nil {
		most := d.most
		return d.act(ctx, func() error { return d.Choose(ctx, n, most) })
	}
	err = d.act(ctx, func() error { return d.Make(ctx, what) })
	if errors.Is(err, game.ErrNotNow) {
		err = fmt.Errorf("%w; `whynot %s` says why", err, what)
	}
	return err
}

func (d *dialogue) moves(ctx context.Context, filter string) error {
	d.most.Filter = filter
	menu, whole, err := d.Menu(ctx, d.most)
	if err == nil && len(menu) == 0 {
		d.tell("There is no such choice.")
	}
	d.writeMenu(menu, whole, mostNumbered, true)
	return err
}

func (d *dialogue) chance(ctx context.Context, number string) error {
	n, err := count(number, "steps")
	if err != nil {
		return err
	}
	return d.run(ctx, session.Until{Steps: n})
}

// count reads a number of things; none is one.
func count(number, of string) (int, error) {
	n, err := strconv.Atoi(number)
	switch {
	case number == "":
		return 1, nil
	case err != nil || n < 1:
		return 0, fmt.Errorf("%q is not a number of %s", number, of)
	}
	return n, nil
}

func (d *dialogue) run(ctx context.Context, u session.Until) error {
	return d.act(ctx, func() error {
		_, err := d.Run(ctx, u)
		return err
	})
}

func (d *dialogue) until(ctx context.Context, what string) error {
	u, err := d.Until(what)
	if err != nil {
		return err
	}
	if turn, _ := d.Turn(ctx); turn && u.Turn && len(u.Rules)+len(u.Goals) == 0 {
		d.tell("It is your turn.")
	}
	return d.run(ctx, u)
}

func (d *dialogue) breakpoint(_ context.Context, what string) error {
	if what != "" {
		return d.BreakAll([]string{what})
	}
	if len(d.Breaks()) == 0 {
		d.tell("There are no breakpoints.")
	}
	for _, b := range d.Breaks() {
		d.tell("  %s", b)
	}
	return nil
}

func (d *dialogue) turns(ctx context.Context, text string) error {
	stages, err := d.TurnsIn(text)
	if err != nil {
		return err
	}
	if len(stages) == 0 {
		d.tell("%s", d.TurnsText())
		return nil
	}
	d.tell("It is your turn in %s now.", english.List(stages))
	return d.act(ctx, func() error { return d.TakeTurns(ctx, stages) })
}

// state writes the facts in their groups.
func (d *dialogue) state(ctx context.Context, _ string) error {
	v := d.Look(ctx, d.most)
	b := &report.Text{}
	if v.Stage != "" {
		b.Line("Stage %s", v.Stage)
	}
	for _, g := range v.Groups {
		b.Line("%s", groupTitle(g))
		for _, l := range g.Lines {
			b.Item("%s", lineText(l))
		}
	}
	d.write(b)
	return nil
}

// groupTitle returns the character or thing that a group of facts is about, with its place.
func groupTitle(g game.Group) string {
	switch {
	case g.Character == "" && g.Place == "":
		return "Other facts"
	case g.Character == "" || g.Place == "":
		return g.Label
	}
	return g.Label + ", " + g.Place
}

func (d *dialogue) tellAnswer(text string, err error) error {
	fmt.Fprint(d.o.Out, text)
	return err
}

func (d *dialogue) saveNew(ctx context.Context, name string) error {
	err := d.saveAs(ctx, name, false)
	if errors.Is(err, fs.ErrExist) {
		err = fmt.Errorf("%w; `save! %s` overwrites it", err, name)
	}
	return err
}

func (d *dialogue) saveAs(ctx context.Context, name string, over bool) error {
	name, err := d.save(ctx, name, over)
	if err == nil {
		d.tell("Saved: %s", name)
		d.noteCut(name)
	}
	return err
}

func (d *dialogue) help(context.Context, string) error {
	b := &report.Text{}
	for _, c := range commands() {
		if c.about != "" {
			b.Line("  %-22s %s", strings.TrimSpace(c.name+" "+c.args), c.about)
		}
	}
	if d.asks() {
		b.Line("Where the program asks for a line, a command has a slash before it: /undo; //x sends /x.")
	}
	d.write(b)
	return nil
}
