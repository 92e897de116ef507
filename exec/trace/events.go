package trace

import (
	"fmt"
	"io"
)

// LineRecorder is a [Recorder] that writes JSON Lines as the run goes on: just
// what [WriteLines] writes of the whole. What it holds is the table of terms.
type LineRecorder struct{ *events }

// NewLineRecorder returns a recorder that writes to w, many lines at once; End
// writes the last.
func NewLineRecorder(w io.Writer) *LineRecorder {
	in := newInterner()
	return &LineRecorder{newEvents(newLineSink(w, in), in)}
}

// events hands the events of a run to a sink.
type events struct {
	to     sink
	in     *interner
	terms  Terms
	syms   []Sym // the interner's, one more than it, by the recorder's; 0 where not known
	first  []Sym // the recorder's that came first for each of the interner's, one more than it
	preds  []name
	rules  []declaredRule
	row    row
	pieces []Sym // of which the lists of the row are made
	made   ResourceID
}

func newEvents(to sink, in *interner) *events {
	e := &events{to: to, in: in}
	in.forgets(e.Forget)
	return e
}

// declaredRule is what a step says by its rule.
type declaredRule struct {
	rule, stage name
	variant     int
}

// Begin implements [Recorder].
func (e *events) Begin(h *Header, terms Terms, initial []Made) error {
	e.terms = terms
	e.preds = append(e.preds, e.in.name(StagePred)) // so that StageToken is the first
	if h.Program != nil {
		for _, p := range h.Program.Predicates {
			e.preds = append(e.preds, e.in.name(p.Name))
		}
		for _, r := range h.Program.Rules {
			e.rules = append(e.rules, declaredRule{e.in.name(r.Name), e.in.name(r.Stage), r.Variant})
		}
	}
	err := e.to.begin(h)
	for i := 0; i < len(initial) && err == nil; i++ {
		err = e.initial(&initial[i])
	}
	return err
}

func (e *events) initial(m *Made) error {
	e.row.initial = true
	e.clear()
	if err := e.make(m); err != nil {
		return err
	}
	return e.to.row(&e.row)
}

// clear empties the lists of the row.
func (e *events) clear() {
	e.row.made, e.row.facts, e.pieces = e.row.made[:0], e.row.facts[:0], e.pieces[:0]
}

// Step implements [Recorder].
func (e *events) Step(v *Event) error {
	rule := e.rules[v.Rule]
	r := &e.row
	e.clear()
	r.initial = false
	r.id++
	r.rule, r.stage, r.variant = rule.rule, rule.stage, rule.variant
	r.consumes, r.reads = v.Uses[:v.Consumes], v.Uses[v.Consumes:]
	r.choices, r.chosen = v.Choices, v.Chosen
	r.proves, r.sensed, r.acts = len(v.Proves), len(v.Sensed), len(v.Acts)
	var err error
	if r.args, err = e.args(v.Args); err != nil {
		return fmt.Errorf("step %v: %w", r.id, err)
	}
	for i := range v.Makes {
		if err := e.make(&v.Makes[i]); err != nil {
			return err
		}
	}
	r.produces = r.made
	if r.proves+r.sensed+r.acts > 0 {
		if err := e.others(v); err != nil {
			return err
		}
	}
	return e.to.row(r)
}

// others adds the facts that are no resources.
func (e *events) others(v *Event) error {
	for _, list := range [][]Atom{v.Proves, v.Sensed, v.Acts} {
		for i := range list {
			if err := e.fact(&list[i], false); err != nil {
				return err
			}
		}
	}
	return nil
}

// Forget implements [Recorder].
func (e *events) Forget() {
	clear(e.syms)
	clear(e.first)
}

// End implements [Recorder].
func (e *events) End(end *End) error { return e.to.end(end) }

func (e *events) make(m *Made) error {
	e.made++
	e.row.made = append(e.row.made, e.made)
	return e.fact(&m.Atom, m.Persistent)
}

func (e *events) fact(a *Atom, persistent bool) error {
	args, err := e.args(a.Args)
	e.row.facts = append(e.row.facts, atom{e.preds[a.Pred+1], persistent, args})
	return err
}

// args returns terms in the numbers of the interner.
func (e *events) args(syms []Sym) ([]Sym, error) {
	from := len(e.pieces)
	for _, x := range syms {
		if x < Numeral {
			if int(x) >= len(e.syms) || e.syms[x] == 0 {
				if err := e.learn(x); err != nil {
					return nil, err
				}
			}
			x = e.syms[x] - 1
		}
		e.pieces = append(e.pieces, x)
	}
	return e.pieces[from:len(e.pieces):len(e.pieces)], nil
}

// learn finds the number of a term that comes for the first time.
func (e *events) learn(x Sym) error {
	known, err := e.in.term(e.terms.Term(x))
	if err != nil {
		return err
	}
	e.syms = extend(e.syms, int(x)+1)
	e.syms[x] = known + 1
	if known < Numeral {
		e.first = extend(e.first, int(known)+1)
		if e.first[known] == 0 {
			e.first[known] = x + 1
		}
	}
	return nil
}
