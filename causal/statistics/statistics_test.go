package statistics_test

import (
	"math"
	"math/big"
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

// The interval is that of an example in Newcombe's paper, and the other way round if the sides are exchanged.
func TestDifference(t *testing.T) {
	d, i := statistics.Pairs{Both: 36, First: 12, Second: 2}.Difference()
	require.InDelta(t, -0.2, d, 1e-12)
	require.InDelta(t, -0.3404, i.Low, 5e-5)
	require.InDelta(t, -0.0569, i.High, 5e-5)
	rapid.Check(t, func(t *rapid.T) {
		n := func(label string) int { return rapid.IntRange(0, 30).Draw(t, label) }
		p := statistics.Pairs{Both: n("both"), First: n("first"), Second: n("second"), Neither: n("neither")}
		d, i := p.Difference()
		require.True(t, i.Holds(d))
		p.First, p.Second = p.Second, p.First
		e, k := p.Difference()
		require.InDeltaSlice(t, []float64{-d, -i.High, -i.Low}, []float64{e, k.Low, k.High}, 1e-12)
	})
	d, i = statistics.Pairs{}.Difference()
	require.Zero(t, d)
	require.Equal(t, statistics.Interval{Low: -1, High: 1}, i)
}

// clustersOf returns the sums over clusters, each with the numbers of trials that came true and of all.
func clustersOf(trials [][2]int) *statistics.Clusters {
	sum := func(i, k int) *big.Int {
		s := new(big.Int)
		for _, t := range trials {
			a := [3]int{t[0], t[1], 1}
			s.Add(s, big.NewInt(int64(a[i]*a[k])))
		}
		return s
	}
	c := &statistics.Clusters{X: sum(0, 2), Y: sum(1, 2), XX: sum(0, 0), XY: sum(0, 1), YY: sum(1, 1)}
	for _, t := range trials {
		c.N += min(1, t[1])
	}
	return c
}

// Intervals of shares hold the true one as often as they say, and more often than the bootstrap, whose intervals are
// too narrow for few clusters; even so, they are hardly wider if there are many.
func TestCoverageOfClusters(t *testing.T) {
	for _, of := range []struct {
		clusters    int
		some, other float64 // the probability of all trials of a cluster, one as often as the other
	}{
		{80, 0.1, 0.5}, {20, 0.1, 0.5}, {6, 0.1, 0.5}, // trials of a cluster are alike, which hides in their number
		{40, 0.3, 0.3}, {8, 0.3, 0.3}, {40, 0, 0.1}, {60, 0.02, 0.02}, {20, 0, 1},
	} {
		var width, drawn, held float64
		const trials = 250
		share := covered(trials, func(draw *rand.Rand) bool {
			all := make([][2]int, of.clusters)
			for i := range all {
				p := of.some
				if draw.IntN(2) == 0 {
					p = of.other
				}
				n := 1 + draw.IntN(10)
				all[i] = [2]int{times(n, p, draw), n}
			}
			i, b := clustersOf(all).Interval(), bootstrap(all, draw)
			width, drawn = width+i.High-i.Low, drawn+b.High-b.Low
			if b.Holds((of.some + of.other) / 2) {
				held += 1. / trials
			}
			return i.Holds((of.some + of.other) / 2)
		})
		require.InDelta(t, 0.95, share, 0.045, "%v", of)
		require.GreaterOrEqual(t, share, held, "%v", of)
		if of.clusters >= 40 {
			require.InEpsilon(t, drawn, width, 0.2, "%v", of)
		}
	}
}

// bootstrap returns the interval of a share by drawing whole clusters again.
func bootstrap(trials [][2]int, draw *rand.Rand) statistics.Interval {
	var shares []float64
	for range 200 {
		var x, y float64
		for range trials {
			t := trials[draw.IntN(len(trials))]
			x, y = x+float64(t[0]), y+float64(t[1])
		}
		shares = append(shares, x/y)
	}
	return statistics.Percentiles(shares)
}

// The interval is Wilson's of as many trials as say the same: all of them if each cluster is one trial, and the
// clusters if the trials of each come out alike, but for the correction for few clusters.
func TestClustersOfIndependentTrials(t *testing.T) {
	repeated := func(n, size int) (out [][2]int) {
		for i := range n {
			out = append(out, [2]int{i % 2 * size, size})
		}
		return out
	}
	for _, size := range []int{1, 3, 1 << 29} {
		want, got := statistics.Wilson(500_000, 1_000_000), clustersOf(repeated(1_000_000, size)).Interval()
		require.InEpsilon(t, want.Low, got.Low, 1e-8)
		require.InEpsilon(t, want.High, got.High, 1e-8)
	}
}

// Clusters that all say the same leave as much doubt as there are trials, or clusters if the share is 0 or 1.
func TestClustersThatAgree(t *testing.T) {
	of := func(trials ...[2]int) statistics.Interval { return clustersOf(trials).Interval() }
	all := statistics.Interval{Low: 0, High: 1}
	require.Equal(t, all, of())
	require.Equal(t, all, of([2]int{0, 0}))
	require.Equal(t, all, of([2]int{4, 5}, [2]int{0, 0}))
	require.Equal(t, statistics.Wilson(3, 3), of([2]int{5, 5}, [2]int{2, 2}, [2]int{0, 0}, [2]int{9, 9}))
	require.Equal(t, statistics.Wilson(0, 2), of([2]int{0, 5}, [2]int{0, 2}, [2]int{0, 0}))
	require.Equal(t, statistics.Wilson(3, 9), of([2]int{1, 3}, [2]int{1, 3}, [2]int{1, 3}))
}

func TestMeanIsZero(t *testing.T) {
	of := func(numbers ...float64) float64 {
		sum, squares := new(big.Rat), new(big.Rat)
		for _, x := range numbers {
			r := new(big.Rat).SetFloat64(x)
			sum.Add(sum, r)
			squares.Add(squares, r.Mul(r, r))
		}
		return statistics.MeanIsZero(len(numbers), sum, squares)
	}
	require.InDelta(t, 0.95, covered(2000, func(draw *rand.Rand) bool {
		numbers := make([]float64, 50)
		for i := range numbers {
			numbers[i] = draw.ExpFloat64() - 1
		}
		return of(numbers...) > 0.05
	}), 0.03) // these numbers are skewed, which costs some
	require.Equal(t, 0.5, of(1, 1))
	require.Equal(t, 1.0, of())
	require.Equal(t, 1.0, of(1, -1))
	require.Equal(t, 0.125, of(1, 1, 1, 1+1e-9))
	require.InDelta(t, math.Erfc(1), of(4, -2, 3, -1, 2, 0, 1, 1), 1e-15)
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
	require.Equal(t, statistics.Interval{}, statistics.NewResamples(0, 1).Mean(nil))
}
