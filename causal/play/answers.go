package play

import (
	"context"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// answers are what sensors said in a state.
type answers struct {
	known map[*lang.Pred][]lang.Fact
	whole bool // nothing else is asked: the state comes from a record
}

// sensors returns sensors that ask those of the outside once at each point, and remember
// the answers.
func (p *Play) sensors() map[string]exec.Sensor {
	out := make(map[string]exec.Sensor, len(p.options.Outside.Sensors))
	for name, ask := range p.options.Outside.Sensors {
		out[name] = func(ctx context.Context, of *lang.Pred) ([]lang.Fact, error) { return p.answer(ctx, of, ask) }
	}
	return out
}

// answer returns what a sensor says at the present point.
func (p *Play) answer(ctx context.Context, of *lang.Pred, ask exec.Sensor) ([]lang.Fact, error) {
	a := &p.here().answers
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

// recall enters what sensors said at the present point, as a record says; nothing else is
// asked there. What was asked here before stays.
func (p *Play) recall(sensed []trace.Fact) error {
	a := &p.here().answers
	if a.whole || a.known != nil {
		return nil
	}
	for _, s := range sensed {
		f, err := p.reader.Fact(s)
		if err != nil {
			return err
		}
		a.enter(f.Pred, []lang.Fact{f})
	}
	a.whole = true
	p.machine.Tie(p.sensors())
	p.enabled = nil
	return nil
}
