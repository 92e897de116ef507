package causal

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
	ends := make([]int32, len(p.parent)) // by root: where its set is over, in a list of all
	for v := range p.parent {
		ends[p.find(int32(v))]++
	}
	for v := 1; v < len(ends); v++ {
		ends[v] += ends[v-1]
	}
	list := make([]int32, len(p.parent))
	for v := len(list) - 1; v >= 0; v-- {
		root := p.find(int32(v))
		ends[root]-- // and so it becomes where it begins
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
