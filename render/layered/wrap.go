package layered

import (
	"cmp"
	"math"
	"slices"
)

// broadest is how many times as wide as high a part should be at most.
const broadest = 3.0

// wrap breaks layers that are too wide into several below each other. Nodes of one layer
// do not depend on each other, so links still lead to later layers. Nodes that no edge leads to
// come as near to what they lead to as there is room.
func (l *layering) wrap() {
	rows := byLayer(l.layer)
	limit := l.p.limit(rows)
	w := wrapping{p: l.p, above: l.in, rank: make([]float64, len(l.layer)), layer: make([]int32, len(l.layer))}
	next := int32(0)
	for _, row := range rows {
		w.sort(row)
		count := int32(math.Ceil(l.p.breadth(row) / limit))
		for k, v := range row {
			w.layer[v] = next + int32(k)%max(count, 1)
		}
		next += max(1, min(count, int32(len(row))))
	}
	l.layer = w.layer
	l.descend(limit)
}

// limit returns how wide layers may be.
func (p *part) limit(rows [][]int32) float64 {
	widths, heights := make([]float64, len(rows)), make([]float64, len(rows))
	for i, row := range rows {
		widths[i] = p.breadth(row)
		for _, v := range row {
			heights[i] = max(heights[i], p.size[v].height)
		}
	}
	return narrow(widths, heights)
}

// breadth returns how much room nodes take beside each other.
func (p *part) breadth(row []int32) (width float64) {
	for _, v := range row {
		width += p.size[v].left + p.size[v].right + nodeGap
	}
	return width
}

// descend moves nodes that no edge leads to down, each to the last layer up to its goal that has room for it.
func (l *layering) descend(limit float64) {
	rows := byLayer(l.layer)
	widths := make([]float64, len(rows))
	for i, row := range rows {
		widths[i] = l.p.breadth(row)
	}
	moved := true // which makes room for others
	for pass := 0; moved && pass < shortenPasses; pass++ {
		moved = false
		for _, v := range slices.Backward(l.order) {
			width := l.p.breadth([]int32{v})
			to, ok := l.goal(v)
			for ok && to > l.layer[v] && widths[to]+width > limit {
				to--
			}
			if ok && to > l.layer[v] {
				widths[l.layer[v]] -= width
				widths[to] += width
				l.layer[v], moved = to, true
			}
		}
	}
	top := slices.Min(l.layer)
	for v := range l.layer {
		l.layer[v] -= top
	}
}

// byLayer lists the nodes of each layer, ascending.
func byLayer(layer []int32) [][]int32 {
	depth := int32(0)
	for _, l := range layer {
		depth = max(depth, l+1)
	}
	g := group(int(depth), len(layer), func(i int) int32 { return layer[i] })
	rows := make([][]int32, depth)
	for i := range rows {
		rows[i] = g.of(int32(i))
	}
	return rows
}

// narrow returns the width to which layers should be broken: the largest that is not
// too wide for the height that comes of it.
func narrow(widths, heights []float64) float64 {
	high := slices.Max(widths)
	fits := func(limit float64) bool {
		total := 0.0
		for i, w := range widths {
			total += max(1, math.Ceil(w/limit)) * (heights[i] + layerGap)
		}
		return limit <= broadest*total
	}
	if fits(high) {
		return high
	}
	low := 0.0
	for high-low > 1 {
		if middle := (low + high) / 2; fits(middle) {
			low = middle
		} else {
			high = middle
		}
	}
	return max(low, 1)
}

// wrapping goes through the layers from above. Ranks say where in its old layer a node
// would stand, from 0 to 1.
type wrapping struct {
	p     *part
	above groups
	rank  []float64
	layer []int32
}

// sort orders the nodes of a layer by the middle of those above them, so that nodes dealt
// out to rows in turn stay near these.
func (w *wrapping) sort(row []int32) {
	for i, v := range row {
		links := w.above.of(v)
		if len(links) == 0 {
			w.rank[v] = float64(i) / float64(len(row))
			continue
		}
		sum := 0.0
		for _, k := range links {
			sum += w.rank[w.p.links[k].from]
		}
		w.rank[v] = sum / float64(len(links))
	}
	slices.SortStableFunc(row, func(a, b int32) int { return cmp.Compare(w.rank[a], w.rank[b]) })
	for i, v := range row {
		w.rank[v] = float64(i) / float64(len(row))
	}
}
