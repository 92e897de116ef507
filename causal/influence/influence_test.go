package influence_test

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"testing"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/influence"
	"github.com/ceptre-graph/ceptre/causal/statistics"
	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
)

// count makes runs of a program and counts in each all pairs of rules.
func count(t *testing.T, text string, runs int, seed uint64) (*lang.Program, []influence.Run) {
	prog, errs := lang.Load("p.cep", []byte(text))
	require.False(t, errs.Failed(), "%v", errs)
	n := len(prog.Rules())
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	links := slices.Repeat([][]int{all}, n)
	var out []influence.Run
	var lock sync.Mutex
	_, err := sweep.Run(context.Background(), prog, prog.Traces[0], sweep.Options{
		Runs: runs, Seed: seed, NoHash: true, Read: func(t *trace.Trace) error {
			run := influence.New(causal.New(t), t.Run.Seed, n, links)
			lock.Lock()
			defer lock.Unlock()
			out = append(out, run)
			return nil
		}})
	require.NoError(t, err)
	slices.SortFunc(out, func(a, b influence.Run) int { return cmp.Compare(a.Seed, b.Seed) })
	return prog, out
}

func labels(prog *lang.Program) (out []string) {
	for _, r := range prog.Rules() {
		out = append(out, r.Label)
	}
	return out
}

// pair returns the influence of a rule on another one.
func pair(t *testing.T, pairs []influence.Pair, from, to string) influence.Pair {
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
		prog, runs := count(t, coin, 40, uint64(1000*i))
		p := pair(t, influence.Pairs(runs, labels(prog), 1), "heads", "take")
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
		prog, runs := count(t, chance, 40, uint64(1000*i))
		pairs := influence.Pairs(runs, labels(prog), 1)
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

// The counts of a run follow the definition: for each step, whether any maker of its facts is of the rule.
func TestCountsByDefinition(t *testing.T) {
	prog, runs := count(t, `p : pred. q : pred. r : pred.
stage s { a : p -o q * q. b : q -o p * !r. c : q * p -o p. d : !r * p -o q. e : $q * $q -o p. }
#trace 30 s { p, p, q }.`, 20, 1)
	for _, run := range runs {
		var again []influence.Run
		_, err := sweep.Run(context.Background(), prog, prog.Traces[0], sweep.Options{
			Runs: 1, Seed: run.Seed, NoHash: true, Read: func(t *trace.Trace) error {
				again = append(again, plain(t, len(prog.Rules())))
				return nil
			}})
		require.NoError(t, err)
		for link, c := range run.Counts { // pairs without a step have counts, too, for their chance
			require.Equal(t, again[0].Counts[link].Steps, c.Steps)
		}
		for link := range again[0].Counts {
			require.Contains(t, run.Counts, link)
		}
		require.Equal(t, again[0].Fired, run.Fired)
	}
}

// plain counts by looking up the maker of each resource.
func plain(t *trace.Trace, rules int) influence.Run {
	run := influence.Run{Fired: make([]int, rules), Counts: make(map[influence.Link]influence.Count)}
	g := causal.New(t)
	for e := range causal.Event(g.Len()) {
		to := g.Rule(e)
		run.Fired[to]++
		for from := range rules {
			follows := slices.ContainsFunc(g.Resources, func(r causal.Resource) bool {
				return !r.StageToken() && r.Producer != causal.Outside && g.Rule(r.Producer) == from &&
					(r.Consumer == e || slices.Contains(r.Readers, e))
			})
			if follows {
				c := run.Counts[influence.Link{From: from, To: to}]
				c.Steps++
				run.Counts[influence.Link{From: from, To: to}] = c
			}
		}
	}
	return run
}

// Resampling runs that all say the same says nothing of others, so the interval is as wide as so few runs leave it.
func TestRunsThatAgreeLeaveDoubt(t *testing.T) {
	only := func(runs ...influence.Run) influence.Pair {
		pairs := influence.Pairs(runs, []string{"a", "b"}, 1)
		require.Len(t, pairs, 1)
		return pairs[0]
	}
	run := func(steps, fired int) influence.Run {
		counts := map[influence.Link]influence.Count{{From: 0, To: 1}: {Steps: steps}}
		return influence.Run{Fired: []int{1, fired}, Counts: counts}
	}
	none := run(0, 0)
	require.Equal(t, statistics.Interval{Low: 0, High: 1}, only(run(4, 5), none, none).Interval)
	require.Equal(t, statistics.Wilson(3, 3), only(run(5, 5), run(2, 2), none, run(9, 9)).Interval)
	require.Equal(t, statistics.Wilson(0, 2), only(run(0, 5), run(0, 2), none).Interval)
}
