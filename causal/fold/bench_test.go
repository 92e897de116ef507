package fold

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// long writes long runs.
type long struct{ trace.Trace }

func (l *long) fact(pred string, by int, args ...trace.Term) trace.ResourceID {
	id := trace.ResourceID(len(l.Resources) + 1)
	l.Resources = append(l.Resources, trace.Resource{ID: id, Pred: pred, Args: args, By: trace.StepID(by)})
	return id
}

// village returns a run of walkers who go from place to place, look at what lies
// there, and leave things behind. A link ends each stage after a number of steps; with
// 0 there are no stages.
func village(steps, walkers, stage int) *causal.Graph {
	random := rand.New(rand.NewPCG(1, 2))
	l := &long{}
	var at, things []trace.ResourceID
	var names []trace.Term
	for i := range walkers {
		names = append(names, trace.Const(fmt.Sprintf("walker%d", i)))
		at = append(at, l.fact("at", 0, names[i]))
	}
	var token []trace.ResourceID
	if stage > 0 {
		token = []trace.ResourceID{l.fact(trace.StagePred, 0, trace.Const("day"))}
	}
	for i := 1; i <= steps; i++ {
		s := trace.Step{ID: trace.StepID(i), Rule: "walk", Reads: token}
		if stage > 0 && i%stage == 0 {
			token = []trace.ResourceID{l.fact(trace.StagePred, i, trace.Const("day"))}
			l.Steps = append(l.Steps, trace.Step{ID: s.ID, Rule: "pass", Consumes: s.Reads, Produces: token})
			continue
		}
		w := random.IntN(walkers)
		s.Args, s.Consumes = names[w:w+1], []trace.ResourceID{at[w]}
		if len(things) > 0 && i%3 == 0 {
			s.Reads = append(s.Reads[:len(s.Reads):len(s.Reads)], things[random.IntN(len(things))])
		}
		at[w] = l.fact("at", i, names[w])
		things = append(things, l.fact("thing", i))
		if len(things) > 100 {
			s.Consumes, things = append(s.Consumes, things[0]), things[1:]
		}
		s.Produces = []trace.ResourceID{at[w], things[len(things)-1]}
		l.Steps = append(l.Steps, s)
	}
	return causal.New(&l.Trace)
}

// queue returns a run of two who work in turn; what the one makes lies for longer and
// longer until the other takes it.
func queue(steps int) *causal.Graph {
	l := &long{}
	maker, taker := l.fact("maker", 0), l.fact("taker", 0)
	var lies []trace.ResourceID
	for i := 1; i <= steps; i++ {
		s := trace.Step{ID: trace.StepID(i), Rule: "make", Consumes: []trace.ResourceID{maker}}
		if i%3 == 0 {
			s.Rule, s.Consumes = "take", []trace.ResourceID{taker, lies[0]}
			taker, lies = l.fact("taker", i), lies[1:]
			s.Produces = []trace.ResourceID{taker}
		} else {
			maker = l.fact("maker", i)
			lies = append(lies, l.fact("good", i))
			s.Produces = []trace.ResourceID{maker, lies[len(lies)-1]}
		}
		l.Steps = append(l.Steps, s)
	}
	return causal.New(&l.Trace)
}

// crowd returns a run in which two of many meet in each step.
func crowd(steps, people int) *causal.Graph {
	random := rand.New(rand.NewPCG(1, 2))
	l := &long{}
	var at []trace.ResourceID
	for range people {
		at = append(at, l.fact("at", 0))
	}
	for i := 1; i <= steps; i++ {
		a := random.IntN(people)
		b := (a + 1 + random.IntN(people-1)) % people
		s := trace.Step{ID: trace.StepID(i), Rule: "meet", Consumes: []trace.ResourceID{at[a], at[b]}}
		at[a], at[b] = l.fact("at", i), l.fact("at", i)
		s.Produces = []trace.ResourceID{at[a], at[b]}
		l.Steps = append(l.Steps, s)
	}
	return causal.New(&l.Trace)
}

// market returns a run in which goods come from nowhere, and each step but these has two
// of some traders use up one, which may have lain there for long, and leave something.
func market(steps, traders int) *causal.Graph {
	random := rand.New(rand.NewPCG(1, 2))
	l := &long{}
	var purses, goods []trace.ResourceID
	for range traders {
		purses = append(purses, l.fact("purse", 0))
	}
	for i := 1; i <= steps; i++ {
		if i%3 == 1 {
			l.Steps = append(l.Steps, trace.Step{ID: trace.StepID(i), Rule: "make"})
			goods = append(goods, l.fact("have", i))
			l.Steps[i-1].Produces = slices.Clone(goods[len(goods)-1:])
			continue
		}
		a, k := random.IntN(traders), random.IntN(len(goods))
		b := (a + 1 + random.IntN(traders-1)) % traders
		s := trace.Step{ID: trace.StepID(i), Rule: "sell", Consumes: []trace.ResourceID{purses[a], purses[b], goods[k]}}
		purses[a], purses[b], goods[k] = l.fact("purse", i), l.fact("purse", i), l.fact("have", i)
		s.Produces = []trace.ResourceID{purses[a], purses[b], goods[k]}
		l.Steps = append(l.Steps, s)
	}
	return causal.New(&l.Trace)
}

// runs are the runs to measure.
func runs(b *testing.B, measure func(b *testing.B, g *causal.Graph)) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		for _, run := range []struct {
			name string
			make func() *causal.Graph
		}{
			{"stages", func() *causal.Graph { return village(n, 40, 1000) }},
			{"village", func() *causal.Graph { return village(n, 40, 0) }},
			{"queue", func() *causal.Graph { return queue(n) }},
			{"market", func() *causal.Graph { return market(n, 30) }},
			{"crowd", func() *causal.Graph { return crowd(n, 1000) }},
		} {
			b.Run(fmt.Sprintf("%s/%d", run.name, n), func(b *testing.B) {
				g := run.make()
				b.ReportAllocs()
				for b.Loop() {
					measure(b, g)
				}
			})
		}
	}
}

func selected(b *testing.B, g *causal.Graph, o Options) *Selection {
	s, err := Select(g, o)
	require.NoError(b, err)
	return s
}

func BenchmarkSelect(b *testing.B) {
	runs(b, func(b *testing.B, g *causal.Graph) {
		selected(b, g, Options{Focus: []string{"t500"}, Future: []string{"t100"}, Ignore: []string{"_"}})
	})
}

func BenchmarkCharacters(b *testing.B) {
	runs(b, func(b *testing.B, g *causal.Graph) {
		selected(b, g, Options{Characters: []string{g.Resources[0].Pred}})
	})
}

func BenchmarkTies(b *testing.B) {
	runs(b, func(b *testing.B, g *causal.Graph) { selected(b, g, Options{}).Fold().Ties() })
}

// BenchmarkTiesOfFew leaves out nine steps of ten.
func BenchmarkTiesOfFew(b *testing.B) {
	runs(b, func(b *testing.B, g *causal.Graph) {
		s := selected(b, g, Options{})
		few := *s
		few.Events = nil
		for i := 0; i < len(s.Events); i += 10 {
			few.Events = append(few.Events, s.Events[i])
		}
		few.prepare()
		few.Fold().Ties()
	})
}

func BenchmarkFold(b *testing.B) {
	runs(b, func(b *testing.B, g *causal.Graph) {
		f := selected(b, g, Options{}).Fold(Repeats, Chains, Stages)
		f.Order()
		f.Bundles()
	})
}

func BenchmarkFit(b *testing.B) {
	runs(b, func(b *testing.B, g *causal.Graph) { selected(b, g, Options{}).Fit(300) })
}

// BenchmarkPieces cuts runs into pieces and looks at each.
func BenchmarkPieces(b *testing.B) {
	runs(b, func(b *testing.B, g *causal.Graph) {
		for _, piece := range selected(b, g, Options{}).Spans(500) {
			f := piece.Fold()
			f.Ties()
			f.Bundles()
		}
	})
}
