package influence

import (
	"cmp"
	"maps"
	"slices"

	"github.com/ceptre-graph/ceptre/causal/statistics"
)

// Verdict says how the influence of one rule on another compares with chance.
type Verdict string

// The verdicts. A difference is called so if its corrected probability is at most [Level].
const (
	More    Verdict = "more"    // more often than by chance
	Less    Verdict = "less"    // less often than by chance
	Unclear Verdict = "unclear" // the runs do not tell it from chance
)

// Level is the probability up to which some pair may be told from chance although none differs.
const Level = 0.05

// Pair is the influence of a rule on another one. Its fields are the JSON.
type Pair struct {
	From    string `json:"from"`    // the label of the first rule
	To      string `json:"to"`      // the label of the second rule
	Steps   int    `json:"steps"`   // steps of rule To that follow from rule From
	Firings int    `json:"firings"` // all steps of rule To
	// Share is Steps / Firings, and Interval its interval ([statistics.Clusters]).
	Share    float64             `json:"share"`
	Interval statistics.Interval `json:"interval"`
	Chance   float64             `json:"chance"` // the share that chance would give
	// Followed is the number of runs in which some step of To follows from From, of the Runs in which To fired, and
	// Spread the interval of its share.
	Followed int                 `json:"followedRuns"`
	Runs     int                 `json:"runs"`
	Spread   statistics.Interval `json:"runsInterval"`
	// P is the probability of such a difference from chance, corrected for the number of pairs.
	P       float64 `json:"p"`
	Verdict Verdict `json:"verdict"`
}

// Pairs returns the influences of the pairs that could be counted in any run: ordered by the first rule and then by
// the second.
func (t *Total) Pairs() []Pair {
	var pairs []Pair
	var p []float64
	for _, of := range t.ordered() {
		l, all := t.links[of], &t.fired[of.To]
		clusters := statistics.Clusters{N: all.runs, X: l.steps.Big(), Y: all.steps.Big(), XX: l.squares.Big(),
			XY: l.products.Big(), YY: all.squares.Big()}
		pair := Pair{
			From: t.Rules[of.From].Label, To: t.Rules[of.To].Label, Steps: int(l.steps.Int()), Firings: t.Fired(of.To),
			Interval: clusters.Interval(), Followed: l.runs, Runs: all.runs, Spread: statistics.Wilson(l.runs, all.runs),
		}
		pair.Share, pair.Chance = float64(pair.Steps)/float64(pair.Firings), l.chance.Float64()/float64(pair.Firings)
		pairs, p = append(pairs, pair), append(p, statistics.MeanIsZero(t.Done, l.excess.Rat(), l.deviations.Rat()))
	}
	for i, corrected := range statistics.Holm(p) {
		pairs[i].P, pairs[i].Verdict = corrected, pairs[i].verdict(corrected)
	}
	return pairs
}

// ordered returns the pairs that were counted, by the first rule and then by the second.
func (t *Total) ordered() []Link {
	return slices.SortedFunc(maps.Keys(t.links), compareLinks)
}

func compareLinks(a, b Link) int { return cmp.Or(a.From-b.From, a.To-b.To) }

// verdict compares the share with chance.
func (p *Pair) verdict(corrected float64) Verdict {
	switch {
	case corrected > Level:
		return Unclear
	case p.Share > p.Chance:
		return More
	}
	return Less
}
