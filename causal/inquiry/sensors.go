package inquiry

import (
	"context"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/lang"
)

// sensors returns sensors for all of a program's predicates that answer what the
// trace says they did.
func (v *verifier) sensors(prog *lang.Program) map[string]exec.Sensor {
	out := make(map[string]exec.Sensor)
	for _, p := range prog.Preds {
		if p.Kind == lang.Sense {
			out[p.Handler] = v.recorded
		}
	}
	return out
}

// recorded returns the facts of a predicate that were sensed in the current
// state.
func (v *verifier) recorded(_ context.Context, p *lang.Pred) ([]lang.Fact, error) {
	var out []lang.Fact
	for _, f := range v.sensed {
		if f.Pred != p.Name {
			continue
		}
		fact, err := v.names.fact(f)
		if err != nil {
			return nil, err
		}
		out = append(out, fact)
	}
	return out, nil
}
