package exec

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/compact"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Events of one form are as it says, and a run with forms is recorded as any other.
func TestForms(t *testing.T) {
	alike, calculated := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		p := load(rt, rapid.OneOf(genProgram(), genLasting(), genCalculating()).Draw(rt, "program"))
		o := Options{Seed: rapid.Uint64().Draw(rt, "seed"), Limits: Limits{Steps: 30}}
		b := trace.NewBuilder()
		w := &formWatch{Recorder: b, t: rt, outlines: make(map[int]string), places: make(map[int][]uint)}
		require.NoError(rt, Record(context.Background(), p, p.Traces[0], o, w))
		alike += w.alike
		calculated += w.calculated
		var quick, long bytes.Buffer
		require.NoError(rt, Record(context.Background(), p, p.Traces[0], o, compact.NewRecorder(&quick)))
		require.NoError(rt, compact.Write(&long, b.Trace().Stream()))
		require.Equal(rt, long.Bytes(), quick.Bytes())
	})
	if testing.Short() {
		return // Few samples need not have all kinds.
	}
	require.NotZero(t, alike)
	require.NotZero(t, calculated)
}

// formWatch is a recorder that compares the events of each form.
type formWatch struct {
	trace.Recorder
	t        *rapid.T
	outlines map[int]string
	places   map[int][]uint // for each argument of the facts the bits of those of the rule that it may be
	alike    int            // events like one before
	// calculated are such events in which an argument of a fact is none of the rule's.
	calculated int
}

// Step implements [trace.Recorder].
func (w *formWatch) Step(e *trace.Event) error {
	if e.Form > 0 {
		w.compare(e)
	}
	return w.Recorder.Step(e)
}

func (w *formWatch) compare(e *trace.Event) {
	o, places := formOutline(e)
	if before, ok := w.outlines[e.Form]; ok {
		require.Equal(w.t, before, o)
		w.meet(places, w.places[e.Form])
		w.alike++
		if slices.Contains(places, 0) {
			w.calculated++
		}
	}
	w.outlines[e.Form], w.places[e.Form] = o, places
}

// meet keeps the bits that all events of a form have had so far. No place may have lost
// all of them, or had none before.
func (w *formWatch) meet(places, before []uint) {
	for i := range places {
		none := places[i] == 0
		places[i] &= before[i]
		require.Equal(w.t, none, places[i] == 0)
		require.Equal(w.t, before[i] == 0, places[i] == 0)
	}
}

// formOutline returns what events of a form have in common, and for each argument of the
// facts the bits of those of the rule that it is.
func formOutline(e *trace.Event) (string, []uint) {
	o := fmt.Sprint(e.Rule, len(e.Args), e.Consumes, len(e.Uses), len(e.Proves), len(e.Sensed), len(e.Acts))
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
