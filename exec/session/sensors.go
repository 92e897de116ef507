package session

import (
	"context"
	"slices"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// answers are what sensors said in a state.
type answers struct {
	known map[*lang.Pred][]lang.Fact
	whole bool // nothing else is asked: the state comes from a record
}

// heard returns what sensors said at the present point when they were asked last.
func (p *Session) heard() *answers {
	at := p.here()
	if at.hearing == len(at.answers) {
		at.answers = append(at.answers, answers{})
	}
	return &at.answers[at.hearing]
}

// Answered reports whether sensors said something at the present point, if only that there
// is nothing to be said.
func (p *Session) Answered() bool { return p.heard().known != nil }

// AskAgain takes back what sensors said at the present point, so that they are asked again,
// and is false where none has said anything. Points that were found from it stay, and whoever
// goes there has said then what was said there.
func (p *Session) AskAgain() bool {
	if !p.Answered() {
		return false
	}
	p.hear(p.here().unasked())
	return true
}

// hear has the sensors have said at the present point what they said another time.
func (p *Session) hear(hearing int) {
	p.here().hearing = hearing
	p.machine.Tie(p.sensors())
	p.enabled = nil
}

// sensors returns sensors that ask those of the outside once at each point, and remember
// the answers.
func (p *Session) sensors() map[string]exec.Sensor {
	out := make(map[string]exec.Sensor, len(p.options.Host.Sensors))
	for name, ask := range p.options.Host.Sensors {
		out[name] = func(ctx context.Context, of *lang.Pred) ([]lang.Fact, error) { return p.answer(ctx, of, ask) }
	}
	return out
}

// answer returns what a sensor says at the present point.
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

// recall has the sensors have said at the present point what a record says; nothing else is
// asked then.
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

// asked reports whether nothing is asked that was not before.
func (a *answers) asked() bool { return a.whole || a.known != nil }

// unasked returns a place for what sensors will say at a point.
func (at *point) unasked() int {
	free := slices.IndexFunc(at.answers, func(a answers) bool { return !a.asked() })
	if free < 0 {
		free = len(at.answers)
		at.answers = append(at.answers, answers{})
	}
	return free
}

// same reports whether the same was said.
func (a *answers) same(b *answers) bool { return slices.Equal(a.texts(), b.texts()) }

// texts returns what was said, in order.
func (a *answers) texts() (out []string) {
	for _, facts := range a.known { // in any order, as it is sorted
		for _, f := range facts {
			out = append(out, f.String())
		}
	}
	slices.Sort(out)
	return out
}

// Heard is what sensors said at a point when they were asked last.
type Heard struct {
	At    Point        `json:"at,omitempty"`
	Asked []string     `json:"asked,omitempty"` // the predicates of those that were; none where all are to be asked again
	Facts []trace.Fact `json:"facts,omitempty"`
}

// Heard returns what sensors said at a point, and false where the steps that were found from
// there tell of it, or there is nothing to be told.
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

// AllHeard returns what sensors said at all points, see [Session.Heard].
func (p *Session) AllHeard() []Heard {
	var all []Heard
	for at := range p.points {
		if h, ok := p.Heard(Point(at)); ok {
			all = append(all, h)
		}
	}
	return all
}

// led reports whether the step that was found last from a point came after what sensors say
// there now: who takes the steps again ends with that.
func (p *Session) led(from *point) bool {
	n := len(from.children)
	return n > 0 && p.points[from.children[n-1]].heard == from.hearing
}

// rehear has sensors have said what they said once, unless they cannot have. Of a point, the
// first counts.
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

// said returns what sensors said, and false where the program does not know of it.
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
