package trace_test

import (
	"bytes"
	"io"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// The recorder writes of any events just what is written of the trace they make,
// whichever shapes and terms come again, and when.
func TestQuickWay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := newDrawnRun(t)
		b := trace.NewBuilder()
		var quick, long bytes.Buffer
		d.record(t, b, trace.NewSmallBlocks(&quick))
		require.NoError(t, trace.WriteSmallBlocks(&long, b.Trace()))
		require.Equal(t, long.Bytes(), quick.Bytes())
	})
}

// Where two numbers stand for one term, that is seen before a shape is taken which only
// they fit.
func TestQuickWayAliases(t *testing.T) {
	d := &drawnRun{terms: []trace.Term{trace.Const("a"), trace.Const("b"), trace.Const("a")}}
	const a, b, alias = 0, 1, 2
	builder := trace.NewBuilder()
	var quick bytes.Buffer
	for _, to := range []trace.Recorder{builder, trace.NewCompactRecorder(&quick)} {
		require.NoError(t, to.Begin(d.header(), d, nil))
		for _, args := range [][]trace.Sym{{a, a, b}, {a, b, a}, {alias, b, alias}, {a, a, b}, {a, alias, a}} {
			makes := []trace.Made{{Atom: trace.Atom{Args: args[1:2]}}, {Atom: trace.Atom{Args: args[2:]}}}
			require.NoError(t, to.Step(&trace.Event{Args: args[:1], Makes: makes}))
		}
		require.NoError(t, to.End(nil))
	}
	require.Equal(t, written(t, trace.WriteCompact, builder.Trace()), quick.Bytes())
}

// drawnRun draws events that make a shape, and variants of it: what it takes to be the same
// shape is all that matters here, so that nothing they use need be there.
type drawnRun struct {
	terms  []trace.Term
	forms  []trace.Event // of which most events are variants
	chosen []trace.Chosen
}

// Term implements [trace.Terms].
func (d *drawnRun) Term(x trace.Sym) trace.Term { return d.terms[x] }

func newDrawnRun(t *rapid.T) *drawnRun {
	a := trace.Const("a")
	d := &drawnRun{
		chosen: []trace.Chosen{trace.ByChance, "", trace.ByPlayer, trace.ByScript},
		terms:  []trace.Term{a, trace.Const("b"), {Head: "99999999999", Number: true}, {Head: "f", Args: []trace.Term{a, trace.Const("d")}}},
	}
	if rapid.Bool().Draw(t, "aliases") {
		d.terms = append(d.terms, a, trace.Term{Head: "7", Number: true}, trace.Const("b"))
	}
	for range rapid.IntRange(1, 4).Draw(t, "forms") {
		d.forms = append(d.forms, d.form(t))
	}
	return d
}

// header names two predicates and two rules the same.
func (d *drawnRun) header() *trace.Header {
	return &trace.Header{Format: trace.Format, Program: &trace.Program{
		Predicates: []trace.Predicate{{Name: "p"}, {Name: "q"}, {Name: "p"}},
		Rules:      []trace.Rule{{Name: "r", Stage: "day"}, {Name: "s", Stage: "day"}, {Name: "r", Stage: "night"}, {Name: "r", Stage: "day"}},
	}}
}

// form draws the counts of an event and the predicates of its facts.
func (d *drawnRun) form(t *rapid.T) trace.Event {
	small := rapid.IntRange(0, 3)
	e := trace.Event{Rule: rapid.IntRange(0, 3).Draw(t, "rule"), Args: make([]trace.Sym, small.Draw(t, "args"))}
	if rapid.IntRange(0, 9).Draw(t, "wide") == 0 {
		e.Args = make([]trace.Sym, 60)
	}
	e.Consumes, e.Reads = make([]trace.ResourceID, small.Draw(t, "consumes")), make([]trace.ResourceID, small.Draw(t, "reads"))
	if rapid.IntRange(0, 9).Draw(t, "hungry") == 0 {
		e.Reads = make([]trace.ResourceID, 150)
	}
	for range small.Draw(t, "makes") {
		e.Makes = append(e.Makes, trace.Made{Atom: d.atom(t), Persistent: rapid.Bool().Draw(t, "persistent")})
	}
	for _, list := range []*[]trace.Atom{&e.Proves, &e.Sensed, &e.Acts} {
		if rapid.IntRange(0, 2).Draw(t, "others") == 0 {
			*list = append(*list, d.atom(t))
		}
	}
	return e
}

func (d *drawnRun) atom(t *rapid.T) trace.Atom {
	return trace.Atom{Pred: rapid.IntRange(-1, 2).Draw(t, "pred"), Args: make([]trace.Sym, rapid.IntRange(0, 3).Draw(t, "arity"))}
}

// record tells recorders of the run.
func (d *drawnRun) record(t *rapid.T, to ...trace.Recorder) {
	var initial []trace.Made
	for range rapid.IntRange(0, 80).Draw(t, "initial") {
		initial = append(initial, trace.Made{Atom: trace.Atom{Pred: len(initial) % 3, Args: d.syms(t, 2)}, Persistent: len(initial)%5 == 0})
	}
	for _, r := range to {
		require.NoError(t, r.Begin(d.header(), d, initial))
	}
	for range rapid.IntRange(0, 200).Draw(t, "steps") {
		e := d.event(t)
		for _, r := range to {
			require.NoError(t, r.Step(e))
		}
	}
	for _, r := range to {
		require.NoError(t, r.End(nil))
	}
}

// event draws a variant of one of the forms.
func (d *drawnRun) event(t *rapid.T) *trace.Event {
	e := d.forms[rapid.IntRange(0, len(d.forms)-1).Draw(t, "form")]
	if rapid.IntRange(0, 9).Draw(t, "new") == 0 {
		e = d.form(t)
	}
	switch rapid.IntRange(0, 9).Draw(t, "change") {
	case 0:
		e.Rule = rapid.IntRange(0, 3).Draw(t, "rule")
	case 1:
		e.Proves, e.Sensed, e.Acts = e.Sensed, e.Acts, e.Proves
	case 2:
		e.Consumes, e.Reads = e.Reads, e.Consumes
	case 3:
		e.Proves = nil
	}
	e.Args = d.syms(t, len(e.Args))
	id := rapid.OneOf(rapid.IntRange(1, 9), rapid.IntRange(1, 1<<40), rapid.IntRange(1<<60, 1<<62))
	for _, ids := range []*[]trace.ResourceID{&e.Consumes, &e.Reads} {
		*ids = make([]trace.ResourceID, len(*ids))
		for i := range *ids {
			(*ids)[i] = trace.ResourceID(id.Draw(t, "id"))
		}
	}
	e.Makes = append([]trace.Made(nil), e.Makes...)
	for i := range e.Makes {
		d.fill(t, &e.Makes[i].Atom, e.Args)
	}
	for _, list := range []*[]trace.Atom{&e.Proves, &e.Sensed, &e.Acts} {
		*list = append([]trace.Atom(nil), *list...)
		for i := range *list {
			d.fill(t, &(*list)[i], e.Args)
		}
	}
	e.Choices = rapid.OneOf(rapid.IntRange(0, 9), rapid.IntRange(0, 1<<40)).Draw(t, "choices")
	e.Chosen = d.chosen[rapid.IntRange(0, 3).Draw(t, "chosen")&rapid.IntRange(0, 3).Draw(t, "mask")]
	return &e
}

// fill draws the arguments of a fact, most of them from those of the rule.
func (d *drawnRun) fill(t *rapid.T, a *trace.Atom, args []trace.Sym) {
	a.Args = d.syms(t, len(a.Args))
	for i := range a.Args {
		if j := rapid.IntRange(0, 3).Draw(t, "from"); j < len(args) {
			a.Args[i] = args[j]
		}
	}
}

// syms draws terms, few of which differ, and numbers of all sizes.
func (d *drawnRun) syms(t *rapid.T, n int) []trace.Sym {
	syms := make([]trace.Sym, n)
	for i := range syms {
		x := rapid.IntRange(0, len(d.terms)+2).Draw(t, "sym")
		if syms[i] = trace.Sym(x); x >= len(d.terms) {
			syms[i] = trace.Numeral + []trace.Sym{0, 200, trace.Numeral - 1}[x-len(d.terms)]
		}
	}
	return syms
}

// Once it is under way, a recorder makes no garbage.
func TestRecordersAllocateNothing(t *testing.T) {
	for name, to := range map[string]trace.Recorder{
		"lines": trace.NewLineRecorder(io.Discard), "compact": trace.NewCompactRecorder(io.Discard),
	} {
		v := newVillagers(20)
		require.NoError(t, v.begin(to))
		var err error
		step := func() { err = to.Step(v.step()) }
		for range 200_000 {
			step()
		}
		require.Zero(t, testing.AllocsPerRun(10_000, step), name)
		require.NoError(t, err)
	}
}
