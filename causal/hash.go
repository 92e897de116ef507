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

// UUID returns the beginning of the hash as a UUID of the given version (RFC 9562), in lower case;
// version 8 is for custom formats.
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
func (g *Graph) Hash() Hash { return g.number().hashOnce() }

const (
	// settlingRounds and settlingWork bound the breaking of symmetries: the number of sweeps over
	// the whole run, and the number of nodes and arcs visited besides.
	settlingRounds = 100
	settlingWork   = 20_000_000
	// version is to change when the meaning of the hash does.
	version = 1
)

// numbering is the structure of a whole run, and where in it its events and resources are.
type numbering struct {
	runStructure
	graph     *Graph
	digest    []uint64 // of the fact, by index of the resource
	resources []vertex // by index
	events    []vertex
}

// number numbers what the run consists of.
func (g *Graph) number() *numbering {
	n := &numbering{graph: g, digest: make([]uint64, len(g.Resources)), resources: make([]vertex, len(g.Resources)), events: make([]vertex, g.Len())}
	for i := range g.Resources {
		if g.Resources[i].Producer == Outside {
			n.enter(i, unmade)
		}
	}
	var uses []vertex
	for e := range g.Len() {
		step := g.Step(Event(e))
		uses = uses[:0]
		for _, ids := range [][]trace.ResourceID{step.Consumes, step.Reads} {
			for _, id := range ids {
				uses = append(uses, n.resources[g.Index(id)])
			}
		}
		n.events[e] = n.event(digestStep(step), uses, len(step.Consumes))
		for _, id := range step.Produces {
			n.enter(g.Index(id), n.events[e])
		}
	}
	return n
}

// enter enters a resource.
func (n *numbering) enter(i int, maker vertex) {
	r := &n.graph.Resources[i]
	n.digest[i] = digestFact(r.Fact())
	n.resources[i] = n.resource(n.digest[i], r.Persistent, maker)
}

// digestStep goes by what a step did, whatever resources it did it with. Rules go by their plain
// names, so that runs of programs with other rules of the name compare.
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
func digestText[T string | []byte](s T) uint64 {
	sum := uint64(14695981039346656037)
	for i := range len(s) {
		sum = (sum ^ uint64(s[i])) * 1099511628211
	}
	return sum
}
