package causal

import (
	"encoding/hex"
	"fmt"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Hash is the canonical hash of a run.
type Hash struct {
	Sum [32]byte
	// Exact says that runs with another structure have another hash, short of
	// chance. Where it is false, symmetries were too many to settle: equal runs
	// still have equal hashes, but some others may have the same.
	Exact bool
}

// String returns the hash in hexadecimal.
func (h Hash) String() string { return hex.EncodeToString(h.Sum[:]) }

// UUID returns the beginning of the hash in the shape of a UUID of some version (RFC
// 9562), in small letters: 8 is for what is made in ways of one's own.
func (h Hash) UUID(version byte) string {
	u := h.Sum
	u[6] = u[6]&0x0f | version<<4
	u[8] = u[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", u[:4], u[4:6], u[6:8], u[8:10], u[10:16])
}

// Hash returns a hash of what happened, whatever the order in which independent
// steps happened to fire, and whatever ids they gave. Runs have the same hash if
// a one-to-one correspondence of their events and linear resources keeps rules,
// arguments, facts and arrows: so they differ only in the order of concurrent
// events, or in which of two equal resources was taken where what made it and
// what else it was for are alike.
//
// Permanent facts count by what they say and by who reads them, not by who made
// them: of several concurrent steps that assert one, any may be the first. Given
// the linear resources, the events and which permanent facts each of them reads,
// all makers that are possible come about by changing the order of concurrent
// steps.
//
// The program, the seed, who chose and how the run ended do not count. It costs
// time near-linear in events and arrows.
func (g *Graph) Hash() Hash {
	n, permanent := g.structure()
	s := settler{left: settlingRounds*(n.size()+len(n.ins.other)) + settlingWork}
	sum, exact := s.certify(n)
	if !exact {
		colours, _ := n.refine()
		sum = summarize(colours, nil)
	}
	return Hash{Sum: summarize(append(permanent, version), []certificate{sum}), Exact: exact}
}

const (
	// settlingRounds and settlingWork bound what is done to settle symmetries: so
	// many sweeps over the whole run, and beside them so many nodes and arcs.
	settlingRounds = 100
	settlingWork   = 20_000_000
	// version is to change when the meaning of the hash does.
	version = 1
)

// structure returns that of the run, and the digests of its permanent facts.
func (g *Graph) structure() (n *structure, permanent []uint64) {
	b := g.number()
	for i := range g.Resources {
		if g.Resources[i].Persistent {
			permanent = append(permanent, b.digest[i])
		}
	}
	return newStructure(b.labels, b.arcs), permanent
}

// number numbers what the run consists of.
func (g *Graph) number() *numbering {
	b := &numbering{
		graph: g, node: make([]int32, len(g.Resources)), events: make([]int32, g.Len()),
		digest: make([]uint64, len(g.Resources)),
	}
	for i := range g.Resources {
		if r := &g.Resources[i]; r.Producer == Outside {
			b.resource(i)
		}
	}
	for e := range g.Len() {
		b.event(Event(e))
	}
	return b
}

// numbering numbers events and linear resources in causal order.
type numbering struct {
	graph  *Graph
	node   []int32  // by index of the resource, if linear
	events []int32  // by event
	digest []uint64 // of the fact, by index of the resource
	labels []uint64
	arcs   []arc
}

func (b *numbering) add(label uint64) int32 {
	b.labels = append(b.labels, label)
	return int32(len(b.labels) - 1)
}

func (b *numbering) resource(i int) {
	r := &b.graph.Resources[i]
	b.digest[i] = digestFact(r.Fact())
	if !r.Persistent {
		b.node[i] = b.add(mix(b.digest[i], linearLabel))
	}
}

// event enters an event and what it makes.
func (b *numbering) event(e Event) {
	s := b.graph.Step(e)
	v := b.add(0)
	b.events[e] = v
	b.take(v, s.Consumes, consuming)
	b.labels[v] = mix(digestStep(s), b.take(v, s.Reads, reading))
	for _, id := range s.Produces {
		i := b.graph.resources.of(id)
		b.resource(i)
		if !b.graph.Resources[i].Persistent {
			b.arcs = append(b.arcs, arc{v, b.node[i], producing})
		}
	}
}

// take enters arcs from linear resources, and returns a digest of the permanent
// ones, in whatever order.
func (b *numbering) take(v int32, ids []trace.ResourceID, kind uint8) uint64 {
	var permanent uint64
	for _, id := range ids {
		i := b.graph.resources.of(id)
		if b.graph.Resources[i].Persistent {
			permanent += mix(b.digest[i], uint64(kind))
		} else {
			b.arcs = append(b.arcs, arc{b.node[i], v, kind})
		}
	}
	return permanent
}

// linearLabel tells linear resources from events.
const linearLabel = 0x9e3779b97f4a7c15

// digestStep goes by what a step did, whatever resources it did it with.
func digestStep(s *trace.Step) uint64 {
	sum := mix(digestTerm(trace.Term{Head: s.Rule, Args: s.Args}), digestFacts(s.Proves))
	return mix(sum, digestFacts(s.Acts))
}

func digestFact(f trace.Fact) uint64 { return digestTerm(trace.Term{Head: f.Pred, Args: f.Args}) }

func digestFacts(fs []trace.Fact) uint64 {
	sum := uint64(len(fs))
	for _, f := range fs {
		sum = mix(sum, digestFact(f))
	}
	return sum
}

// digestTerm goes by the parts of a term: names from outside may look like any
// text.
func digestTerm(t trace.Term) uint64 {
	sum := digestText(t.Head)
	if t.Number {
		sum = mix(sum, 1)
	}
	for _, arg := range t.Args {
		sum = mix(sum, digestTerm(arg))
	}
	return mix(sum, uint64(len(t.Args)))
}

// digestText is the 64-bit hash of Fowler, Noll and Vo (FNV-1a).
func digestText(s string) uint64 {
	sum := uint64(14695981039346656037)
	for i := range len(s) {
		sum = (sum ^ uint64(s[i])) * 1099511628211
	}
	return sum
}
