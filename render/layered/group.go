package layered

// groups are lists of numbers, one for each of the keys 0, 1, ….
type groups struct{ start, list []int32 }

func (g groups) of(key int32) []int32 { return g.list[g.start[key]:g.start[key+1]] }

// group puts the numbers from 0 to n-1 into one list for each key, ascending. Numbers
// with a negative key are left out.
func group(keys, n int, key func(i int) int32) groups {
	start := make([]int32, keys+1)
	for i := range n {
		if k := key(i); k >= 0 {
			start[k+1]++
		}
	}
	for k := range keys {
		start[k+1] += start[k]
	}
	list := make([]int32, start[keys])
	next := append([]int32(nil), start[:keys]...)
	for i := range n {
		if k := key(i); k >= 0 {
			list[next[k]] = int32(i)
			next[k]++
		}
	}
	return groups{start, list}
}
