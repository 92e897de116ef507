package causal

import (
	"math"
	"slices"
)

// runStructure is the structure of a run, built as the run goes on: what comes later has the
// higher number.
type runStructure struct {
	structure
	permanent []uint64 // the digests of permanent facts
	into      []arc    // into the node that is added next
}

// vertex is a node of the structure of a run; a permanent fact is none, and has the complement
// of its number.
type vertex int32

// unmade is the maker of the resources of the initial state.
const unmade vertex = math.MinInt32

// linearLabel tells linear resources from events.
const linearLabel = 0x9e3779b97f4a7c15

// event enters an event, what it did, and what it used: first what it consumed. It does not
// count which permanent fact it read of several that say the same, nor in what order.
func (s *runStructure) event(digest uint64, uses []vertex, consumes int) vertex {
	var permanent uint64
	for i, u := range uses {
		switch {
		case u >= 0 && i < consumes:
			s.arc(u, consuming)
		case u >= 0:
			s.arc(u, reading)
		case i >= consumes:
			permanent += mix(s.permanent[^u], uint64(reading))
		}
	}
	return s.add(mix(digest, permanent))
}

// resource enters a resource and the event that made it, or noMaker.
func (s *runStructure) resource(digest uint64, permanent bool, maker vertex) vertex {
	if permanent {
		s.permanent = append(s.permanent, digest)
		return ^vertex(len(s.permanent) - 1)
	}
	if maker != unmade {
		s.arc(maker, producing)
	}
	return s.add(mix(digest, linearLabel))
}

// arc enters an arc into the node that is added next.
func (s *runStructure) arc(from vertex, kind uint8) {
	s.into = append(s.into, arc{int32(from), kind})
}

// add adds a node to which the arcs lead that were entered since the last.
func (s *runStructure) add(label uint64) vertex {
	v := len(s.labels)
	s.push(v, s.into)
	s.labels, s.into = append(s.labels, label), s.into[:0]
	return vertex(v)
}

// hash returns the hash of the run so far, which may go on.
func (s *runStructure) hash() Hash {
	here := *s
	here.labels, here.permanent = slices.Clone(s.labels), slices.Clone(s.permanent)
	return here.hashOnce()
}

// hashOnce is hash of a run that does not go on: the structure is of no use afterwards.
func (s *runStructure) hashOnce() Hash {
	n := &s.structure
	settle := settler{left: settlingRounds*(n.size()+n.arcs.count) + settlingWork}
	sum, exact := settle.certify(n)
	if !exact {
		slices.Sort(n.labels)
		sum = newSummary(n.labels).certificate(nil)
	}
	permanent := append(s.permanent, version)
	slices.Sort(permanent)
	return Hash{Sum: newSummary(permanent).certificate([]certificate{sum}), Exact: exact}
}
