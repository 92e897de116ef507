package sweep_test

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
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
	copies, runs := one.Rows.Copies(3)
	require.Equal(t, all["won bob"], copies.Total)
	require.Equal(t, all["won bob"], runs)
	require.Greater(t, runs, 0)
	require.Less(t, runs, 30)
	numbers := one.Rows.Numbers(0)
	require.Equal(t, 0, numbers.Min)
	require.Equal(t, 3*30+6*sum(one, "six"), numbers.Total)
}

// sum returns how often a rule fired in all runs.
func sum(s *sweep.Sweep, name string) int {
	i := slices.IndexFunc(s.Rules, func(r *lang.Rule) bool { return r.Name == name })
	times, _ := s.Rows.Firings(i)
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
	copies, runs := some.Rows.Copies(0)
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
		require.Equal(t, []sweep.Found{{Copies: won}, {Copies: pairs}, {Copies: 1}, {Copies: won * pairs}, {Copies: luck}}, row.Facts)
	}
	_, runs := made.Rows.Copies(3)
	require.Greater(t, runs, 0)
	require.Less(t, runs, 30)
	many := parse(t, "a : pred. p : a -o a. #trace 1 main { "+strings.Repeat("a, ", 99)+"a }.")
	made = run(t, many, sweep.Options{Runs: 1, Facts: tallies(t, many, "a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a")})
	require.Equal(t, sweep.MostNumber, made.Rows[0].Facts[0].Copies)
}

// A number that is too great for sums counts as the greatest that is counted.
func TestGreatNumbers(t *testing.T) {
	prog := parse(t, "nat : type. #builtin NAT nat. n nat : pred. #trace _ main { n 99999999999999999999, n 1099511627777, n 5 }. a : n 0 -o ().")
	made := run(t, prog, sweep.Options{Runs: 1, Facts: tallies(t, prog, "n")})
	require.Equal(t, []int{sweep.MostNumber, sweep.MostNumber, 5}, made.Rows[0].Facts[0].Numbers)
}
