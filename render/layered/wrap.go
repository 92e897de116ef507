package layered

import (
	"cmp"
	"math"
	"slices"
)

// broadest is how many times as wide as high a part should be at most.
const broadest = 3.0

// wrap breaks layers that are too wide into several below each other. Nodes of one layer
// do not depend on each other, so links still lead to later layers.
func (p *part) wrap(layer []int32) []int32 {
	rows := byLayer(layer)
	widths, heights := make([]float64, len(rows)), make([]float64, len(rows))
	for i, row := range rows {
		for _, v := range row {
			widths[i] += p.size[v].left + p.size[v].right + nodeGap
			heights[i] = max(heights[i], p.size[v].height)
		}
	}
	limit := narrow(widths, heights)
	w := wrapping{p: p, rank: make([]float64, len(layer)), layer: make([]int32, len(layer))}
	w.above = p.entering()
	next := int32(0)
	for i, row := range rows {
		w.sort(row)
		count := int32(math.Ceil(widths[i] / limit))
		for k, v := range row {
			w.layer[v] = next + int32(k)%max(count, 1)
		}
		next += max(1, min(count, int32(len(row))))
	}
	return w.layer
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
