package lang

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// The rules that can never fire are those that never do when all are tried over and over,
// and there is a warning if there are any.
func TestDeadlocksAgainstOracle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		fact := rapid.Custom(func(t *rapid.T) string {
			return rapid.SampledFrom([]string{"", "", "!"}).Draw(t, "mark") +
				rapid.SampledFrom([]string{"a", "b", "c", "d", "e"}).Draw(t, "fact")
		})
		facts := rapid.SliceOfN(fact, 1, 3)
		var b strings.Builder
		b.WriteString("a : pred. b : pred. c : pred. d : pred. e : pred. tok : pred.\nstage s = {\n")
		for i, n := 0, rapid.IntRange(1, 8).Draw(t, "rules"); i < n; i++ {
			fmt.Fprintf(&b, "r%d : tok * %s -o %s.\n", i, strings.Join(facts.Draw(t, "left"), " * "),
				strings.Join(facts.Draw(t, "right"), " * "))
		}
		fmt.Fprintf(&b, "}\n#trace _ s { tok, %s }.\n", strings.Join(facts.Draw(t, "start"), ", "))
		prog, errs := load(b.String())
		require.NotNil(t, prog, "%s", errs)
		dead := stillDead(prog)
		require.Equal(t, dead, newDeadlocks(prog).dead, b.String())
		warned := slices.ContainsFunc(errs, func(e *syntax.Error) bool { return e.Code == syntax.NeverFires })
		require.Equal(t, len(dead) > 0, warned, b.String())
	})
}

// stillDead is newDeadlocks as simple as it can be.
func stillDead(prog *Program) []*Rule {
	linear, permanent := make(map[*Pred]bool), make(map[*Pred]bool)
	enter := func(p *Pred, good bool) {
		linear[p] = linear[p] || !good
		permanent[p] = permanent[p] || good
	}
	for _, f := range prog.Traces[0].Context.Facts {
		enter(f.Fact.Pred, f.Permanent)
	}
	dead := slices.Clone(prog.Rules())
	for before := -1; before != len(dead); {
		before = len(dead)
		dead = slices.DeleteFunc(dead, func(r *Rule) bool {
			for _, p := range r.Premises {
				if !permanent[p.Atom.Pred] && (p.Kind == Permanent || !linear[p.Atom.Pred]) {
					return false
				}
			}
			for _, result := range r.Results {
				enter(result.Atom.Pred, result.Permanent)
			}
			return true
		})
	}
	if len(dead) == 0 {
		return nil
	}
	return dead
}
