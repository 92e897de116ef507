package compare

import (
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/hash"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// runOf is a run with the indexes used to compare it.
type runOf struct {
	*causal.Graph
	history []uint64 // by event: digest of the event and its past, up to equal resources
	pasts   []uint64 // by index of the resource: digest of its maker's past and its fact
	later   []uint64 // by index of the resource: colour, which depends on past and future
	futures []uint64 // by event: colour, which depends on past and future
	whole   uint64   // sum of all colours, which equal runs share
	partner []int    // by index of the resource, -1 for none
	paired  []bool   // by event
}

func newRunOf(g *causal.Graph) *runOf {
	colours := hash.Colour(g)
	r := &runOf{
		Graph: g, history: make([]uint64, g.Len()), pasts: make([]uint64, len(g.Resources)),
		later: colours.Resources, futures: colours.Events, whole: colours.Whole,
		partner: slices.Repeat([]int{-1}, len(g.Resources)), paired: make([]bool, g.Len()),
	}
	for i := range g.Resources {
		if g.Resources[i].Persistent || g.Resources[i].Producer == causal.Outside {
			r.pasts[i] = colours.Facts[i]
		}
	}
	for e := range causal.Event(g.Len()) {
		r.history[e] = r.digest(e, colours.Facts)
	}
	return r
}

// digest returns a number that depends on what an event did and on all that led to
// it, but not on which of several equal resources it took.
func (r *runOf) digest(e causal.Event, facts []uint64) uint64 {
	s := r.Step(e)
	sum := hash.Step(s)
	for kind, ids := range [][]trace.ResourceID{s.Consumes, s.Reads} {
		var used uint64
		for _, id := range ids {
			used += hash.Mix(r.pasts[r.Index(id)], uint64(kind))
		}
		sum = hash.Mix(sum, used)
	}
	for _, id := range s.Produces {
		if i := r.Index(id); !r.Resources[i].Persistent {
			r.pasts[i] = hash.Mix(sum, facts[i])
		}
	}
	return sum
}

// common reports whether the maker of a resource is in the common part.
func (r *runOf) common(x int) bool {
	p := r.Resources[x].Producer
	return p == causal.Outside || r.paired[p]
}

// rest returns the events that nothing corresponds to.
func (r *runOf) rest() []causal.Event {
	var out []causal.Event
	for e, paired := range r.paired {
		if !paired {
			out = append(out, causal.Event(e))
		}
	}
	return out
}
