package exec

import (
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// proof lists the inferences of a proof in preorder: the use of a clause stands before the
// inferences that its premises are proved by.
type proof []inference

// inference is one step of a proof: the use of a clause or of a fact of the state, or another proof
// that stands in its place. One of the three is set.
type inference struct {
	clause *clause
	fact   *stateFact
	part   *proof
}

// each calls f with the uses of clauses and of facts, in order.
func (p proof) each(f func(inference)) {
	for _, x := range p {
		if x.part != nil {
			x.part.each(f)
		} else {
			f(x)
		}
	}
}

// flat returns the uses of clauses and of facts, in order.
func (p proof) flat() proof {
	var out proof
	p.each(func(x inference) { out = append(out, x) })
	return out
}

// stateFact is a fact of the state as proofs read it: its arguments, which are ground, and the
// resource that stands for it.
type stateFact struct {
	pred *lang.Pred
	args []*node
	id   trace.ResourceID
}

// source is where proofs find facts of the state.
type source interface {
	// find returns the facts that may meet a premise on the state, given the values of some
	// columns: each once, the one with the oldest resource first. A permanent resource stands
	// for its fact, and else the oldest one.
	find(p *lang.Premise, columns []int, values []lang.Value) []*stateFact
}

// factList is a source of few facts.
type factList []*Resource

// find implements [source].
func (l factList) find(p *lang.Premise, columns []int, values []lang.Value) []*stateFact {
	var out []*stateFact
	var found []*Resource
	for _, r := range l {
		if r.Fact.Pred == p.Atom.Pred && (r.Permanent || p.Kind != lang.Permanent) && agreesIn(r.Fact, columns, values) && !holdsFact(found, r.Fact) {
			found = append(found, r)
			out = append(out, newStateFact(r))
		}
	}
	return out
}

func newStateFact(r *Resource) *stateFact {
	return &stateFact{pred: r.Fact.Pred, args: nodesOf(r.Fact.Args), id: r.ID}
}

func agreesIn(f lang.Fact, columns []int, values []lang.Value) bool {
	for i, at := range columns {
		if !f.Args[at].Equal(values[i]) {
			return false
		}
	}
	return true
}

func holdsFact(rs []*Resource, f lang.Fact) bool {
	for _, r := range rs {
		if r.Fact.Equal(f) {
			return true
		}
	}
	return false
}
