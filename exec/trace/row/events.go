package row

import (
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Events is a [trace.Recorder] that hands the events of a run to a sink.
type Events struct {
	// Syms are the numbers of terms in the interner, one more than it, by those of the run; 0 where
	// not known. First are the numbers of the run that came first for each of the interner's, one
	// more than it.
	Syms, First []trace.Sym
	Preds       []Name // of the header, StageToken first
	// Steps and Made are how many there are so far.
	Steps trace.StepID
	Made  trace.ResourceID

	to     Sink
	in     *Interner
	terms  trace.Terms
	rules  []rule // of the header
	row    Row
	pieces []trace.Sym // of which the lists of the row are made
}

// NewEvents returns a recorder for a sink, which shares the interner.
func NewEvents(to Sink, in *Interner) *Events {
	e := &Events{to: to, in: in}
	in.OnForget(e.Forget)
	return e
}

// rule is what a step says by its rule.
type rule struct {
	name, stage Name
	variant     int
}

// Begin implements [trace.Recorder].
func (e *Events) Begin(h *trace.Header, terms trace.Terms, initial []trace.Made) error {
	e.terms = terms
	e.Preds = append(e.Preds, e.in.Name(trace.StagePred)) // so that StageToken is the first
	if h.Program != nil {
		for _, p := range h.Program.Predicates {
			e.Preds = append(e.Preds, e.in.Name(p.Name))
		}
		for _, r := range h.Program.Rules {
			e.rules = append(e.rules, rule{e.in.Name(r.Name), e.in.Name(r.Stage), r.Variant})
		}
	}
	err := e.to.Begin(h)
	for i := 0; i < len(initial) && err == nil; i++ {
		err = e.Initial(&initial[i])
	}
	return err
}

// Initial hands on a resource of the initial state.
func (e *Events) Initial(m *trace.Made) error {
	e.row.Initial = true
	e.clear()
	if err := e.make(m); err != nil {
		return err
	}
	return e.to.Row(&e.row)
}

// clear empties the lists of the row.
func (e *Events) clear() {
	e.row.Made, e.row.Facts, e.pieces = e.row.Made[:0], e.row.Facts[:0], e.pieces[:0]
}

// Step implements [trace.Recorder].
func (e *Events) Step(v *trace.Event) error {
	from := e.rules[v.Rule]
	r := &e.row
	e.clear()
	r.Initial = false
	e.Steps++
	r.ID = e.Steps
	r.Rule, r.Stage, r.Variant = from.name, from.stage, from.variant
	r.Consumes, r.Reads = v.Uses[:v.Consumes], v.Uses[v.Consumes:]
	r.Choices, r.Chosen = v.Choices, v.Chosen
	r.Proves, r.Absent, r.Sensed, r.Acts = len(v.Proves), len(v.Absent), len(v.Sensed), len(v.Acts)
	var err error
	if r.Args, err = e.args(v.Args); err != nil {
		return fmt.Errorf("step %v: %w", r.ID, err)
	}
	for i := range v.Makes {
		if err := e.make(&v.Makes[i]); err != nil {
			return err
		}
	}
	r.Produces = r.Made
	if r.Proves+r.Absent+r.Sensed+r.Acts > 0 { // facts that are no resources
		for _, list := range [][]trace.Atom{v.Proves, v.Absent, v.Sensed, v.Acts} {
			for i := range list {
				if err := e.fact(&list[i], false); err != nil {
					return err
				}
			}
		}
	}
	return e.to.Row(r)
}

// Forget implements [trace.Recorder].
func (e *Events) Forget() {
	clear(e.Syms)
	clear(e.First)
}

// End implements [trace.Recorder].
func (e *Events) End(end *trace.End) error { return e.to.End(end) }

func (e *Events) make(m *trace.Made) error {
	e.Made++
	e.row.Made = append(e.row.Made, e.Made)
	return e.fact(&m.Atom, m.Persistent)
}

func (e *Events) fact(a *trace.Atom, persistent bool) error {
	args, err := e.args(a.Args)
	e.row.Facts = append(e.row.Facts, Fact{e.Preds[a.Pred+1], persistent, args})
	return err
}

// args returns terms in the numbers of the interner.
func (e *Events) args(syms []trace.Sym) ([]trace.Sym, error) {
	from := len(e.pieces)
	for _, x := range syms {
		known, err := e.Number(x)
		if err != nil {
			return nil, err
		}
		e.pieces = append(e.pieces, known)
	}
	return e.pieces[from:len(e.pieces):len(e.pieces)], nil
}

// Number returns the number that a term of the run has in the interner.
func (e *Events) Number(x trace.Sym) (trace.Sym, error) {
	if x >= trace.Numeral {
		return x, nil
	}
	if int(x) >= len(e.Syms) || e.Syms[x] == 0 {
		if err := e.learn(x); err != nil {
			return 0, err
		}
	}
	return e.Syms[x] - 1, nil
}

// learn finds the number of a term that comes for the first time. Its arguments are found by their
// numbers, so that a term that grows from step to step takes no longer each time.
func (e *Events) learn(x trace.Sym) error {
	args := slices.Clone(e.terms.Args(x))
	for i, arg := range args {
		var err error
		if args[i], err = e.Number(arg); err != nil {
			return err
		}
	}
	t := e.terms.Term(x)
	known, err := e.in.entry(t.Head, t.Number, args)
	if err != nil {
		return err
	}
	e.Syms = Extend(e.Syms, int(x)+1)
	e.Syms[x] = known + 1
	if known < trace.Numeral {
		e.First = Extend(e.First, int(known)+1)
		if e.First[known] == 0 {
			e.First[known] = x + 1
		}
	}
	return nil
}
