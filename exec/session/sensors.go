package session

import (
	"context"
	"slices"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// answers are the answers of sensors in a state.
type answers struct {
	known map[*lang.Pred][]lang.Fact
	whole bool // no sensor is asked: the state comes from a record
}

// heard returns the last answers of sensors at the present point.
func (p *Session) heard() *answers {
	at := p.here()
	if at.hearing == len(at.answers) {
		at.answers = append(at.answers, answers{})
	}
	return &at.answers[at.hearing]
}

// Answered reports whether sensors were asked at the present point, even if they had no answer.
func (p *Session) Answered() bool { return p.heard().known != nil }

// AskAgain takes back the answers of sensors at the present point, so that they are asked again,
// and is false if none has answered. Children of the point stay, with the answers from which they
// were found.
func (p *Session) AskAgain() bool {
	if !p.Answered() {
		return false
	}
	p.hear(p.here().unasked())
	return true
}

// hear makes other answers of sensors the present ones at the present point.
func (p *Session) hear(hearing int) {
	p.here().hearing = hearing
	p.machine.Tie(p.sensors())
	p.enabled = nil
}

// sensors returns sensors that ask those of the host once at each point, and remember the answers.
func (p *Session) sensors() map[string]exec.Sensor {
	out := make(map[string]exec.Sensor, len(p.options.Host.Sensors))
	for name, ask := range p.options.Host.Sensors {
		out[name] = func(ctx context.Context, of *lang.Pred) ([]lang.Fact, error) { return p.answer(ctx, of, ask) }
	}
	return out
}

// answer returns the answer of a sensor at the present point.
func (p *Session) answer(ctx context.Context, of *lang.Pred, ask exec.Sensor) ([]lang.Fact, error) {
	a := p.heard()
	if facts, known := a.known[of]; known || a.whole {
		return facts, nil
	}
	facts, err := ask(ctx, of)
	if err == nil {
		a.enter(of, facts)
	}
	return facts, err
}

func (a *answers) enter(of *lang.Pred, facts []lang.Fact) {
	if a.known == nil {
		a.known = make(map[*lang.Pred][]lang.Fact)
	}
	a.known[of] = append(a.known[of], facts...)
}

// recall makes recorded answers the present ones at the present point; no sensor is asked then.
func (p *Session) recall(sensed []trace.Fact) error {
	said := answers{whole: true}
	for _, s := range sensed {
		f, err := p.names.Fact(s)
		if err != nil {
			return err
		}
		said.enter(f.Pred, []lang.Fact{f})
	}
	now, at := p.heard(), p.here()
	if now.asked() && now.same(&said) {
		return nil
	}
	known := slices.IndexFunc(at.answers, func(a answers) bool { return a.asked() && a.same(&said) })
	if known < 0 {
		known = at.unasked()
		at.answers[known] = said
	}
	p.hear(known)
	return nil
}

// asked reports whether there are answers already.
func (a *answers) asked() bool { return a.whole || a.known != nil }

// unasked returns the index of answers in which no sensor was asked yet.
func (at *point) unasked() int {
	free := slices.IndexFunc(at.answers, func(a answers) bool { return !a.asked() })
	if free < 0 {
		free = len(at.answers)
		at.answers = append(at.answers, answers{})
	}
	return free
}

// same reports whether the answers are equal.
func (a *answers) same(b *answers) bool { return slices.Equal(a.texts(), b.texts()) }

// texts returns the answers as texts, sorted.
func (a *answers) texts() (out []string) {
	for _, facts := range a.known { // in any order, as it is sorted
		for _, f := range facts {
			out = append(out, f.String())
		}
	}
	slices.Sort(out)
	return out
}

// Heard is the last answers of sensors at a point.
type Heard struct {
	At    Point        `json:"at,omitempty"`
	Asked []string     `json:"asked,omitempty"` // the predicates of those that were; none where all are to be asked again
	Facts []trace.Fact `json:"facts,omitempty"`
}

// Heard returns the last answers of sensors at a point, and false if the steps from there record
// them, or there are none.
func (p *Session) Heard(at Point) (Heard, bool) {
	of := &p.points[at]
	if of.hearing >= len(of.answers) || p.led(of) {
		return Heard{}, false
	}
	said := &of.answers[of.hearing]
	h := Heard{At: at}
	for _, pred := range p.prog.Preds {
		facts, asked := said.known[pred]
		if !asked {
			continue
		}
		h.Asked = append(h.Asked, pred.Name)
		for _, f := range facts {
			h.Facts = append(h.Facts, term.RecordFact(f))
		}
	}
	return h, len(h.Asked) > 0 || len(of.answers) > 1
}

// AllHeard returns the answers of sensors at all points, see [Session.Heard].
func (p *Session) AllHeard() []Heard {
	var all []Heard
	for at := range p.points {
		if h, ok := p.Heard(Point(at)); ok {
			all = append(all, h)
		}
	}
	return all
}

// led reports whether the last step found from a point came after the present answers of sensors
// there: then taking the steps again restores these answers.
func (p *Session) led(from *point) bool {
	n := len(from.children)
	return n > 0 && p.points[from.children[n-1]].heard == from.hearing
}

// rehear restores recorded answers of sensors, unless the program has changed so that they are
// impossible. The first record of a point counts.
func (g *grower) rehear(h Heard) {
	if h.At < 0 || int(h.At) >= len(g.points) || g.lost[h.At] || g.heard[g.points[h.At]] {
		return
	}
	g.heard[g.points[h.At]] = true
	if said, ok := g.said(h); ok {
		at := &g.Session.points[g.points[h.At]]
		at.hearing = at.unasked()
		at.answers[at.hearing] = said
	}
}

// said returns recorded answers of sensors, and false if the program lacks a name in them.
func (p *Session) said(h Heard) (answers, bool) {
	var said answers
	for _, pred := range p.prog.Preds {
		if pred.Kind == lang.Sense && slices.Contains(h.Asked, pred.Name) {
			said.enter(pred, nil)
		}
	}
	for _, fact := range h.Facts {
		f, err := p.names.Fact(fact)
		if err != nil {
			return said, false
		}
		if _, asked := said.known[f.Pred]; !asked {
			return said, false
		}
		said.enter(f.Pred, []lang.Fact{f})
	}
	return said, true
}
