package sweep

import (
	"context"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Again makes the run with a seed and returns its trace, as [Options.Read] gets it. The trace is
// nil where the context ended first.
func (m Made) Again(ctx context.Context, seed uint64) (made *trace.Trace, err error) {
	o := m.Options
	o.Seed, o.Runs, o.Jobs, o.NoHash, o.Each, o.Done = seed, 1, 1, true, nil, nil
	o.Read = func(t *trace.Trace) error {
		made = t
		return nil
	}
	_, err = Run(ctx, m.Program, m.Start, o)
	return made, err
}
