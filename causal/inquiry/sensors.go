package inquiry

import (
	"context"
	"fmt"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Sense makes sensors answer these facts in the current state, and no others. The
// error says which of them no sensor of the program could answer.
func (r *Replay) Sense(facts []trace.Fact) error {
	r.sensed = make(map[*lang.Pred][]lang.Fact)
	for _, f := range facts {
		fact, err := r.names.fact(f)
		if err == nil && fact.Pred.Kind != lang.Sense {
			err = fmt.Errorf("%s is %s in the program, and is not sensed", fact.Pred.Name, fact.Pred.Kind)
		}
		if err != nil {
			return &Fault{Kind: UnknownName, Err: err}
		}
		r.sensed[fact.Pred] = append(r.sensed[fact.Pred], fact)
	}
	r.Machine.Tie(r.sensors)
	return nil
}

// recorded returns sensors for all of a program's predicates that answer what
// [Replay.Sense] was told.
func (r *Replay) recorded(prog *lang.Program) map[string]exec.Sensor {
	out := make(map[string]exec.Sensor)
	for _, p := range prog.Preds {
		if p.Kind == lang.Sense {
			out[p.Handler] = func(_ context.Context, p *lang.Pred) ([]lang.Fact, error) { return r.sensed[p], nil }
		}
	}
	return out
}
