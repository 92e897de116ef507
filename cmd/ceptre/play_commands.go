package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/play"
	"github.com/ceptre-graph/ceptre/cmd/play/game"
	"github.com/ceptre-graph/ceptre/lang/label"
	"github.com/ceptre-graph/ceptre/site/words"
)

// plainCommand is a command of the player in a dialogue.
type plainCommand struct {
	name, args, about string
	do                func(p *plain, ctx context.Context, args string) error
	asked             whileAsked
}

// whileAsked is the treatment of a command while the program waits for an answer.
type whileAsked uint8

const (
	waits  whileAsked = iota // it needs the answer
	stays                    // it is done, and the question stays
	leaves                   // it leads elsewhere
)

// plainCommands returns them in the order of the help.
func plainCommands() []plainCommand {
	return []plainCommand{
		{"choose", "N | RULE ARGS", "take a choice by its number or its name; `choose` may be left out, unless the rule is called like a command", (*plain).choose, waits},
		{"moves", "[TEXT]", "list the choices in which TEXT stands, with the numbers that hold until something happens", (*plain).moves, waits},
		{"chance", "[N]", "let chance take one step, or N", (*plain).chance, waits},
		{"until", "WHAT", "let chance go on, in your turns, too, until a RULE fires, a FACT is made, `stage S`, my `turn`, N steps, or the `end`; of several with semicolons, whichever comes first; FACT, FACT are there together, and a variable is the same in both", (*plain).until, waits},
		{"break", "[RULE | FACT]", "have chance stop there, always; of several with semicolons, at each; FACT, FACT are there together; without a word, list such breakpoints", (*plain).breakpoint, stays},
		{"unbreak", "RULE | FACT", "take a breakpoint away", (*plain).unbreak, stays},
		{"turns", "[STAGES]", "have it be your turn in these stages, with commas, or in `all`, and chance play the others; without a word, say in which it is", (*plain).turns, waits},
		{"undo", "[N]", "take back one step, or N", (*plain).undo, leaves},
		{"takeback", "", "take back your last choice, with all that came after it", (*plain).takeBack, leaves},
		{"redo", "[N]", "do again what was taken back", (*plain).redo, leaves},
		{"answer", "", "be asked again what the program asked here: the line that you typed is taken back", (*plain).askAgain, waits},
		{"go", "tN | pN", "go to a step of this run (t0 is the start), or to a point that `history` lists", (*plain).goTo, leaves},
		{"history", "", "list all points, of other branches, too; * is where you are", (*plain).history, stays},
		{"state", "", "list the facts", (*plain).state, stays},
		{"why", "FACT | tN", "what led to a fact or a step", (*plain).tellWhy, stays},
		{"whynot", "RULE [ARGS]", "why a rule cannot fire now", (*plain).tellWhyNot, stays},
		{"save", "FILE", "save the game as a trace; `save! FILE` writes over one that is there", (*plain).saveNew, stays},
		{"save!", "FILE", "", (*plain).saveOver, stays},
		{"help", "", "list the commands", (*plain).help, stays},
		{"quit", "", "end the play", func(*plain, context.Context, string) error { return errQuit }, stays},
	}
}

// do carries out a command. Any other text is a choice.
func (p *plain) do(ctx context.Context, text string) error {
	c, args := commandOf(text)
	if c == nil {
		name, _, _ := strings.Cut(text, " ")
		return p.doubt(name, p.choose(ctx, text))
	}
	return c.run(p, ctx, args)
}

// commandOf returns the command that a line begins with, nil for none, and the rest.
func commandOf(text string) (*plainCommand, string) {
	name, args, _ := strings.Cut(text, " ")
	all := plainCommands()
	i := slices.IndexFunc(all, func(c plainCommand) bool { return c.name == name })
	if i < 0 {
		return nil, ""
	}
	return &all[i], strings.TrimSpace(args)
}

// run carries the command out.
func (c *plainCommand) run(p *plain, ctx context.Context, args string) error {
	if err := c.takes(args); err != nil {
		return err
	}
	return c.do(p, ctx, args)
}

// takes refuses a missing argument of a command, and an argument without a meaning.
func (c *plainCommand) takes(args string) error {
	switch {
	case c.args == "" && args != "":
		return fmt.Errorf("`%s` stands alone", c.name)
	case args == "" && c.args != "" && c.args[0] != '[':
		return errors.New(strings.TrimSuffix(fmt.Sprintf("want `%s %s`: %s", c.name, c.args, c.about), ": "))
	}
	return nil
}

// doubt adds to the error of a choice the command with the nearest name, in case that was meant.
func (p *plain) doubt(name string, err error) error {
	_, noNumber := strconv.Atoi(name)
	_, noRule := p.Awaited(name)
	if err == nil || noNumber == nil || noRule == nil {
		return err
	}
	var names []string
	for _, c := range plainCommands() {
		names = append(names, c.name)
	}
	if near := label.Nearest(name, names); near != "" {
		return fmt.Errorf("%w; did you mean `%s`?", err, near)
	}
	return fmt.Errorf("%w; `help` lists the commands", err)
}

func (p *plain) choose(ctx context.Context, what string) error {
	n, err := strconv.Atoi(what)
	if err == nil {
		most := p.most
		return p.act(ctx, func() error { return p.Choose(ctx, n, most) })
	}
	err = p.act(ctx, func() error { return p.Make(ctx, what) })
	if errors.Is(err, game.ErrNotNow) {
		err = fmt.Errorf("%w; `whynot %s` says why", err, what)
	}
	return err
}

func (p *plain) moves(ctx context.Context, filter string) error {
	p.most.Filter = filter
	menu, whole, err := p.Menu(ctx, p.most)
	if err == nil && len(menu) == 0 {
		p.tell("There is no such choice.")
	}
	p.writeMenu(menu, whole, mostNumbered)
	return err
}

func (p *plain) chance(ctx context.Context, number string) error {
	n, err := steps(number)
	if err != nil {
		return err
	}
	return p.run(ctx, play.Until{Steps: n})
}

// steps reads a number of steps; none is one.
func steps(number string) (int, error) {
	n, err := strconv.Atoi(number)
	switch {
	case number == "":
		return 1, nil
	case err != nil || n < 1:
		return 0, fmt.Errorf("%q is no number of steps", number)
	}
	return n, nil
}

func (p *plain) run(ctx context.Context, u play.Until) error {
	return p.act(ctx, func() error {
		_, err := p.Run(ctx, u)
		return err
	})
}

func (p *plain) until(ctx context.Context, what string) error {
	u, err := p.Until(what)
	if err != nil {
		return err
	}
	if turn, _ := p.Turn(ctx); turn && u.Turn && len(u.Rules)+len(u.Goals) == 0 {
		p.tell("It is your turn.")
	}
	return p.run(ctx, u)
}

func (p *plain) breakpoint(_ context.Context, what string) error {
	if what != "" {
		return p.breakAt([]string{what})
	}
	if len(p.Breaks()) == 0 {
		p.tell("There are no breakpoints.")
	}
	for _, b := range p.Breaks() {
		p.tell("  %s", b)
	}
	return nil
}

func (p *plain) turns(ctx context.Context, text string) error {
	stages, err := p.TurnsIn(text)
	if err != nil {
		return err
	}
	if len(stages) == 0 {
		p.tell("%s", p.TurnsText())
		return nil
	}
	p.tell("It is your turn in %s now.", words.List(stages))
	return p.act(ctx, func() error { return p.TakeTurns(ctx, stages) })
}

func (p *plain) unbreak(_ context.Context, what string) error {
	return p.UnbreakAt(what)
}
