package play

import (
	"context"
	"slices"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// answers are what sensors said in a state.
type answers struct {
	known map[*lang.Pred][]lang.Fact
	whole bool // nothing else is asked: the state comes from a record
}

// heard returns what sensors said at the present point when they were asked last.
func (p *Play) heard() *answers {
	at := p.here()
	if at.hearing == len(at.answers) {
		at.answers = append(at.answers, answers{})
	}
	return &at.answers[at.hearing]
}

// Answered reports whether sensors said something at the present point, if only that there
// is nothing to be said.
func (p *Play) Answered() bool { return p.heard().known != nil }

// AskAgain takes back what sensors said at the present point, so that they are asked again,
// and is false where none has said anything. Points that were found from it stay, and whoever
// goes there has said then what was said there.
func (p *Play) AskAgain() bool {
	if !p.Answered() {
		return false
	}
	p.hear(p.here().unasked())
	return true
}

// hear has the sensors have said at the present point what they said another time.
func (p *Play) hear(hearing int) {
	p.here().hearing = hearing
	p.machine.Tie(p.sensors())
	p.enabled = nil
}

// sensors returns sensors that ask those of the outside once at each point, and remember
// the answers.
func (p *Play) sensors() map[string]exec.Sensor {
	out := make(map[string]exec.Sensor, len(p.options.Host.Sensors))
	for name, ask := range p.options.Host.Sensors {
		out[name] = func(ctx context.Context, of *lang.Pred) ([]lang.Fact, error) { return p.answer(ctx, of, ask) }
	}
	return out
}

// answer returns what a sensor says at the present point.
func (p *Play) answer(ctx context.Context, of *lang.Pred, ask exec.Sensor) ([]lang.Fact, error) {
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
func (p *Play) recall(sensed []trace.Fact) error {
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
