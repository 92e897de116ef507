package hash

import (
	"math"
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
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

// event adds an event, with a digest of what it did and the resources that it used, the consumed ones first.
// It does not count which permanent fact it read of several that say the same, nor in what order.
func (s *runStructure) event(digest uint64, uses []vertex, consumes int) vertex {
	var permanent uint64
	for i, u := range uses {
		switch {
		case u >= 0 && i < consumes:
			s.into = append(s.into, arc{int32(u), consuming})
		case u >= 0:
			s.into = append(s.into, arc{int32(u), reading})
		case i >= consumes:
			permanent += Mix(s.permanent[^u], uint64(reading))
		}
	}
	return s.add(Mix(digest, permanent))
}

// resource adds a resource and the event that made it, or unmade.
func (s *runStructure) resource(digest uint64, permanent bool, maker vertex) vertex {
	if permanent {
		s.permanent = append(s.permanent, digest)
		return ^vertex(len(s.permanent) - 1)
	}
	if maker != unmade {
		s.into = append(s.into, arc{int32(maker), producing})
	}
	return s.add(Mix(digest, linearLabel))
}

// add adds a node with the arcs into it.
func (s *runStructure) add(label uint64) vertex {
	v := len(s.labels)
	s.push(v, s.into)
	s.labels, s.into = append(s.labels, label), s.into[:0]
	return vertex(v)
}

// sum returns the hash of the run so far, which may go on.
func (s *runStructure) sum() Sum {
	here := *s
	here.labels, here.permanent = slices.Clone(s.labels), slices.Clone(s.permanent)
	return here.sumOnce()
}

const (
	// settlingRounds and settlingWork bound the breaking of symmetries: the number of sweeps over
	// the whole run, and the number of nodes and arcs visited besides.
	settlingRounds = 100
	settlingWork   = 20_000_000
	// version is to change when the meaning of the hash does.
	version = 1
)

// sumOnce is sum of a run that does not go on: the structure is of no use afterwards.
func (s *runStructure) sumOnce() Sum {
	n := &s.structure
	settle := settler{left: settlingRounds*(n.size()+n.arcs.count) + settlingWork}
	sum, exact := settle.certify(n)
	if !exact {
		slices.Sort(n.labels)
		sum = newSummary(n.labels).certificate(nil)
	}
	permanent := append(s.permanent, version)
	slices.Sort(permanent)
	return Sum{Bytes: newSummary(permanent).certificate([]certificate{sum}), Exact: exact}
}

// numbering is the structure of a whole run, and where in it its events and resources are.
type numbering struct {
	runStructure
	events    []vertex
	resources []vertex // by index
	digests   []uint64 // of the facts, by index of the resource
}

// number numbers the events and resources of a run.
func number(g *causal.Graph) *numbering {
	n := &numbering{events: make([]vertex, g.Len()), resources: make([]vertex, len(g.Resources)),
		digests: make([]uint64, len(g.Resources))}
	add := func(i int, maker vertex) {
		r := &g.Resources[i]
		n.digests[i] = Fact(r.Fact())
		n.resources[i] = n.resource(n.digests[i], r.Persistent, maker)
	}
	for i := range g.Resources {
		if g.Resources[i].Producer == causal.Outside {
			add(i, unmade)
		}
	}
	var uses []vertex
	for e := range g.Len() {
		step := g.Step(causal.Event(e))
		uses = uses[:0]
		for _, ids := range [][]trace.ResourceID{step.Consumes, step.Reads} {
			for _, id := range ids {
				uses = append(uses, n.resources[g.Index(id)])
			}
		}
		n.events[e] = n.event(Step(step), uses, len(step.Consumes))
		for _, id := range step.Produces {
			add(g.Index(id), n.events[e])
		}
	}
	return n
}
