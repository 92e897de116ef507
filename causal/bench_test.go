package causal

import (
	"math/rand/v2"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// village returns a run of many steps: walkers who go from place to place, look
// at what lies there, and leave things behind. Every thousand steps a link moves
// it from a stage to the next.
func village(steps int) *trace.Trace {
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
		s := trace.Step{ID: trace.StepID(i), Rule: "walk", Args: names[w : w+1], Consumes: []trace.ResourceID{at[w]}, Reads: []trace.ResourceID{token}}
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

// sizes are the numbers of steps to compare: time should grow as they do.
var sizes = []struct {
	name  string
	steps int
}{{"10k", 10_000}, {"100k", 100_000}, {"1M", 1_000_000}}

func benchmark(b *testing.B, measure func(g *Graph)) {
	for _, size := range sizes {
		g := New(village(size.steps))
		b.Run(size.name, func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				measure(g)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*size.steps), "ns/step")
		})
	}
}

func BenchmarkNew(b *testing.B)       { benchmark(b, func(g *Graph) { New(g.Trace) }) }
func BenchmarkDepths(b *testing.B)    { benchmark(b, func(g *Graph) { g.Depths() }) }
func BenchmarkCritical(b *testing.B)  { benchmark(b, func(g *Graph) { g.CriticalPath() }) }
func BenchmarkHash(b *testing.B)      { benchmark(b, func(g *Graph) { g.Hash() }) }
func BenchmarkWidth(b *testing.B)     { benchmark(b, func(g *Graph) { g.Width() }) }
func BenchmarkReduction(b *testing.B) { benchmark(b, func(g *Graph) { g.Reduction() }) }
func BenchmarkWhy(b *testing.B) {
	benchmark(b, func(g *Graph) { g.Why([]Target{{Event: Event(g.Len() - 1)}}, Reach{Stages: true}) })
}

// BenchmarkCompare compares a run with one that goes another way from the middle on.
func BenchmarkCompare(b *testing.B) {
	benchmark(b, func(g *Graph) {
		other := *g.Trace
		other.Steps = append([]trace.Step(nil), other.Steps...)
		for i := len(other.Steps) / 2; i < len(other.Steps); i += 7 {
			other.Steps[i].Rule = "elsewhere"
		}
		Compare(g, New(&other))
	})
}

func BenchmarkPast(b *testing.B) {
	benchmark(b, func(g *Graph) { g.Past(Event(g.Len() - 1)) })
}
