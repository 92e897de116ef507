package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/play"
	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/cmd/play/game"
	"github.com/ceptre-graph/ceptre/site/words"
)

// act does something, and tells what came of it. Also what fails may have done something
// before.
func (p *plain) act(ctx context.Context, do func() error) error {
	before := p.At()
	p.told = p.Depth()
	err := do()
	p.tellNews()
	if ctx.Err() != nil || err != nil && p.At() == before {
		return cmp.Or(ctx.Err(), err)
	}
	p.most = game.Most{Moves: mostNumbered}
	if interjected(err) != nil {
		p.writeChanges(p.Look(ctx, p.most)) // to see more is to be asked again
		return err
	}
	v, viewErr := p.View(ctx, p.most)
	p.writeChanges(v)
	if err = cmp.Or(err, viewErr); err != nil {
		return err
	}
	if !p.writeStop() || p.Stopped().Why != play.AtEnd { // which has been said
		p.writeStatus(v)
	}
	p.writeEnding()
	p.writeMenu(v.Menu, v.Whole, mostShown)
	p.shown = true
	return nil
}

// writeStop says why chance stopped, where it was a limit as `ceptre run` does, and reports
// whether there was something to say.
func (p *plain) writeStop() bool {
	text := p.stopText()
	switch {
	case p.Spent() != nil:
		fmt.Fprintf(p.Err, "%s: stopped after %s, as %s\n", p.prog.Source, plural(p.Depth(), "step"), text)
	case text != "":
		p.tell("Stopped: %s", text)
	}
	return text != ""
}

// mostTold is the number of steps of which the player is told at once: chance may take many more.
// The first and the last of them are told.
const mostTold = 200

// tellNews tells of the steps that the player does not know of yet.
func (p *plain) tellNews() {
	b := &report.Text{}
	news := p.Path()[min(p.told, p.Depth())+1:]
	p.told = p.Depth()
	if more := len(news) - mostTold; more > 0 {
		p.tellSteps(b, news[:mostTold/2])
		b.Line("  … %s more", plural(more, "step"))
		news = news[mostTold/2+more:]
	}
	p.tellSteps(b, news)
	p.write(b)
}

func (p *plain) tellSteps(b *report.Text, points []play.Point) {
	for _, at := range points {
		e := p.Event(at)
		b.Line("%s %s %s", chosenMark(e.Chosen), e.Step, e.Text)
		for _, text := range []string{e.Title, e.Prose} {
			if text != "" {
				writeIndented(b, text)
			}
		}
	}
}

// writeChanges writes the facts that have come and gone since the last command.
func (p *plain) writeChanges(v *game.View) {
	b := &report.Text{}
	for _, l := range v.Gone {
		b.Line("  - %s", lineText(l))
	}
	for _, l := range v.Came {
		b.Line("  + %s", lineText(l))
	}
	p.write(b)
}

// lineText returns a fact with its number, if there are several.
func lineText(l game.Line) string {
	if l.Count > 1 {
		return fmt.Sprintf("%d × %s", l.Count, l.Fact)
	}
	return l.Fact
}

// writeStatus says which side is to move, unless it is the player's, and when the state was the
// same before.
func (p *plain) writeStatus(v *game.View) {
	switch v.Status {
	case game.Over:
		p.tell("%s", theEnd(p.Ending()))
		for _, line := range v.Ending.Missing {
			p.tell("%s", line)
		}
	case game.Bound:
		p.tell("The run is as long as it may be, %s; --steps changes that.", plural(p.Depth(), "step"))
	case game.Chance:
		p.tell("It is not your turn: `chance` or `until` go on, or choose yourself.")
	}
	if v.Again != "" && !p.asks() { // who talks with a program goes round
		p.tell("The state is %s.", v.Again)
	}
}

// theEnd says that the run has ended, and by what.
func theEnd(e *game.Ending) string {
	text := e.Text + "."
	if e.Link != "" {
		return "The end: " + text
	}
	return words.Capital(text)
}

// writeEnding writes the author's text for the ending.
func (p *plain) writeEnding() {
	b := &report.Text{}
	writeEnding(b, p.Ending())
	p.write(b)
}

// ending writes the author's text for the ending, if the run has ended.
func writeEnding(b *report.Text, e *game.Ending) {
	if e == nil {
		return
	}
	for _, text := range []string{e.Title, e.Prose} {
		if text != "" {
			writeIndented(b, text)
		}
	}
}

// writeMenu writes moves with their numbers, as many of each rule as are wanted.
func (p *plain) writeMenu(menu []game.Rule, whole bool, most int) {
	b := &report.Text{}
	for _, r := range menu {
		for _, m := range r.Moves[:min(most, len(r.Moves))] {
			b.Line("%4d  %s", m.Number, strings.Join(moveTexts(m), "  "))
			if m.Title != "" {
				b.Line("      “%s”", m.Title)
			}
		}
		if more := len(r.Moves) - most; more > 0 {
			b.Line("      … %d more of %s; `moves` lists them, `moves TEXT` finds some", more, r.Name)
		}
	}
	if !whole {
		b.Line("      … there are more; `moves TEXT` finds them")
	}
	p.write(b)
}

// moveTexts returns a move, the ways to make it where there are several, and what it uses
// up (-), makes (+) and tells the outside (>).
func moveTexts(m game.Move) []string {
	texts := []string{m.Text}
	if m.Count > 1 {
		texts = append(texts, words.Ways(m.Count))
	}
	for _, part := range []struct {
		sign  string
		facts []string
	}{{"-", m.Uses}, {"+", m.Makes}, {">", m.Acts}} {
		for _, f := range part.facts {
			texts = append(texts, part.sign+f)
		}
	}
	return texts
}
