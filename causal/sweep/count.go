package sweep

import (
	"cmp"
	"slices"
)

// Spread says how numbers are spread. Quartiles are among the numbers: of all of
// them, at least one, two or three quarters are no greater.
type Spread struct {
	Min    int     `json:"min"`
	Lower  int     `json:"lowerQuartile"`
	Median int     `json:"median"`
	Upper  int     `json:"upperQuartile"`
	Max    int     `json:"max"`
	Mean   float64 `json:"mean"`
	Total  int     `json:"total"`
}

// Measure returns how numbers are spread; all zero where there are none.
func Measure(numbers []int) Spread {
	n := len(numbers)
	if n == 0 {
		return Spread{}
	}
	sorted := slices.Sorted(slices.Values(numbers))
	rank := func(quarters int) int { return sorted[(quarters*n+3)/4-1] }
	s := Spread{Min: sorted[0], Lower: rank(1), Median: rank(2), Upper: rank(3), Max: sorted[n-1]}
	for _, x := range numbers {
		s.Total += x
	}
	s.Mean = float64(s.Total) / float64(n)
	return s
}

// Lengths says how long runs were.
func (rows Rows) Lengths() Spread {
	steps := make([]int, len(rows))
	for i := range rows {
		steps[i] = rows[i].Steps
	}
	return Measure(steps)
}

// Firings says how often a rule fired, and in how many runs at all. The rule is an
// index of [Sweep.Rules].
func (rows Rows) Firings(rule int) (spread Spread, runs int) {
	times := make([]int, len(rows))
	for i := range rows {
		times[i] = rows[i].Fired[rule]
		runs += min(times[i], 1)
	}
	return Measure(times), runs
}

// Group is a list of runs that have something in common.
type Group[K comparable] struct {
	Of   K
	Rows Rows // in the order of seeds
}

// Ends groups runs by how and where they ended.
func (rows Rows) Ends() []Group[Ending] { return group(rows, func(r *Row) Ending { return r.Ending }) }

// Messages groups failed runs by the reason: the statement that is violated, or the
// message.
func (rows Rows) Messages() []Group[string] {
	wrong := slices.DeleteFunc(slices.Clone(rows), func(r *Row) bool { return r.Message == "" })
	return group(wrong, func(r *Row) string { return cmp.Or(r.Violates, r.Message) })
}

// Finals groups runs by their final state.
func (rows Rows) Finals() []Group[State] { return group(rows, func(r *Row) State { return r.Final }) }

// Hashes groups runs by what led to what in them.
func (rows Rows) Hashes() []Group[[32]byte] {
	return group(rows, func(r *Row) [32]byte { return r.Hash.Bytes })
}

// group groups rows by a key, the largest group first; of equal ones, the one with the
// smallest seed.
func group[K comparable](rows Rows, key func(*Row) K) []Group[K] {
	at := make(map[K]int)
	var out []Group[K]
	for i := range rows {
		k := key(rows[i])
		g, known := at[k]
		if !known {
			g = len(out)
			at[k] = g
			out = append(out, Group[K]{Of: k})
		}
		out[g].Rows = append(out[g].Rows, rows[i])
	}
	slices.SortStableFunc(out, func(a, b Group[K]) int { return cmp.Compare(len(b.Rows), len(a.Rows)) })
	return out
}

// Count returns the number of runs with an ending.
func (rows Rows) Count(how Ending) (n int) {
	for _, r := range rows {
		if r.Ending == how {
			n++
		}
	}
	return n
}

// Part is the runs in which some rules fired the same number of times.
type Part struct {
	Times []int // for each of the rules
	Rows  Rows  // in the order of seeds
}

// Split parts runs by how often rules fired in them, the fewest times first. The rules
// are indexes of [Sweep.Rules].
func (rows Rows) Split(rules []int) []Part {
	times := func(r *Row) []int {
		out := make([]int, len(rules))
		for i, rule := range rules {
			out[i] = r.Fired[rule]
		}
		return out
	}
	sorted := slices.Clone(rows)
	slices.SortStableFunc(sorted, func(a, b *Row) int { return slices.Compare(times(a), times(b)) })
	var parts []Part
	for i := range sorted {
		t := times(sorted[i])
		if n := len(parts); n == 0 || !slices.Equal(parts[n-1].Times, t) {
			parts = append(parts, Part{Times: t})
		}
		last := &parts[len(parts)-1]
		last.Rows = append(last.Rows, sorted[i])
	}
	return parts
}

// Chances says how often a rule could have fired in a run. Only states in which
// something fired are counted: none at which a limit ended the run.
type Chances struct {
	// States is in how many states the rule was enabled.
	States int
	// Expected is how often it would have fired in these, on average, if each transition was as
	// likely; or, in runs in which chance draws a rule first, if each rule was.
	Expected float64
}

// Loss says how often another rule fired where a rule was enabled.
type Loss struct {
	To    int // the other rule, an index of [Sweep.Rules]
	Times int
	// Took counts how often the rule was no longer enabled in the next state: the other rule
	// consumed a fact it needed, or left the stage. If a limit ended the run, the next state is
	// not examined.
	Took int
}

// Could says how often a rule could have fired, and in how many runs at all. The rule is
// an index of [Sweep.Rules].
func (rows Rows) Could(rule int) (all Chances, runs int) {
	for _, r := range rows {
		c := r.Could[rule]
		all.States += c.States
		all.Expected += c.Expected
		runs += min(c.States, 1)
	}
	return all, runs
}
