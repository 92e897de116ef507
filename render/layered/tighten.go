package layered

import (
	"cmp"
	"context"
	"math"
	"slices"
)

// tightener moves blocks to where the lines that lead to them are shortest, and makes long lines
// straight where there is room. A block is what stands straight below each other, and moves as
// one.
type tightener struct {
	g       *proper
	x       []float64
	root    []int32
	members [][]int32 // of the block of each root
	wishes  []wish
}

// wish is a place where one segment of a block would be straight.
type wish struct{ at, weight float64 }

// tighten moves blocks to the right and to the left in turn, and joins them: in fewer rounds and
// passes where the graph is large.
func tighten(ctx context.Context, g *proper, x []float64) error {
	rounds, passes := 1, 2
	switch w := g.work(); {
	case w < 12_000:
		rounds, passes = 3, 4
	case w < 40_000:
		rounds, passes = 2, 3
	}
	for range rounds {
		t := newTightener(g, x)
		t.straighten()
		order := t.order()
		for range passes {
			if err := ctx.Err(); err != nil {
				return err
			}
			for _, r := range order {
				t.settle(r)
			}
			for _, r := range slices.Backward(order) {
				t.settle(r)
			}
		}
		t.straighten()
	}
	return nil
}

func newTightener(g *proper, x []float64) *tightener {
	t := &tightener{g: g, x: x, root: make([]int32, len(x)), members: make([][]int32, len(x))}
	for _, row := range g.rows {
		for _, v := range row {
			t.root[v] = v
			if u := t.above(v); u >= 0 {
				t.root[v] = t.root[u]
				x[v] = x[t.root[u]]
			}
		}
	}
	blocks := group(len(x), len(x), func(i int) int32 { return t.root[i] })
	for v := range t.members {
		t.members[v] = slices.Clip(blocks.of(int32(v)))
	}
	return t
}

// above returns a vertex that another stands straight below, a virtual one rather than a
// node, and -1 for none.
func (t *tightener) above(v int32) int32 {
	above := int32(-1)
	for _, m := range t.g.up.of(v) {
		if math.Abs(t.x[m.to]-t.x[v]) < 1e-6 && (above < 0 || t.g.virtual(m.to)) {
			above = m.to
		}
	}
	return above
}

// straighten joins blocks between which a long line bends, if one has the room to come to
// the other.
func (t *tightener) straighten() {
	for _, row := range t.g.rows {
		for _, v := range row {
			if !t.g.virtual(v) {
				continue
			}
			for _, m := range t.g.up.of(v) {
				if t.g.virtual(m.to) && t.root[m.to] != t.root[v] {
					t.join(t.root[m.to], t.root[v])
				}
			}
		}
	}
}

func (t *tightener) join(a, b int32) {
	if len(t.members[a]) < len(t.members[b]) {
		a, b = b, a
	}
	if !t.comes(b, t.x[a]) && !t.comes(a, t.x[b]) {
		return
	}
	for _, v := range t.members[b] {
		t.root[v] = a
	}
	t.members[a] = append(t.members[a], t.members[b]...)
	t.members[b] = nil
}

// comes moves a block to a place, if it has the room.
func (t *tightener) comes(r int32, x float64) bool {
	low, high := t.room(r)
	if x < low || x > high {
		return false
	}
	t.put(r, x)
	return true
}

func (t *tightener) put(r int32, x float64) {
	for _, v := range t.members[r] {
		t.x[v] = x
	}
}

// room returns between which places a block may stand.
func (t *tightener) room(r int32) (low, high float64) {
	low, high = math.Inf(-1), math.Inf(1)
	for _, v := range t.members[r] {
		if u := t.g.beside(v, -1); u >= 0 {
			low = max(low, t.x[u]+t.g.gap(u, v))
		}
		if w := t.g.beside(v, 1); w >= 0 {
			high = min(high, t.x[w]-t.g.gap(v, w))
		}
	}
	return low, high
}

// order returns the blocks from left to right.
func (t *tightener) order() []int32 {
	var roots []int32
	for v, r := range t.root {
		if int(r) == v {
			roots = append(roots, r)
		}
	}
	slices.SortStableFunc(roots, func(a, b int32) int { return cmp.Compare(t.x[a], t.x[b]) })
	return roots
}

// settle moves a block to the weighted median of its wishes, as far as its neighbours let it.
func (t *tightener) settle(r int32) {
	t.wishes = t.wishes[:0]
	for _, v := range t.members[r] {
		for _, arms := range [][]arm{t.g.up.of(v), t.g.down.of(v)} {
			for _, m := range arms {
				if t.root[m.to] != r {
					t.wishes = append(t.wishes, wish{t.x[m.to], float64(m.pull + m.weight)})
				}
			}
		}
	}
	if len(t.wishes) == 0 {
		return
	}
	low, high := t.room(r)
	t.put(r, max(low, min(high, t.median())))
}

// median returns the weighted median of the wishes; between two middle ones, the middle.
func (t *tightener) median() float64 {
	slices.SortStableFunc(t.wishes, func(a, b wish) int { return cmp.Compare(a.at, b.at) })
	total := 0.0
	for _, w := range t.wishes {
		total += w.weight
	}
	sum := 0.0
	for i, w := range t.wishes {
		sum += w.weight
		switch {
		case sum*2 > total:
			return w.at
		case sum*2 == total:
			return (w.at + t.wishes[i+1].at) / 2
		}
	}
	return t.wishes[len(t.wishes)-1].at
}
