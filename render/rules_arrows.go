package render

import (
	"slices"

	"github.com/ceptre-graph/ceptre/causal/rules"
)

// Arrow is a kind of arrow of the Rules view.
type Arrow string

// The kinds of arrows.
const (
	Uses     Arrow = "uses"     // a rule used up, and perhaps read, what another had made
	Reads    Arrow = "reads"    // it only read that
	Moves    Arrow = "moves"    // it left the stage to which another had moved
	Latent   Arrow = "possible" // another could have fed it, and never did
	Prevents Arrow = "prevents" // a rule kept another from firing
)

// Arrows returns all kinds of arrows, those that matter most first.
func Arrows() []Arrow { return []Arrow{Uses, Reads, Moves, Prevents, Latent} }

// ArrowOf returns the kind of the arrow that shows what passed between two rules.
func ArrowOf(e *rules.Edge) Arrow {
	if e.Consumed == 0 {
		return Reads
	}
	return Uses
}

// draws reports whether arrows of a kind are drawn.
func (o *Options) draws(k Arrow) bool { return o.Arrows == nil || slices.Contains(o.Arrows, k) }

// asked returns a rule graph with those of its arrows that are to be drawn.
func (a *artist) asked(rg *rules.Graph) *rules.Graph {
	if a.Arrows == nil {
		return rg
	}
	out := &rules.Graph{Nodes: rg.Nodes}
	for i := range rg.Edges {
		if e := &rg.Edges[i]; a.draws(ArrowOf(e)) {
			out.Edges = append(out.Edges, *e)
		}
	}
	return out
}
