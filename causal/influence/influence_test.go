package influence_test

import (
	"context"
	"math/big"
	"slices"
	"sync"
	"testing"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/influence"
	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/total"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
)

// count makes runs of a program, and adds up all pairs of rules in them. It calls each, if not nil, with the trace and
// the counts of each run.
func count(t *testing.T, text string, runs int, seed uint64, each func(*trace.Trace, influence.Run)) *influence.Total {
	prog, errs := lang.Load("p.cep", []byte(text))
	require.False(t, errs.Failed(), "%v", errs)
	n := len(prog.Rules())
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	links := slices.Repeat([][]int{all}, n)
	var of total.Subject
	of.Name(&sweep.Sweep{Rules: prog.Rules()})
	out := influence.New(of)
	var lock sync.Mutex
	_, err := sweep.Run(context.Background(), prog, prog.Traces[0], sweep.Options{
		Runs: runs, Seed: seed, NoHash: true, Read: func(t *trace.Trace) error {
			run := influence.NewRun(causal.New(t), n, links)
			lock.Lock()
			defer lock.Unlock()
			out.Add(run)
			if each != nil {
				each(t, run)
			}
			return nil
		}})
	require.NoError(t, err)
	return out
}

// pair returns the influence of a rule on another one.
func pair(t require.TestingT, pairs []influence.Pair, from, to string) influence.Pair {
	for _, p := range pairs {
		if p.From == from && p.To == to {
			return p
		}
	}
	require.Fail(t, "no pair", "%s, %s", from, to)
	return influence.Pair{}
}

// coin is a program in which half of all takes follow from heads.
const coin = `tok : pred. face : pred.
stage s { heads : tok -o face. tails : tok -o face. take : face -o tok. }
#trace 40 s { tok }.`

func TestInfluenceOfKnownRate(t *testing.T) {
	const series = 120
	covered := 0
	for i := range series {
		p := pair(t, count(t, coin, 40, uint64(1000*i), nil).Pairs(), "heads", "take")
		require.Equal(t, 40*20, p.Firings)
		require.Equal(t, influence.More, p.Verdict)
		require.True(t, p.Spread.Holds(float64(p.Followed)/float64(p.Runs)))
		if p.Interval.Holds(0.5) {
			covered++
		}
	}
	require.InDelta(t, 0.94, float64(covered)/series, 0.06)
}

// chance is a program in which each step of s reads a mark of any earlier step, all of them as likely.
const chance = `go : pred. mark : pred. again : pred.
stage s { a : go -o mark. b : go -o mark. s : go * $mark -o mark. }
#trace 12 s { go, go, go, go, go, go, go, go, go, go, go, go }.`

func TestChanceIsNoInfluence(t *testing.T) {
	const series = 150
	wrong := 0
	for i := range series {
		pairs := count(t, chance, 40, uint64(1000*i), nil).Pairs()
		require.Len(t, pairs, 9)
		for _, p := range pairs {
			if p.To == "s" && p.Verdict != influence.Unclear {
				wrong++
				break
			}
		}
	}
	require.Less(t, float64(wrong)/series, 0.11, "5 %% are expected, by 3 standard deviations at the most 10.3 %%")
}

// The counts of a run follow the definition: for each step, whether any maker of its facts is of the rule, and whether
// any of as many earlier steps, drawn by chance, would be.
func TestCountsByDefinition(t *testing.T) {
	count(t, `p : pred. q : pred. r : pred.
stage s { a : p -o q * q. b : q -o p * !r. c : q * p -o p. d : !r * p -o q. e : $q * $q -o p. }
#trace 30 s { p, p, q }.`, 20, 1, func(made *trace.Trace, run influence.Run) {
		want := plain(made, len(run.Fired))
		require.Equal(t, want.Fired, run.Fired)
		require.Len(t, run.Counts, len(want.Counts))
		for link, c := range want.Counts {
			require.Equal(t, c.Steps, run.Counts[link].Steps)
			require.InDelta(t, c.Chance, run.Counts[link].Chance, 1e-9)
		}
	})
}

// plain counts by looking up the makers of each step, and chances by numbers of subsets.
func plain(t *trace.Trace, rules int) influence.Run {
	run := influence.Run{Fired: make([]int, rules), Counts: make(map[influence.Link]influence.Count)}
	g := causal.New(t)
	for e := range causal.Event(g.Len()) {
		to := g.Rule(e)
		makers := make(map[causal.Event]bool)
		for _, r := range g.Resources {
			if !r.StageToken() && r.Producer != causal.Outside && (r.Consumer == e || slices.Contains(r.Readers, e)) {
				makers[r.Producer] = true
			}
		}
		subsets := func(of int) float64 { return float64(new(big.Int).Binomial(int64(of), int64(len(makers))).Int64()) }
		for from, fired := range run.Fired {
			if fired == 0 {
				continue
			}
			c := run.Counts[influence.Link{From: from, To: to}]
			for m := range makers {
				if g.Rule(m) == from {
					c.Steps++
					break
				}
			}
			c.Chance += 1 - subsets(int(e)-fired)/subsets(int(e))
			run.Counts[influence.Link{From: from, To: to}] = c
		}
		run.Fired[to]++
	}
	return run
}
