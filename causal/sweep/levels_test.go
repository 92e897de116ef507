package sweep_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/causal/kinds"
	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/stretchr/testify/require"
)

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
	levels := func(tally int) map[string]sweep.LevelSpread {
		out := make(map[string]sweep.LevelSpread)
		for _, l := range made.Rows.Levels(tally) {
			out[l.Fact] = l
		}
		return out
	}
	for tally, names := range [][]string{{"coin ann _", "coin bob _"}, {"barn N _", "barn _ N"}, {"plant 1 _", "plant 2 _"}, {"coin bob _"}, {}, {}} {
		got := levels(tally)
		require.Len(t, got, len(names))
		for _, name := range names {
			require.Equal(t, sweep.LevelSpread{Fact: name, Runs: len(all[name]), Spread: sweep.Measure(all[name])}, got[name])
		}
	}
	require.Less(t, len(all["coin bob _"]), 30, "some are lost")
	require.Equal(t, 1, facts[2].Number, "the number that changes is the only one")
	require.Equal(t, slices.Max(all["plant 1 _"]), levels(2)["plant 1 _"].Max)
}
