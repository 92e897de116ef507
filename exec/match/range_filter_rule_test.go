package match

import (
	"context"
	"math"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// numbersRule is a rule with a key, a number, and checks that compare them.
type numbersRule struct {
	network  *Network
	key, num *lang.Pred
	checks   []siftCheck
	matches  *Matches
	last     trace.ResourceID
}

func newNumbersRule(checks []siftCheck) *numbersRule {
	args := []*lang.Type{&nat}
	r := &numbersRule{network: New(nil, Limits{MatchSteps: math.MaxInt}), checks: checks}
	r.key, r.num = &lang.Pred{Name: "key", Args: args}, &lang.Pred{Name: "num", Args: args}
	rule := &Rule{Types: []*lang.Type{&nat, &nat}, Atoms: []lang.Premise{
		{Atom: lang.Atom{Pred: r.key, Args: []lang.Term{given}}},
		{Atom: lang.Atom{Pred: r.num, Args: []lang.Term{sifted}}},
	}}
	for i := range checks {
		rule.Checks = append(rule.Checks, checks[i].premise())
	}
	r.matches = r.network.Matches(rule)
	return r
}

func (r *numbersRule) put(p *lang.Pred, numbers ...int64) {
	for _, n := range numbers {
		r.last++
		r.network.Put(r.network.Table(p), []trace.Sym{r.network.terms.Number(&nat, lang.NewNat(n))}, r.last, false)
	}
	r.network.Commit(context.Background())
}

func (r *numbersRule) weight(t require.TestingT) int {
	n, err := r.matches.Weight(context.Background())
	require.NoError(t, err)
	return int(n)
}

// count returns the number of numbers that satisfy the checks.
func (r *numbersRule) count(key int64, numbers []int64) int {
	count := 0
	for _, n := range numbers {
		fits := true
		for i := range r.checks {
			fits = fits && r.checks[i].holds(values{sifted: n, given: key})
		}
		if fits {
			count++
		}
	}
	return count
}

// A rule matches the numbers that satisfy its checks, whether the numbers or the compared facts
// are put first, and whether or not matches have been kept before.
func TestManyNumbers(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		r := newNumbersRule(rapid.SliceOfN(genSiftCheck(), 1, 3).Draw(rt, "checks"))
		key := genNumber().Draw(rt, "key")
		numbers := rapid.SliceOfNDistinct(genNumber(), manyMembers, 3*filterSize, rapid.ID).Draw(rt, "numbers")
		if rapid.Bool().Draw(rt, "key first") {
			r.put(r.key, key)
			r.put(r.num, numbers...)
		} else {
			r.put(r.num, numbers...)
			if rapid.Bool().Draw(rt, "kept") {
				require.Zero(rt, r.weight(rt))
			}
			r.put(r.key, key)
		}
		require.Equal(rt, r.count(key, numbers), r.weight(rt))
	})
}
