package statistics

import (
	"math"
	"math/big"

	"gonum.org/v1/gonum/mathext"
)

// Clusters are sums over clusters of trials, such as over runs with their steps. Clusters are independent of each
// other, the trials of one cluster need not be. With x of the y trials of a cluster having come true, the sums are
// those of x and y and of their products. They are exact: what is computed of them may be a small difference.
type Clusters struct {
	N          int // of the clusters with any trial
	X, Y       *big.Int
	XX, XY, YY *big.Int
}

// Interval returns the interval of the share of trials that come true: Wilson's, with as many trials as would leave
// the share as uncertain if they were independent. These are p(1-p)/V for the share p and its variance V (the
// effective sample size of Kish, "Survey Sampling", 1965), here the linearized variance of a ratio,
// N/(N-1)·Σ(x-py)²/Y². For few clusters, from which V is not known well either, they are fewer by the square of the
// quantile of the normal distribution to that of Student's (Korn and Graubard, "Confidence intervals for proportions
// with small expected number of positive counts estimated from survey data", Survey Methodology 24, 1998; Dean and
// Pagano, "Evaluating confidence interval methods for binomial proportions in clustered surveys", Journal of Survey
// Statistics and Methodology 3, 2015). They are never more than the trials.
//
// If no trial comes true, or each does, the clusters tell nothing of each other, and each counts as one trial. A
// single cluster tells nothing of others, so its interval is all from 0 to 1, and so it is without any.
func (c *Clusters) Interval() Interval {
	switch {
	case c.N < 2 || c.Y.Sign() <= 0:
		return Interval{0, 1}
	case c.X.Sign() == 0:
		return Wilson(0, c.N)
	case c.X.Cmp(c.Y) == 0:
		return Wilson(c.N, c.N)
	}
	share, _ := new(big.Rat).SetFrac(c.X, c.Y).Float64()
	return wilson(share, c.effective())
}

// effective returns the effective number of trials. Some came true, and some did not.
func (c *Clusters) effective() float64 {
	product := func(factors ...*big.Int) *big.Int {
		p := big.NewInt(1)
		for _, f := range factors {
			p.Mul(p, f)
		}
		return p
	}
	trials, _ := new(big.Float).SetInt(c.Y).Float64()
	// The variance is N/(N-1)·residuals/Y⁴, in integers.
	residuals := product(c.Y, c.Y, c.XX)
	residuals.Sub(residuals, product(big.NewInt(2), c.X, c.Y, c.XY))
	residuals.Add(residuals, product(c.X, c.X, c.YY))
	if residuals.Sign() <= 0 {
		return trials
	}
	n := big.NewInt(int64(c.N))
	above := product(c.X, new(big.Int).Sub(c.Y, c.X), c.Y, c.Y, big.NewInt(int64(c.N-1)))
	kish, _ := new(big.Rat).SetFrac(above, residuals.Mul(residuals, n)).Float64()
	narrower := Z95 / student(c.N-1)
	return min(trials, kish*narrower*narrower)
}

// student returns the quantile of Student's distribution that leaves 2.5 % above it.
func student(freedom int) float64 {
	f := float64(freedom)
	below := mathext.InvRegIncBeta(f/2, 0.5, 0.05) // of f/(f+t²), for |t| above the quantile
	return math.Sqrt(f * (1 - below) / below)
}
