package causal

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// plaza returns a run of many characters, in which every second step is a walk,
// and the others are glances of one at another, many of which tie.
type plaza struct {
	trace *trace.Trace
	cast  Cast
	at    []trace.ResourceID // of each character
}

func newPlaza(steps, walkers int) *plaza {
	p := &plaza{trace: &trace.Trace{Header: trace.Header{Format: trace.Format}}, at: make([]trace.ResourceID, walkers)}
	for i := range walkers {
		p.cast.Names = append(p.cast.Names, "walker"+strconv.Itoa(i))
		p.settle(i, 0)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for id := trace.StepID(1); int(id) <= steps; id++ {
		a, b := random.IntN(walkers-1), walkers-1
		s := trace.Step{ID: id, Rule: "glance"}
		if id%2 == 0 {
			s.Reads = []trace.ResourceID{p.at[a], p.at[a+random.IntN(b-a)+1]}
		} else {
			s.Consumes = []trace.ResourceID{p.at[a]}
			s.Produces = []trace.ResourceID{p.settle(a, id)}
		}
		p.trace.Steps = append(p.trace.Steps, s)
	}
	return p
}

func (p *plaza) settle(who int, by trace.StepID) trace.ResourceID {
	p.at[who] = trace.ResourceID(len(p.trace.Resources) + 1)
	p.trace.Resources = append(p.trace.Resources, trace.Resource{
		ID: p.at[who], Pred: "at", Args: []trace.Term{trace.Const(p.cast.Names[who])}, By: by,
	})
	return p.at[who]
}

// BenchmarkThreads follows few characters and many.
func BenchmarkThreads(b *testing.B) {
	for _, walkers := range []int{10, 1000} {
		for _, steps := range []int{10_000, 100_000, 1_000_000} {
			p := newPlaza(steps, walkers)
			g := New(p.trace)
			b.Run(fmt.Sprintf("%d/%d", walkers, steps), func(b *testing.B) {
				b.ReportAllocs()
				for range b.N {
					g.Threads(p.cast)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*steps), "ns/step")
			})
		}
	}
}
