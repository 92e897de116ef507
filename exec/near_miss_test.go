package exec

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// leastUnmet returns how few of a rule's premises have to be left out so that the
// others are met with these arguments, by trying all sets of them.
func leastUnmet(r *lang.Rule, args []lang.Value, state map[string][]*Resource) int {
	least := len(r.Premises)
	for left := range 1 << len(r.Premises) {
		var kept []lang.Premise
		for i, p := range r.Premises {
			if left>>i&1 == 0 {
				kept = append(kept, p)
			}
		}
		if n := bits.OnesCount(uint(left)); n < least && len(choices(kept, args, state, nil)) > 0 {
			least = n
		}
	}
	return least
}

func unmet(n NearMiss) int {
	count := 0
	for _, s := range n.Standings {
		if s == Unmet {
			count++
		}
	}
	return count
}

// With all arguments given, as few premises are unmet as can be; with none, as few as
// with the best arguments, and a rule that applies is found to apply in all of its
// ways. Premises that nobody can say anything of do not count.
func TestNearAgainstOracle(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := load(rt, genProgram().Draw(rt, "program"))
		m, _ := NewMachine(p, p.Traces[0], Limits{})
		rule := rapid.SampledFrom(p.Rules()).Draw(rt, "rule")
		args, known := make([]lang.Value, len(rule.Vars)), make([]bool, len(rule.Vars))
		for i := range args {
			args[i] = lang.NewValue(rapid.SampledFrom(p.Types[0].Constructors).Draw(rt, "constant"), nil)
			known[i] = true
		}
		got, err := m.NearMisses(context.Background(), rule, args, known, 100)
		require.NoError(rt, err)
		require.False(rt, got.Cut)
		there := byText(all(m, p))
		for _, n := range got.Ways {
			require.Equal(rt, leastUnmet(rule, args, there), unmet(n), p.Text(rule))
			require.NotContains(rt, n.Standings, Unknown)
			requireCopies(rt, n, all(m, p))
		}

		ways, least := make(map[string]bool), len(rule.Premises)
		for _, args := range tuples(constants(p), len(rule.Vars)) {
			least = min(least, leastUnmet(rule, args, there))
			if len(choices(rule.Premises, args, there, nil)) > 0 {
				ways[lang.Arguments(args)] = true
			}
		}
		open, err := m.NearMisses(context.Background(), rule, make([]lang.Value, len(rule.Vars)),
			make([]bool, len(rule.Vars)), 100)
		require.NoError(rt, err)
		require.Equal(rt, len(ways) > 0, unmet(open.Ways[0]) == 0)
		for _, n := range open.Ways {
			require.LessOrEqual(rt, unmet(n), least)
			if !slices.Contains(n.Standings, Unknown) {
				require.Equal(rt, least, unmet(n), p.Text(rule))
			}
		}
		if len(ways) > 0 {
			found := make(map[string]bool)
			for _, n := range open.Ways {
				found[lang.Arguments(n.Args)] = true
			}
			require.Equal(rt, ways, found)
		}
	})
}

// requireCopies compares what a way says of a fact that is missing with the state.
func requireCopies(t require.TestingT, n NearMiss, state []*Resource) {
	for i, p := range n.Rule.Premises {
		if n.Standings[i] != Unmet || p.Kind > lang.Keep {
			continue
		}
		wanted, asking, there := n.Fact(p.Atom).String(), 0, 0
		for _, q := range n.Rule.Premises {
			if q.Kind <= lang.Keep && n.Fact(q.Atom).String() == wanted {
				asking++
			}
		}
		for _, r := range state {
			if r.Fact.String() == wanted {
				there++
			}
		}
		needs, found := n.Copies(i)
		require.Equal(t, []int{asking, there}, []int{needs, found}, n.Premise(i, nil))
	}
}

// Ways in which all premises are met are the transitions, the first of those that differ
// in equal resources only, in the same order.
func TestFitsAgainstAllTransitions(t *testing.T) {
	equal := 0
	rapid.Check(t, func(rt *rapid.T) {
		p := load(rt, genProgram().Draw(rt, "program"))
		m, _ := NewMachine(p, p.Traces[0], Limits{})
		for _, rule := range p.Rules() {
			var want, got []string
			seen := make(map[string]bool)
			require.NoError(rt, m.match(context.Background(), m.rules[rule], func(s *matcher) error {
				n := NearMiss{Rule: rule, Args: s.Args[:len(rule.Vars)], Known: s.Bound, Uses: s.uses,
					Standings: make([]Standing, len(s.uses))}
				if key := n.key(); !seen[key] {
					seen[key] = true
					want = append(want, way(n))
				} else {
					equal++
				}
				return nil
			}))
			fits, err := m.Fits(context.Background(), rule, nil, nil, math.MaxInt)
			require.NoError(rt, err)
			for _, n := range fits.Ways {
				got = append(got, way(n))
			}
			require.Equal(rt, want, got, p.Text(rule))
			near, err := m.NearMisses(context.Background(), rule, nil, nil, math.MaxInt)
			require.NoError(rt, err)
			if len(want) > 0 {
				require.Equal(rt, near, fits)
			} else {
				require.NotZero(rt, unmet(near.Ways[0]))
			}
		}
	})
	if testing.Short() {
		return // Few samples need not have all kinds.
	}
	require.NotZero(t, equal)
}

// way is what a rule is instantiated with, and the resources that it takes.
func way(n NearMiss) string {
	ids := make(map[trace.ResourceID]int)
	for _, r := range n.Uses {
		if r != nil {
			ids[r.ID]++
		}
	}
	return fmt.Sprint(lang.Arguments(n.Args), ids)
}

func constants(p *lang.Program) []lang.Value {
	var out []lang.Value
	for _, k := range p.Types[0].Constructors {
		out = append(out, lang.NewValue(k, nil))
	}
	return out
}

func TestNear(t *testing.T) {
	p := load(t, `
person : type. ann : person. bob : person.
num : type. #builtin NAT num.
has person num : pred. likes person person : pred. poor person : pred. wealth num : pred.
older person person : bwd. older ann bob.
stage s = {
  give : has A (N + 2) * older A B * likes A B * N > 5 -o has A N * wealth (N - 9).
}
#trace _ s { has ann 4, has bob 9, likes bob ann }.`)
	m, _ := NewMachine(p, p.Traces[0], Limits{})
	rule := p.Rules()[0]
	none := make([]lang.Value, len(rule.Vars))
	got, err := m.NearMisses(context.Background(), rule, none, make([]bool, len(rule.Vars)), 10)
	require.NoError(t, err)
	// Ann is not liked, and not rich enough, of which it comes that her wealth would fall below
	// zero. Bob is rich enough, but likes whom he is not older than, and his wealth would fall
	// below zero, too. Whoever gives something else has not got it.
	var lines []string
	for i := range got.Ways {
		n := &got.Ways[i]
		line := n.String()
		for k, s := range n.Standings {
			if s == Unmet {
				line += " | " + p.Source.Slice(rule.Premises[k].Span)
			}
		}
		if n.NoResult {
			line += " | no result"
		}
		lines = append(lines, line)
	}
	require.Equal(t, []string{
		"give ann 2 bob | likes A B | N > 5 | no result",
		"give bob 7 ann | older A B | no result",
		"give ann _ bob | has A (N + 2) | likes A B",
		"give bob _ ann | has A (N + 2) | older A B",
	}, lines)
}

// What a premise that is not met would have told may be told by another: then what
// depends on it is no longer open.
func TestNearSettlesWhatBecomesKnown(t *testing.T) {
	p := load(t, `
t : type. a : t. b : t.
p t : pred. q t : pred. s t t : pred. e t t : bwd. e a b.
stage one = { r : p X * q Y * X <> Y * e X Y * s X Y -o (). }
#trace _ one { q a, s a a }.`)
	m, _ := NewMachine(p, p.Traces[0], Limits{})
	rule := p.Rules()[0]
	a := lang.NewValue(p.Types[0].Constructors[0], nil)
	got, err := m.NearMisses(context.Background(), rule, []lang.Value{a, a}, []bool{false, true}, 10)
	require.NoError(t, err)
	require.Len(t, got.Ways, 2)
	require.Equal(t, "r a a", got.Ways[0].String())
	require.Equal(t, []Standing{Unmet, Met, Unmet, Unmet, Met}, got.Ways[0].Standings)
	require.Equal(t, "r _ a", got.Ways[1].String())
	require.Equal(t, []Standing{Unmet, Met, Unknown, Unmet, Unmet}, got.Ways[1].Standings)
}

// A calculation that has no value counts as one premise more that is not met, but where a
// comparison fails: a blow that takes more than there is is one that is too strong.
func TestNearCalculationsAgainstOracle(t *testing.T) {
	number := rapid.IntRange(0, 4)
	rapid.Check(t, func(rt *rapid.T) {
		sword, healths := number.Draw(rt, "sword"), rapid.SliceOfNDistinct(number, 1, 3, rapid.ID[int]).Draw(rt, "healths")
		test, result := rapid.SampledFrom([]string{"S < H", "S >= H", "S <> 2"}).Draw(rt, "test"),
			rapid.SampledFrom([]string{"(H - S)", "(S - H)", "(4 / S)"}).Draw(rt, "result")
		text := fmt.Sprintf("n : type. #builtin NAT n. sword n : pred. health n : pred. stage s = { r : $sword S * health "+
			"H * %s -o health %s. } #trace _ s { sword %d", test, result, sword)
		for _, h := range healths {
			text += fmt.Sprintf(", health %d", h)
		}
		p := load(rt, text+" }.")
		m, _ := NewMachine(p, p.Traces[0], Limits{})
		got, err := m.NearMisses(context.Background(), p.Rules()[0], make([]lang.Value, 2), make([]bool, 2), 100)
		require.NoError(rt, err)
		want, least := make(map[string]bool), 2
		for _, h := range healths {
			refused, noResult := !struck[test](sword, h), !valued[result](sword, h)
			cost := 0
			if refused || noResult {
				cost = 1
			}
			if cost < least {
				least = cost
				clear(want)
			}
			if cost == least {
				want[fmt.Sprintf("r %d %d %t %t", sword, h, refused, noResult)] = true
			}
		}
		found := make(map[string]bool)
		for _, n := range got.Ways {
			if n.unknown() == 0 {
				found[fmt.Sprintf("%s %t %t", n.String(), n.Standings[2] == Unmet, n.NoResult)] = true
				require.Equal(rt, []Standing{Met, Met}, n.Standings[:2])
			}
		}
		require.Equal(rt, want, found)
	})
}

var (
	struck = map[string]func(s, h int) bool{
		"S < H":  func(s, h int) bool { return s < h },
		"S >= H": func(s, h int) bool { return s >= h },
		"S <> 2": func(s, _ int) bool { return s != 2 },
	}
	valued = map[string]func(s, h int) bool{
		"(H - S)": func(s, h int) bool { return h >= s },
		"(S - H)": func(s, h int) bool { return s >= h },
		"(4 / S)": func(s, _ int) bool { return s != 0 },
	}
)

// Premises that ask for the same fact are told of once, whichever of them is met; how many
// there are, and how many the rule takes, is known.
func TestNearCountsCopies(t *testing.T) {
	p := load(t, `
who : type. ann : who. bob : who. num : type. #builtin NAT num.
seat : pred. coin num : pred. num' num : pred. at who : pred.
stage s = {
  three : seat * $seat * seat -o ().
  pair : coin N * coin N -o ().
  both : coin N * coin M * $num' N * $num' M -o ().
  meet : at C * at D -o ().
}
#trace _ s { seat, seat, coin 3, coin 5, num' 3, num' 3, at ann }.`)
	m, _ := NewMachine(p, p.Traces[0], Limits{})
	ways := func(rule int) (out []string) {
		r := p.Rules()[rule]
		nears, err := m.NearMisses(context.Background(), r, make([]lang.Value, len(r.Vars)), make([]bool, len(r.Vars)), 10)
		require.NoError(t, err)
		for _, n := range nears.Ways {
			line := n.String()
			for i, s := range n.Standings {
				if s == Unmet {
					needs, there := n.Copies(i)
					line += fmt.Sprintf(" | %s %d/%d", n.Premise(i, nil), there, needs)
				}
			}
			out = append(out, line)
		}
		return out
	}
	require.Equal(t, []string{"three | seat 2/3"}, ways(0))
	require.Equal(t, []string{"pair 3 | coin 3 1/2", "pair 5 | coin 5 1/2"}, ways(1))
	require.Equal(t, []string{"both 3 5 | $num' 5 0/1", "both 3 3 | coin 3 1/2", "both 5 3 | $num' 5 0/1"}, ways(2))
	require.Equal(t, []string{"meet ann _ | at _ 0/1", "meet _ ann | at _ 0/1"}, ways(3))
}
