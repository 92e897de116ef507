package layered

import "math"

// bend is how far from its wish a vertex goes to be straight below another, in points.
const bend = 120.0

// aligner makes vertical blocks of vertices, as the first half of Brandes and Köpf ("Fast and
// simple horizontal coordinate assignment", 2001) does: each vertex stands below, or above, a
// median of its neighbours, where no other block is in the way.
type aligner struct {
	g      *proper
	up     bool // by the neighbours above; else by those below
	wish   []float64
	right  bool // ties and conflicts go to the right; else to the left
	root   []int32
	strong []arm // the neighbours at hand that pull most
}

func (b *aligner) run() {
	n := len(b.g.layer)
	b.root = make([]int32, n)
	for v := range b.root {
		b.root[v] = int32(v)
	}
	last := len(b.g.rows) - 1
	for i := 1; i <= last; i++ {
		if b.up {
			b.alignRow(b.g.rows[i], &b.g.up)
		} else {
			b.alignRow(b.g.rows[last-i], &b.g.down)
		}
	}
}

// alignRow goes through a row in one direction; no vertex may be aligned with one that
// stands before that of its predecessor.
func (b *aligner) alignRow(row []int32, side *arms) {
	bound := int32(-1)
	if b.right {
		bound = int32(len(b.g.layer))
	}
	for i := range row {
		v := row[i]
		if b.right {
			v = row[len(row)-1-i]
		}
		for _, m := range b.medians(side.of(v)) {
			at := b.g.pos[m.to]
			free := at > bound && !b.right || at < bound && b.right
			near := math.Abs(b.wish[v]-b.wish[b.root[m.to]]) <= bend
			if !m.loses && free && near {
				b.root[v] = b.root[m.to]
				bound = at
				break
			}
		}
	}
}

// medians returns the one or two middle ones of the arms that pull most, the better
// first.
func (b *aligner) medians(side []arm) []arm {
	pull := int32(0)
	for _, m := range side {
		pull = max(pull, m.pull)
	}
	b.strong = b.strong[:0]
	for _, m := range side {
		if m.pull == pull {
			b.strong = append(b.strong, m)
		}
	}
	n := len(b.strong)
	if n == 0 {
		return nil
	}
	middle := b.strong[(n-1)/2 : n/2+1]
	if b.right && len(middle) == 2 {
		middle[0], middle[1] = middle[1], middle[0]
	}
	return middle
}

// markRow marks the conflicts of a row: it goes through the gaps between straight segments.
func (g *proper) markRow(row []int32, above int32) {
	left, begin := int32(-1), 0
	for i := 0; i <= len(row); i++ {
		right := above
		if i < len(row) {
			if right = g.inner(row[i]); right < 0 {
				continue
			}
		}
		for _, v := range row[begin:min(i+1, len(row))] {
			up := g.up.of(v)
			for k := range up {
				at := g.pos[up[k].to]
				outside := at < left || at > right
				if outside && !(g.virtual(v) && g.virtual(up[k].to)) {
					g.lose(v, &up[k])
				}
			}
		}
		left, begin = max(left, right), i+1
	}
}

// inner returns the place of the virtual vertex above a virtual one, and -1 for others.
func (g *proper) inner(v int32) int32 {
	if !g.virtual(v) {
		return -1
	}
	for _, m := range g.up.of(v) {
		if g.virtual(m.to) {
			return g.pos[m.to]
		}
	}
	return -1
}

// lose marks a segment at both ends.
func (g *proper) lose(v int32, m *arm) {
	m.loses = true
	down := g.down.of(m.to)
	for k := range down {
		if down[k].to == v {
			down[k].loses = true
		}
	}
}
