package lang

import "slices"

// Nearest returns the known name that is closest to the one given, or "" where
// none is close. Of equally close ones it takes the first.
func Nearest(name string, known []string) string {
	best, least := "", len([]rune(name))/3+1
	for _, k := range known {
		if d := distance([]rune(name), []rune(k), least); d < least {
			best, least = k, d
		}
	}
	return best
}

// distance returns how many characters to insert, delete, replace or swap with
// their neighbour make b of a (optimal string alignment), or limit where it is
// at least that many.
func distance(a, b []rune, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit {
		return limit
	}
	var before []int
	last := make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range a {
		row := make([]int, len(b)+1)
		row[0] = i + 1
		for j := range b {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(last[j+1]+1, row[j]+1, last[j]+cost)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		if slices.Min(row) >= limit {
			return limit
		}
		before, last = last, row
	}
	return min(last[len(b)], limit)
}

// names returns the keys of a map, sorted.
func names[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
