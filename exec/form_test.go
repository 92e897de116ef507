package exec

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Events of one form are as it says, and a run with forms is recorded as any other.
func TestForms(t *testing.T) {
	alike := 0
	rapid.Check(t, func(rt *rapid.T) {
		p := load(rt, rapid.OneOf(genProgram(), genLasting()).Draw(rt, "program"))
		o := Options{Seed: rapid.Uint64().Draw(rt, "seed"), Limits: Limits{Steps: 30}}
		b := trace.NewBuilder()
		w := &formWatch{Recorder: b, t: rt, outlines: make(map[int]string), places: make(map[int][]uint)}
		require.NoError(rt, Record(context.Background(), p, p.Traces[0], o, w))
		alike += w.alike
		var quick, long bytes.Buffer
		require.NoError(rt, Record(context.Background(), p, p.Traces[0], o, trace.NewCompactRecorder(&quick)))
		require.NoError(rt, trace.WriteCompact(&long, b.Trace()))
		require.Equal(rt, long.Bytes(), quick.Bytes())
	})
	require.NotZero(t, alike)
}

// formWatch is a recorder that compares the events of each form.
type formWatch struct {
	trace.Recorder
	t        *rapid.T
	outlines map[int]string
	places   map[int][]uint // for each argument of the facts the bits of those of the rule that it may be
	alike    int            // events like one before
}

// Step implements [trace.Recorder].
func (w *formWatch) Step(e *trace.Event) error {
	if e.Form > 0 {
		w.compare(e)
	}
	return w.Recorder.Step(e)
}

func (w *formWatch) compare(e *trace.Event) {
	for _, x := range e.Args {
		require.Less(w.t, x, trace.Numeral)
	}
	o, places := formOutline(e)
	if before, ok := w.outlines[e.Form]; ok {
		require.Equal(w.t, before, o)
		for i := range places {
			places[i] &= w.places[e.Form][i]
		}
		w.alike++
	}
	require.NotContains(w.t, places, uint(0))
	w.outlines[e.Form], w.places[e.Form] = o, places
}

// formOutline returns what events of a form have in common, and for each argument of the
// facts the bits of those of the rule that it is.
func formOutline(e *trace.Event) (string, []uint) {
	o := fmt.Sprint(e.Rule, len(e.Args), len(e.Consumes), len(e.Reads), len(e.Proves), len(e.Sensed), len(e.Acts))
	var atoms []trace.Atom
	for _, m := range e.Makes {
		atoms = append(atoms, m.Atom)
		o += fmt.Sprint(" ", m.Persistent)
	}
	for _, list := range [][]trace.Atom{e.Proves, e.Sensed, e.Acts} {
		atoms = append(atoms, list...)
	}
	var places []uint
	for _, a := range atoms {
		o += fmt.Sprint(" ", a.Pred, len(a.Args))
		for _, x := range a.Args {
			var bits uint
			for i, y := range e.Args {
				if x == y {
					bits |= 1 << i
				}
			}
			places = append(places, bits)
		}
	}
	return o, places
}
