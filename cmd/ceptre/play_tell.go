package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/cmd/play/game"
)

// state writes the facts in their groups.
func (p *plain) state(ctx context.Context, _ string) error {
	v := p.Look(ctx, p.most)
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
	p.write(b)
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
		p.tell("Saved: %s", name)
		p.noteCut(name)
	}
	return err
}

func (p *plain) help(context.Context, string) error {
	b := &report.Text{}
	for _, c := range plainCommands() {
		if c.about != "" {
			b.Line("  %-22s %s", strings.TrimSpace(c.name+" "+c.args), c.about)
		}
	}
	if p.asks() {
		b.Line("Where the program asks, commands go behind a slash, such as /undo; //x says /x to it.")
	}
	p.write(b)
	return nil
}
