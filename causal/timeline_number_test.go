package causal

import (
	"cmp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// randomPurses draws a run in which facts such as `coin ann 3` are made, changed and lost.
func randomPurses(t *rapid.T) *trace.Trace {
	tr := &trace.Trace{Header: trace.Header{Format: trace.Format}}
	var alive []trace.ResourceID
	add := func(who trace.Term, n int, by trace.StepID) trace.ResourceID {
		id := trace.ResourceID(len(tr.Resources) + 1)
		tr.Resources = append(tr.Resources, trace.Resource{ID: id, Pred: "coin", Args: []trace.Term{who, numeral(n)}, By: by})
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
func coins(g *Graph, who string, after Event) (v Value, facts int) {
	for _, r := range g.Resources {
		here := (r.Producer == Outside || r.Producer <= after) && (r.Consumer == Outside || r.Consumer > after)
		if here && r.Args[0].Head == who {
			n, _ := g.valueOf(r.Args[1])
			v = Value{v.N + n, true}
			facts++
		}
	}
	return v, facts
}

// A number has the values in its timeline that a count at each time finds.
func TestNumberTimelines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := New(randomPurses(t))
		events := make([]Event, g.Len())
		for e := range events {
			events[e] = Event(e)
		}
		events = events[rapid.IntRange(0, len(events)-1).Draw(t, "from"):]
		c := g.Timeline(events, rapid.IntRange(1, 12).Draw(t, "spans"), kindsOf("coin", Plain, Quantity))
		drawn := make(map[string]bool)
		for _, n := range c.Numbers {
			drawn[n.Owner] = true
			require.Equal(t, "coin", n.Kind)
			require.Equal(t, "coin "+n.Owner, n.Fact)
			start, together := coins(g, n.Owner, events[0]-1)
			require.Equal(t, start, n.Start)
			var seen []Value
			for i, span := range c.Spans {
				var want NumberSpan
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
			for e := events[0] - 1; e < Event(g.Len()); e++ {
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
	g := barter(nil, numeral(1), numeral(2), "ann")
	plant := func(r *trace.Resource, args ...trace.Term) { r.Pred, r.Args = "plant", args }
	plant(&g.Trace.Resources[0], numeral(7), numeral(0), trace.Const("oak"), numeral(5))
	plant(&g.Trace.Resources[1], numeral(7), numeral(1), trace.Const("oak"), numeral(4))
	c := New(g.Trace).Timeline([]Event{0}, 9, kindsOf("plant", Index, Quantity, Plain, Quantity))
	require.Len(t, c.Numbers, 2)
	require.Equal(t, []string{"plant _ N _ _", "7 oak", "plant 7 N oak _"}, []string{c.Numbers[0].Kind, c.Numbers[0].Owner, c.Numbers[0].Fact})
	require.Equal(t, "plant 7 _ oak N", c.Numbers[1].Fact)

	g.Trace.Resources = append(g.Trace.Resources, trace.Resource{ID: 3, Pred: "plant", Args: g.Trace.Resources[0].Args})
	for role, lines := range map[Role]int{Quantity: 2, Changed: 0} {
		c = New(g.Trace).Timeline([]Event{0}, 9, kindsOf("plant", Index, role, Plain, role))
		require.Len(t, c.Numbers, lines)
	}
}
