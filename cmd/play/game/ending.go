package game

import "github.com/ceptre-graph/ceptre/site/prose"

// Ending is how a run ended.
type Ending struct {
	Text  string `json:"text"`           // that it has, and by what
	Link  string `json:"link,omitempty"` // that ended it; "" where there was none
	Title string `json:"title,omitempty"`
	Prose string `json:"prose,omitempty"` // both the author's, "" for none
	// Missing says what was missing where nothing could happen from the start, a line each.
	Missing []string `json:"missing,omitempty"`
}

// Ending returns how the run ended. It is nil if a transition is enabled, or before the first
// [View] of the state, which finds the transitions.
func (d *Game) Ending() *Ending {
	if !d.Over() {
		return nil
	}
	e := &Ending{Text: "nothing can happen any more"}
	switch stage := d.Stage(); {
	case stage == nil:
		e.Link = d.Program().Rule(d.Step(d.At()).Key()).Label
		e.Text = e.Link + " has ended the run"
	case len(d.Stages()) > 1:
		e.Text += " in stage " + stage.Name
	}
	e.Title, e.Prose = d.teller.end()
	return e
}

// end returns what the author tells of the end of the whole, if this is it.
func (t *teller) end() (title, text string) {
	if t.prose == nil {
		return "", ""
	}
	m := prose.Moment{Topic: prose.Topic{Kind: prose.Ending}, Holds: t.now, Meets: t.play.Holds}
	s := t.story(t.prose.Narrator(t.program, t.seed).Tell(m), m)
	return s.title, s.opening
}
