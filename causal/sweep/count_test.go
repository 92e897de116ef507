package sweep_test

import (
	"slices"
	"testing"

	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/sweeptest"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// A quartile is the least of the numbers of which so many quarters are no greater.
func TestMeasure(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		numbers := rapid.SliceOfN(rapid.IntRange(0, 9), 1, 30).Draw(t, "numbers")
		given := slices.Clone(numbers)
		s := sweeptest.Measure(numbers)
		require.Equal(t, given, numbers)
		for quarters, got := range []int{1: s.Lower, 2: s.Median, 3: s.Upper, 4: s.Max} {
			want := slices.Max(numbers)
			for _, x := range numbers {
				if noGreater := count(numbers, func(y int) bool { return y <= x }); 4*noGreater >= quarters*len(numbers) {
					want = min(want, x)
				}
			}
			if quarters > 0 {
				require.Equal(t, want, got, "%d quarters", quarters)
			}
		}
		total := 0
		for _, x := range numbers {
			total += x
		}
		require.Equal(t, slices.Min(numbers), s.Min)
		require.Equal(t, total, s.Total)
		require.InDelta(t, float64(total)/float64(len(numbers)), s.Mean, 1e-9)
	})
	require.Zero(t, sweeptest.Measure(nil))
}

func count[T any](items []T, is func(T) bool) (n int) {
	for _, x := range items {
		if is(x) {
			n++
		}
	}
	return n
}

// someRows are rows in the order of seeds, with two rules.
func someRows(t *rapid.T) sweep.Rows {
	row := rapid.Custom(func(t *rapid.T) *sweep.Row {
		return &sweep.Row{
			Steps: rapid.IntRange(0, 5).Draw(t, "steps"),
			Ending: sweep.Ending{
				Why:   rapid.SampledFrom([]trace.Why{trace.Quiescent, trace.LimitHit, trace.Failed}).Draw(t, "why"),
				Stage: rapid.SampledFrom([]string{"", "day", "night"}).Draw(t, "stage"),
			},
			Message: rapid.SampledFrom([]string{"", "", "too deep"}).Draw(t, "message"),
			Fired:   rapid.SliceOfN(rapid.IntRange(0, 2), 2, 2).Draw(t, "fired"),
			Final:   sweep.State{rapid.ByteRange(0, 3).Draw(t, "final")},
		}
	})
	rows := rapid.SliceOfN(row, 1, 25).Draw(t, "rows")
	for i := range rows {
		rows[i].Seed = uint64(i)
	}
	return rows
}

// Groups hold each run once, with those it has that in common with and no others,
// the largest first.
func TestGroups(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := someRows(t)
		ends := sweeptest.Ends(rows)
		var all sweep.Rows
		for i, e := range ends {
			all = append(all, e.Rows...)
			require.Len(t, e.Rows, sweeptest.Count(rows, e.Of))
			require.Len(t, e.Rows, count(rows, func(r *sweep.Row) bool { return r.Why == e.Of.Why && r.Stage == e.Of.Stage }))
			require.True(t, slices.IsSortedFunc(e.Rows, bySeed))
			if i > 0 {
				before := ends[i-1]
				require.True(t, len(before.Rows) > len(e.Rows) || len(before.Rows) == len(e.Rows) &&
					before.Rows[0].Seed < e.Rows[0].Seed)
			}
		}
		require.ElementsMatch(t, rows, all)
		finals := make(map[sweep.State]bool)
		for _, r := range rows {
			finals[r.Final] = true
		}
		require.Len(t, sweeptest.Finals(rows), len(finals))
		require.Len(t, sweeptest.Hashes(rows), 1, "no hash is like any other")
		for _, m := range sweeptest.Messages(rows) {
			require.Equal(t, "too deep", m.Of)
			require.Len(t, m.Rows, count(rows, func(r *sweep.Row) bool { return r.Message != "" }))
		}
	})
}

func bySeed(a, b *sweep.Row) int { return int(a.Seed) - int(b.Seed) }

// TestSplit: each run is in one part, with the runs in which the rules fired equally often; run
// numbers ascend. The counts of the parts sum up to the counts of the whole.
func TestSplit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := someRows(t)
		rules := rapid.SampledFrom([][]int{{0}, {1}, {0, 1}, {1, 0}}).Draw(t, "rules")
		parts := sweeptest.Split(rows, rules)
		var all sweep.Rows
		total := 0
		for i, p := range parts {
			all = append(all, p.Rows...)
			total += sweeptest.Lengths(p.Rows).Total
			require.True(t, slices.IsSortedFunc(p.Rows, bySeed))
			for _, r := range p.Rows {
				for j, rule := range rules {
					require.Equal(t, p.Times[j], r.Fired[rule])
				}
			}
			if i > 0 {
				require.Negative(t, slices.Compare(parts[i-1].Times, p.Times))
			}
		}
		require.ElementsMatch(t, rows, all)
		require.Equal(t, sweeptest.Lengths(rows).Total, total)

		spread, runs := sweeptest.Firings(rows, rules[0])
		fired := 0
		for _, p := range parts {
			fired += p.Times[0] * len(p.Rows)
			if p.Times[0] > 0 {
				runs -= len(p.Rows)
			}
		}
		require.Equal(t, fired, spread.Total)
		require.Zero(t, runs)
	})
}
