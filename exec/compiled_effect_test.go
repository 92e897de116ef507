package exec

import (
	"context"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// A compiled effect leaves the same trace as firing in the general way.
func TestCompiledEffect(t *testing.T) {
	simple := 0
	rapid.Check(t, func(rt *rapid.T) {
		p := load(rt, rapid.OneOf(genProgram(), genRich(), genLasting(), genCalculating()).Draw(rt, "program"))
		limits := Limits{FactSize: rapid.SampledFrom([]int{0, 0, 1, 2, 3, 4, 12}).Draw(rt, "size")}
		seed := rapid.Uint64().Draw(rt, "seed")
		m := newMachine(p, p.Traces[0], limits)
		want := recordOn(rt, m, p, seed)
		general := newMachine(p, p.Traces[0], limits)
		for _, r := range general.rules {
			if r.simple != nil {
				simple++
			}
			r.simple = nil
		}
		require.Equal(rt, recordOn(rt, general, p, seed), want)
	})
	if testing.Short() {
		return // Few samples need not have all kinds.
	}
	require.NotZero(t, simple)
}

// recordOn returns the trace of a run on a machine.
func recordOn(t *rapid.T, m *Machine, p *lang.Program, seed uint64) *trace.Trace {
	o := Options{Chooser: Random(seed), Limits: Limits{Steps: 30}.OrDefaults()}
	b := trace.NewBuilder()
	h := Header(p, p.Traces[0], o)
	require.NoError(t, b.Begin(&h, &m.record, m.event.Makes))
	r := &runner{Machine: m, Options: o, to: b, enabled: Enabled{machine: m, done: context.Background()}}
	why, err := r.run(context.Background())
	require.NoError(t, b.End(m.End(why, err)))
	return b.Trace()
}
