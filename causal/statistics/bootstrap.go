package statistics

import (
	"math/rand/v2"
	"slices"
)

// Resamples are bootstrap samples of a number of runs: each says how often it has each run (Efron, "Bootstrap
// methods: another look at the jackknife", The Annals of Statistics 7, 1979). All figures of a report are resampled
// together, so that they go with each other. The same number and seed give the same samples.
type Resamples [][]uint16

// Resampled is the number of bootstrap samples. With so many, the bounds of intervals move by some hundredths of their
// width from one seed to another.
const Resampled = 1000

// NewResamples draws the samples for a number of runs.
func NewResamples(runs int, seed uint64) Resamples {
	draw := rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15))
	all := make([]uint16, Resampled*runs)
	out := make(Resamples, Resampled)
	for i := range out {
		out[i] = all[i*runs : (i+1)*runs]
		for range runs {
			out[i][draw.IntN(runs)]++
		}
	}
	return out
}

// Ratio returns the interval of the sum of above divided by the sum of below, each with a number for each run.
// Samples that have nothing below are left out; if all have, the interval is empty at 0.
func (r Resamples) Ratio(above, below []float64) Interval {
	return r.Of(func(times []uint16) (float64, bool) {
		var a, b float64
		for i, n := range times {
			a += float64(n) * above[i]
			b += float64(n) * below[i]
		}
		return a / b, b != 0
	})
}

// Mean returns the interval of the mean of numbers, one for each run.
func (r Resamples) Mean(of []float64) Interval {
	ones := slices.Repeat([]float64{1}, len(of))
	return r.Ratio(of, ones)
}

// Of returns the interval of any figure that is computed from how often a sample has each run: the middle 95 % of its
// values. The figure reports false where it has no value.
func (r Resamples) Of(figure func(times []uint16) (float64, bool)) Interval {
	values := make([]float64, 0, len(r))
	for _, times := range r {
		if x, ok := figure(times); ok {
			values = append(values, x)
		}
	}
	return Percentiles(values)
}

// Percentiles returns the middle 95 % of the values of a figure in bootstrap samples, which it sorts. The interval is
// empty at 0 if there are none.
func Percentiles(values []float64) Interval {
	if len(values) == 0 {
		return Interval{}
	}
	slices.Sort(values)
	at := func(share float64) float64 { return values[int(share*float64(len(values)-1)+0.5)] }
	return Interval{at(0.025), at(0.975)}
}
