package layered

import (
	"cmp"
	"maps"
	"slices"

	"github.com/ceptre-graph/ceptre/render/diagram"
)

// arm is a segment as one of its ends sees it.
type arm struct {
	to     int32
	weight int32 // how many edges run here
	pull   int32
	loses  bool // it crosses a segment that is to be straight
}

// arms are the segments of each vertex to one of the neighbouring layers.
type arms struct {
	start []int32
	list  []arm
}

func (a *arms) of(v int32) []arm { return a.list[a.start[v]:a.start[v+1]] }

// proper is a proper layered graph: all segments lead to the next layer. Its vertices are
// the nodes of the part and then virtual ones.
type proper struct {
	p        *part
	layer    []int32
	size     []extent
	rows     [][]int32 // the vertices of each layer, in order
	pos      []int32   // of a vertex in its row
	up, down arms
	// chain is the first virtual vertex of each link; the others follow it.
	chain    []int32
	segments []segment
}

type segment struct{ from, to, weight, pull int32 }

// What chain says of links that have no virtual vertices.
const (
	direct int32 = -1 // to the next layer
	free   int32 = -2 // too long for them, or within a layer: they have no part in the order
)

// newProper gives links virtual vertices, the short ones first, as long as there are not
// too many: events that read an early fact could have millions.
func newProper(p *part, layer []int32) *proper {
	g := &proper{p: p, layer: layer, size: slices.Clip(p.size), chain: make([]int32, len(p.links))}
	trunks := g.findTrunks()
	budget := 2000 + 3*(len(p.nodes)+len(p.links))
	links := make([]int32, len(p.links))
	for i := range links {
		links[i] = int32(i)
	}
	slices.SortStableFunc(links, func(a, b int32) int { return cmp.Compare(g.span(a), g.span(b)) })
	for _, k := range links {
		budget -= g.enter(k, trunks[g.bundle(&p.links[k])], budget)
	}
	used := slices.DeleteFunc(slices.Collect(maps.Values(trunks)), func(t *trunk) bool { return t.first <= 0 })
	slices.SortFunc(used, func(a, b *trunk) int { return cmp.Compare(a.first, b.first) })
	for _, t := range used {
		g.draw(t)
	}
	g.connect()
	g.rows = byLayer(g.layer)
	g.pos = make([]int32, len(g.layer))
	return g
}

// enter gives a link what it needs, at most as many vertices as the budget has, and returns how
// many. Only room for words is always made.
func (g *proper) enter(k int32, t *trunk, budget int) int {
	l, span := &g.p.links[k], int(g.span(k))
	switch {
	case span == 0:
		g.chain[k] = free
	case span == 1:
		g.chain[k] = direct
		g.segment(l.from, l.to, l)
	case t != nil && (t.first != 0 || budget >= int(t.length)):
		return g.share(k, t)
	case budget >= span || l.label.right > 0:
		g.split(k)
		return span
	default:
		g.chain[k] = free
	}
	return 0
}

func (g *proper) span(link int32) int32 {
	l := &g.p.links[link]
	return g.layer[l.to] - g.layer[l.from]
}

func (g *proper) virtual(v int32) bool { return int(v) >= len(g.p.nodes) }

// split gives a link virtual vertices of its own. Its label is in the middle one.
func (g *proper) split(link int32) {
	l := &g.p.links[link]
	n := g.span(link) - 1
	first := g.column(g.layer[l.from]+1, n)
	g.chain[link] = first
	g.size[first+(n-1)/2] = l.label
	last := l.from
	for v := first; v < first+n; v++ {
		g.segment(last, v, l)
		last = v
	}
	g.segment(last, l.to, l)
}

// column makes virtual vertices below each other, and returns the first.
func (g *proper) column(layer, n int32) int32 {
	first := int32(len(g.layer))
	for i := range n {
		g.layer = append(g.layer, layer+i)
		g.size = append(g.size, extent{})
	}
	return first
}

func (g *proper) segment(from, to int32, l *link) {
	g.segments = append(g.segments, segment{from, to, 1, l.weight})
}

// connect makes the arms of all segments.
func (g *proper) connect() {
	n, s := len(g.layer), g.segments
	at := func(key func(segment) (int32, int32)) arms {
		lists := group(n, len(s), func(i int) int32 { k, _ := key(s[i]); return k })
		a := arms{lists.start, make([]arm, len(s))}
		for i, k := range lists.list {
			_, to := key(s[k])
			a.list[i] = arm{to: to, weight: s[k].weight, pull: s[k].pull}
			if g.virtual(s[k].from) && g.virtual(s[k].to) {
				a.list[i].pull += maxPull + 1 // long lines are straight above all
			}
		}
		return a
	}
	g.down = at(func(s segment) (int32, int32) { return s.from, s.to })
	g.up = at(func(s segment) (int32, int32) { return s.to, s.from })
	g.segments = nil
	for v := range g.layer {
		g.centre(int32(v))
	}
}

// centre puts the arm along a trunk, which is last, between those that branch off: the order
// to start from follows that.
func (g *proper) centre(v int32) {
	down := g.down.of(v)
	last, middle := len(down)-1, len(down)/2
	if len(down) < crowd || !g.virtual(down[last].to) {
		return
	}
	trunk := down[last]
	copy(down[middle+1:], down[middle:last])
	down[middle] = trunk
}

// bundle is what links have in common that may run together: it must remain clear which
// leads where.
type bundle struct {
	from   int32
	look   diagram.Look
	hue    int
	stroke diagram.Stroke
}

// trunk is the line of a bundle, from which its links branch off.
type trunk struct {
	key           bundle
	links, length int32
	first         int32   // its virtual vertices; 0 where there are none yet
	ends          []int32 // how many links leave after each vertex
	pull          int32
}

// crowd is from how many long links of one look that leave a node run together.
const crowd = 6

func (g *proper) bundle(l *link) bundle {
	e := &g.p.d.Edges[l.edge]
	if l.flipped || l.label.right > 0 {
		return bundle{from: -1}
	}
	return bundle{l.from, e.Look, e.Hue, e.Stroke}
}

func (g *proper) findTrunks() map[bundle]*trunk {
	all := make(map[bundle]*trunk)
	for i := range g.p.links {
		key, span := g.bundle(&g.p.links[i]), g.span(int32(i))
		if span < 2 || key.from < 0 {
			continue
		}
		t := all[key]
		if t == nil {
			t = &trunk{key: key}
			all[key] = t
		}
		t.links++
		t.length = max(t.length, span-1)
	}
	for key, t := range all {
		if t.links < crowd {
			delete(all, key)
		}
	}
	return all
}

// share lets a link run along a trunk, and returns how many vertices that took.
func (g *proper) share(link int32, t *trunk) int {
	l, cost := &g.p.links[link], 0
	if t.first == 0 {
		t.first = g.column(g.layer[l.from]+1, t.length)
		t.ends = make([]int32, t.length)
		cost = int(t.length)
	}
	leaves := g.span(link) - 2
	t.ends[leaves]++
	t.pull = max(t.pull, l.weight)
	g.chain[link] = t.first
	g.segment(t.first+leaves, l.to, l)
	return cost
}

// draw makes the segments along a trunk, each with the number of links that run there.
func (g *proper) draw(t *trunk) {
	running := int32(0)
	for i := t.length - 1; i >= 0; i-- {
		running += t.ends[i]
		from := t.first + i - 1
		if i == 0 {
			from = t.key.from
		}
		g.segments = append(g.segments, segment{from, t.first + i, running, t.pull})
	}
}
