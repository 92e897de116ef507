package statistics

import (
	"math"
	"math/big"

	"gonum.org/v1/gonum/mathext"
)

// Clusters holds sums over clusters of trials, such as over runs with their steps. Clusters are independent of each
// other; the trials of one cluster need not be. Let x of the y trials of a cluster be successes. The sums are exact,
// because results may be small differences of them.
type Clusters struct {
	N          int      // number of clusters with at least one trial
	X, Y       *big.Int // sums of x and y
	XX, XY, YY *big.Int // sums of x², x·y and y²
}

// Interval returns the interval of the share of successes p = X/Y. It is Wilson's interval for the effective number
// of trials: as many independent trials as have the same variance V of the share, p(1-p)/V (Kish, "Survey Sampling",
// 1965). V is the linearized variance of a ratio, N/(N-1)·Σ(x-py)²/Y². For few clusters, V is uncertain, too: the
// number is multiplied by the square of the ratio of the normal quantile to Student's quantile (Korn and Graubard,
// "Confidence intervals for proportions with small expected number of positive counts estimated from survey data",
// Survey Methodology 24, 1998; Dean and Pagano, "Evaluating confidence interval methods for binomial proportions in
// clustered surveys", Journal of Survey Statistics and Methodology 3, 2015). It is at most the number of trials.
//
// If no trial is a success, or each is, the estimate of V is 0, and each cluster counts as one trial. With one
// cluster or none, V has no estimate, and the interval is from 0 to 1.
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

// effective returns the effective number of trials. There are both successes and failures.
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

// student returns the 97.5 % quantile of Student's distribution with so many degrees of freedom.
func student(freedom int) float64 {
	f := float64(freedom)
	below := mathext.InvRegIncBeta(f/2, 0.5, 0.05) // of f/(f+t²), for |t| above the quantile
	return math.Sqrt(f * (1 - below) / below)
}
