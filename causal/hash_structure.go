package causal

import "math"

// runStructure is the structure of a run, built as the run goes on: what comes later has the
// higher number.
type runStructure struct {
	structure
	permanent []uint64 // the digests of permanent facts
}

// vertex is a node of the structure of a run; a permanent fact is none, and has the complement
// of its number.
type vertex int32

// nobody made what there was in the beginning.
const nobody vertex = math.MinInt32

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

// resource enters a resource and the event that made it, or nobody.
func (s *runStructure) resource(digest uint64, permanent bool, maker vertex) vertex {
	if permanent {
		s.permanent = append(s.permanent, digest)
		return ^vertex(len(s.permanent) - 1)
	}
	if maker != nobody {
		s.arc(maker, producing)
	}
	return s.add(mix(digest, linearLabel))
}

// arc enters an arc into the node that is added next.
func (s *runStructure) arc(from vertex, kind uint8) {
	s.ins.other, s.ins.kind = append(s.ins.other, int32(from)), append(s.ins.kind, kind)
}

// add adds a node to which the arcs lead that were entered since the last.
func (s *runStructure) add(label uint64) vertex {
	if len(s.labels) == 0 {
		s.ins.first = append(s.ins.first, 0)
	}
	s.labels, s.ins.first = append(s.labels, label), append(s.ins.first, int32(len(s.ins.other)))
	return vertex(len(s.labels) - 1)
}

// all returns the structure of the run so far.
func (s *runStructure) all() *structure {
	return &structure{labels: s.labels, ins: s.ins, out: s.ins.reversed(len(s.labels))}
}

// hash returns the hash of the run so far.
func (s *runStructure) hash() Hash {
	n := s.all()
	settle := settler{left: settlingRounds*(n.size()+len(n.ins.other)) + settlingWork}
	sum, exact := settle.certify(n)
	if !exact {
		colours, _ := n.refine()
		sum = summarize(colours, nil)
	}
	return Hash{Sum: summarize(append(s.permanent, version), []certificate{sum}), Exact: exact}
}
