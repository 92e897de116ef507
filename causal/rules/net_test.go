package rules

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/causaltest"
	"github.com/ceptre-graph/ceptre/causal/kinds"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// passed is what passes between a rule and a kind of facts in a firing.
type passed struct{ uses, reads, makes int }

// passes returns what passes in a step, by kind, as simply as possible.
func passes(tr *trace.Trace, s *trace.Step) map[Change]passed {
	out := make(map[Change]passed)
	each := func(ids []trace.ResourceID, count func(*passed)) {
		for _, id := range ids {
			if r := tr.Resources[id-1]; r.Pred != trace.StagePred {
				kind := Change{Kind: r.Pred, Permanent: r.Persistent}
				p := out[kind]
				count(&p)
				out[kind] = p
			}
		}
	}
	each(s.Consumes, func(p *passed) { p.uses++ })
	each(s.Reads, func(p *passed) { p.reads++ })
	each(s.Produces, func(p *passed) { p.makes++ })
	return out
}

// The flows of a rule are the ranges and sums of what passes in its firings.
func TestNetAgainstFirings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := causaltest.Random(t)
		g := causal.New(tr)
		net := NetOf(g, kinds.Table{})
		for i, n := range Condense(g, kinds.Table{}).Nodes {
			tran := net.Transitions[i]
			require.Equal(t, []Node{n}, tran.Rules)
			var firings []map[Change]passed
			for j := range tr.Steps {
				if tr.Steps[j].Rule == n.Rule {
					firings = append(firings, passes(tr, &tr.Steps[j]))
				}
			}
			for k, p := range net.Places {
				amount := func(of func(passed) int) Amount {
					var all []int
					sum := 0
					for _, f := range firings {
						all = append(all, of(f[Change{Kind: p.Kind, Permanent: p.Permanent}]))
						sum += all[len(all)-1]
					}
					return Amount{slices.Min(all), slices.Max(all), sum}
				}
				want := Flow{
					Place: k, Uses: amount(func(p passed) int { return p.uses }),
					Reads: amount(func(p passed) int { return p.reads }), Makes: amount(func(p passed) int { return p.makes }),
				}
				got := Flow{Place: k}
				if at := slices.IndexFunc(tran.Flows, func(f Flow) bool { return f.Place == k }); at >= 0 {
					got = tran.Flows[at]
				}
				require.Equal(t, want, got, "%s and %s", n.Rule, p)
			}
		}
	})
}

// TestNetKeepsCount: facts made minus facts consumed is the change of each place.
func TestNetKeepsCount(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		net := NetOf(causal.New(causaltest.Random(t)), kinds.Table{})
		for _, n := range []*Net{net, net.Group()} {
			added := make([]int, len(n.Places))
			for _, tr := range n.Transitions {
				for _, f := range tr.Flows {
					added[f.Place] += f.Makes.Sum - f.Uses.Sum
				}
			}
			for i, p := range n.Places {
				require.Equal(t, p.Last-p.First, added[i], p)
			}
		}
	})
}

func TestNetGroups(t *testing.T) {
	one := func(rule, stage string, flows ...Flow) Transition {
		return Transition{[]Node{{Rule: rule, Stage: stage, Count: 2}}, flows}
	}
	uses := func(place, n int) Flow { return Flow{Place: place, Uses: Amount{n, n, n}} }
	makes := func(place, n int) Flow { return Flow{Place: place, Makes: Amount{n, n, n}} }
	reads := Flow{Place: 2, Reads: Amount{1, 1, 1}}
	net := &Net{
		Places: []Place{{Kind: "ore"}, {Kind: "bar"}, {Kind: "law", Permanent: true}},
		Transitions: []Transition{
			one("smelt", "day", uses(0, 1), makes(1, 1)), one("watch", "day", uses(0, 1), makes(1, 1), reads),
			one("cast", "day", uses(0, 2), makes(1, 3)), one("dream", "night", uses(0, 1), makes(1, 1)),
			one("rest", "day"), one("sit", "day"),
		},
	}
	names := func(n *Net) (all [][]string) {
		for _, tr := range n.Transitions {
			var rules []string
			for _, r := range tr.Rules {
				rules = append(rules, r.Rule)
			}
			all = append(all, rules)
		}
		return all
	}
	grouped := net.Group()
	require.Equal(t, [][]string{{"smelt", "cast"}, {"watch"}, {"dream"}, {"rest"}, {"sit"}}, names(grouped))
	require.Equal(t, []Flow{{Place: 0, Uses: Amount{1, 2, 3}}, {Place: 1, Makes: Amount{1, 3, 4}}},
		grouped.Transitions[0].Flows)
	require.Equal(t, 4, grouped.Transitions[0].Count())
	require.Equal(t, Amount{1, 1, 1}, net.Transitions[0].Flows[0].Uses, "the net itself stays as it was")

	active := net.Active()
	require.Equal(t, net.Places[:2], active.Places, "a law is only read")
	require.Equal(t, [][]string{{"smelt", "watch", "cast"}, {"dream"}, {"rest"}, {"sit"}}, names(active.Group()))
	part := net.Part([]int{4, 1})
	require.Equal(t, [][]string{{"rest"}, {"watch"}}, names(part))
	require.Equal(t, net.Places, part.Places)
	require.Empty(t, net.Part([]int{4}).Places)
	require.Equal(t, 9, net.Flows())
}

// What either of two rules changes is matched by what it is, wherever it stands among the changes of the other; a
// rule that does not change it leaves it as it is.
func TestEither(t *testing.T) {
	coin := func(least, most int) Change { return ofQuantity("coin", least, most) }
	seed := func(least, most int) Change { return ofLinear("seed", least, most) }
	for _, c := range []struct{ a, b, want []Change }{
		{[]Change{coin(2, 2), seed(1, 1)}, []Change{seed(3, 3), coin(-1, -1)}, []Change{coin(-1, 2), seed(1, 3)}},
		{[]Change{coin(2, 2)}, []Change{seed(-3, -3)}, []Change{coin(0, 2), seed(-3, 0)}},
		{nil, []Change{coin(1, 4)}, []Change{coin(0, 4)}},
	} {
		require.Equal(t, c.want, either(c.a, c.b))
	}
}
