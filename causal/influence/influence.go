// Package influence tells which rules lead to which, and whether more often than by chance, from many runs.
//
// A step follows from a rule if a step of the rule made a fact that it used up or read. Stage tokens do not count,
// and neither do facts of the start. For a pair of rules r and s, the share of the steps of s that follow from r says
// how strong the influence of r on s is.
//
// A rule that fires often leads to much by chance alone. So the share is compared with the share by chance: a step
// that uses facts of k earlier steps takes the facts of k steps drawn from all steps before it. If m steps came
// before, and f of them were of rule r, it follows from r with the probability 1 − C(m−f, k) / C(m, k).
//
// Steps of a run depend on each other and runs do not, so intervals and tests are of runs ([statistics]). The share
// of steps is resampled by runs, with a wider interval where no run differs from the others; the share of runs in
// which some step of s follows from r has Wilson's interval. The test of a pair adds up for each run how many steps
// more follow from r than by chance, and asks whether these numbers are 0 on average. With many pairs some would seem
// to differ by chance, so the probabilities are corrected for the number of pairs by Holm's method.
package influence

import (
	"cmp"
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/statistics"
)

// Link is a pair of rules, each an index of the rules of the program.
type Link struct{ From, To int }

// Run holds the counts of one run.
type Run struct {
	Seed   uint64
	Fired  []int // steps of each rule
	Counts map[Link]Count
}

// Count says how many steps of rule To follow from rule From in a run, and how many would by chance.
type Count struct {
	Steps  int
	Chance float64
}

// New counts the steps of each rule in a run, and the steps of each rule that follow from each other rule. The graph
// numbers the rules as their program does, which has so many. Only the pairs of links are counted: for each second
// rule, links lists the first ones.
func New(g *causal.Graph, seed uint64, rules int, links [][]int) Run {
	run := Run{Seed: seed, Fired: make([]int, rules), Counts: make(map[Link]Count)}
	makers := makersOf(g)
	for e := range causal.Event(g.Len()) {
		s := g.Rule(e)
		of := make(map[int]bool) // the rules of the makers
		for _, m := range makers[e] {
			of[g.Rule(m)] = true
		}
		for _, r := range links[s] {
			if run.Fired[r] == 0 {
				continue // nothing can follow from it yet
			}
			c := run.Counts[Link{r, s}]
			if of[r] {
				c.Steps++
			}
			c.Chance += drawn(int(e), run.Fired[r], len(makers[e]))
			run.Counts[Link{r, s}] = c
		}
		run.Fired[s]++
	}
	return run
}

// makersOf returns for each event the events that made the facts it uses up or reads, each once.
func makersOf(g *causal.Graph) [][]causal.Event {
	makers := make([][]causal.Event, g.Len())
	add := func(to, from causal.Event) {
		if to != causal.Outside && !slices.Contains(makers[to], from) {
			makers[to] = append(makers[to], from)
		}
	}
	for i := range g.Resources {
		r := &g.Resources[i]
		if r.Producer == causal.Outside || r.StageToken() {
			continue
		}
		add(r.Consumer, r.Producer)
		for _, reader := range r.Readers {
			add(reader, r.Producer)
		}
	}
	return makers
}

// drawn returns the probability that k of m steps, drawn without putting back, include one of f marked ones.
func drawn(m, f, k int) float64 {
	none := 1.0
	for i := range k {
		none *= float64(max(0, m-f-i)) / float64(m-i)
	}
	return 1 - none
}

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
	// Share is Steps / Firings, and Interval its interval.
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

// Pairs returns the influences in runs, of the pairs that could be counted in any of them: ordered by the first rule
// and then by the second. The labels are by rule, and the seed is for resampling.
func Pairs(runs []Run, labels []string, seed uint64) []Pair {
	resamples := statistics.NewResamples(len(runs), seed)
	var pairs []Pair
	var p []float64
	for _, link := range linksIn(runs) {
		pair := Pair{From: labels[link.From], To: labels[link.To]}
		steps, firings, excess := make([]float64, len(runs)), make([]float64, len(runs)), make([]float64, len(runs))
		for i, run := range runs {
			c := run.Counts[link]
			steps[i], firings[i], excess[i] = float64(c.Steps), float64(run.Fired[link.To]), float64(c.Steps)-c.Chance
			pair.Steps += c.Steps
			pair.Firings += run.Fired[link.To]
			pair.Chance += c.Chance
			pair.Runs += min(1, run.Fired[link.To])
			pair.Followed += min(1, c.Steps)
		}
		pair.Share, pair.Chance = float64(pair.Steps)/float64(pair.Firings), pair.Chance/float64(pair.Firings)
		pair.Interval = resamples.Ratio(steps, firings)
		pair.widen()
		pair.Spread = statistics.Wilson(pair.Followed, pair.Runs)
		pairs, p = append(pairs, pair), append(p, statistics.MeanIsZero(excess))
	}
	for i, corrected := range statistics.Holm(p) {
		pairs[i].P, pairs[i].Verdict = corrected, pairs[i].verdict(corrected)
	}
	return pairs
}

// widen widens an interval that resampling makes too narrow because no run differs from the others: that of a share
// of 0 or 1 to Wilson's for as many runs, of which each counts once, and that of a single run to all there is.
func (p *Pair) widen() {
	switch {
	case p.Runs == 1:
		p.Interval = statistics.Interval{High: 1}
	case p.Steps == 0:
		p.Interval.High = statistics.Wilson(0, p.Runs).High
	case p.Steps == p.Firings:
		p.Interval.Low = statistics.Wilson(p.Runs, p.Runs).Low
	}
}

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

// linksIn returns the pairs that were counted in any run.
func linksIn(runs []Run) []Link {
	var links []Link
	seen := make(map[Link]bool)
	for _, run := range runs {
		for link := range run.Counts {
			if !seen[link] {
				seen[link] = true
				links = append(links, link)
			}
		}
	}
	slices.SortFunc(links, func(a, b Link) int { return cmp.Or(a.From-b.From, a.To-b.To) })
	return links
}
