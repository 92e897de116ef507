package play

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/cmd/play/game"
	"github.com/ceptre-graph/ceptre/exec/session"
)

func (d *dialogue) undo(ctx context.Context, number string) error {
	none := "nothing to take back"
	if d.Answered() {
		none += " but what you typed: say `answer`"
	}
	return d.travel(ctx, number, d.UndoAct, none)
}

// travel goes back or forth by so many actions.
func (d *dialogue) travel(ctx context.Context, number string, step func() bool, none string) error {
	n, err := count(number, "actions")
	if err != nil {
		return err
	}
	before := d.At()
	for ; n > 0 && step(); n-- {
	}
	return d.arrive(ctx, d.At() != before, "there is "+none)
}

// arrive tells where the player has come to; without a way there, it is an error.
func (d *dialogue) arrive(ctx context.Context, came bool, otherwise string) error {
	if !came {
		return errors.New(otherwise)
	}
	at := pointName(d.Depth())
	if step := d.Step(d.At()); step != nil {
		at += " " + d.Did(step)
	}
	d.tell("At %s", at)
	d.told = d.Depth()
	d.most = game.Most{Moves: mostNumbered}
	v, err := d.View(ctx, d.most)
	if err != nil {
		return err
	}
	d.writeStatus(v)
	d.writeEnding()
	d.writeMenu(v.Menu, v.Whole, mostShown, false)
	d.shown = true
	return nil
}

func (d *dialogue) goTo(ctx context.Context, where string) error {
	to, err := d.pointOf(where)
	if err != nil {
		return err
	}
	d.Go(to)
	return d.arrive(ctx, true, "")
}

// pointOf returns the point that a name stands for: a step of this run, or any point.
func (d *dialogue) pointOf(name string) (session.Point, error) {
	kind, digits := "", name
	if name != "" && (name[0] == 't' || name[0] == 'p') {
		kind, digits = name[:1], name[1:]
	}
	n, err := strconv.Atoi(digits)
	switch {
	case err != nil || n < 0:
		return 0, fmt.Errorf("%q is not a point; give a step such as t3, or a point of `history` such as p3", name)
	case kind == "p" && n >= d.Len():
		return 0, fmt.Errorf("there is no point p%d; the last is p%d", n, d.Len()-1)
	case kind == "p":
		return session.Point(n), nil
	case n > d.Depth():
		return 0, fmt.Errorf("there is no step t%d before here; the last is t%d", n, d.Depth())
	}
	return d.Path()[n], nil
}

func (d *dialogue) history(context.Context, string) error {
	b := &report.Text{}
	for _, past := range d.History() {
		mark, text := " ", "the start"
		if past.Here {
			mark = "*"
		}
		if step := d.Step(past.Point); step != nil {
			text = step.ID.String() + " " + d.Did(step)
		}
		b.Line("%s %sp%d  %s", mark, strings.Repeat("  ", past.Indent), past.Point, text)
	}
	d.write(b)
	return nil
}
