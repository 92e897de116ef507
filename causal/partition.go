package causal

import "slices"

// partition divides the numbers up to its size into sets, each by itself at first,
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

// sets returns the sets that pass a test, each ascending, by their first.
func (p *partition) sets(test func([]int32) bool) [][]int32 {
	all := make([][]int32, len(p.parent))
	for v := range p.parent {
		root := p.find(int32(v))
		all[root] = append(all[root], int32(v))
	}
	return slices.DeleteFunc(all, func(set []int32) bool { return !test(set) })
}
