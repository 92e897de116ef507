package desk

import "github.com/ceptre-graph/ceptre/site/prose"

// Ending is how a run ended.
type Ending struct {
	Link  string // that ended it; "" where there was none
	Stage string // in which nothing can happen any more; "" for none, and where there is one stage alone
	Title string // the author's, "" for none
	Prose string // the author's, "" for none
}

// Ending returns how the run has ended, nil where something can happen, or where nobody has
// looked yet whether it can: a [View] does.
func (d *Desk) Ending() *Ending {
	if !d.Over() {
		return nil
	}
	e := &Ending{}
	switch stage := d.Stage(); {
	case stage == nil:
		e.Link = d.Step(d.At()).Rule
	case len(d.Stages()) > 1:
		e.Stage = stage.Name
	}
	e.Title, e.Prose = d.teller.end()
	return e
}

// end returns what the author tells of the end of the whole, if this is it.
func (t *teller) end() (title, text string) {
	if t.prose == nil {
		return "", ""
	}
	m := prose.Moment{Topic: prose.Topic{Kind: prose.Ending}, Holds: t.now}
	s := t.story(t.prose.Narrator(t.program, t.seed).Tell(m), m)
	return s.title, s.opening
}

// String says that the run has ended, and by what.
func (e *Ending) String() string {
	switch {
	case e.Link != "":
		return e.Link + " has ended the run"
	case e.Stage != "":
		return "nothing can happen any more in stage " + e.Stage
	}
	return "nothing can happen any more"
}
