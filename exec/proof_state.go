package exec

import (
	"cmp"
	"context"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/network"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// proofState is the state of a machine as proofs read it.
type proofState struct{ machine *Machine }

// version implements [state]. From the first time on, the facts of the predicates are listed.
func (s *proofState) version(preds []*lang.Pred) int {
	s.machine.network.Commit(context.Background())
	sum := 1
	for _, p := range preds {
		sum += s.machine.context.roll(p).changes
	}
	return sum
}

// find implements [source].
func (s *proofState) find(p lang.Premise, columns []int, values []lang.Value) []*stateFact {
	m, pred := s.machine, p.Atom.Pred
	facts := m.network.Facts(pred)
	if len(columns) > 0 {
		facts = m.network.Agreeing(pred, columns, m.network.Terms().InternAll(nil, values))
	}
	var out []*stateFact
	for f := range facts {
		id := f.Permanent()
		if id == 0 && p.Kind != lang.Permanent {
			id = oldest(f)
		}
		if id != 0 {
			out = append(out, newStateFact(m.context.Find(pred, id)))
		}
	}
	slices.SortFunc(out, func(a, b *stateFact) int { return cmp.Compare(a.id, b.id) })
	return out
}

// oldest returns the oldest linear resource of a fact, 0 where there is none.
func oldest(f network.Fact) trace.ResourceID {
	var out trace.ResourceID
	for id := range f.Resources() {
		if out == 0 || id < out {
			out = id
		}
	}
	return out
}
