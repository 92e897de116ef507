package layered

import (
	"context"
	"math"
	"slices"
)

// layers returns the layer of each node, from 0, and turns loose links that lead up.
// Causal depth comes first: the longest way to a node. Then nodes that can are moved so
// that edges get shorter, and wide layers are broken. Links without an edge have done their
// work then, and go.
func (p *part) layers(ctx context.Context) ([]int32, error) {
	l := newLayering(p)
	if err := l.assign(ctx); err != nil {
		return nil, err
	}
	l.wrap()
	for i := range p.links {
		if k := &p.links[i]; k.loose && l.layer[k.from] > l.layer[k.to] {
			k.from, k.to, k.flipped = k.to, k.from, !k.flipped
		}
	}
	p.links = slices.DeleteFunc(p.links, func(k link) bool { return k.unseen })
	return l.layer, ctx.Err()
}

// assign finds the layers, however wide they are.
func (l *layering) assign(ctx context.Context) error {
	l.deepen()
	for range shortenPasses {
		if !l.shorten() || ctx.Err() != nil {
			break
		}
	}
	err := l.optimize(ctx)
	l.approach()
	return err
}

// shortenPasses bounds how often all nodes are moved. Hardly anything moves later.
const shortenPasses = 12

// layering is the search for layers.
type layering struct {
	p       *part
	out, in groups
	order   []int32 // every link leads from an earlier node to a later one
	layer   []int32
}

func newLayering(p *part) *layering {
	l := &layering{p: p, out: p.leaving(), in: p.entering(), layer: make([]int32, len(p.nodes))}
	l.sort()
	return l
}

// sort orders the nodes topologically, by Kahn's algorithm.
func (l *layering) sort() {
	missing := make([]int, len(l.p.nodes))
	l.order = make([]int32, 0, len(missing))
	for v := range missing {
		if missing[v] = len(l.in.of(int32(v))); missing[v] == 0 {
			l.order = append(l.order, int32(v))
		}
	}
	for next := 0; next < len(l.order); next++ {
		for _, k := range l.out.of(l.order[next]) {
			to := l.p.links[k].to
			if missing[to]--; missing[to] == 0 {
				l.order = append(l.order, to)
			}
		}
	}
}

// deepen puts each node as high as it can stand.
func (l *layering) deepen() {
	for _, v := range l.order {
		l.layer[v], _ = l.highest(v)
	}
}

// highest returns the first layer in which a node can stand below those that lead to
// it, and how much these pull.
func (l *layering) highest(v int32) (layer, pull int32) {
	for _, k := range l.in.of(v) {
		link := &l.p.links[k]
		layer = max(layer, l.layer[link.from]+link.span)
		pull += link.weight
	}
	return layer, pull
}

// lowest returns the last layer in which a node can stand, and how much those below pull.
func (l *layering) lowest(v int32) (layer, pull int32) {
	layer = math.MaxInt32
	for _, k := range l.out.of(v) {
		link := &l.p.links[k]
		layer = min(layer, l.layer[link.to]-link.span)
		pull += link.weight
	}
	return layer, pull
}

// shorten moves each node to where its links are shortest, those below first and then
// those above. It reports whether that moved any.
func (l *layering) shorten() bool {
	moved := false
	for _, v := range slices.Backward(l.order) {
		moved = l.settle(v) || moved
	}
	for _, v := range l.order {
		moved = l.settle(v) || moved
	}
	return moved
}

// approach moves nodes that no edge leads to down to the first of those that they lead to, and nodes
// without edges, of which only the order is known, down to these or up to those before them. Shortening
// does so only as far as its bounds go, and where edges pull.
func (l *layering) approach() {
	for _, v := range slices.Backward(l.order) {
		if bottom, ok := l.goal(v); ok {
			l.layer[v] = bottom
		}
	}
	for _, v := range l.order {
		top, up := l.highest(v)
		if up == 0 && len(l.out.of(v)) == 0 {
			l.layer[v] = top
		}
	}
}

// goal returns the layer directly above the first node that another leads to. It is not known where an edge
// leads to the other, or nothing from it.
func (l *layering) goal(v int32) (layer int32, ok bool) {
	if _, up := l.highest(v); up > 0 || len(l.out.of(v)) == 0 {
		return 0, false
	}
	layer, _ = l.lowest(v)
	return layer, true
}

func (l *layering) settle(v int32) bool {
	top, up := l.highest(v)
	bottom, down := l.lowest(v)
	was := l.layer[v]
	switch {
	case down > up:
		l.layer[v] = bottom
	case up > down:
		l.layer[v] = top
	}
	return l.layer[v] != was
}
