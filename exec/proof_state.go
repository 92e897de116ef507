package exec

import (
	"cmp"
	"context"
	"encoding/binary"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/match"
	"github.com/ceptre-graph/ceptre/exec/prove"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// proofState is the state of a machine as proofs read it.
type proofState struct {
	machine *Machine
	found   map[*lang.Pred]*lookups
}

// lookups keeps the results of searches for facts of a predicate until these change.
type lookups struct {
	changes int
	facts   map[string][]*prove.StateFact // by the kind of the premise, the columns and their values
}

// mostFound is the number of questions about a predicate whose answers are kept.
const mostFound = 100_000

// Version implements [prove.State]. From the first call on, the facts of the predicates are listed.
func (s *proofState) Version(preds []*lang.Pred) int {
	s.machine.network.Commit(context.Background())
	sum := 1
	for _, p := range preds {
		sum += s.machine.context.byAge(p).changes
	}
	return sum
}

// Find implements [prove.Source].
func (s *proofState) Find(p *lang.Premise, columns []int, values []lang.Value) []*prove.StateFact {
	known := s.found[p.Atom.Pred]
	changes := s.machine.context.byAge(p.Atom.Pred).changes
	if known == nil || known.changes != changes || len(known.facts) > mostFound {
		known = &lookups{changes, make(map[string][]*prove.StateFact)}
		s.found[p.Atom.Pred] = known
	}
	syms := s.machine.network.Terms().InternAll(nil, values)
	key := []byte{byte(p.Kind)}
	for i, c := range columns {
		key = binary.AppendUvarint(binary.AppendUvarint(key, uint64(c)), uint64(syms[i]))
	}
	facts, ok := known.facts[string(key)]
	if !ok {
		facts = s.look(p, columns, syms)
		known.facts[string(key)] = facts
	}
	return facts
}

// forget drops the results, as the symbols of terms have changed.
func (s *proofState) forget() { clear(s.found) }

// look finds facts in the network.
func (s *proofState) look(p *lang.Premise, columns []int, key []trace.Sym) []*prove.StateFact {
	m, pred := s.machine, p.Atom.Pred
	facts := m.network.Facts(pred)
	if len(columns) > 0 {
		facts = m.network.Agreeing(pred, columns, key)
	}
	var out []*prove.StateFact
	for f := range facts {
		id := f.Permanent()
		if id == 0 && p.Kind != lang.Permanent {
			id = oldest(f)
		}
		if id != 0 {
			out = append(out, prove.NewStateFact(m.context.Find(pred, id).Fact, id))
		}
	}
	slices.SortFunc(out, func(a, b *prove.StateFact) int { return cmp.Compare(a.ID, b.ID) })
	return out
}

// oldest returns the oldest linear resource of a fact, 0 where there is none.
func oldest(f match.Fact) trace.ResourceID {
	var out trace.ResourceID
	for id := range f.Resources() {
		if out == 0 || id < out {
			out = id
		}
	}
	return out
}
