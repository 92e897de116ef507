// Package statistics estimates from samples, and says how sure the estimates are: intervals for shares and means, and
// corrections for many comparisons at once.
//
// Runs of a program with different seeds are independent of each other; the steps of one run are not. So samples are
// made of runs: a share of runs has an interval by Wilson's score, a share of the steps of runs has it with the
// effective number of steps ([Clusters]), and means over runs are resampled by whole runs (the bootstrap).
package statistics

import "math"

// Interval is a range that holds the true value with a confidence of 95 %, as far as its method is exact.
type Interval struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Holds reports whether a value is in the interval.
func (i Interval) Holds(x float64) bool { return i.Low <= x && x <= i.High }

// Z95 is the quantile of the normal distribution that leaves 2.5 % above it: the half width of intervals of 95 %, in
// standard deviations.
const Z95 = 1.959963984540054

// Wilson returns the interval of a probability of which k of n independent trials came true (Wilson, "Probable
// inference, the law of succession, and statistical inference", Journal of the American Statistical Association 22,
// 1927). Without trials it is all from 0 to 1.
func Wilson(k, n int) Interval {
	if n == 0 {
		return Interval{0, 1}
	}
	return wilson(float64(k)/float64(n), float64(n))
}

// wilson is [Wilson] for a share of successes among a number of trials, which need not be an integer.
func wilson(share, trials float64) Interval {
	z2 := Z95 * Z95
	middle := (share + z2/(2*trials)) / (1 + z2/trials)
	half := Z95 / (1 + z2/trials) * math.Sqrt(share*(1-share)/trials+z2/(4*trials*trials))
	i := Interval{max(0, middle-half), min(1, middle+half)}
	if share == 0 {
		i.Low = 0 // without errors of rounding
	}
	if share == 1 {
		i.High = 1
	}
	return i
}

// Pairs counts pairs of trials, such as runs of two programs with the same seed, by which of the two came true.
type Pairs struct{ Both, First, Second, Neither int }

// Add counts one more pair.
func (p *Pairs) Add(first, second bool) {
	switch {
	case first && second:
		p.Both++
	case first:
		p.First++
	case second:
		p.Second++
	default:
		p.Neither++
	}
}

// Shares returns the numbers of pairs of which the first and the second came true, and of all.
func (p Pairs) Shares() (first, second, all int) {
	return p.Both + p.First, p.Both + p.Second, p.Both + p.First + p.Second + p.Neither
}

// Difference returns the share of the second less that of the first, with its interval: method 10 of Newcombe,
// "Improved confidence intervals for the difference between binomial proportions based on paired data", Statistics in
// Medicine 17, 1998.
func (p Pairs) Difference() (float64, Interval) {
	k1, k2, n := p.Shares()
	if n == 0 {
		return 0, Interval{-1, 1}
	}
	all := float64(n)
	p1, p2 := float64(k1)/all, float64(k2)/all
	one, two := Wilson(k1, n), Wilson(k2, n)
	phi := p.correlation()
	bound := func(a, b float64) float64 { return math.Sqrt(max(0, a*a-2*phi*a*b+b*b)) }
	d := p2 - p1
	return d, Interval{
		max(-1, d-bound(p2-two.Low, one.High-p1)),
		min(1, d+bound(two.High-p2, p1-one.Low)),
	}
}

// correlation returns the coefficient phi of the table of pairs, with Newcombe's correction for continuity.
func (p Pairs) correlation() float64 {
	a, b, c, d := float64(p.Both), float64(p.First), float64(p.Second), float64(p.Neither)
	below := (a + b) * (c + d) * (a + c) * (b + d)
	if below == 0 {
		return 0
	}
	above := a*d - b*c
	if above > 0 {
		above = max(0, above-(a+b+c+d)/2)
	}
	return above / math.Sqrt(below)
}
