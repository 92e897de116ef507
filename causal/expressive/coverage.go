package expressive

import (
	"math"

	"github.com/ceptre-graph/ceptre/causal/statistics"
)

// Coverage says how many cells of a range were seen, and estimates how much was not.
type Coverage struct {
	Runs  int `json:"runs"`
	Cells int `json:"cells"` // cells with at least one run
	// Grid is the number of cells of the histogram, with and without runs. More runs can make it
	// larger, for axes end at the values that were seen.
	Grid  int `json:"grid"`
	Once  int `json:"once"`  // cells with one run
	Twice int `json:"twice"` // cells with two runs
	// Unseen is the probability that the next run is in a new cell, with an interval of 95 %.
	Unseen Estimate `json:"unseen"`
	// AtLeast estimates a lower bound of the number of cells that can be reached.
	AtLeast float64 `json:"atLeast"`
	// More is the number of new cells expected of as many runs again.
	More   float64  `json:"more"`
	Growth []Growth `json:"growth"`
}

// Estimate is an estimated number with its interval.
type Estimate struct {
	Value float64 `json:"estimate"`
	statistics.Interval
}

// Growth is the number of cells that some of the runs fill on average.
type Growth struct {
	Runs  int     `json:"runs"`
	Cells float64 `json:"cells"`
}

// ruleOfThree is -ln 0.05: an outcome that did not come up in n runs has, with 95 % confidence, a
// probability of at most ruleOfThree / n.
const ruleOfThree = 2.995732

// Cover returns the coverage of a range from the number of runs in each cell that was seen.
//
// The unseen mass is estimated by the share of cells that came up once (Good, "The population
// frequencies of species and the estimation of population parameters", Biometrika 40, 1953). Its
// interval is Esty's ("A normal limit law for a nonparametric estimator of the coverage of a random
// sample", Annals of Statistics 11, 1983), and no narrower above than the rule of three allows for
// a single unseen cell. The least number of cells is Chao's estimate, in the form that is defined
// without cells of two runs, too ("Nonparametric estimation of the number of classes in a
// population", Scandinavian Journal of Statistics 11, 1984). New cells of as many runs again follow
// from it (Chao et al., "Rarefaction and extrapolation with Hill numbers", Ecological Monographs 84,
// 2014).
func Cover(counts []int, grid int) Coverage {
	c := Coverage{Cells: len(counts), Grid: grid, Growth: []Growth{}}
	for _, n := range counts {
		c.Runs += n
		switch n {
		case 1:
			c.Once++
		case 2:
			c.Twice++
		}
	}
	if c.Runs == 0 {
		return c
	}
	n, once, twice := float64(c.Runs), float64(c.Once), float64(c.Twice)
	mass := once / n
	spread := statistics.Z95 * math.Sqrt(once*(1-mass)+2*twice) / n
	c.Unseen = Estimate{mass, statistics.Interval{
		Low: max(0, mass-spread), High: min(1, max(mass+spread, ruleOfThree/n)),
	}}
	hidden := (n - 1) / n * once * (once - 1) / 2 // estimated number of cells not seen
	if twice > 0 {
		hidden = (n - 1) / n * once * once / (2 * twice)
	}
	c.AtLeast = float64(c.Cells) + hidden
	if hidden > 0 {
		c.More = hidden * -math.Expm1(n*math.Log1p(-once/(n*hidden+once)))
	}
	c.Growth = growth(counts, c.Runs)
	return c
}

// mostPoints is the number of points of the curve of growth.
const mostPoints = 10

// growth returns the mean number of cells that a part of the runs fills, over all parts of that
// size (rarefaction: Hurlbert, "The nonconcept of species diversity", Ecology 52, 1971).
func growth(counts []int, runs int) []Growth {
	out := []Growth{}
	for i := 1; i <= mostPoints; i++ {
		part := runs * i / mostPoints
		if part == 0 || len(out) > 0 && out[len(out)-1].Runs == part {
			continue
		}
		cells := 0.0
		for _, n := range counts {
			cells += 1 - missed(runs, n, part)
		}
		out = append(out, Growth{part, cells})
	}
	return out
}

// missed is the probability that none of n among all runs is in a part of them.
func missed(runs, n, part int) float64 {
	if n > runs-part {
		return 0
	}
	return math.Exp(choose(runs-n, part) - choose(runs, part))
}

// choose is the logarithm of a binomial coefficient.
func choose(n, k int) float64 {
	a, _ := math.Lgamma(float64(n + 1))
	b, _ := math.Lgamma(float64(k + 1))
	c, _ := math.Lgamma(float64(n - k + 1))
	return a - b - c
}
