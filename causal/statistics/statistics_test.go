package statistics_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/ceptre-graph/ceptre/causal/statistics"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The bounds of Wilson's interval are the probabilities at which the score test just rejects: its definition.
func TestWilsonInvertsTheScoreTest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 500).Draw(t, "n")
		k := rapid.IntRange(0, n).Draw(t, "k")
		i := statistics.Wilson(k, n)
		share := float64(k) / float64(n)
		require.True(t, i.Holds(share))
		for _, p := range []float64{i.Low, i.High} {
			if p > 1e-9 && p < 1-1e-9 {
				require.InDelta(t, 1.959964, math.Abs(share-p)/math.Sqrt(p*(1-p)/float64(n)), 1e-4)
			}
		}
	})
	require.Equal(t, statistics.Interval{Low: 0, High: 1}, statistics.Wilson(0, 0))
}

// covered returns the share of trials in which an interval holds the true value.
func covered(trials int, holds func(draw *rand.Rand) bool) float64 {
	draw, in := rand.New(rand.NewPCG(1, 2)), 0
	for range trials {
		if holds(draw) {
			in++
		}
	}
	return float64(in) / float64(trials)
}

func times(n int, p float64, draw *rand.Rand) (k int) {
	for range n {
		if draw.Float64() < p {
			k++
		}
	}
	return k
}

func TestCoverageOfWilson(t *testing.T) {
	for _, p := range []float64{0.03, 0.2, 0.5, 0.9} {
		share := covered(3000, func(draw *rand.Rand) bool { return statistics.Wilson(times(60, p, draw), 60).Holds(p) })
		require.InDelta(t, 0.95, share, 0.03, "p = %v", p)
	}
}

func TestCoverageOfDifference(t *testing.T) {
	for _, both := range []float64{0.05, 0.3} { // of 0.35 first and 0.5 second
		share := covered(2000, func(draw *rand.Rand) bool {
			var p statistics.Pairs
			for range 80 {
				x := draw.Float64()
				p.Add(x < 0.35, x < both || x >= 0.35 && x < 0.85-both)
			}
			_, i := p.Difference()
			return i.Holds(0.15)
		})
		require.InDelta(t, 0.95, share, 0.03, "both = %v", both)
	}
}

// A figure of steps that are alike within runs has wide intervals, which the number of steps alone would hide.
func TestCoverageOfBootstrap(t *testing.T) {
	share := covered(300, func(draw *rand.Rand) bool {
		above, below := make([]float64, 80), make([]float64, 80)
		for i := range above {
			steps, p := 1+draw.IntN(10), 0.1+0.4*float64(draw.IntN(2)) // 0.1 or 0.5 in all steps of a run
			above[i], below[i] = float64(times(steps, p, draw)), float64(steps)
		}
		return statistics.NewResamples(80, draw.Uint64()).Ratio(above, below).Holds(0.3)
	})
	require.InDelta(t, 0.94, share, 0.04)
}

func TestMeanIsZero(t *testing.T) {
	require.InDelta(t, 0.95, covered(4000, func(draw *rand.Rand) bool {
		of := make([]float64, 50)
		for i := range of {
			of[i] = draw.ExpFloat64() - 1
		}
		return statistics.MeanIsZero(of) > 0.05
	}), 0.03) // these numbers are skewed, which costs some
	require.Equal(t, 0.5, statistics.MeanIsZero([]float64{1, 1}))
	require.Equal(t, 1.0, statistics.MeanIsZero(nil))
}

// The first of several comparisons that are all by chance is at 0.05 or below in 5 % of the cases.
func TestHolmKeepsTheLevel(t *testing.T) {
	share := covered(4000, func(draw *rand.Rand) bool {
		p := make([]float64, 12)
		for i := range p {
			p[i] = draw.Float64()
		}
		for _, q := range statistics.Holm(p) {
			if q <= 0.05 {
				return false
			}
		}
		return true
	})
	require.InDelta(t, 0.95, share, 0.02)
	require.InDeltaSlice(t, []float64{0.03, 0.06, 0.06}, statistics.Holm([]float64{0.01, 0.04, 0.03}), 1e-12)
}

func TestResamplesRepeat(t *testing.T) {
	of := []float64{1, 2, 3, 4}
	a, b := statistics.NewResamples(4, 7).Mean(of), statistics.NewResamples(4, 7).Mean(of)
	require.Equal(t, a, b)
	require.True(t, a.Holds(2.5))
	require.Equal(t, statistics.Interval{}, statistics.NewResamples(2, 1).Ratio([]float64{0, 0}, []float64{0, 0}))
}
