// Package layered places diagrams in layers, the way of Sugiyama, Tagawa and Toda
// ("Methods for visual understanding of hierarchical system structures", 1981). It is
// for diagrams too large for Graphviz, of some hundred to a hundred thousand nodes.
//
//	edges that close cycles are turned round                   acyclic.go
//	causal depth gives the layers, then edges are shortened    layers.go, simplex.go
//	layers that are too wide become several                    wrap.go
//	edges over several layers get virtual nodes, or a trunk    proper.go
//	the order within layers is found by crossing reduction     order.go, sift.go, count.go
//	nodes get places, with most long edges straight            smooth.go, align.go, position.go, tighten.go
//	edges become curves                                        ends.go, route.go
//
// Each weakly connected component is placed by itself, and then all are packed (pack.go). Every
// step is near-linear in the size of the diagram, or bounded. The bounds count steps and not time,
// so the same diagram has the same places everywhere.
//
// Inside, layers lie below each other; a diagram that flows to the right is turned at
// the beginning and at the end.
package layered

import (
	"context"

	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/fonts"
)

// Place gives the nodes, edges and frames of a diagram their places. Nodes must have
// their sizes, see [diagram.Diagram.Measure]; words of edges are set in a font. No two nodes overlap, and every edge
// that is not loose and lies on no cycle leads to a later layer.
//
// It returns ctx.Err() soon after the context ends; the diagram is then not Placed.
func Place(ctx context.Context, d *diagram.Diagram, f *fonts.Font) error {
	return place(ctx, d, f, newEffort)
}

// Quick is [Place] with the least effort, for many pictures at a time: it takes about a
// tenth of the time, and edges cross more often.
func Quick(ctx context.Context, d *diagram.Diagram, f *fonts.Font) error {
	return place(ctx, d, f, func(*proper) effort { return leastEffort() })
}

func place(ctx context.Context, d *diagram.Diagram, f *fonts.Font, e func(*proper) effort) error {
	t := turn{d.Flow == diagram.Right}
	parts := split(d, t, f)
	for _, p := range parts {
		if err := p.place(ctx, e); err != nil {
			return err
		}
	}
	pack(parts, t)
	finish(d, parts, t)
	return nil
}

// place finds the places of one part, from its own origin.
func (p *part) place(ctx context.Context, e func(*proper) effort) error {
	p.breakCycles()
	layer, err := p.layers(ctx)
	if err != nil {
		return err
	}
	g := newProper(p, layer)
	if err := arrange(ctx, g, e(g)); err != nil {
		return err
	}
	x, err := position(ctx, g)
	if err != nil {
		return err
	}
	r := &router{g: g, x: x, ends: make([]pair, len(p.links))}
	r.stack()
	r.findEnds()
	r.draw()
	return ctx.Err()
}
