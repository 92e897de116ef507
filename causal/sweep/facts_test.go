package sweep_test

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/causal/kinds"
	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/sweeptest"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/lang"
)

// dice is a world in which numbers grow by chance, and end at a goal or not.
const dice = `
nat : type.
#builtin NAT nat.
who : type. ann : who. bob : who.
left : pred. score who nat : pred. span nat nat : pred. won who : pred. luck : pred.
stage play = {
  six  : left * score W N -o score W (N + 6) * luck * luck.
  none : left -o ().
}
play/over : qui * stage play * $score W N * N >= 12 -o won W.
#trace _ play { left, left, left, score ann 0, score bob 3, span 1 2 }.
`

func tallies(t *testing.T, prog *lang.Program, texts ...string) (out []sweep.Tally) {
	for _, text := range texts {
		g, err := goal.Parse(text)
		require.NoError(t, err)
		out = append(out, sweep.NewTally(prog, g))
	}
	return out
}

// The number is the only one that a pattern leaves open.
func TestTallyNumber(t *testing.T) {
	prog := parse(t, dice)
	for text, want := range map[string]int{
		"score ann _": 1, "score _ _": 1, "score W N": 1, "score W _, won W": -1, "score": 1, "score bob 3": -1,
		"span": -1, "span 1": 1, "span _ 2": 0, "won": -1, "luck": -1, "_": -1, "stage _": -1,
	} {
		require.Equal(t, want, tallies(t, prog, text)[0].Number, text)
	}
}

// TestFactsAreThoseOfSingleRuns: the final counts of a sweep are those of runs made one by one, on
// any number of processors.
func TestFactsAreThoseOfSingleRuns(t *testing.T) {
	prog := parse(t, dice)
	facts := tallies(t, prog, "score", "luck", "won _", "won bob", "stage play", "_ ann")
	one := run(t, prog, sweep.Options{Runs: 30, Seed: 5, Jobs: 1, Facts: facts})
	require.Equal(t, one, run(t, prog, sweep.Options{Runs: 30, Seed: 5, Jobs: 8, Facts: facts}))
	all := make(map[string]int) // how many there were of each fact
	for _, row := range one.Rows {
		tr, err := exec.Run(context.Background(), prog, prog.Traces[0], set(row.Seed))
		require.NoError(t, err)
		want := make([]sweep.Found, len(facts))
		for _, r := range tr.Final() {
			all[r.String()]++
			for i, f := range facts {
				if f.Facts[0].MatchesFact(r.Pred, r.Args, r.Persistent) {
					want[i].Copies++
				}
			}
			if r.Pred == "score" {
				n, err := strconv.Atoi(r.Args[1].String())
				require.NoError(t, err)
				want[0].Numbers = append(want[0].Numbers, n)
			}
		}
		require.Equal(t, want, row.Facts)
	}
	copies, runs := sweeptest.Copies(one.Rows, 3)
	require.Equal(t, all["won bob"], copies.Total)
	require.Equal(t, all["won bob"], runs)
	require.Greater(t, runs, 0)
	require.Less(t, runs, 30)
	numbers := sweeptest.Numbers(one.Rows, 0)
	require.Equal(t, 0, numbers.Min)
	require.Equal(t, 3*30+6*sum(one, "six"), numbers.Total)
}

// sum returns how often a rule fired in all runs.
func sum(s *sweep.Sweep, name string) int {
	i := slices.IndexFunc(s.Rules, func(r *lang.Rule) bool { return r.Name == name })
	times, _ := sweeptest.Firings(s.Rows, i)
	return times.Total
}

// Where a sweep is interrupted, the facts are those of the runs that had ended.
func TestInterruptedFacts(t *testing.T) {
	prog := parse(t, dice)
	facts := tallies(t, prog, "score")
	whole := run(t, prog, sweep.Options{Runs: 60, Facts: facts})
	some := interrupted(t, prog, sweep.Options{Set: set, Facts: facts})
	for _, row := range some.Rows {
		require.Equal(t, whole.Rows[row.Seed].Facts, row.Facts)
	}
	copies, runs := sweeptest.Copies(some.Rows, 0)
	require.Equal(t, 2*len(some.Rows), copies.Total)
	require.Equal(t, len(some.Rows), runs)
}

// Of several facts, the ways in which they are there together are counted.
func TestFactsTogether(t *testing.T) {
	prog := parse(t, dice)
	facts := tallies(t, prog, "won W, score W N", "luck, luck", "score ann N, score bob M", "won W, luck, luck", "luck")
	made := run(t, prog, sweep.Options{Runs: 30, Seed: 5, Facts: facts})
	for _, row := range made.Rows {
		tr, err := exec.Run(context.Background(), prog, prog.Traces[0], set(row.Seed))
		require.NoError(t, err)
		won, luck := 0, 0
		for _, r := range tr.Final() {
			switch r.Pred {
			case "won":
				won++
			case "luck":
				luck++
			}
		}
		pairs := luck * (luck - 1) / 2
		require.Equal(t, []sweep.Found{{Copies: won}, {Copies: pairs}, {Copies: 1}, {Copies: won * pairs}, {Copies: luck}},
			row.Facts)
	}
	_, runs := sweeptest.Copies(made.Rows, 3)
	require.Greater(t, runs, 0)
	require.Less(t, runs, 30)
	many := parse(t, "a : pred. p : a -o a. #trace 1 main { "+strings.Repeat("a, ", 99)+"a }.")
	made = run(t, many, sweep.Options{Runs: 1, Facts: tallies(t, many, "a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a")})
	require.Equal(t, sweep.MostNumber, made.Rows[0].Facts[0].Copies)
}

// A number that is too great for sums counts as the greatest that is counted.
func TestGreatNumbers(t *testing.T) {
	prog := parse(t, "nat : type. #builtin NAT nat. n nat : pred. #trace _ main { n 99999999999999999999, n "+
		"1099511627777, n 5 }. a : n 0 -o ().")
	made := run(t, prog, sweep.Options{Runs: 1, Facts: tallies(t, prog, "n")})
	require.Equal(t, []int{sweep.MostNumber, sweep.MostNumber, 5}, made.Rows[0].Facts[0].Numbers)
}

// farm is a world with coins in two purses, a barn with two numbers in a fact, and plants with a
// number that names them and a unary number that grows.
const farm = `
nat : type. #builtin NAT nat.
un : type. z : un. s un : un.
who : type. ann : who. bob : who.
coin who nat : pred. barn nat nat : pred. plant nat un : pred. lost : pred.
stage year = {
  earn : coin W N -o coin W (N + 2).
  lose : coin bob N -o lost.
  fill : barn (G + 1) H -o barn G (H + 1).
  grow : plant P A -o plant P (s A).
}
#trace 12 year { coin ann 1, coin ann 4, coin bob 2, barn 9 0, plant 1 z, plant 2 (s z) }.
`

// The levels of a sweep are those of the runs made one by one, added up by hand.
func TestLevelsAreThoseOfSingleRuns(t *testing.T) {
	prog := parse(t, farm)
	facts := tallies(t, prog, "coin", "barn", "plant", "coin bob _", "lost", "coin ann N, coin bob M")
	facts[2] = facts[2].Among(kinds.Table{Roles: map[string][]kinds.Role{"plant": {kinds.Index, kinds.Quantity}}})
	made := run(t, prog, sweep.Options{Runs: 30, Seed: 5, Facts: facts})
	all := make(map[string][]int)
	for _, row := range made.Rows {
		tr, err := exec.Run(context.Background(), prog, prog.Traces[0], set(row.Seed))
		require.NoError(t, err)
		sums := make(map[string]int)
		add := func(n int, format string, args ...any) { sums[fmt.Sprintf(format, args...)] += n }
		for _, r := range tr.Final() {
			var a, b int
			switch r.Pred {
			case "coin":
				_, _ = fmt.Sscan(r.Args[1].Head, &a)
				add(a, "coin %s _", r.Args[0])
			case "barn":
				_, _ = fmt.Sscan(r.Args[0].Head, &a)
				_, _ = fmt.Sscan(r.Args[1].Head, &b)
				add(a, "barn N _")
				add(b, "barn _ N")
			case "plant":
				add(strings.Count(r.Args[1].String(), "s"), "plant %s _", r.Args[0])
			}
		}
		for fact, n := range sums {
			all[fact] = append(all[fact], n)
		}
	}
	levels := func(tally int) map[string]sweeptest.LevelSpread {
		out := make(map[string]sweeptest.LevelSpread)
		for _, l := range sweeptest.Levels(made.Rows, tally) {
			out[l.Fact] = l
		}
		return out
	}
	for tally, names := range [][]string{
		{"coin ann _", "coin bob _"}, {"barn N _", "barn _ N"}, {"plant 1 _", "plant 2 _"}, {"coin bob _"}, {}, {},
	} {
		got := levels(tally)
		require.Len(t, got, len(names))
		for _, name := range names {
			want := sweeptest.LevelSpread{Fact: name, Runs: len(all[name]), Spread: sweeptest.Measure(all[name])}
			require.Equal(t, want, got[name])
		}
	}
	require.Less(t, len(all["coin bob _"]), 30, "some are lost")
	require.Equal(t, 1, facts[2].Number, "the number that changes is the only one")
	require.Equal(t, slices.Max(all["plant 1 _"]), levels(2)["plant 1 _"].Max)
}
