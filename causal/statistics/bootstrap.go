package statistics

import (
	"math/rand/v2"
	"slices"
)

// Resamples are bootstrap samples of a number of runs: each says how often it has each run (Efron, "Bootstrap
// methods: another look at the jackknife", The Annals of Statistics 7, 1979). All figures of a report are resampled
// together, so that they go with each other. The same number and seed give the same samples.
type Resamples [][]uint16

// Resampled is the number of bootstrap samples. With so many, the bounds of intervals move by some hundredths of
// their width from one seed to another.
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

// Mean returns the interval of the mean of numbers, one for each run: the middle 95 % of the means of the samples. For
// no numbers it is the empty interval at 0.
func (r Resamples) Mean(of []float64) Interval {
	if len(of) == 0 {
		return Interval{}
	}
	means := make([]float64, len(r))
	for k, times := range r {
		for i, n := range times {
			means[k] += float64(n) * of[i]
		}
		means[k] /= float64(len(of))
	}
	return Percentiles(means)
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
