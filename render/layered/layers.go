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
	l.deepen()
	for range shortenPasses {
		if !l.shorten() || ctx.Err() != nil {
			break
		}
	}
	if err := l.optimize(ctx); err != nil {
		return nil, err
	}
	layer := p.wrap(l.layer)
	for i := range p.links {
		if k := &p.links[i]; k.loose && layer[k.from] > layer[k.to] {
			k.from, k.to, k.flipped = k.to, k.from, !k.flipped
		}
	}
	p.links = slices.DeleteFunc(p.links, func(k link) bool { return k.unseen })
	return layer, ctx.Err()
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
