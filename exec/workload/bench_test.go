package workload

import "testing"

// BenchmarkEngine runs every load on the engine, with a recorder that only counts.
func BenchmarkEngine(b *testing.B) {
	for _, l := range loads {
		b.Run(l.name, func(b *testing.B) { steps(b, l.engine(b)) })
	}
}

// BenchmarkByHand runs the loads that there are by hand, with the same recorder.
func BenchmarkByHand(b *testing.B) {
	for _, l := range loads {
		if l.hand != nil {
			b.Run(l.name, func(b *testing.B) { steps(b, l.byHand(b)) })
		}
	}
}

// BenchmarkHeap reports the memory that states take.
func BenchmarkHeap(b *testing.B) {
	for _, l := range loads {
		b.Run(l.name, func(b *testing.B) {
			for b.Loop() {
				bytes, facts, ok := l.heap(b)
				if !ok {
					b.Skip("takes too long to start")
				}
				b.ReportMetric(float64(bytes)/float64(facts), "B/fact")
			}
		})
	}
}

// steps runs again and again, each time with another seed.
func steps(b *testing.B, run func(uint64, *counter)) {
	var c counter
	for seed := uint64(0); b.Loop(); seed++ {
		run(seed, &c)
	}
	b.ReportMetric(float64(c.steps)/b.Elapsed().Seconds(), "steps/s")
}
