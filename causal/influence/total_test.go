package influence_test

import (
	"bytes"
	"encoding/json"
	"math/big"
	"slices"
	"testing"

	"github.com/ceptre-graph/ceptre/causal/influence"
	"github.com/ceptre-graph/ceptre/causal/statistics"
	"github.com/ceptre-graph/ceptre/causal/sweep/mergeable"
	"github.com/ceptre-graph/ceptre/causal/sweep/total"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

var subject = total.Subject{Version: "1", Program: "dice", Seed: 7, Runs: 1000, Flags: []string{},
	Rules: []total.Rule{{Label: "a", Stage: "day"}, {Label: "b", Stage: "day"}, {Label: "c", Stage: "night"}}}

// someRuns draws the counts of runs.
var someRuns = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) influence.Run {
	run := influence.Run{Counts: make(map[influence.Link]influence.Count)}
	for range subject.Rules {
		run.Fired = append(run.Fired, rapid.SampledFrom([]int{0, 0, 1, 2, 5, 1 << 30}).Draw(t, "fired"))
	}
	for range rapid.IntRange(0, 5).Draw(t, "pairs") {
		link := influence.Link{From: rapid.IntRange(0, 2).Draw(t, "from"), To: rapid.IntRange(0, 2).Draw(t, "to")}
		if y := run.Fired[link.To]; y > 0 {
			run.Counts[link] = influence.Count{Steps: rapid.IntRange(0, y).Draw(t, "steps"),
				Chance: rapid.Float64Range(0, float64(y)).Draw(t, "chance")}
		}
	}
	return run
}), 1, 30)

// of returns the total of some runs.
func of(runs ...influence.Run) *influence.Total {
	t := influence.New(subject)
	for _, run := range runs {
		t.Add(run)
	}
	return t
}

func formOf(t require.TestingT, of *influence.Total) []byte {
	b, err := of.MarshalBinary()
	require.NoError(t, err)
	return b
}

// TestMerge checks that a total does not depend on the order and grouping in which it came to be.
func TestMerge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		runs := someRuns.Draw(t, "runs")
		parts := make([]*influence.Total, rapid.IntRange(1, 7).Draw(t, "parts"))
		for i := range parts {
			parts[i] = of()
		}
		for _, run := range rapid.Permutation(runs).Draw(t, "order") {
			parts[rapid.IntRange(0, len(parts)-1).Draw(t, "part")].Add(run)
		}
		for len(parts) > 1 {
			i := rapid.IntRange(0, len(parts)-2).Draw(t, "merged")
			read, err := influence.Decode(formOf(t, parts[i]))
			require.NoError(t, err)
			before := formOf(t, parts[i+1])
			require.NoError(t, read.Merge(parts[i+1]))
			require.Equal(t, before, formOf(t, parts[i+1]), "what is merged does not change")
			parts = slices.Replace(parts, i, i+2, read)
		}
		require.Equal(t, formOf(t, of(runs...)), formOf(t, parts[0]))
		require.Equal(t, of(runs...).Pairs(), parts[0].Pairs())
	})
	other := subject
	other.Rules = other.Rules[:2]
	require.ErrorIs(t, of().Merge(influence.New(other)), total.ErrOther)
}

// TestPairs compares the figures with figures from the counts of all runs.
func TestPairs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		runs := someRuns.Draw(t, "runs")
		all := of(runs...)
		var probabilities []float64
		for _, p := range all.Pairs() {
			link := influence.Link{From: index(p.From), To: index(p.To)}
			steps, firings, followed, fired := 0, 0, 0, 0
			chance, excess, deviations := new(big.Rat), new(big.Rat), new(big.Rat)
			sums := statistics.Clusters{X: new(big.Int), Y: new(big.Int), XX: new(big.Int), XY: new(big.Int), YY: new(big.Int)}
			for _, run := range runs {
				c, y := run.Counts[link], run.Fired[link.To]
				steps, firings = steps+c.Steps, firings+y
				followed, fired = followed+min(1, c.Steps), fired+min(1, y)
				chance.Add(chance, new(big.Rat).SetFloat64(c.Chance))
				more := new(big.Rat).SetFloat64(float64(c.Steps) - c.Chance)
				excess.Add(excess, more)
				deviations.Add(deviations, new(big.Rat).Mul(more, more))
				for sum, term := range map[*big.Int]int{sums.X: c.Steps, sums.Y: y, sums.XX: c.Steps * c.Steps,
					sums.XY: c.Steps * y, sums.YY: y * y} {
					sum.Add(sum, big.NewInt(int64(term)))
				}
			}
			sums.N = fired
			require.Equal(t, []int{steps, firings, followed, fired}, []int{p.Steps, p.Firings, p.Followed, p.Runs})
			require.Equal(t, firings, all.Fired(link.To))
			require.Equal(t, sums.Interval(), p.Interval)
			require.Equal(t, float64(steps)/float64(firings), p.Share)
			require.Equal(t, statistics.Wilson(followed, fired), p.Spread)
			by, _ := chance.Float64()
			require.Equal(t, by/float64(firings), p.Chance)
			probabilities = append(probabilities, statistics.MeanIsZero(len(runs), excess, deviations))
			want := influence.Unclear
			if p.P <= influence.Level && p.Share > p.Chance {
				want = influence.More
			} else if p.P <= influence.Level {
				want = influence.Less
			}
			require.Equal(t, want, p.Verdict)
		}
		for i, corrected := range statistics.Holm(probabilities) {
			require.Equal(t, corrected, all.Pairs()[i].P)
		}
		for _, run := range runs {
			for link := range run.Counts {
				pair(t, all.Pairs(), label(link.From), label(link.To))
			}
		}
	})
}

func label(rule int) string { return subject.Rules[rule].Label }

func index(label string) int {
	return slices.IndexFunc(subject.Rules, func(r total.Rule) bool { return r.Label == label })
}

// A total that is cut off or has another bit anywhere is refused, or is that of other runs.
func TestDamagedTotals(t *testing.T) {
	count := influence.Count{Steps: 2, Chance: 0.3}
	run := influence.Run{Fired: []int{1, 3, 0},
		Counts: map[influence.Link]influence.Count{{From: 0, To: 1}: count, {From: 1, To: 1}: count}}
	whole := formOf(t, of(run, run))
	for n := range whole {
		_, err := influence.Decode(whole[:n])
		require.ErrorIs(t, err, mergeable.ErrDamaged)
		for bit := range 8 {
			data := bytes.Clone(whole)
			data[n] ^= 1 << bit
			read, err := influence.Decode(data)
			if err != nil {
				require.ErrorIs(t, err, mergeable.ErrDamaged)
				continue
			}
			require.Equal(t, data, formOf(t, read))
			_, err = json.Marshal(read.Pairs()) // which have finite figures
			require.NoError(t, err)
		}
	}
}

// Sums that no runs have are refused.
func TestImpossibleTotals(t *testing.T) {
	refused := func(data []byte) {
		t.Helper()
		_, err := influence.Decode(data)
		require.ErrorIs(t, err, mergeable.ErrDamaged)
	}
	for fired, c := range map[int]influence.Count{0: {}, 1: {Steps: 2}, 2: {Chance: 2.5}, 3: {Chance: -0.5}} {
		refused(formOf(t, of(influence.Run{Fired: []int{1, fired, 0},
			Counts: map[influence.Link]influence.Count{{From: 0, To: 1}: c}})))
	}
	whole := formOf(t, of(influence.Run{Fired: []int{1, 0, 0}}))
	at := bytes.LastIndexByte(whole, '}') + 1 // place of the number of all runs
	for _, runs := range []byte{0, 2} {
		whole[at], whole[at+1] = 2, runs
		refused(whole)
	}
	whole[at+1] = 1
	_, err := influence.Decode(whole)
	require.NoError(t, err)
}
