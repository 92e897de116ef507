package grid

import "slices"

// line picks the shapes with one coordinate: those that are named as places, whose things are not
// somewhere else already, or else one with facts for at least [leastFilled] numbers without a gap.
func (f *finder) line() bool {
	var some []*shape
	for _, s := range f.ordered {
		if s.single() {
			some = append(some, s)
		}
	}
	f.count(some)
	slices.SortStableFunc(some, better)
	var chosen []*shape
	things := make(map[string]bool)
	for _, s := range some {
		if !s.isLocated() {
			continue
		}
		if !slices.ContainsFunc(sortedKeys(s.rests), func(t string) bool { return things[t] }) {
			chosen = append(chosen, s)
			for t := range s.rests {
				things[t] = true
			}
			continue
		}
		f.grid.Others = append(f.grid.Others, s.form())
	}
	if len(chosen) == 0 {
		if i := slices.IndexFunc(some, (*shape).isFilled); i >= 0 {
			chosen = append(chosen, some[i])
		}
	}
	if len(chosen) == 0 || len(chosen[0].args[chosen[0].columns[0]].values) < 2 {
		return false
	}
	f.take(chosen[0], chosen)
	return true
}

// leastFilled is how many numbers make a line.
const leastFilled = 4

func (s *shape) isFilled() bool {
	low, high := s.args[s.columns[0]].bounds()
	return s.most >= leastFilled && s.most == high-low+1
}

func sortedKeys(set map[string]bool) []string {
	keys := make([]string, 0, len(set))
	for k := range set {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
