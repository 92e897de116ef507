// Package doubling measures in benchmarks how the time of work grows with the size of its input.
package doubling

import (
	"fmt"
	"math"
	"testing"
	"time"
)

// doublings is how often the smallest size is doubled.
const doublings = 3

// Measure times work on inputs of doubling sizes, and reports by which power of the size the time
// grows: 1 where it is proportional to it, 2 where it is quadratic. The function prepare returns the
// work on an input of a size; only the work is timed.
func Measure(b *testing.B, smallest int, prepare func(size int) (work func())) {
	var times []float64
	for b.Loop() {
		times = times[:0]
		for i := range doublings + 1 {
			work := prepare(smallest << i)
			start := time.Now()
			work()
			times = append(times, time.Since(start).Seconds())
		}
	}
	b.ReportMetric(math.Log2(times[doublings]/times[0])/doublings, "power")
	b.ReportMetric(times[doublings]*1000, fmt.Sprintf("ms/%d", smallest<<doublings))
}
