package prove

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Proof lists the inferences of a proof in preorder: the use of a clause stands before the
// inferences that its premises are proved by.
type Proof []inference

// inference is one step of a proof: the use of a clause or of a fact of the state, or another proof
// that stands in its place. One of the three is set.
type inference struct {
	clause *clause
	fact   *StateFact
	part   *Proof
}

// each calls f with the uses of clauses and of facts, in order.
func (p Proof) each(f func(inference)) {
	for _, x := range p {
		if x.part != nil {
			x.part.each(f)
		} else {
			f(x)
		}
	}
}

// EachFact calls f with the facts of the state that the proof reads, in order.
func (p Proof) EachFact(f func(pred *lang.Pred, id trace.ResourceID)) {
	p.each(func(x inference) {
		if x.fact != nil {
			f(x.fact.pred, x.fact.ID)
		}
	})
}

// StateFact is a fact of the state as proofs read it: its arguments, which are ground, and the
// resource that stands for it.
type StateFact struct {
	ID   trace.ResourceID
	pred *lang.Pred
	args []*node
}

// NewStateFact returns a fact for which a resource stands.
func NewStateFact(f lang.Fact, id trace.ResourceID) *StateFact {
	return &StateFact{ID: id, pred: f.Pred, args: nodesOf(f.Args)}
}

// Source is where proofs find facts of the state.
type Source interface {
	// Find returns the facts that may meet a premise on the state, given the values of some
	// columns: each once, the one with the oldest resource first. A permanent resource stands
	// for its fact, and else the oldest one.
	Find(p *lang.Premise, columns []int, values []lang.Value) []*StateFact
}

// Resource is a fact of the state with an identity.
type Resource struct {
	ID        trace.ResourceID
	Fact      lang.Fact
	Permanent bool
}

// Resources is a source of few facts.
type Resources []Resource

// Find implements [Source].
func (l Resources) Find(p *lang.Premise, columns []int, values []lang.Value) []*StateFact {
	var out []*StateFact
	var found []lang.Fact
	for _, r := range l {
		fits := r.Fact.Pred == p.Atom.Pred && (r.Permanent || p.Kind != lang.Permanent) && agreesIn(r.Fact, columns, values)
		if fits && !slices.ContainsFunc(found, r.Fact.Equal) {
			found = append(found, r.Fact)
			out = append(out, NewStateFact(r.Fact, r.ID))
		}
	}
	return out
}

// agreesIn reports whether a fact has some values in some columns.
func agreesIn(f lang.Fact, columns []int, values []lang.Value) bool {
	for i, at := range columns {
		if !f.Args[at].Equal(values[i]) {
			return false
		}
	}
	return true
}
