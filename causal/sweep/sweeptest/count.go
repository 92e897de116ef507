// Package sweeptest counts the results of runs from all of their rows. It is the oracle for tests of statistics that
// add up without rows.
package sweeptest

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/mergeable"
)

// Measure returns how numbers are spread; all zero where there are none.
func Measure(numbers []int) mergeable.Spread {
	n := len(numbers)
	if n == 0 {
		return mergeable.Spread{}
	}
	sorted := slices.Sorted(slices.Values(numbers))
	rank := func(quarters int) int { return sorted[(quarters*n+3)/4-1] }
	s := mergeable.Spread{Min: sorted[0], Lower: rank(1), Median: rank(2), Upper: rank(3), Max: sorted[n-1]}
	for _, x := range numbers {
		s.Total += x
	}
	s.Mean = float64(s.Total) / float64(n)
	return s
}

// Lengths says how long runs were.
func Lengths(rows sweep.Rows) mergeable.Spread {
	steps := make([]int, len(rows))
	for i := range rows {
		steps[i] = rows[i].Steps
	}
	return Measure(steps)
}

// Firings says how often a rule fired, and in how many runs at all. The rule is an
// index of [sweep.Sweep.Rules].
func Firings(rows sweep.Rows, rule int) (spread mergeable.Spread, runs int) {
	times := make([]int, len(rows))
	for i := range rows {
		times[i] = rows[i].Fired[rule]
		runs += min(times[i], 1)
	}
	return Measure(times), runs
}

// Could says how often a rule could have fired, and in how many runs at all. The rule is
// an index of [sweep.Sweep.Rules].
func Could(rows sweep.Rows, rule int) (all sweep.Chances, runs int) {
	for _, r := range rows {
		c := r.Could[rule]
		all.States += c.States
		all.Expected += c.Expected
		runs += min(c.States, 1)
	}
	return all, runs
}

// Group is a list of runs that have something in common.
type Group[K comparable] struct {
	Of   K
	Rows sweep.Rows // in the order of seeds
}

// Ends groups runs by how and where they ended.
func Ends(rows sweep.Rows) []Group[sweep.Ending] {
	return group(rows, func(r *sweep.Row) sweep.Ending { return r.Ending })
}

// Messages groups failed runs by the reason: the statement that is violated, or the
// message.
func Messages(rows sweep.Rows) []Group[string] {
	wrong := slices.DeleteFunc(slices.Clone(rows), func(r *sweep.Row) bool { return r.Message == "" })
	return group(wrong, func(r *sweep.Row) string { return cmp.Or(r.Violates, r.Message) })
}

// Finals groups runs by their final state.
func Finals(rows sweep.Rows) []Group[sweep.State] {
	return group(rows, func(r *sweep.Row) sweep.State { return r.Final })
}

// Hashes groups runs by what led to what in them.
func Hashes(rows sweep.Rows) []Group[[32]byte] {
	return group(rows, func(r *sweep.Row) [32]byte { return r.Hash.Bytes })
}

// group groups rows by a key, the largest group first; of equal ones, the one with the
// smallest seed.
func group[K comparable](rows sweep.Rows, key func(*sweep.Row) K) []Group[K] {
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
func Count(rows sweep.Rows, how sweep.Ending) (n int) {
	for _, r := range rows {
		if r.Ending == how {
			n++
		}
	}
	return n
}

// Part is the runs in which some rules fired the same number of times.
type Part struct {
	Times []int      // for each of the rules
	Rows  sweep.Rows // in the order of seeds
}

// Split parts runs by how often rules fired in them, the fewest times first. The rules
// are indexes of [sweep.Sweep.Rules].
func Split(rows sweep.Rows, rules []int) []Part {
	times := func(r *sweep.Row) []int {
		out := make([]int, len(rules))
		for i, rule := range rules {
			out[i] = r.Fired[rule]
		}
		return out
	}
	sorted := slices.Clone(rows)
	slices.SortStableFunc(sorted, func(a, b *sweep.Row) int { return slices.Compare(times(a), times(b)) })
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

// Copies says how many facts of a tally there were where runs ended, and in how many runs
// any. The tally is an index of [sweep.Sweep.Facts].
func Copies(rows sweep.Rows, tally int) (spread mergeable.Spread, runs int) {
	copies := make([]int, len(rows))
	for i, r := range rows {
		copies[i] = r.Facts[tally].Copies
		runs += min(copies[i], 1)
	}
	return Measure(copies), runs
}

// Numbers says what the numbers in all these facts are.
func Numbers(rows sweep.Rows, tally int) mergeable.Spread {
	var all []int
	for _, r := range rows {
		all = append(all, r.Facts[tally].Numbers...)
	}
	return Measure(all)
}

// LevelSpread says how a level is spread over the runs in which there are such facts at the end.
type LevelSpread struct {
	Fact string `json:"facts"`
	Runs int    `json:"runs"`
	mergeable.Spread
}

// Levels says how the levels of a tally are spread, by their facts.
func Levels(rows sweep.Rows, tally int) []LevelSpread {
	all := make(map[string][]int)
	for _, r := range rows {
		for _, l := range r.Levels[tally] {
			all[l.Fact] = append(all[l.Fact], l.N)
		}
	}
	var out []LevelSpread
	for fact, numbers := range all {
		out = append(out, LevelSpread{fact, len(numbers), Measure(numbers)})
	}
	slices.SortFunc(out, func(a, b LevelSpread) int { return strings.Compare(a.Fact, b.Fact) })
	return out
}
