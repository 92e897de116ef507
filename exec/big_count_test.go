package exec

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// More transitions than an int holds are counted exactly: linear copies meet one atom each, and a
// permanent fact any number of atoms.
func TestBigCountAgainstFormula(t *testing.T) {
	choose := func(n, k int) *big.Int { return new(big.Int).Binomial(int64(n), int64(k)) }
	falling := func(n, k int) *big.Int {
		if k > n {
			return new(big.Int)
		}
		return new(big.Int).Mul(choose(n, k), new(big.Int).MulRange(1, int64(k)))
	}
	vast := 0
	rapid.Check(t, func(rt *rapid.T) {
		counts := rapid.SliceOfN(rapid.IntRange(1, 22), 1, 4).Draw(rt, "atoms")
		copies, lasting := rapid.IntRange(1, 60).Draw(rt, "copies"), rapid.Bool().Draw(rt, "permanent")
		var b strings.Builder
		b.WriteString("t : type. c : t. d : t. e : t. a t : pred. b : pred. stage s = {\n")
		for _, k := range counts {
			b.WriteString("  a X" + strings.Repeat(" * a X", k-1) + " * b -o ().\n")
		}
		facts := slices.Repeat([]string{"a c", "a d", "b", "b"}, copies)
		facts = append(slices.Repeat([]string{"a e"}, rapid.IntRange(0, 30).Draw(rt, "more")), facts...)
		if lasting {
			facts = append(facts, "!a d")
		}
		p := load(rt, b.String()+"}\n#trace _ s { "+strings.Join(facts, ", ")+" }.")
		m, _ := NewMachine(p, p.Traces[0], Limits{})
		source := rand.NewPCG(1, 2)
		for {
			e, err := m.Enabled(context.Background())
			require.NoError(rt, err)
			want := new(big.Int)
			for i, k := range counts {
				rule := new(big.Int)
				for _, q := range p.Types[0].Constructors {
					n, permanent := copiesOf(m, p, q.Name)
					ways := falling(n, k)
					for j := range k {
						if permanent {
							ways.Add(ways, new(big.Int).Mul(choose(k, j), falling(n, j)))
						}
					}
					rule.Add(rule, ways)
				}
				bs, _ := copiesOf(m, p, "")
				rule.Mul(rule, big.NewInt(int64(bs)))
				if e.vast != nil {
					require.Equal(rt, rule.String(), e.vast.counts[i].String())
				}
				want.Add(want, rule)
			}
			if e.vast == nil {
				require.Equal(rt, want.String(), fmt.Sprint(e.Len()))
			} else {
				vast++
				require.Equal(rt, want.String(), e.vast.total.String())
				require.Equal(rt, math.MaxInt, e.Len())
			}
			if e.Len() == 0 {
				return
			}
			_, err = m.Fire(e.Transition(e.Draw(source)))
			require.NoError(rt, err)
		}
	})
	if testing.Short() {
		return // Few samples need not have as many.
	}
	require.Greater(t, vast, 20)
}

// copiesOf returns how many linear facts there are of `a` with an argument, or of `b`, and whether
// there is a permanent one.
func copiesOf(m *Machine, p *lang.Program, arg string) (n int, permanent bool) {
	for _, r := range all(m, p) {
		switch {
		case len(r.Fact.Args) > 0 && r.Fact.Args[0].String() != arg || len(r.Fact.Args) == 0 && arg != "":
		case r.Permanent:
			permanent = true
		default:
			n++
		}
	}
	return n, permanent
}

// Very many choices are drawn with equal likelihood: of rules, of facts, and of copies.
func TestDrawOfBigCount(t *testing.T) {
	p := load(t, `t : type. c : t. d : t. a t : pred. gem : pred.
		stage s = { plain : a X`+strings.Repeat(" * a X", 9)+` -o (). `+
		`shiny : a X`+strings.Repeat(" * a X", 9)+` * gem -o (). }
		#trace _ s { gem, gem, gem, `+strings.Join(slices.Repeat([]string{"a c", "a d"}, 100), ", ")+`, a d, !a c }.`)
	m, _ := NewMachine(p, p.Traces[0], Limits{})
	e, err := m.Enabled(context.Background())
	require.NoError(t, err)
	require.NotNil(t, e.vast)
	const draws = 6000
	source, counts, copies := rand.NewPCG(3, 4), make(map[string]int), make(map[string]int)
	for range draws {
		x := e.Transition(e.Draw(source))
		counts[x.String()]++
		if x.Args[0].String() == "d" {
			copies[fmt.Sprint(x.Uses[7].ID)]++
		}
	}
	c, d := waysOf(100, true), waysOf(101, false)
	all, chi := new(big.Float).Add(c, d), 0.0
	for name, part := range map[string]*big.Float{"plain c": c, "plain d": d, "shiny c": c, "shiny d": d} {
		share, _ := new(big.Float).Quo(part, all).Float64()
		if strings.HasPrefix(name, "shiny") {
			share *= 3
		}
		expected := share * draws / 4
		chi += (float64(counts[name]) - expected) * (float64(counts[name]) - expected) / expected
	}
	require.Less(t, chi, chiBound(3))
	require.Len(t, copies, 101)
	require.Less(t, chiSquare(copies, float64(counts["plain d"]+counts["shiny d"])/101), chiBound(100))
}

// waysOf returns in how many ways ten atoms are met by so many copies.
func waysOf(copies int64, permanent bool) *big.Float {
	sum := new(big.Int)
	for linear := int64(0); linear <= 10; linear++ {
		if permanent || linear == 10 {
			ways := new(big.Int).Mul(new(big.Int).Binomial(copies, linear), new(big.Int).MulRange(1, linear))
			sum.Add(sum, ways.Mul(ways, new(big.Int).Binomial(10, linear)))
		}
	}
	return new(big.Float).SetInt(sum)
}
