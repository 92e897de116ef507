package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/play"
	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/cmd/play/game"
)

func (p *plain) undo(ctx context.Context, number string) error {
	none := "nothing to take back"
	if p.Answered() {
		none += " but what you typed: say `answer`"
	}
	return p.travel(ctx, number, p.Undo, none)
}

func (p *plain) takeBack(ctx context.Context, _ string) error {
	if !p.TakeBack() {
		return errors.New("there is no choice of yours to take back")
	}
	return p.arrive(ctx)
}

// askAgain takes back the answers of sensors here, so that they ask again.
func (p *plain) askAgain(ctx context.Context, _ string) error {
	if !p.AskAgain() {
		return errors.New("the program has asked nothing here")
	}
	return p.arrive(ctx)
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
		at += " " + p.Did(step)
	}
	p.tell("At %s", at)
	p.told = p.Depth()
	p.most = game.Most{Moves: mostNumbered}
	v, err := p.View(ctx, p.most)
	if err != nil {
		return err
	}
	p.writeStatus(v)
	p.writeEnding()
	p.writeMenu(v.Menu, v.Whole, mostShown)
	p.shown = true
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
	b := &report.Text{}
	for _, past := range p.History() {
		b.Line("%s", p.pastText(past))
	}
	p.write(b)
	return nil
}

// pastText returns a point in the list of all.
func (p *plain) pastText(past game.Past) string {
	mark, text := " ", "the start"
	if past.Here {
		mark = "*"
	}
	if step := p.Step(past.Point); step != nil {
		text = step.ID.String() + " " + p.Did(step)
	}
	return fmt.Sprintf("%s %sp%d  %s", mark, strings.Repeat("  ", past.Indent), past.Point, text)
}
