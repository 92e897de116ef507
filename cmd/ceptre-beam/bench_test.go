package main

import (
	"fmt"
	"io"
	"syscall"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/metrics"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners"
	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/stretchr/testify/require"
)

// processor returns the time that processors have worked for this process.
func processor(b *testing.B) time.Duration {
	var used syscall.Rusage
	require.NoError(b, syscall.Getrusage(syscall.RUSAGE_SELF, &used))
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// rate reports how many runs a second of one processor makes.
func rate(b *testing.B, runs int, work func()) {
	before := processor(b)
	work()
	b.ReportMetric(float64(runs)/(processor(b)-before).Seconds(), "runs/s/cpu")
}

// benchRuns is the number of runs that benchmarks make at a time.
const benchRuns = 4000

// BenchmarkRuns compares making runs alone, as 'ceptre sweep' does, with a job of 4, 40 and 400 shards on prism: with
// its servers, the coders, the files of the shards, and the report. Without --no-hash, runs take longer, and all else
// does not.
func BenchmarkRuns(b *testing.B) {
	for _, hashed := range []bool{false, true} {
		job := veronaJob(b, benchRuns, 1)
		if !hashed {
			job.Flags = append(job.Flags, "--no-hash")
		}
		b.Run(fmt.Sprintf("hashed=%v/alone", hashed), func(b *testing.B) {
			t, err := job.read()
			require.NoError(b, err)
			t.Options.Engines = nil // each sweep makes its own
			defer cli.Roomy()()     // as the verb and the job have it
			rate(b, b.N*benchRuns, func() {
				for range b.N {
					_, err := sweep.Run(b.Context(), t.Program, t.Start, t.Options)
					require.NoError(b, err)
				}
			})
		})
		for _, shards := range []int{4, 40, 400} {
			b.Run(fmt.Sprintf("hashed=%v/shards=%d", hashed, shards), func(b *testing.B) {
				args := []string{verona, "--runs", fmt.Sprint(benchRuns), "--shards", fmt.Sprint(shards), "--quiet"}
				if !hashed {
					args = append(args, "--no-hash")
				}
				rate(b, b.N*benchRuns, func() {
					for range b.N {
						status, _, errs := run(b, args...)
						require.Zero(b, status, errs)
					}
				})
			})
		}
	}
}

// BenchmarkMessages reports how large totals are, on their way from the workers: that of a shard, of 1,000, 100 or 10
// runs, and that of all 4,000. A runner adds up totals of shards before it hands them on, so a message is between the
// two. Beside it is the file of a shard, which does not travel by way of the runner.
func BenchmarkMessages(b *testing.B) {
	for _, shards := range []int{4, 40, 400} {
		b.Run(fmt.Sprintf("shards=%d", shards), func(b *testing.B) {
			sizes := make(map[string]metrics.DistributionValue)
			for range b.N {
				*runners.Runner = "prism"
				result, err := execute(b.Context(), veronaJob(b, benchRuns, shards), io.Discard)
				require.NoError(b, err)
				for _, d := range result.Metrics().AllMetrics().Distributions() {
					sizes[d.Key.Name] = d.Result()
				}
			}
			for name, size := range sizes {
				b.ReportMetric(float64(size.Sum)/float64(size.Count), name)
			}
		})
	}
}
