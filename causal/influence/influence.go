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
// of steps has Wilson's interval for as many independent steps as leave it as uncertain as the steps of the runs do
// ([statistics.Clusters]); the share of runs in which some step of s follows from r has Wilson's interval. The test
// of a pair adds up for each run how many steps more follow from r than by chance, and asks whether these numbers are
// 0 on average. With many pairs some would seem to differ by chance, so the probabilities are corrected for the
// number of pairs by Holm's method.
//
// All of this is computed from exact sums over the runs, a [Total], so that runs can be counted apart.
package influence

import (
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
)

// Link is a pair of rules, each an index of the rules of the program.
type Link struct{ From, To int }

// Run holds the counts of one run.
type Run struct {
	Fired  []int // steps of each rule
	Counts map[Link]Count
}

// Count says how many steps of rule To follow from rule From in a run, and how many would by chance.
type Count struct {
	Steps  int
	Chance float64
}

// NewRun counts the steps of each rule in a run, and the steps of each rule that follow from each other rule. The
// graph numbers the rules as their program does, which has so many. Only the pairs of links are counted: for each
// second rule, links lists the first ones. A counted pair has an entry if the run has a step of its second rule that
// could follow from the first.
func NewRun(g *causal.Graph, rules int, links [][]int) Run {
	run := Run{Fired: make([]int, rules), Counts: make(map[Link]Count)}
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
