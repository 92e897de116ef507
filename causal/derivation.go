package causal

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Derivation is how a fact follows that a step proved, as far as an explanation
// shows it. Traces do not say; whoever has the program can.
type Derivation struct {
	// Fact is what follows, or a comparison that holds. It is written with the short forms of the
	// graph, see [Graph.Shapes].
	Fact fmt.Stringer
	// Cut says that the fact is too long to be written whole, so that others may
	// read the same.
	Cut bool
	// How says behind it by what it follows: `← near/back`, `(given)`.
	How string
	// State says that it is a fact of the state, which other steps may lack.
	State bool
	// From is what that asks for.
	From []*Derivation
}

// readsState reports whether a proof rests on facts of the state.
func (d *Derivation) readsState() bool {
	return d.State || slices.ContainsFunc(d.From, (*Derivation).readsState)
}

// mostDerived is the bound on the lines written of a proof. Lines cut off at its end are counted.
const mostDerived = 40

// derivationWriter writes one proof.
type derivationWriter struct {
	*prover
	left int             // left is the number of lines still allowed
	here map[string]bool // here holds the written facts with proofs that rest on the state of the step
}

// derive returns how a fact follows that an event proved, or where that stands.
func (p *prover) derive(e Event, f trace.Fact) *Derivation {
	short := p.Graph.Shapes().Fact(f)
	text := short.String()
	how, above := p.derived[text]
	switch {
	case slices.ContainsFunc(p.Graph.Step(e).Sensed, func(s trace.Fact) bool { return s.String() == f.String() }):
		return &Derivation{Fact: short, How: "(answered)"}
	case above:
		return &Derivation{Fact: short, How: how + " (above)"}
	case p.Proofs != nil && p.err == nil:
		d, err := p.Proofs(e, f)
		if p.err = err; err == nil {
			return d
		}
	}
	if p.Graph.isBackward(f.Pred) {
		return &Derivation{Fact: short, How: "(proved)"}
	}
	return &Derivation{Fact: short, How: "(derived)"}
}

// isBackward reports whether the program declares a predicate as backward. What steps of other systems
// derive is of predicates that their traces do not declare, or not so.
func (g *Graph) isBackward(pred string) bool {
	return g.Trace.Program != nil && slices.ContainsFunc(g.Trace.Program.Predicates, func(p trace.Predicate) bool {
		return p.Name == pred && p.Mode == trace.Backward
	})
}

// write writes a proof, or where it stands.
func (w *derivationWriter) write(d *Derivation, first, rest string, depth int) {
	w.left--
	text := d.Fact.String()
	line := strings.TrimRight(first+text+" "+d.How, " ")
	if len(d.From) > 0 && !d.Cut {
		if _, above := w.derived[text]; above || w.here[text] {
			w.line(line + " (above)")
			return
		}
		if d.readsState() {
			w.here[text] = true
		} else {
			w.derived[text] = d.How
		}
	}
	w.line(line)
	w.from(d.From, rest, depth)
}

// from writes what a proof asks for, as much as there is room for.
func (w *derivationWriter) from(ds []*Derivation, margin string, depth int) {
	for i, d := range ds {
		if w.left <= 0 || depth == deepest {
			last, _ := branch(margin, true)
			w.line(fmt.Sprintf("%s… %d more", last, linesOf(ds[i:])))
			return
		}
		first, rest := branch(margin, i == len(ds)-1)
		w.write(d, first, rest, depth+1)
	}
}

// linesOf returns how many lines proofs take.
func linesOf(ds []*Derivation) int {
	n := len(ds)
	for _, d := range ds {
		n += linesOf(d.From)
	}
	return n
}
