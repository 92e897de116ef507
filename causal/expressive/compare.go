package expressive

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/ceptre-graph/ceptre/causal/statistics"
	"github.com/ceptre-graph/ceptre/causal/sweep/joint"
)

// Shift says how the values of a metric differ between two series of runs. Runs without a value are
// left out.
type Shift struct {
	Metric string `json:"metric"`
	// Means and Medians compare the means and the medians of the two series; nil for names.
	Means   *Difference `json:"means,omitempty"`
	Medians *Difference `json:"medians,omitempty"`
	// Shares are the shares of runs in each bin, in the order of the axis.
	Shares []Share `json:"shares"`
	// Overlap compares the distributions of this metric alone.
	Overlap Overlap `json:"overlap"`
}

// Share is the share of the runs of two series that are in a bin, with intervals of 95 % (Wilson).
type Share struct {
	Bin    string   `json:"bin"`
	First  Estimate `json:"first"`
	Second Estimate `json:"second"`
}

// newShare returns the shares of a bin from the numbers of runs in it and in all.
func newShare(bin string, in, all [2]int) Share {
	of := func(k, n int) Estimate { return Estimate{float64(k) / float64(max(n, 1)), statistics.Wilson(k, n)} }
	return Share{bin, of(in[0], all[0]), of(in[1], all[1])}
}

// Difference is a number of two series, and by how much the second is greater.
type Difference struct {
	First  float64  `json:"first"`
	Second float64  `json:"second"`
	By     Estimate `json:"by"`
}

// Clear reports whether the difference is more than chance explains: its interval leaves out 0.
func (d Difference) Clear() bool { return !d.By.Holds(0) }

// Overlap says how much two distributions over the same cells have in common.
type Overlap struct {
	Both       int `json:"both"`       // cells in both
	FirstOnly  int `json:"firstOnly"`  // cells in the first alone
	SecondOnly int `json:"secondOnly"` // cells in the second alone
	// Coefficient is the share of the mass that both have: 1 for equal distributions, 0 for disjoint
	// ones.
	Coefficient float64 `json:"coefficient"`
	// Divergence is that of Jensen and Shannon in bits: 0 for equal distributions, 1 for disjoint
	// ones (Lin, "Divergence measures based on the Shannon entropy", IEEE Transactions on Information
	// Theory 37, 1991).
	Divergence float64 `json:"divergence"`
}

// overlay returns the overlap of two histograms with the same axes.
func overlay(first, second *Histogram) Overlap {
	type at [2]int
	counts := make(map[at][2]int)
	var order []at
	for side, h := range []*Histogram{first, second} {
		for _, c := range h.Cells {
			k := at{c.X, c.Y}
			n, known := counts[k]
			if !known {
				order = append(order, k)
			}
			n[side] = c.Runs
			counts[k] = n
		}
	}
	pairs := make([][2]int, len(order))
	for i, k := range order {
		pairs[i] = counts[k]
	}
	return overlap(pairs, first.Runs, second.Runs)
}

// overlap compares two distributions, given as the counts of each cell and in all.
func overlap(cells [][2]int, first, second int) (o Overlap) {
	for _, n := range cells {
		switch {
		case n[1] == 0 && n[0] > 0:
			o.FirstOnly++
		case n[0] == 0 && n[1] > 0:
			o.SecondOnly++
		case n[0] > 0:
			o.Both++
		}
		p, q := float64(n[0])/float64(max(first, 1)), float64(n[1])/float64(max(second, 1))
		o.Coefficient += min(p, q)
		o.Divergence += (relative(p, (p+q)/2) + relative(q, (p+q)/2)) / 2
	}
	o.Coefficient, o.Divergence = min(o.Coefficient, 1), max(0, min(o.Divergence, 1))
	return o
}

// relative is a term of the relative entropy of p and m, in bits.
func relative(p, m float64) float64 {
	if p == 0 {
		return 0
	}
	return p * math.Log2(p/m)
}

// newShift compares the values of a metric in two series, on an axis for both.
func newShift(a *Axis, first, second []joint.Value) Shift {
	s := Shift{Metric: a.Metric, Shares: []Share{}}
	counts := make([][2]int, len(a.Bins))
	for side, all := range [][]joint.Value{first, second} {
		for _, v := range all {
			counts[a.Of(v)][side]++
		}
	}
	for i, in := range counts {
		s.Shares = append(s.Shares, newShare(a.Bins[i].Label, in, [2]int{len(first), len(second)}))
	}
	s.Overlap = overlap(counts, len(first), len(second))
	one, two := numbers(first), numbers(second)
	if len(one) > 0 && len(two) > 0 {
		means, medians := differences(one, two)
		s.Means, s.Medians = &means, &medians
	}
	return s
}

// numbers returns the numbers among values, ascending.
func numbers(all []joint.Value) (out []float64) {
	for _, v := range all {
		if x, is := v.Number(); is {
			out = append(out, x)
		}
	}
	slices.Sort(out)
	return out
}

// differences compares the means and the medians of two sorted samples. The intervals hold the differences
// between bootstrap samples of both, which are drawn with a fixed seed.
func differences(first, second []float64) (means, medians Difference) {
	random := rand.New(rand.NewPCG(1, 2))
	var byMean, byMedian []float64
	one, two := newResampler(first), newResampler(second)
	for range statistics.Resampled {
		mean1, median1 := one.draw(random)
		mean2, median2 := two.draw(random)
		byMean, byMedian = append(byMean, mean2-mean1), append(byMedian, median2-median1)
	}
	return difference(mean(first), mean(second), byMean), difference(median(first), median(second), byMedian)
}

func difference(first, second float64, by []float64) Difference {
	return Difference{first, second, Estimate{second - first, statistics.Percentiles(by)}}
}

// resampler draws samples with replacement from a sorted sample.
type resampler struct {
	sorted []float64
	times  []int // times that each value is drawn
}

func newResampler(sorted []float64) *resampler { return &resampler{sorted, make([]int, len(sorted))} }

// draw returns the mean and the median of a resample.
func (r *resampler) draw(random *rand.Rand) (mean, median float64) {
	n := len(r.sorted)
	clear(r.times)
	for range n {
		i := random.IntN(n)
		r.times[i]++
		mean += r.sorted[i]
	}
	lower, seen := math.NaN(), 0
	for i, times := range r.times {
		seen += times
		if math.IsNaN(lower) && 2*seen >= n {
			lower = r.sorted[i]
		}
		if 2*seen > n {
			return mean / float64(n), (lower + r.sorted[i]) / 2
		}
	}
	return mean / float64(n), lower
}

func mean(sorted []float64) (m float64) {
	for _, v := range sorted {
		m += v
	}
	return m / float64(len(sorted))
}

// median returns the middle value, or the mean of the two in the middle.
func median(sorted []float64) float64 {
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}
