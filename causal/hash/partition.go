package hash

import (
	"cmp"
	"slices"
)

// unclear returns the components of a coloured structure with arcs that the colours do not
// determine.
func (n *structure) unclear(cells *cellSizes) [][]int32 {
	p := newPartition(n.size())
	var b batch
	for g := range n.groups() {
		n.unpack(&b, g)
		for i := range b.nodes() {
			n.join(p, int32(g*groupSize+i), b.of(i), cells)
		}
	}
	var own []uint64
	return p.sets(func(part []int32) bool {
		if len(part) == 1 {
			return false
		}
		own = own[:0]
		for _, v := range part {
			own = append(own, n.labels[v])
		}
		slices.Sort(own)
		return distinct(own) < len(own)
	})
}

// join joins a node to the tails of its arcs that the colours do not determine. As
// colours are equitable, looking from one end is enough.
func (n *structure) join(p *partition, v int32, into []arc, cells *cellSizes) {
	if cells.of(n.labels[v]) == 1 {
		return
	}
	var tails []tail
	for _, a := range into {
		if colour := n.labels[a.from]; cells.of(colour) > 1 {
			tails = append(tails, tail{colour, a})
		}
	}
	slices.SortStableFunc(tails, func(a, b tail) int {
		return cmp.Or(cmp.Compare(a.colour, b.colour), cmp.Compare(a.kind, b.kind))
	})
	for len(tails) > 0 {
		k := 1
		for k < len(tails) && tails[k].colour == tails[0].colour && tails[k].kind == tails[0].kind {
			k++
		}
		if int32(k) < cells.of(tails[0].colour) {
			for _, s := range tails[:k] {
				p.join(v, s.from)
			}
		}
		tails = tails[k:]
	}
}

// tail is the node that an arc comes from.
type tail struct {
	colour uint64
	arc
}

// part returns the structure of some nodes, ascending, labelled with their colours, and
// of the arcs between them.
func (n *structure) part(nodes []int32) *structure {
	part := new(structure)
	index := make(map[int32]int32, len(nodes))
	var b batch
	var into []arc
	for i, v := range nodes {
		if g := int(v) / groupSize; i == 0 || g != int(nodes[i-1])/groupSize {
			n.unpack(&b, g)
		}
		into = into[:0]
		for _, a := range b.of(int(v) % groupSize) {
			if from, ok := index[a.from]; ok {
				into = append(into, arc{from, a.kind})
			}
		}
		part.push(i, into)
		part.labels = append(part.labels, n.labels[v])
		index[v] = int32(i)
	}
	return part
}

// partition divides the numbers below its size into sets, at first of one number each,
// that can be joined (Tarjan, "Efficiency of a good but not linear set union
// algorithm", Journal of the ACM 22, 1975).
type partition struct{ parent []int32 }

func newPartition(n int) *partition {
	p := &partition{make([]int32, n)}
	for i := range p.parent {
		p.parent[i] = int32(i)
	}
	return p
}

// find returns the least number of the set that one is in.
func (p *partition) find(v int32) int32 {
	for p.parent[v] != v {
		p.parent[v] = p.parent[p.parent[v]]
		v = p.parent[v]
	}
	return v
}

func (p *partition) join(v, w int32) {
	a, b := p.find(v), p.find(w)
	p.parent[max(a, b)] = min(a, b)
}

// sets returns the sets that pass a test, each ascending, ordered by their first number.
func (p *partition) sets(test func([]int32) bool) [][]int32 {
	ends := make([]int32, len(p.parent)) // by root: the end of its set in a list of all
	for v := range p.parent {
		ends[p.find(int32(v))]++
	}
	for v := 1; v < len(ends); v++ {
		ends[v] += ends[v-1]
	}
	list := make([]int32, len(p.parent))
	for v := len(list) - 1; v >= 0; v-- {
		root := p.find(int32(v))
		ends[root]-- // in the end the beginning of the set
		list[ends[root]] = int32(v)
	}
	var passed [][]int32
	for from := 0; from < len(list); {
		to := len(list)
		if next := int(list[from]) + 1; next < len(list) {
			to = int(ends[next])
		}
		if set := list[from:to:to]; test(set) {
			passed = append(passed, set)
		}
		from = to
	}
	return passed
}
