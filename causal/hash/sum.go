// Package hash answers whether two runs are the same but for the order of concurrent steps and for ids:
// then, and short of chance only then, their hashes are equal.
//
// A run is a directed acyclic graph of events and linear resources, labelled with digests of rules and facts.
// [Of] refines the labels to the coarsest equitable colouring (Weisfeiler and Leman, "The reduction of a graph to
// canonical form and the algebra which appears therein", 1968; McKay, "Practical graph isomorphism", 1981), and
// hashes the colours. Where nodes that share a colour are tied together by arcs that the colours do not determine,
// it gives one of them a colour of its own, for each choice, and takes the least result (individualisation and
// refinement: McKay and Piperno, "Practical graph isomorphism II", 2014). Runs that are too symmetric for this are
// flagged: see [Sum].
package hash

import (
	"encoding/hex"
	"fmt"

	"github.com/ceptre-graph/ceptre/causal"
)

// Sum is the canonical hash of a run.
type Sum struct {
	Bytes [32]byte
	// Exact says that runs with another structure have another hash, short of
	// chance. Where it is false, symmetries were too many to settle: equal runs
	// still have equal hashes, but some others may have the same.
	Exact bool
}

// String returns the hash in hexadecimal.
func (s Sum) String() string { return hex.EncodeToString(s.Bytes[:]) }

// UUID returns the beginning of the hash as a UUID of the given version (RFC 9562), in lower case;
// version 8 is for custom formats.
func (s Sum) UUID(version byte) string {
	u := s.Bytes
	u[6] = u[6]&0x0f | version<<4
	u[8] = u[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", u[:4], u[4:6], u[6:8], u[8:10], u[10:16])
}

// Of returns a hash of what happened, whatever the order in which independent
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
// The program, the seed, who chose, the facts that were absent and how the run ended do not count. It
// costs time near-linear in events and arrows.
func Of(g *causal.Graph) Sum { return number(g).sumOnce() }

// Colouring is the coarsest equitable colouring of the events and linear resources of a run. Whatever has
// the same colour has the same rule or fact, and the same past and future, up to the colours.
// Colours depend on the structure alone, so that they can be compared between runs.
type Colouring struct {
	Events    []uint64
	Resources []uint64 // by index; 0 for permanent facts
	Facts     []uint64 // digests of the facts, by index of the resource
	Whole     uint64   // sum over all colours, which equal runs share
}

// Colour returns the colouring of a run.
func Colour(g *causal.Graph) *Colouring {
	n := number(g)
	n.refine()
	c := &Colouring{Events: make([]uint64, g.Len()), Resources: make([]uint64, len(g.Resources)), Facts: n.digests}
	for _, colour := range n.labels {
		c.Whole += Mix(colour, 0)
	}
	for e, v := range n.events {
		c.Events[e] = n.labels[v]
	}
	for i, v := range n.resources {
		if v >= 0 {
			c.Resources[i] = n.labels[v]
		}
	}
	return c
}
