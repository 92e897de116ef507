package expressive

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ceptre-graph/ceptre/causal/metric"
	"github.com/ceptre-graph/ceptre/causal/statistics"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// genColumn makes values of a metric: names, whole numbers, or any numbers, some of them missing.
func genColumn(t *rapid.T, runs int) *metric.Column {
	c := &metric.Column{Text: "metric"}
	switch rapid.IntRange(0, 3).Draw(t, "kind") {
	case 0:
		c.Names = rapid.SliceOfN(rapid.StringMatching(`[a-e]{1,2}`), runs, runs).Draw(t, "names")
		return c
	case 1:
		high := 1 << rapid.IntRange(1, 45).Draw(t, "bits")
		for _, n := range rapid.SliceOfN(rapid.IntRange(-40, high), runs, runs).Draw(t, "n") {
			c.Numbers = append(c.Numbers, float64(n))
		}
	case 2:
		scale := math.Pow10(rapid.IntRange(-12, 12).Draw(t, "power"))
		for _, v := range rapid.SliceOfN(rapid.Float64Range(-3, 7), runs, runs).Draw(t, "v") {
			c.Numbers = append(c.Numbers, v*scale)
		}
	default:
		c.Numbers = rapid.SliceOfN(rapid.Float64(), runs, runs).Draw(t, "any")
	}
	for i := range c.Numbers {
		if rapid.IntRange(0, 9).Draw(t, "missing") == 0 {
			c.Numbers[i] = math.NaN()
		}
	}
	return c
}

// Every value is in one bin, which has its bounds around it, and there are as many bins as allowed at
// the most. The counts of a histogram and its margins sum up to the runs.
func TestBins(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		runs, most := rapid.IntRange(1, 30).Draw(t, "runs"), rapid.IntRange(2, 25).Draw(t, "most")
		x, y := genColumn(t, runs), genColumn(t, runs)
		h := NewHistogram(NewAxis(most, x), NewAxis(most, y), x, y)
		for _, side := range []struct {
			a *Axis
			c *metric.Column
		}{{h.X, x}, {h.Y, y}} {
			checkAxis(t, side.a, side.c, most)
		}
		sum := 0
		byX, byY := make([]int, len(h.X.Bins)), make([]int, len(h.Y.Bins))
		for i, c := range h.Cells {
			require.NotEmpty(t, c.Runs)
			require.Equal(t, c.Runs, h.At(c.X, c.Y))
			sum += h.Counts()[i]
			byX[c.X] += len(c.Runs)
			byY[c.Y] += len(c.Runs)
		}
		require.Equal(t, runs, sum)
		marginX, marginY := h.Marginals()
		require.Equal(t, byX, marginX)
		require.Equal(t, byY, marginY)
	})
}

func checkAxis(t *rapid.T, a *Axis, c *metric.Column, most int) {
	bins := len(a.Bins)
	if a.none >= 0 {
		bins--
	}
	require.LessOrEqual(t, bins, most)
	labels := make(map[string]bool)
	for i := range c.Len() {
		bin := a.Bins[a.Of(c, i)]
		labels[bin.Label] = true
		switch {
		case c.Names != nil && a.names[c.Names[i]] < most-1:
			require.Equal(t, c.Names[i], bin.Label)
		case c.Names != nil:
		case math.IsNaN(c.Numbers[i]):
			require.Equal(t, noValue, bin.Label)
		case *bin.From == *bin.To:
			require.Equal(t, *bin.From, c.Numbers[i])
		default:
			require.True(t, *bin.From <= c.Numbers[i] && c.Numbers[i] < *bin.To, "%v in %v", c.Numbers[i], bin)
		}
	}
}

// Bounds of bins are round, and whole numbers have whole bins.
func TestRoundBounds(t *testing.T) {
	for _, c := range []struct {
		numbers []float64
		most    int
		want    []string
	}{
		{[]float64{2, 5}, 10, []string{"2", "3", "4", "5"}},
		{[]float64{3, 17}, 4, []string{"0–4", "5–9", "10–14", "15–19"}},
		{[]float64{-3, 1}, 3, []string{"-4–-3", "-2–-1", "0–1"}},
		{[]float64{0.5, 1.9}, 4, []string{"0.5–1.0", "1.0–1.5", "1.5–2.0"}},
		{[]float64{0.25}, 4, []string{"0.25"}},
		{[]float64{7, math.NaN()}, 4, []string{"7", "none"}},
		{[]float64{math.NaN()}, 4, []string{"none"}},
		{nil, 4, []string{"none"}},
	} {
		var got []string
		for _, b := range NewAxis(c.most, &metric.Column{Numbers: c.numbers}).Bins {
			got = append(got, b.Label)
		}
		require.Equal(t, c.want, got)
	}
	names := &metric.Column{Names: []string{"b", "a", "c", "c", "d"}}
	a := NewAxis(3, names)
	require.Equal(t, []Bin{{Label: "c"}, {Label: "a"}, {Label: "2 others"}}, a.Bins)
	for i, want := range []int{2, 1, 0, 0, 2} {
		require.Equal(t, want, a.Of(names, i))
	}
}

// Levels are ascending, begin with 1, and each number has the last level that is not above it.
func TestLevels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		most, n := rapid.IntRange(1, 100_000).Draw(t, "most"), rapid.IntRange(1, 8).Draw(t, "levels")
		levels := Levels(most, n)
		require.Equal(t, 1, levels[0])
		require.LessOrEqual(t, len(levels), n)
		require.True(t, slices.IsSorted(levels))
		require.Equal(t, -1, Level(levels, 0))
		v := rapid.IntRange(1, most).Draw(t, "v")
		at := Level(levels, v)
		require.LessOrEqual(t, levels[at], v)
		require.True(t, at == len(levels)-1 || levels[at+1] > v)
	})
}

// counted returns how often each cell came up that did.
func counted(cells []int, of int) (counts []int) {
	all := make([]int, of)
	for _, c := range cells {
		all[c]++
	}
	return slices.DeleteFunc(all, func(n int) bool { return n == 0 })
}

// Over all sequences of runs, the estimate of the unseen mass is on average the mass that a run less
// leaves unseen, which is Good's theorem.
func TestUnseenMassByEnumeration(t *testing.T) {
	mass := []float64{0.5, 0.3, 0.2}
	const runs = 6
	estimate, sequence := 0.0, make([]int, runs)
	for code := range 729 { // 3^6
		p := 1.0
		for i := range sequence {
			sequence[i] = code % 3
			p *= mass[sequence[i]]
			code /= 3
		}
		estimate += p * Cover(counted(sequence, 3), 3).Unseen.Value
	}
	want := 0.0
	for _, p := range mass {
		want += p * math.Pow(1-p, runs-1)
	}
	require.InDelta(t, want, estimate, 1e-12)
}

// The curve of growth is the mean over all subsets of the runs.
func TestGrowthByEnumeration(t *testing.T) {
	cells := []int{0, 0, 0, 1, 1, 2, 3, 0, 2, 4} // 10 runs
	for _, g := range Cover(counted(cells, 5), 5).Growth {
		total, sets := 0.0, 0.0
		for set := range 1 << len(cells) {
			var part []int
			for i, c := range cells {
				if set&(1<<i) != 0 {
					part = append(part, c)
				}
			}
			if len(part) == g.Runs {
				total += float64(len(counted(part, 5)))
				sets++
			}
		}
		require.InDelta(t, total/sets, g.Cells, 1e-9)
	}
}

// On distributions that are known, the interval of the unseen mass holds the true one about as often
// as it says, and the lower bound of cells is one on average.
func TestCoverageOfKnownDistributions(t *testing.T) {
	for name, weight := range map[string]func(i int) float64{
		"uniform": func(int) float64 { return 1 },
		"zipf":    func(i int) float64 { return 1 / float64(i+1) },
		"steep":   func(i int) float64 { return math.Pow(0.8, float64(i)) },
	} {
		t.Run(name, func(t *testing.T) {
			const cells, runs, trials = 60, 150, 400
			random, upTo, all := rand.New(rand.NewPCG(3, 4)), make([]float64, cells), 0.0
			for i := range upTo {
				all += weight(i)
				upTo[i] = all
			}
			held, least, more := 0, 0.0, 0.0
			for range trials {
				drawn, seen := make([]int, runs), make(map[int]bool)
				for i := range drawn {
					drawn[i], _ = slices.BinarySearch(upTo, random.Float64()*all)
					seen[drawn[i]] = true
				}
				missing := 1.0
				for i := range seen {
					missing -= weight(i) / all
				}
				c := Cover(counted(drawn, cells), cells)
				if c.Unseen.Low <= missing && missing <= c.Unseen.High {
					held++
				}
				least += c.AtLeast / trials
				for range runs {
					i, _ := slices.BinarySearch(upTo, random.Float64()*all)
					if !seen[i] {
						more += 1.0 / trials
						seen[i] = true
					}
				}
				more -= c.More / trials
			}
			require.InDelta(t, 0.95, float64(held)/trials, 0.04)
			require.Less(t, least, float64(cells)*1.02)
			require.InDelta(t, 0, more, 1.5) // new cells that came, less new ones foretold
		})
	}
}

func TestCoverageOfNothing(t *testing.T) {
	require.Equal(t, Coverage{Grid: 4, Growth: []Growth{}}, Cover(nil, 4))
	one := Cover([]int{1}, 4)
	require.Equal(t, Estimate{1, statistics.Interval{Low: 1, High: 1}}, one.Unseen)
	require.EqualValues(t, 1, one.AtLeast)
	sure := Cover([]int{500, 500}, 4)
	require.InDelta(t, 0.003, sure.Unseen.High, 1e-4) // not 0: the rule of three
}

// Equal ranges overlap wholly and disjoint ones not at all, whichever comes first.
func TestOverlap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		gen := rapid.SliceOfN(rapid.IntRange(0, 4), 5, 5)
		p, q := gen.Draw(t, "p"), gen.Draw(t, "q")
		pairs, mirrored, same := make([][2]int, 5), make([][2]int, 5), make([][2]int, 5)
		n, m := 0, 0
		for i := range p {
			pairs[i], mirrored[i], same[i] = [2]int{p[i], q[i]}, [2]int{q[i], p[i]}, [2]int{p[i], 2 * p[i]}
			n, m = n+p[i], m+q[i]
		}
		if n == 0 || m == 0 {
			t.Skip("nothing to compare")
		}
		one, two := overlap(pairs, n, m), overlap(mirrored, m, n)
		require.InDelta(t, one.Coefficient, two.Coefficient, 1e-12)
		require.InDelta(t, one.Divergence, two.Divergence, 1e-12)
		require.Equal(t, one.FirstOnly, two.SecondOnly)
		self := overlap(same, n, 2*n)
		require.InDelta(t, 1, self.Coefficient, 1e-12)
		require.InDelta(t, 0, self.Divergence, 1e-12)
	})
	apart := overlap([][2]int{{3, 0}, {0, 5}}, 3, 5)
	require.Equal(t, Overlap{FirstOnly: 1, SecondOnly: 1, Divergence: 1}, apart)
}

// Resamples have the mean and the median of the numbers that were drawn.
func TestResamples(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sorted := rapid.SliceOfN(rapid.Float64Range(0, 9), 1, 12).Draw(t, "values")
		slices.Sort(sorted)
		seed := rapid.Uint64().Draw(t, "seed")
		m, med := newResampler(sorted).draw(rand.New(rand.NewPCG(seed, 0)))
		again, drawn := rand.New(rand.NewPCG(seed, 0)), []float64{}
		for range sorted {
			drawn = append(drawn, sorted[again.IntN(len(sorted))])
		}
		slices.Sort(drawn)
		require.InDelta(t, mean(drawn), m, 1e-9)
		require.InDelta(t, median(drawn), med, 1e-9)
	})
}

// The intervals of differences hold the true one about as often as they say.
func TestBootstrapHoldsTheTruth(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	means, medians := 0, 0
	const trials, by = 200, 0.7
	for range trials {
		one, two := &metric.Column{}, &metric.Column{}
		for range 60 {
			one.Numbers = append(one.Numbers, random.NormFloat64())
			two.Numbers = append(two.Numbers, by+random.NormFloat64())
		}
		s := NewShift(NewAxis(10, one, two), one, two)
		if s.Means.By.Low <= by && by <= s.Means.By.High {
			means++
		}
		if s.Medians.By.Low <= by && by <= s.Medians.By.High {
			medians++
		}
	}
	require.InDelta(t, 0.95, float64(means)/trials, 0.04)
	require.InDelta(t, 0.95, float64(medians)/trials, 0.05)
}
