package timeline

import (
	"cmp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/causaltest"
	"github.com/ceptre-graph/ceptre/causal/kinds"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// randomPurses draws a run in which facts such as `coin ann 3` are made, changed and lost.
func randomPurses(t *rapid.T) *trace.Trace {
	tr := &trace.Trace{Header: trace.Header{Format: trace.Format}}
	var alive []trace.ResourceID
	add := func(who trace.Term, n int, by trace.StepID) trace.ResourceID {
		id := trace.ResourceID(len(tr.Resources) + 1)
		tr.Resources = append(tr.Resources,
			trace.Resource{ID: id, Pred: "coin", Args: []trace.Term{who, causaltest.Numeral(n)}, By: by})
		alive = append(alive, id)
		return id
	}
	who := rapid.SampledFrom([]string{"ann", "ben", "cyd"})
	number := rapid.IntRange(0, 9)
	for range rapid.IntRange(1, 4).Draw(t, "start") {
		add(trace.Const(who.Draw(t, "who")), number.Draw(t, "n"), 0)
	}
	for i := range rapid.IntRange(1, 12).Draw(t, "steps") {
		step := trace.Step{ID: trace.StepID(i + 1), Rule: "r"}
		whose := trace.Const(who.Draw(t, "who"))
		if len(alive) > 0 && rapid.IntRange(0, 4).Draw(t, "uses") > 0 {
			k := rapid.IntRange(0, len(alive)-1).Draw(t, "used")
			whose = tr.Resources[alive[k]-1].Args[0]
			step.Consumes = []trace.ResourceID{alive[k]}
			alive = slices.Delete(alive, k, k+1)
		}
		if rapid.IntRange(0, 4).Draw(t, "makes") > 0 {
			step.Produces = []trace.ResourceID{add(whose, number.Draw(t, "n"), step.ID)}
		}
		tr.Steps = append(tr.Steps, step)
	}
	return tr
}

// coins returns the sum of a character's coins after an event, and the number of facts.
func coins(g *causal.Graph, who string, after causal.Event) (v Value, facts int) {
	for _, r := range g.Resources {
		here := (r.Producer == causal.Outside || r.Producer <= after) && (r.Consumer == causal.Outside || r.Consumer > after)
		if here && r.Args[0].Head == who {
			n, _ := kinds.Value(g, r.Args[1])
			v = Value{v.N + n, true}
			facts++
		}
	}
	return v, facts
}

// A number has the values in its timeline that a count at each time finds.
func TestNumberTimelines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := causal.New(randomPurses(t))
		events := make([]causal.Event, g.Len())
		for e := range events {
			events[e] = causal.Event(e)
		}
		events = events[rapid.IntRange(0, len(events)-1).Draw(t, "from"):]
		c := Of(g, events, rapid.IntRange(1, 12).Draw(t, "spans"),
			kinds.Table{Roles: map[string][]kinds.Role{"coin": {kinds.Plain, kinds.Quantity}}})
		drawn := make(map[string]bool)
		for _, n := range c.Numbers {
			drawn[n.Owner] = true
			require.Equal(t, "coin", n.Kind)
			require.Equal(t, "coin "+n.Owner, n.Fact)
			start, together := coins(g, n.Owner, events[0]-1)
			require.Equal(t, start, n.Start)
			var seen []Value
			for i, span := range c.Spans {
				var want Range
				for e := span.From - 1; e < span.To; e++ {
					v, facts := coins(g, n.Owner, e)
					want.widen(v)
					want.Last = v
					together = max(together, facts)
					if v.There {
						seen = append(seen, v)
					}
				}
				require.Equal(t, want, n.Spans[i])
			}
			require.Equal(t, n.Spans[len(n.Spans)-1].Last, n.End)
			byNumber := func(a, b Value) int { return cmp.Compare(a.N, b.N) }
			require.Equal(t, slices.MinFunc(seen, byNumber).N, n.Least)
			require.Equal(t, slices.MaxFunc(seen, byNumber).N, n.Most)
			require.Equal(t, together, n.Together)
		}
		for _, who := range []string{"ann", "ben", "cyd"} {
			values := make(map[int]bool)
			for e := events[0] - 1; e < causal.Event(g.Len()); e++ {
				if v, _ := coins(g, who, e); v.There {
					values[v.N] = true
				}
			}
			require.Equal(t, len(values) > 1, drawn[who], "what changes is followed")
		}
	})
}

// Facts with several numbers have a line for each that changes; what else is a number tells them
// apart; and of numbers that are no quantities there is no sum.
func TestNumbersOfSeveral(t *testing.T) {
	tr := causaltest.Barter(nil, causaltest.Numeral(1), causaltest.Numeral(2), "ann")
	of := func(roles ...kinds.Role) *Timeline {
		return Of(causal.New(tr), []causal.Event{0}, 9, kinds.Table{Roles: map[string][]kinds.Role{"plant": roles}})
	}
	plant := func(r *trace.Resource, args ...trace.Term) { r.Pred, r.Args = "plant", args }
	plant(&tr.Resources[0], causaltest.Numeral(7), causaltest.Numeral(0), trace.Const("oak"), causaltest.Numeral(5))
	plant(&tr.Resources[1], causaltest.Numeral(7), causaltest.Numeral(1), trace.Const("oak"), causaltest.Numeral(4))
	c := of(kinds.Index, kinds.Quantity, kinds.Plain, kinds.Quantity)
	require.Len(t, c.Numbers, 2)
	require.Equal(t, []string{"plant _ N _ _", "7 oak", "plant 7 N oak _"},
		[]string{c.Numbers[0].Kind, c.Numbers[0].Owner, c.Numbers[0].Fact})
	require.Equal(t, "plant 7 _ oak N", c.Numbers[1].Fact)

	tr.Resources = append(tr.Resources, trace.Resource{ID: 3, Pred: "plant", Args: tr.Resources[0].Args})
	for role, lines := range map[kinds.Role]int{kinds.Quantity: 2, kinds.Changed: 0} {
		c = of(kinds.Index, role, kinds.Plain, role)
		require.Len(t, c.Numbers, lines)
	}
}
