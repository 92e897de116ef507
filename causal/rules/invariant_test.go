package rules

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/farkas"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// incidencesOf returns rules by what they add to a, b, c and so on.
func incidencesOf(rules ...[]int) []Incidence {
	out := make([]Incidence, len(rules))
	for i, adds := range rules {
		for k, n := range adds {
			if n != 0 {
				out[i] = append(out[i], ofLinear(string(rune('a'+k)), n, n))
			}
		}
	}
	return out
}

// firingsOf returns invariants by how often they fire each rule.
func firingsOf(all ...[]int) (out [][]Firing) {
	for _, times := range all {
		var firings []Firing
		for rule, n := range times {
			if n > 0 {
				firings = append(firings, Firing{rule, n})
			}
		}
		out = append(out, firings)
	}
	return out
}

// spread returns an invariant by how often it fires each of so many rules.
func spread(firings []Firing, rules int) []int {
	out := make([]int, rules)
	for _, f := range firings {
		out[f.Rule] = f.Times
	}
	return out
}

func TestInvariantsByHand(t *testing.T) {
	for _, c := range []struct {
		name  string
		rules []Incidence
		want  Invariants
	}{
		{"nothing", nil, Invariants{}},
		{"no way back", incidencesOf([]int{-1, 1}, []int{1, 0}), Invariants{}},
		{"changes nothing", incidencesOf([]int{0}, []int{1}), Invariants{Firings: firingsOf([]int{1, 0})}},
		{"there and back", incidencesOf([]int{-1, 1}, []int{1, -1}), Invariants{Firings: firingsOf([]int{1, 1})}},
		{"least multiples", incidencesOf([]int{-4, 6}, []int{2, -3}), Invariants{Firings: firingsOf([]int{1, 2})}},
		{"the small do not make the large", incidencesOf([]int{-1, 1, 0}, []int{1, -1, 0}, []int{0, -1, 1}, []int{0, 1, -1}),
			Invariants{Firings: firingsOf([]int{1, 1, 0, 0}, []int{0, 0, 1, 1})}},
		{"varying", []Incidence{{ofLinear("a", -1, 0)}, {ofLinear("b", 1, 1)},
			{ofLinear("b", -1, -1), ofPermanent("c", 0, 1)}},
			Invariants{Firings: firingsOf([]int{0, 1, 1}), Varying: []int{0}}},
	} {
		t.Run(c.name, func(t *testing.T) { require.Equal(t, c.want, FindInvariants(c.rules)) })
	}
}

// mostFirings is how often brute force fires a rule.
const mostFirings = 8

// bruteInvariants tries all ways to fire rules up to so often, and keeps those of
// minimal support without common divisor.
func bruteInvariants(rules []Incidence) [][]int {
	var all [][]int
	x := make([]int, len(rules))
	var try func(i int)
	try = func(i int) {
		switch {
		case i < len(x):
			for x[i] = 0; x[i] <= mostFirings; x[i]++ {
				try(i + 1)
			}
			x[i] = 0
		case slices.Max(x) > 0 && len(fired(x, rules)) == 0:
			all = append(all, slices.Clone(x))
		}
	}
	try(0)
	var out [][]int
	for _, a := range all {
		if !slices.ContainsFunc(all, func(b []int) bool { return below(b, a) }) {
			out = append(out, a)
		}
	}
	slices.SortFunc(out, func(a, b []int) int { return cmp.Or(support(a)-support(b), -slices.Compare(a, b)) })
	return out
}

// fired returns what firing rules so often adds.
func fired(times []int, rules []Incidence) Incidence {
	var changes []Change
	for i, n := range times {
		for _, c := range rules[i] {
			changes = append(changes, ofLinear(c.Kind, n*c.Least, n*c.Most))
		}
	}
	return NewIncidence(changes)
}

// support returns how many rules fire.
func support(times []int) int {
	n := 0
	for _, k := range times {
		n += min(k, 1)
	}
	return n
}

// below reports whether b fires fewer rules than a and no others, or the same
// rules less often.
func below(b, a []int) bool {
	for i := range b {
		if b[i] > 0 && a[i] == 0 {
			return false
		}
	}
	return cmp.Or(support(b)-support(a), slices.Compare(b, a)) < 0
}

// drawRules draws what rules add.
func drawRules(t *rapid.T, rules, preds, most int) []Incidence {
	out := make([][]int, rapid.IntRange(1, rules).Draw(t, "rules"))
	for i := range out {
		for range preds {
			out[i] = append(out[i], rapid.IntRange(-most, most).Draw(t, "adds"))
		}
	}
	return incidencesOf(out...)
}

func TestInvariantsAreThoseOfBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules := drawRules(t, 5, 2, 2)
		want := bruteInvariants(rules)
		got := FindInvariants(rules)
		require.False(t, got.Cut)
		often := func(f Firing) bool { return f.Times > mostFirings }
		require.Equal(t, firingsOf(want...),
			slices.DeleteFunc(got.Firings, func(x []Firing) bool { return slices.ContainsFunc(x, often) }))
	})
}

// Whatever the numbers: what comes out restores the counts, and the support of
// none holds that of another.
func TestInvariantsRestoreTheCounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules := drawRules(t, 12, 4, 5)
		got := FindInvariants(rules)
		var all [][]int
		for _, firings := range got.Firings {
			all = append(all, spread(firings, len(rules)))
		}
		for i, x := range all {
			require.Positive(t, slices.Max(x))
			require.Empty(t, fired(x, rules))
			for _, y := range all[i+1:] {
				require.False(t, below(y, x) || below(x, y), "%v %v", x, y)
			}
		}
	})
}

// manyInvariants returns rules with a way for each choice of one of two rules for
// each of so many pairs.
func manyInvariants(pairs int) []Incidence {
	var out []Incidence
	for i := range pairs {
		from, to := fmt.Sprintf("p%03d", i), fmt.Sprintf("p%03d", (i+1)%pairs)
		for range 2 {
			out = append(out, NewIncidence([]Change{ofLinear(from, -1, -1), ofLinear(to, 1, 1)}))
		}
	}
	return out
}

func TestInvariantsAreGivenUpWhereThereAreTooMany(t *testing.T) {
	require.Len(t, FindInvariants(manyInvariants(10)).Firings, 1024)
	got := FindInvariants(manyInvariants(40))
	require.True(t, got.Cut)
	require.Nil(t, got.Firings)

	large := incidencesOf([]int{-farkas.MaxCoefficient, 1}, []int{farkas.MaxCoefficient - 1, -1})
	require.True(t, FindInvariants(large).Cut, "numbers too large to reckon with")
}

// ringOfRules returns rules each of which makes of one thing the next, and the last
// the first.
func ringOfRules(n int) []Incidence {
	out := make([]Incidence, n)
	for i := range out {
		from, to := fmt.Sprintf("p%d", i), fmt.Sprintf("p%d", (i+1)%n)
		out[i] = NewIncidence([]Change{ofLinear(from, -1, -1), ofLinear(to, 1, 1)})
	}
	return out
}

func TestInvariantOfManyRules(t *testing.T) {
	for _, n := range []int{1000, 3_000} {
		require.Equal(t, Invariants{Firings: firingsOf(slices.Repeat([]int{1}, n))}, FindInvariants(ringOfRules(n)))
	}
}

// Of twice the rules the search has twice the rounds, but none of them is much more
// work, of which allocations are a measure that is the same on every machine.
func TestInvariantsOfTwiceTheRulesTakeTwiceTheWork(t *testing.T) {
	work := func(rules int) float64 {
		ring := ringOfRules(rules)
		return testing.AllocsPerRun(1, func() { FindInvariants(ring) })
	}
	require.Less(t, work(200), 3*work(100))
}

// Rules that have nothing to do with each other are not held against each other, and what one
// of them does not fire takes no room.
func TestInvariantsOfManyPairs(t *testing.T) {
	var rules []Incidence
	var want [][]Firing
	for i := range 5_000 {
		here, there := fmt.Sprintf("p%d", i), fmt.Sprintf("q%d", i)
		rules = append(rules, NewIncidence([]Change{ofLinear(here, -1, -1), ofLinear(there, 1, 1)}),
			NewIncidence([]Change{ofLinear(here, 1, 1), ofLinear(there, -1, -1)}))
		want = append(want, []Firing{{2 * i, 1}, {2*i + 1, 1}})
	}
	require.Equal(t, Invariants{Firings: want}, FindInvariants(rules))
	bytes := testing.Benchmark(func(b *testing.B) {
		b.ReportAllocs()
		for range b.N {
			FindInvariants(rules)
		}
	}).AllocedBytesPerOp()
	require.Less(t, bytes, int64(50<<20))
}
