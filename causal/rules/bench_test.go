package rules

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/kinds"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// mill returns a run of many steps and 200 rules, each of which takes some of
// what lies there, whoever made it.
func mill(steps int) *trace.Trace {
	random := rand.New(rand.NewPCG(3, 4))
	t := &trace.Trace{Header: trace.Header{Format: trace.Format}}
	var there []trace.ResourceID
	add := func(by int) trace.ResourceID {
		id := trace.ResourceID(len(t.Resources) + 1)
		pred := fmt.Sprintf("p%d", random.IntN(50))
		t.Resources = append(t.Resources, trace.Resource{ID: id, Pred: pred, By: trace.StepID(by)})
		there = append(there, id)
		return id
	}
	for range 1000 {
		add(0)
	}
	for i := 1; i <= steps; i++ {
		k := random.IntN(len(there))
		s := trace.Step{ID: trace.StepID(i), Rule: fmt.Sprintf("r%d", random.IntN(200)),
			Consumes: []trace.ResourceID{there[k]}}
		there[k] = there[len(there)-1]
		there = there[:len(there)-1]
		s.Reads = []trace.ResourceID{there[random.IntN(len(there))]}
		s.Produces = []trace.ResourceID{add(i)}
		t.Steps = append(t.Steps, s)
	}
	return t
}

func BenchmarkRules(b *testing.B) {
	for _, steps := range []int{10_000, 100_000, 1_000_000} {
		g := causal.New(mill(steps))
		rg := Condense(g, kinds.Table{})
		for _, c := range []struct {
			name    string
			measure func()
		}{
			{"condense", func() { Condense(g, kinds.Table{}) }},
			{"incidences", func() { Incidences(g, kinds.Table{}) }},
			{"components", func() { rg.Components() }},
			{"cycles20", func() { rg.Cycles(20) }},
			{"cycles100k", func() { rg.Cycles(100_000) }},
		} {
			b.Run(fmt.Sprintf("%s/%d", c.name, steps), func(b *testing.B) {
				b.ReportAllocs()
				for range b.N {
					c.measure()
				}
			})
		}
	}
}

// BenchmarkInvariants times programs within and beyond the bound on invariants.
func BenchmarkInvariants(b *testing.B) {
	for _, pairs := range []int{10, 40} {
		rules := manyInvariants(pairs)
		b.Run(fmt.Sprintf("%d rules", len(rules)), func(b *testing.B) {
			for range b.N {
				FindInvariants(rules)
			}
		})
	}
}

func BenchmarkInvariantOfRing(b *testing.B) {
	for _, n := range []int{100, 1000, 10_000} {
		rules := ringOfRules(n)
		b.Run(fmt.Sprintf("%d rules", n), func(b *testing.B) {
			for range b.N {
				FindInvariants(rules)
			}
		})
	}
}
