package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/play"
	"github.com/ceptre-graph/ceptre/cmd/desk"
)

// plainCommand is what the player may say in a dialogue.
type plainCommand struct {
	name, args, about string
	do                func(p *plain, ctx context.Context, args string) error
}

// plainCommands returns them in the order of the help.
func plainCommands() []plainCommand {
	return []plainCommand{
		{"choose", "N | RULE ARGS", "take a choice by its number or its name; `choose` may be left out, unless the rule is called like a command", (*plain).choose},
		{"moves", "[TEXT]", "list the choices in which TEXT stands, with the numbers that hold until something happens", (*plain).moves},
		{"chance", "[N]", "let chance take one step, or N", (*plain).chance},
		{"until", "WHAT", "let chance go on until a RULE fires, a FACT is made, `stage S`, my `turn`, or the `end`", (*plain).until},
		{"break", "[RULE | FACT]", "have chance stop there, always; without a word, list such breakpoints", (*plain).breakpoint},
		{"unbreak", "RULE | FACT", "take a breakpoint away", (*plain).unbreak},
		{"undo", "[N]", "take back one step, or N", (*plain).undo},
		{"redo", "[N]", "do again what was taken back", (*plain).redo},
		{"go", "tN | pN", "go to a step of this run (t0 is the start), or to a point that `history` lists", (*plain).goTo},
		{"history", "", "list all points, of other branches, too; * is where you are", (*plain).history},
		{"state", "", "list the facts", (*plain).state},
		{"why", "FACT | tN", "what led to a fact or a step", (*plain).tellWhy},
		{"whynot", "RULE [ARGS]", "why a rule cannot fire now", (*plain).tellWhyNot},
		{"save", "FILE", "save the game as a trace; `save! FILE` writes over one that is there", (*plain).saveNew},
		{"save!", "FILE", "", (*plain).saveOver},
		{"help", "", "list the commands", (*plain).help},
		{"quit", "", "end the play", func(*plain, context.Context, string) error { return errQuit }},
	}
}

// do carries out a command. What is none is a choice.
func (p *plain) do(ctx context.Context, text string) error {
	name, args, _ := strings.Cut(text, " ")
	all := plainCommands()
	if i := slices.IndexFunc(all, func(c plainCommand) bool { return c.name == name }); i >= 0 {
		return all[i].do(p, ctx, strings.TrimSpace(args))
	}
	return p.choose(ctx, text)
}

func (p *plain) choose(ctx context.Context, what string) error {
	n, err := strconv.Atoi(what)
	if err == nil {
		most := p.most
		return p.act(ctx, func() error { return p.Choose(ctx, n, most) })
	}
	return p.act(ctx, func() error { return p.Make(ctx, what) })
}

func (p *plain) moves(ctx context.Context, filter string) error {
	p.most.Filter = filter
	menu, whole, err := p.Menu(ctx, p.most)
	if err == nil && len(menu) == 0 {
		fmt.Fprintln(p.Out, "There is no such choice.")
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
	if what == "" {
		return errors.New("until what? A rule, a fact, `stage S`, `turn` or `end`")
	}
	u, err := p.Until(what)
	if err != nil {
		return err
	}
	return p.run(ctx, u)
}

func (p *plain) breakpoint(_ context.Context, what string) error {
	if what != "" {
		return p.breakAt([]string{what})
	}
	for _, b := range p.Breaks() {
		fmt.Fprintln(p.Out, " ", b)
	}
	return nil
}

func (p *plain) unbreak(_ context.Context, what string) error {
	a, err := p.Awaited(what)
	if err == nil && !p.Unbreak(a) {
		err = fmt.Errorf("there is no breakpoint %s", what)
	}
	return err
}

func (p *plain) undo(ctx context.Context, number string) error {
	return p.travel(ctx, number, p.Undo, "nothing to take back")
}

func (p *plain) redo(ctx context.Context, number string) error {
	return p.travel(ctx, number, p.Redo, "nothing to do again")
}

// travel goes so many steps back or forth.
func (p *plain) travel(ctx context.Context, number string, step func() bool, none string) error {
	n, err := steps(number)
	if err != nil {
		return err
	}
	before := p.At()
	for ; n > 0 && step(); n-- {
	}
	if p.At() == before {
		return fmt.Errorf("there is %s", none)
	}
	return p.arrive(ctx)
}

// arrive tells where the player has come to.
func (p *plain) arrive(ctx context.Context) error {
	at := pointName(p.Depth())
	if step := p.Step(p.At()); step != nil {
		at += " " + step.String()
	}
	b := &report{}
	b.line("At %s", at)
	p.write(b)
	p.told = p.Depth()
	p.most = desk.Most{Moves: mostNumbered}
	v, err := p.View(ctx, p.most)
	if err != nil {
		return err
	}
	p.writeStatus(v)
	p.writeMenu(v.Menu, v.Whole, mostShown)
	return nil
}

func (p *plain) goTo(ctx context.Context, where string) error {
	to, err := p.pointOf(where)
	if err != nil {
		return err
	}
	p.Go(to)
	return p.arrive(ctx)
}

// pointOf returns the point that a name stands for: a step of this run, or any point.
func (p *plain) pointOf(name string) (play.Point, error) {
	kind, digits := "", name
	if name != "" && (name[0] == 't' || name[0] == 'p') {
		kind, digits = name[:1], name[1:]
	}
	n, err := strconv.Atoi(digits)
	switch {
	case err != nil || n < 0:
		return 0, fmt.Errorf("%q is no point; give a step such as t3, or a point of `history` such as p3", name)
	case kind == "p" && n >= p.Len():
		return 0, fmt.Errorf("there is no point p%d; the last is p%d", n, p.Len()-1)
	case kind == "p":
		return play.Point(n), nil
	case n > p.Depth():
		return 0, fmt.Errorf("there is no step t%d before here; the last is t%d", n, p.Depth())
	}
	return p.Path()[n], nil
}

func (p *plain) history(context.Context, string) error {
	b := &report{}
	for _, past := range p.History() {
		b.line("%s", p.pastText(past))
	}
	p.write(b)
	return nil
}

// pastText returns a point in the list of all.
func (p *plain) pastText(past desk.Past) string {
	mark, text := " ", "the start"
	if past.Here {
		mark = "*"
	}
	if step := p.Step(past.Point); step != nil {
		text = named(step)
	}
	return fmt.Sprintf("%s %sp%d  %s", mark, strings.Repeat("  ", past.Indent), past.Point, text)
}

// state writes the facts in their groups.
func (p *plain) state(ctx context.Context, _ string) error {
	v, err := p.View(ctx, p.most)
	b := &report{}
	if v.Stage != "" {
		b.line("Stage %s", v.Stage)
	}
	for _, g := range v.Groups {
		b.line("%s", groupTitle(g))
		for _, l := range g.Lines {
			b.item("%s", lineText(l))
		}
	}
	p.write(b)
	return err
}

// groupTitle returns whom or what facts are about, and where they are.
func groupTitle(g desk.Group) string {
	switch {
	case g.Character == "" && g.Place == "":
		return "Other facts"
	case g.Character == "" || g.Place == "":
		return g.Label
	}
	return g.Label + ", " + g.Place
}

func (p *plain) tellWhy(ctx context.Context, what string) error {
	return p.tellAnswer(p.why(ctx, what))
}

func (p *plain) tellWhyNot(ctx context.Context, rule string) error {
	return p.tellAnswer(p.whyNot(ctx, rule))
}

func (p *plain) tellAnswer(text string, err error) error {
	fmt.Fprint(p.Out, text)
	return err
}

func (p *plain) saveNew(ctx context.Context, name string) error {
	err := p.saveAs(ctx, name, false)
	if errors.Is(err, fs.ErrExist) {
		err = fmt.Errorf("%w; `save! %s` writes over it", err, name)
	}
	return err
}

func (p *plain) saveOver(ctx context.Context, name string) error { return p.saveAs(ctx, name, true) }

func (p *plain) saveAs(ctx context.Context, name string, over bool) error {
	name, err := p.save(ctx, name, over)
	if err == nil {
		fmt.Fprintln(p.Out, "Saved:", name)
	}
	return err
}

func (p *plain) help(context.Context, string) error {
	b := &report{}
	for _, c := range plainCommands() {
		if c.about != "" {
			b.line("  %-22s %s", strings.TrimSpace(c.name+" "+c.args), c.about)
		}
	}
	p.write(b)
	return nil
}
