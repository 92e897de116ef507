package play

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/cmd/play/game"
	"github.com/ceptre-graph/ceptre/exec/session"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// act performs an action, and tells the steps and the changes that came of it. An action that fails may
// have taken some steps before.
func (d *dialogue) act(ctx context.Context, do func() error) error {
	before := d.At()
	d.told = d.Depth()
	err := do()
	d.tellNews()
	if ctx.Err() != nil || err != nil && d.At() == before {
		return cmp.Or(ctx.Err(), err)
	}
	d.most = game.Most{Moves: mostNumbered}
	if interjected(err) != nil {
		d.writeChanges(d.Look(ctx, d.most)) // to see more is to be asked again
		return err
	}
	v, viewErr := d.View(ctx, d.most)
	d.writeChanges(v)
	if err = cmp.Or(err, viewErr); err != nil {
		return err
	}
	if !d.writeStop() || d.Stopped().Why != session.AtEnd { // which has been said
		d.writeStatus(v)
	}
	d.writeEnding()
	d.writeMenu(v.Menu, v.Whole, mostShown, false)
	d.shown = true
	return nil
}

// writeStop says why chance stopped, in the words of `ceptre run` if it was a limit, and reports whether
// there was a reason to tell.
func (d *dialogue) writeStop() bool {
	text := d.stopText()
	switch {
	case d.Spent() != nil:
		fmt.Fprintf(d.o.Err, "%s: stopped after %s: %s\n", d.o.Program.Source, english.Count(d.Depth(), "step"), text)
	case text != "":
		d.tell("Stopped: %s", text)
	}
	return text != ""
}

// mostTold is the number of steps of which the player is told at once: chance may take many more.
// The first and the last of them are told.
const mostTold = 200

// tellNews tells of the steps that the player does not know of yet.
func (d *dialogue) tellNews() {
	b := &report.Text{}
	news := d.Path()[min(d.told, d.Depth())+1:]
	d.told = d.Depth()
	if more := len(news) - mostTold; more > 0 {
		d.tellSteps(b, news[:mostTold/2])
		b.Line("  … %s more", english.Count(more, "step"))
		news = news[mostTold/2+more:]
	}
	d.tellSteps(b, news)
	d.write(b)
}

// tellSteps writes the steps to points.
func (d *dialogue) tellSteps(b *report.Text, points []session.Point) {
	for _, at := range points {
		writeEvent(b, d.Event(at))
	}
}

// writeChanges writes the facts that have come and gone since the last command.
func (d *dialogue) writeChanges(v *game.View) {
	b := &report.Text{}
	for _, l := range v.Gone {
		b.Line("  - %s", lineText(l))
	}
	for _, l := range v.Came {
		b.Line("  + %s", lineText(l))
	}
	d.write(b)
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
func (d *dialogue) writeStatus(v *game.View) {
	switch v.Status {
	case game.Over:
		d.tell("%s", theEnd(d.Ending()))
		for _, line := range v.Ending.Missing {
			d.tell("%s", line)
		}
	case game.Bound:
		d.tell("The run has reached its limit, %s; --steps changes it.", english.Count(d.Depth(), "step"))
	case game.Chance:
		d.tell("It is not your turn: `chance` or `until` go on, or choose yourself.")
	}
	if v.Goal != "" {
		d.tell("%s", v.Goal)
	}
	if v.Again != "" && !d.asks() { // in a conversation, states recur
		d.tell("The state is %s.", v.Again)
	}
}

// theEnd says that the run has ended, and by what.
func theEnd(e *game.Ending) string {
	text := e.Text + "."
	if e.Link != "" {
		return "The end: " + text
	}
	return english.Capital(text)
}

// writeEnding writes the author's text for the ending, if the run has ended.
func (d *dialogue) writeEnding() {
	if e := d.Ending(); e != nil {
		b := &report.Text{}
		writeIndented(b, e.Title, e.Prose)
		d.write(b)
	}
}

// writeMenu writes moves with their numbers, as many of each rule as are wanted. The author's name for a choice
// stands alone, unless all is to be seen or other choices have it, too.
func (d *dialogue) writeMenu(menu []game.Rule, whole bool, most int, all bool) {
	b := &report.Text{}
	called := make(map[string]int)
	for _, r := range menu {
		for _, m := range r.Moves {
			called[m.Title]++
		}
	}
	for _, r := range menu {
		for _, m := range r.Moves[:min(most, len(r.Moves))] {
			told := strings.Join(moveTexts(m), "  ")
			switch {
			case m.Choice && !all && called[m.Title] == 1:
				b.Line("%4d  %s", m.Number, m.Title)
			case m.Choice:
				b.Line("%4d  %s: %s", m.Number, m.Title, told)
			default:
				b.Line("%4d  %s", m.Number, told)
				if m.Title != "" {
					b.Line("      “%s”", m.Title)
				}
			}
		}
		if more := len(r.Moves) - most; more > 0 {
			b.Line("      … %d more of %s; `moves` lists them, `moves TEXT` finds some", more, r.Name)
		}
	}
	if !whole {
		b.Line("      … there are more; `moves TEXT` finds them")
	}
	d.write(b)
}

// moveTexts returns a move, the ways to make it where there are several, and what it uses
// up (-), makes (+) and tells the outside (>).
func moveTexts(m game.Move) []string {
	texts := []string{m.Text}
	if m.Count > 1 {
		texts = append(texts, english.Ways(m.Count))
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
