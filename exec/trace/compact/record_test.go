package compact_test

import (
	"bytes"
	"io"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/compact"
	"github.com/ceptre-graph/ceptre/exec/trace/json"
	"github.com/ceptre-graph/ceptre/exec/trace/tracetest"
)

// blocks are a recorder and a writer that divide traces into the same blocks.
type blocks struct {
	recorder func(io.Writer) trace.Recorder
	write    func(io.Writer, *trace.Stream) error
}

var (
	usualBlocks = blocks{compact.NewRecorder, compact.Write}
	smallBlocks = blocks{compact.NewSmallBlocks, compact.WriteSmallBlocks}
)

// requireSame requires that the recorder writes the same bytes for the calls of tell as the
// writer of the trace that they make.
func (b blocks) requireSame(t require.TestingT, tell func(to ...trace.Recorder)) {
	builder := trace.NewBuilder()
	var out bytes.Buffer
	tell(builder, b.recorder(&out))
	require.Equal(t, tracetest.Written(t, b.write, builder.Trace()), out.Bytes())
}

// requireSteps is requireSame for a run that is not drawn.
func (b blocks) requireSteps(t *testing.T, d *drawnRun, initial []trace.Made, steps func(step func(*trace.Event))) {
	b.requireSame(t, func(all ...trace.Recorder) {
		for _, to := range all {
			require.NoError(t, to.Begin(d.header(), d, initial))
			steps(func(e *trace.Event) { require.NoError(t, to.Step(e)) })
			require.NoError(t, to.End(nil))
		}
	})
}

// TestRecorder compares the bytes of the recorder with those of the writer for random events:
// shapes and terms recur at random.
func TestRecorder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := newDrawnRun(t)
		smallBlocks.requireSame(t, func(to ...trace.Recorder) { d.record(t, to...) })
	})
}

// Where two numbers stand for one term, that is seen before a shape is taken which only
// they fit.
func TestRecorderAliases(t *testing.T) {
	d := &drawnRun{terms: []trace.Term{trace.Const("a"), trace.Const("b"), trace.Const("a")}}
	const a, b, alias = 0, 1, 2
	usualBlocks.requireSteps(t, d, nil, func(step func(*trace.Event)) {
		for _, args := range [][]trace.Sym{{a, a, b}, {a, b, a}, {alias, b, alias}, {a, a, b}, {a, alias, a}} {
			makes := []trace.Made{{Atom: trace.Atom{Args: args[1:2]}}, {Atom: trace.Atom{Args: args[2:]}}}
			step(&trace.Event{Args: args[:1], Makes: makes})
		}
	})
}

// An event has the shape that it would have without a form: where arguments of the rule
// are the same by chance, that is not the one of its form, or there are two.
func TestRecorderForms(t *testing.T) {
	d := &drawnRun{terms: []trace.Term{trace.Const("a"), trace.Const("b")}}
	const a, b = 0, 1
	usualBlocks.requireSteps(t, d, nil, func(step func(*trace.Event)) {
		event := func(form, place int, by trace.Chosen, args ...trace.Sym) {
			makes := []trace.Made{{Atom: trace.Atom{Args: args[place : place+1]}}}
			step(&trace.Event{Form: form, Args: args, Makes: makes, Chosen: by})
		}
		for range 2 {
			event(1, 1, "", a, a)
			event(1, 1, "", a, b)
			event(1, 1, trace.ByPlayer, a, b)
			event(2, 0, "", b, b)
			event(2, 0, "", b, a)
			event(1, 1, "", b, b)
			event(2, 0, "", a, b)
			event(0, 1, "", a, b)
		}
	})
}

// TestRecorderNumerals: events of a rule have shapes of their own by the kinds of their arguments,
// names or numerals.
func TestRecorderNumerals(t *testing.T) {
	d := &drawnRun{terms: []trace.Term{trace.Const("a")}}
	const a, three = 0, trace.Numeral + 3
	usualBlocks.requireSteps(t, d, nil, func(step func(*trace.Event)) {
		for _, arg := range []trace.Sym{a, three, three, a, a, three} {
			step(&trace.Event{Args: []trace.Sym{arg}})
		}
	})
}

// Events that differ only in what they prove, hear or tell the outside have shapes of their own.
func TestRecorderOtherFacts(t *testing.T) {
	d := &drawnRun{terms: []trace.Term{trace.Const("a"), trace.Const("b")}}
	const a, b = 0, 1
	for _, list := range []func(*trace.Event) *[]trace.Atom{
		func(e *trace.Event) *[]trace.Atom { return &e.Proves },
		func(e *trace.Event) *[]trace.Atom { return &e.Absent },
		func(e *trace.Event) *[]trace.Atom { return &e.Sensed },
		func(e *trace.Event) *[]trace.Atom { return &e.Acts },
	} {
		usualBlocks.requireSteps(t, d, nil, func(step func(*trace.Event)) {
			for _, arg := range []trace.Sym{a, b, b, a, a, b} {
				e := &trace.Event{Args: []trace.Sym{a, b}}
				*list(e) = []trace.Atom{{Args: []trace.Sym{arg}}}
				step(e)
			}
		})
	}
}

// The shapes of a block that come again in the next are as if they were new: where the first
// event of a form has arguments that are the same by chance, it has another shape there.
func TestRecorderBlocks(t *testing.T) {
	d := &drawnRun{terms: []trace.Term{trace.Const("a"), trace.Const("b")}}
	const a, b = 0, 1
	smallBlocks.requireSteps(t, d, nil, func(step func(*trace.Event)) {
		for i := range 1000 {
			form := 1 + i/3%3
			args := []trace.Sym{a, b}
			if i%64 < 3 && i/64%2 == 1 {
				args[1] = a
			}
			makes := []trace.Made{{Atom: trace.Atom{Args: args[1:]}}}
			step(&trace.Event{
				Form: form, Rule: form - 1, Args: args, Uses: []trace.ResourceID{1}, Makes: makes, Chosen: trace.ByChance,
			})
		}
	})
}

// TestRecorderNamesakes: two rules with one name may share a shape within a block but not across
// blocks, where one of them makes a fact of arguments that are not its own.
func TestRecorderNamesakes(t *testing.T) {
	d := &drawnRun{terms: []trace.Term{trace.Const("a"), trace.Const("b")}}
	const a, b = 0, 1
	smallBlocks.requireSteps(t, d, nil, func(step func(*trace.Event)) {
		for i := range 1000 {
			makes := []trace.Made{{Atom: trace.Atom{Args: []trace.Sym{a}}}}
			e := trace.Event{Form: 1, Rule: 3, Args: []trace.Sym{a}, Makes: makes, Chosen: trace.ByChance}
			if i%100 == 0 {
				e.Form, e.Rule, e.Makes[0].Atom.Args[0] = 4, 0, b
			}
			step(&e)
		}
	})
}

// TestRecorderDistances: uses are written alike at any distance, and with any part of the block
// not yet in its columns.
func TestRecorderDistances(t *testing.T) {
	initial := make([]trace.Made, 10_000)
	usualBlocks.requireSteps(t, &drawnRun{}, initial, func(step func(*trace.Event)) {
		next := trace.ResourceID(len(initial) + 1)
		for range 1_000 {
			for _, back := range []trace.ResourceID{1, 64, 63, next/2 + 1, next / 2, 8191, 8193, 8192, next - 1} {
				uses := []trace.ResourceID{next - back, 1, next - 1}
				step(&trace.Event{Form: 1, Uses: uses, Makes: initial[:1], Chosen: trace.ByChance})
				next++
			}
		}
	})
}

// drawnRun draws events that make a shape, and variants of it: what it takes to be the same
// shape is all that matters here, so that nothing they use need be there.
type drawnRun struct {
	terms    []trace.Term
	declared []string // of these
	// forms are those of which most events are variants. Where one has a number, the
	// arguments of its facts are places of those of the rule, or elsewhere.
	forms  []trace.Event
	chosen []trace.Chosen
}

// elsewhere is the place of an argument that is not one of the rule's.
const elsewhere = trace.Numeral

// Term implements [trace.Terms].
func (d *drawnRun) Term(x trace.Sym) trace.Term { return d.terms[x] }

// Args implements [trace.Terms].
func (d *drawnRun) Args(x trace.Sym) (args []trace.Sym) {
	for _, t := range d.terms[x].Args {
		args = append(args, trace.Sym(slices.IndexFunc(d.terms, t.Equal)))
	}
	return args
}

func newDrawnRun(t *rapid.T) *drawnRun {
	a := trace.Const("a")
	d := &drawnRun{
		chosen: []trace.Chosen{trace.ByChance, "", trace.ByPlayer, trace.ByScript},
		terms: []trace.Term{a, trace.Const("b"), {Head: "99999999999", Number: true},
			trace.Const("d"), {Head: "f", Args: []trace.Term{a, trace.Const("d")}}},
	}
	if rapid.Bool().Draw(t, "aliases") {
		d.terms = append(d.terms, a, trace.Term{Head: "7", Number: true}, trace.Const("b"))
	}
	d.declared = [][]string{nil, {"b"}, {"c", "b", "a", "b"}}[rapid.IntRange(0, 2).Draw(t, "declared")]
	for i := range rapid.IntRange(1, 4).Draw(t, "forms") {
		e := d.form(t)
		if len(e.Args) > 0 && rapid.Bool().Draw(t, "numbered") {
			e.Form = i + 1
			places(t, &e)
		}
		d.forms = append(d.forms, e)
	}
	return d
}

// places draws from where a form has the arguments of its facts.
func places(t *rapid.T, e *trace.Event) {
	place := rapid.IntRange(0, len(e.Args)-1)
	for i := range e.Makes {
		e.Makes[i].Persistent = false
	}
	for _, a := range atoms(e) {
		for i := range a.Args {
			a.Args[i] = trace.Sym(place.Draw(t, "place"))
			if rapid.IntRange(0, 3).Draw(t, "calculated") == 0 {
				a.Args[i] = elsewhere
			}
		}
	}
}

// atoms returns the facts of an event.
func atoms(e *trace.Event) []*trace.Atom {
	var all []*trace.Atom
	for i := range e.Makes {
		all = append(all, &e.Makes[i].Atom)
	}
	for _, list := range [][]trace.Atom{e.Proves, e.Absent, e.Sensed, e.Acts} {
		for i := range list {
			all = append(all, &list[i])
		}
	}
	return all
}

// header names two predicates and two rules the same, and some of the terms.
func (d *drawnRun) header() *trace.Header {
	return &trace.Header{Format: trace.Format, Program: &trace.Program{
		Types:      []trace.Type{{Name: "t", Constants: d.declared}},
		Predicates: []trace.Predicate{{Name: "p"}, {Name: "q"}, {Name: "p"}},
		Rules: []trace.Rule{
			{Name: "r", Stage: "day"}, {Name: "s", Stage: "day"},
			{Name: "r", Stage: "night"}, {Name: "r", Stage: "day", Variant: 2},
		},
	}}
}

// form draws the counts of an event and the predicates of its facts.
func (d *drawnRun) form(t *rapid.T) trace.Event {
	small := rapid.IntRange(0, 3)
	e := trace.Event{Rule: rapid.IntRange(0, 3).Draw(t, "rule"), Args: make([]trace.Sym, small.Draw(t, "args"))}
	if rapid.IntRange(0, 9).Draw(t, "wide") == 0 {
		e.Args = make([]trace.Sym, 60)
	}
	reads := small.Draw(t, "reads")
	if rapid.IntRange(0, 9).Draw(t, "hungry") == 0 {
		reads = 150
	}
	e.Consumes = small.Draw(t, "consumes")
	e.Uses = make([]trace.ResourceID, e.Consumes+reads)
	for range small.Draw(t, "makes") {
		e.Makes = append(e.Makes, trace.Made{Atom: d.atom(t), Persistent: rapid.Bool().Draw(t, "persistent")})
	}
	for _, list := range []*[]trace.Atom{&e.Proves, &e.Absent, &e.Sensed, &e.Acts} {
		if rapid.IntRange(0, 2).Draw(t, "others") == 0 {
			*list = append(*list, d.atom(t))
		}
	}
	return e
}

func (d *drawnRun) atom(t *rapid.T) trace.Atom {
	pred, arity := rapid.IntRange(-1, 2).Draw(t, "pred"), rapid.IntRange(0, 3).Draw(t, "arity")
	return trace.Atom{Pred: pred, Args: make([]trace.Sym, arity)}
}

// record tells recorders of the run.
func (d *drawnRun) record(t *rapid.T, to ...trace.Recorder) {
	var initial []trace.Made
	for range rapid.IntRange(0, 80).Draw(t, "initial") {
		a := trace.Atom{Pred: len(initial) / 8 % 3, Args: d.syms(t, 2)}
		initial = append(initial, trace.Made{Atom: a, Persistent: len(initial)/2%5 == 0})
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
	change := rapid.IntRange(0, 9).Draw(t, "change")
	if change < 4 {
		e.Form = 0
	}
	switch change {
	case 0:
		e.Rule = rapid.IntRange(0, 3).Draw(t, "rule")
	case 1:
		e.Proves, e.Absent, e.Sensed, e.Acts = e.Absent, e.Sensed, e.Acts, e.Proves
	case 2:
		e.Consumes = len(e.Uses) - e.Consumes
	case 3:
		e.Proves = nil
	}
	d.arguments(t, &e)
	id := rapid.OneOf(rapid.IntRange(1, 9), rapid.IntRange(1, 1<<40), rapid.IntRange(1<<60, 1<<62))
	e.Uses = make([]trace.ResourceID, len(e.Uses))
	for i := range e.Uses {
		e.Uses[i] = trace.ResourceID(id.Draw(t, "id"))
	}
	e.Choices = rapid.OneOf(rapid.IntRange(0, 9), rapid.IntRange(0, 1<<40)).Draw(t, "choices")
	e.Chosen = d.chosen[rapid.IntRange(0, 3).Draw(t, "chosen")&rapid.IntRange(0, 3).Draw(t, "mask")]
	return &e
}

// arguments draws those of the rule, and fills in those of the facts.
func (d *drawnRun) arguments(t *rapid.T, e *trace.Event) {
	e.Args, e.Makes = d.syms(t, len(e.Args)), slices.Clone(e.Makes)
	e.Proves, e.Absent = slices.Clone(e.Proves), slices.Clone(e.Absent)
	e.Sensed, e.Acts = slices.Clone(e.Sensed), slices.Clone(e.Acts)
	if e.Form == 0 {
		for _, a := range atoms(e) {
			d.fill(t, a, e.Args)
		}
		return
	}
	for _, a := range atoms(e) {
		from := a.Args
		a.Args = d.syms(t, len(from))
		for i, place := range from {
			if place != elsewhere {
				a.Args[i] = e.Args[place]
			} else if slices.Contains(e.Args, a.Args[i]) {
				e.Form = 0 // by chance
			}
		}
	}
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
		"lines": json.NewLineRecorder(io.Discard), "compact": compact.NewRecorder(io.Discard),
	} {
		v := tracetest.NewVillagers(20)
		require.NoError(t, v.Begin(to))
		var err error
		step := func() { err = to.Step(v.Step()) }
		for range 200_000 {
			step()
		}
		require.Zero(t, testing.AllocsPerRun(10_000, step), name)
		require.NoError(t, err)
	}
}
