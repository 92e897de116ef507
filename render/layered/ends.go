package layered

import (
	"cmp"
	"math"
	"slices"
)

// Ends of lines at one side of a node, in points and as a part of its half width.
const (
	endGap  = 9.0
	endPart = 0.7
)

// end is the place of one or more links at a side of a node: those of a trunk have one.
type end struct {
	links   []int32
	shared  int32   // the trunk, or -1
	towards float64 // where the line goes next, from the middle of the node
	at      float64
}

// findEnds gives links that meet a node different places, in the order of where they go, so
// that lines between the same two nodes part, and heads of arrows can be told from each other.
// Where a line can go straight on, it does.
func (r *router) findEnds() {
	p := r.g.p
	n := len(p.nodes)
	below := group(n, len(p.links), func(i int) int32 { return p.links[i].from })
	above := group(n, len(p.links), func(i int) int32 {
		if r.flat(int32(i)) {
			return -1
		}
		return p.links[i].to
	})
	under := group(n, len(p.links), func(i int) int32 {
		if !r.flat(int32(i)) {
			return -1
		}
		return p.links[i].to
	})
	for v := range int32(n) {
		r.settle(v, append(r.leave(v, below.of(v)), r.arrive(v, under.of(v))...))
		r.settle(v, r.arrive(v, above.of(v)))
	}
}

// flat reports whether a link lies within a row.
func (r *router) flat(link int32) bool { return r.g.span(link) == 0 }

// leave returns the ends of the links that leave a node.
func (r *router) leave(v int32, links []int32) []end {
	ends := make([]end, 0, len(links))
	trunks := make(map[int32]int)
	for _, k := range links {
		next, shared := r.g.p.links[k].to, int32(-1)
		if c := r.g.chain[k]; c >= 0 {
			next, shared = c, c
		}
		if i, ok := trunks[shared]; ok && shared >= 0 {
			ends[i].links = append(ends[i].links, k)
			continue
		}
		trunks[shared] = len(ends)
		ends = append(ends, end{links: []int32{k}, shared: shared, towards: r.x[next] - r.x[v]})
	}
	return ends
}

// arrive returns the ends of the links that come to a node.
func (r *router) arrive(v int32, links []int32) []end {
	ends := make([]end, 0, len(links))
	for _, k := range links {
		last := r.g.p.links[k].from
		if c := r.g.chain[k]; c >= 0 {
			last = c + r.g.span(k) - 2
		}
		ends = append(ends, end{links: []int32{k}, towards: r.x[last] - r.x[v]})
	}
	return ends
}

// settle places the ends at one side of a node and enters them.
func (r *router) settle(v int32, ends []end) {
	if len(ends) == 0 {
		return
	}
	w, _ := r.g.p.half(v)
	slices.SortStableFunc(ends, func(a, b end) int { return cmp.Compare(a.towards, b.towards) })
	spread(ends, endPart*w)
	for _, e := range ends {
		for _, k := range e.links {
			if r.g.p.links[k].from == v {
				r.ends[k].from = e.at
			} else {
				r.ends[k].to = e.at
			}
		}
	}
}

// spread places ends as near as they can be to where they go, in their order, apart from
// each other and not beyond a bound: least squares by pooling adjacent violators.
func spread(ends []end, bound float64) {
	gap := endGap
	if n := len(ends) - 1; n > 0 {
		gap = min(gap, 2*bound/float64(n))
	}
	type pool struct {
		sum   float64
		count int
	}
	var pools []pool
	for i := range ends {
		want := max(-bound, min(bound, ends[i].towards)) - float64(i)*gap
		pools = append(pools, pool{want, 1})
		for n := len(pools) - 1; n > 0 &&
			pools[n-1].sum/float64(pools[n-1].count) >= pools[n].sum/float64(pools[n].count); n-- {
			pools[n-1].sum += pools[n].sum
			pools[n-1].count += pools[n].count
			pools = pools[:n]
		}
	}
	i, last := 0, float64(len(ends)-1)*gap
	for _, p := range pools {
		at := max(-bound, min(bound-last, p.sum/float64(p.count)))
		for range p.count {
			ends[i].at = at + float64(i)*gap
			i++
		}
	}
	if len(ends) == 1 && math.Abs(ends[0].towards) > bound {
		ends[0].at = 0
	}
}
