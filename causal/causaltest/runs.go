package causaltest

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

type ids = []trace.ResourceID

// Quarrel is a run small enough to order by hand. Two insults read where both
// are (x1, x2) and are concurrent; ann leaves (consumes x1) after them; bob
// sulks over the first insult only.
func Quarrel() *trace.Trace {
	at := func(id trace.ResourceID, who string, by trace.StepID) trace.Resource {
		return trace.Resource{ID: id, Pred: "at", Args: []trace.Term{trace.Const(who)}, By: by}
	}
	return &trace.Trace{
		Header: trace.Header{Format: trace.Format, Program: &trace.Program{Types: []trace.Type{
			{Name: "place", Constants: []string{"home"}},
			{Name: "person", Constants: []string{"ann", "bob", "cyd"}},
			{Name: "mood"},
		}}},
		Resources: []trace.Resource{
			at(1, "ann", 0), at(2, "bob", 0), {ID: 3, Pred: trace.StagePred, Args: []trace.Term{trace.Const("day")}},
			{ID: 4, Pred: "anger", By: 1}, {ID: 5, Pred: "anger", By: 2}, at(6, "ann", 3),
			{ID: 7, Pred: "gone", Persistent: true, By: 3}, {ID: 8, Pred: "sulk", By: 4},
			{ID: 9, Pred: trace.StagePred, Args: []trace.Term{trace.Const("night")}, By: 5},
		},
		Steps: []trace.Step{
			{ID: 1, Rule: "insult", Args: []trace.Term{trace.Const("ann")}, Reads: ids{1, 2, 3}, Produces: ids{4}},
			{ID: 2, Rule: "insult", Args: []trace.Term{trace.Const("bob")}, Reads: ids{1, 2, 3}, Produces: ids{5}},
			{ID: 3, Rule: "leave", Consumes: ids{1}, Reads: ids{3}, Produces: ids{6, 7}},
			{ID: 4, Rule: "sulk", Consumes: ids{4}, Reads: ids{2, 3}, Produces: ids{8}},
			{ID: 5, Rule: "night", Consumes: ids{3}, Produces: ids{9}},
		},
	}
}

// Village returns a run of many steps: walkers who go from place to place, look
// at what lies there, and leave things behind. Every thousand steps a link moves
// it from a stage to the next.
func Village(steps int) *trace.Trace {
	const walkers = 40
	random := rand.New(rand.NewPCG(1, 2))
	t := &trace.Trace{Header: trace.Header{Format: trace.Format}}
	add := func(pred string, by int, args ...trace.Term) trace.ResourceID {
		id := trace.ResourceID(len(t.Resources) + 1)
		t.Resources = append(t.Resources, trace.Resource{ID: id, Pred: pred, Args: args, By: trace.StepID(by)})
		return id
	}
	names := [walkers]trace.Term{}
	var at, things []trace.ResourceID
	for i := range names {
		names[i] = trace.Const("walker" + string(rune('A'+i)))
		at = append(at, add("at", 0, names[i]))
	}
	token := add(trace.StagePred, 0, trace.Const("day"))
	for i := 1; i <= steps; i++ {
		w := random.IntN(walkers)
		s := trace.Step{ID: trace.StepID(i), Rule: "walk", Args: names[w : w+1], Consumes: []trace.ResourceID{at[w]},
			Reads: []trace.ResourceID{token}}
		if i%1000 == 0 {
			token = add(trace.StagePred, i, trace.Const("day"))
			s = trace.Step{ID: s.ID, Rule: "pass", Consumes: s.Reads, Produces: []trace.ResourceID{token}}
			t.Steps = append(t.Steps, s)
			continue
		}
		if len(things) > 0 && i%3 == 0 {
			s.Reads = append(s.Reads, things[random.IntN(len(things))])
		}
		at[w] = add("at", i, names[w])
		things = append(things, add("thing", i))
		if len(things) > 100 {
			s.Consumes = append(s.Consumes, things[0])
			things = things[1:]
		}
		s.Produces = []trace.ResourceID{at[w], trace.ResourceID(len(t.Resources))}
		t.Steps = append(t.Steps, s)
	}
	return t
}

// Rings is a run in which readers and resources form rings of the lengths given:
// each reader reads two, each resource is read twice. No colouring tells rings of
// different lengths apart.
func Rings(lengths ...int) *trace.Trace {
	t := &trace.Trace{Header: trace.Header{Format: trace.Format}}
	for _, n := range lengths {
		first := len(t.Resources)
		for i := range n {
			t.Resources = append(t.Resources, trace.Resource{ID: trace.ResourceID(first + i + 1), Pred: "p"})
			t.Steps = append(t.Steps, trace.Step{ID: trace.StepID(first + i + 1), Rule: "look", Reads: []trace.ResourceID{
				trace.ResourceID(first + i + 1), trace.ResourceID(first + (i+1)%n + 1),
			}})
		}
	}
	return t
}

// Barter is a run of one rule that uses up a fact and makes another; each time its variable
// stands for one of the values.
func Barter(rules []trace.Rule, takes, makes trace.Term, values ...string) *trace.Trace {
	t := &trace.Trace{Header: trace.Header{Program: &trace.Program{Rules: rules}}}
	for i, v := range values {
		x, step := trace.ResourceID(2*i+1), trace.StepID(i+1)
		t.Resources = append(t.Resources,
			trace.Resource{ID: x, Pred: "have", Args: []trace.Term{takes}},
			trace.Resource{ID: x + 1, Pred: "have", Args: []trace.Term{makes}, By: step})
		t.Steps = append(t.Steps, trace.Step{
			ID: step, Rule: "swap", Args: []trace.Term{trace.Const(v)}, Consumes: []trace.ResourceID{x},
			Produces: []trace.ResourceID{x + 1},
		})
	}
	return t
}

// Numeral returns a number as a term.
func Numeral(n int) trace.Term { return trace.Term{Head: strconv.Itoa(n), Number: true} }

// Benchmark measures something for villages of more and more steps: its time should grow as they do.
func Benchmark[G any](b *testing.B, graph func(*trace.Trace) G, measure func(G)) {
	for _, size := range []struct {
		name  string
		steps int
	}{{"10k", 10_000}, {"100k", 100_000}, {"1M", 1_000_000}} {
		g := graph(Village(size.steps))
		b.Run(size.name, func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				measure(g)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*size.steps), "ns/step")
		})
	}
}
