package layered

import (
	"context"
	"math"
	"slices"
)

// position returns the x of each vertex. Places in which lines may bend anywhere come first
// (smooth.go). Then blocks that are to be straight are found in the four ways of Brandes and
// Köpf, but cut where they would have to go far from these places: uncut, blocks hook into each
// other and make a picture several times as wide as its widest row. Each of the four sets of
// blocks is placed near where it would like to be; what counts is the middle of the middle two.
// Rooms differ in width, and each placement keeps all of them; so does the middle of two.
//
// The paper compacts blocks by classes, in a way that its authors corrected in 2020
// (arXiv:2008.01252). Here the graph of blocks is followed itself, without classes.
func position(ctx context.Context, g *proper) ([]float64, error) {
	wish, err := smooth(ctx, g)
	if err != nil {
		return nil, err
	}
	// Segments that cross one between two virtual vertices, which is to be straight, and are not such
	// themselves, are conflicts of type 1.
	for i := 1; i < len(g.rows); i++ {
		g.markRow(g.rows[i], int32(len(g.rows[i-1])))
	}
	var all [4][]float64
	for i := range all {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		b := aligner{g: g, wish: wish, up: i < 2, right: i%2 == 1}
		b.run()
		all[i] = compact(g, b.root, wish)
	}
	x := all[0]
	for v := range x {
		at := [4]float64{all[0][v], all[1][v], all[2][v], all[3][v]}
		slices.Sort(at[:])
		x[v] = (at[1] + at[2]) / 2
	}
	return x, tighten(ctx, g, x)
}

// gap returns how far the middles of neighbours in a row must be apart.
func (g *proper) gap(left, right int32) float64 {
	room := nodeGap
	switch a, b := g.virtual(left), g.virtual(right); {
	case a && b:
		room = lineGap
	case a || b:
		room = mixedGap
	}
	return g.size[left].right + room + g.size[right].left
}

// beside returns the neighbour of a vertex in its row, and -1 for none.
func (g *proper) beside(v, step int32) int32 {
	row, at := g.rows[g.layer[v]], g.pos[v]+step
	if at < 0 || int(at) >= len(row) {
		return -1
	}
	return row[at]
}

// compact places blocks near their wishes: half way between what comes of pushing them to
// the right where there is no room, and of pushing them to the left. Both keep all rooms.
func compact(g *proper, root []int32, wish []float64) []float64 {
	blocks := group(len(root), len(root), func(i int) int32 { return root[i] })
	order := sortBlocks(g, root, blocks)
	right, left := means(root, wish), means(root, wish)
	for _, r := range order {
		for _, v := range blocks.of(r) {
			if u := g.beside(v, -1); u >= 0 {
				right[r] = max(right[r], right[root[u]]+g.gap(u, v))
			}
		}
	}
	for _, r := range slices.Backward(order) {
		for _, v := range blocks.of(r) {
			if w := g.beside(v, 1); w >= 0 {
				left[r] = min(left[r], left[root[w]]-g.gap(v, w))
			}
		}
	}
	x := make([]float64, len(root))
	for v, r := range root {
		x[v] = (left[r] + right[r]) / 2
	}
	return x
}

// means returns the mean wish of each block, at its root.
func means(root []int32, wish []float64) []float64 {
	mean, count := make([]float64, len(root)), make([]float64, len(root))
	for v, r := range root {
		mean[r] += wish[v]
		count[r]++
	}
	for r := range mean {
		mean[r] /= max(count[r], 1)
	}
	return mean
}

// sortBlocks orders blocks so that each comes after those left of it, by Kahn's algorithm.
func sortBlocks(g *proper, root []int32, blocks groups) []int32 {
	missing := make([]int32, len(root))
	for v := range root {
		if g.beside(int32(v), -1) >= 0 {
			missing[root[v]]++
		}
	}
	var order []int32
	for v := range root {
		if root[v] == int32(v) && missing[v] == 0 {
			order = append(order, int32(v))
		}
	}
	for i := 0; i < len(order); i++ {
		for _, v := range blocks.of(order[i]) {
			if w := g.beside(v, 1); w >= 0 {
				r := root[w]
				if missing[r]--; missing[r] == 0 {
					order = append(order, r)
				}
			}
		}
	}
	return order
}

// ends returns how far left and right things reach.
func ends(g *proper, x []float64) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for v := range x {
		low, high = min(low, x[v]-g.size[v].left), max(high, x[v]+g.size[v].right)
	}
	return low, high
}
