package exec

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang"
)

// Sensor answers a predicate declared with `sense`: it returns all facts of the
// predicate that hold in the current state. It is asked at most once in a state,
// when some rule needs nothing but the answer; no facts are an answer, too.
type Sensor func(context.Context, *lang.Pred) ([]lang.Fact, error)

// Action carries out a fact of a predicate declared with `action`, after the rule
// has fired that makes it.
type Action func(context.Context, lang.Fact) error

// Host holds the sensors and actions of programs, by the names in `#sensor`
// and `#action`.
type Host struct {
	Sensors map[string]Sensor
	Actions map[string]Action
}

// UntiedError says that a program names a sensor or an action that does not exist.
type UntiedError struct {
	Pred  *lang.Pred
	Known []string // the names of its kind, sorted
}

// Error returns the name and those that are known.
func (e *UntiedError) Error() string {
	what := map[lang.PredKind]string{lang.Sense: "sensor", lang.Action: "action"}[e.Pred.Kind]
	if len(e.Known) == 0 {
		return fmt.Sprintf("there is no %s `%s`, nor any other", what, e.Pred.Handler)
	}
	return fmt.Sprintf("there is no %s `%s`; there are %s", what, e.Pred.Handler, strings.Join(e.Known, ", "))
}

// Silent returns a host for a program whose sensors answer nothing and whose actions do nothing.
func Silent(prog *lang.Program) Host {
	o := Host{Sensors: make(map[string]Sensor), Actions: make(map[string]Action)}
	for _, p := range prog.Preds {
		switch p.Kind {
		case lang.Sense:
			o.Sensors[p.Handler] = func(context.Context, *lang.Pred) ([]lang.Fact, error) { return nil, nil }
		case lang.Action:
			o.Actions[p.Handler] = func(context.Context, lang.Fact) error { return nil }
		}
	}
	return o
}

// Check returns an [UntiedError] for the first predicate whose sensor or action the host lacks.
func (o Host) Check(prog *lang.Program) error {
	for _, p := range prog.Preds {
		var err error
		switch {
		case p.Handler == "":
		case p.Kind == lang.Sense:
			err = untied(p, o.Sensors)
		case p.Kind == lang.Action:
			err = untied(p, o.Actions)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func untied[V any](p *lang.Pred, known map[string]V) error {
	if _, ok := known[p.Handler]; ok {
		return nil
	}
	return &UntiedError{p, slices.Sorted(maps.Keys(known))}
}

// Act carries out the actions of a firing, in order, up to an error.
func (o Host) Act(ctx context.Context, facts []lang.Fact) error {
	for _, fact := range facts {
		if do := o.Actions[fact.Pred.Handler]; do != nil {
			if err := do(ctx, fact); err != nil {
				return fmt.Errorf("action `%s`: %w", fact.Pred.Handler, err)
			}
		}
	}
	return nil
}

// senses asks sensors, and remembers what they answered in the current state.
type senses struct {
	sensors map[string]Sensor
	known   map[*lang.Pred][]lang.Fact
	all     []lang.Fact // in the order asked
}

// sense returns the facts of a predicate in the current state. A predicate without a sensor has
// none.
func (s *senses) sense(ctx context.Context, p *lang.Pred) ([]lang.Fact, error) {
	if facts, asked := s.known[p]; asked {
		return facts, nil
	}
	ask := s.sensors[p.Handler]
	if ask == nil {
		return nil, nil
	}
	facts, err := ask(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("sensor `%s`: %w", p.Handler, err)
	}
	if s.known == nil {
		s.known = make(map[*lang.Pred][]lang.Fact)
	}
	s.known[p] = facts
	s.all = append(s.all, facts...)
	return facts, nil
}

// forget drops the answers, for the next state.
func (s *senses) forget() {
	if s.known != nil {
		s.known, s.all = nil, nil
	}
}
