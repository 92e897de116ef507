package fleet

import (
	"flag"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "write the golden file")

// Without losses and stragglers, all cores work in rounds.
func TestRounds(t *testing.T) {
	for shards := 1; shards < 20; shards++ {
		p := Plan{Runs: float64(shards) * 100, Shards: shards, Rate: 10, Start: 2, Machines: 3, Cores: 2}
		o := p.Simulate(1)
		require.InDelta(t, math.Ceil(float64(shards)/6)*12, o.Time, 1e-6)
		require.Equal(t, shards, o.Attempts)
		require.InDelta(t, float64(shards)*12, o.Busy, 1e-6)
		require.InDelta(t, float64(shards)*10/(o.Time*6), o.Useful, 1e-6)
	}
}

// A core that is taken away after a time with mean M, and back at once, needs M (exp(d/M) - 1) for work of length d in
// the mean, as the number of attempts is geometrically distributed.
func TestPreemption(t *testing.T) {
	for _, lifetime := range []float64{10, 20, 100} {
		p := Plan{Runs: 100_000, Shards: 10_000, Rate: 1, Machines: 1, Cores: 1, Lifetime: lifetime}
		o := p.Simulate(1)
		want := lifetime * (math.Exp(10/lifetime) - 1)
		require.InEpsilon(t, want, o.Time/float64(p.Shards), 0.03)
		require.InEpsilon(t, math.Exp(10/lifetime), float64(o.Attempts)/float64(p.Shards), 0.03)
		require.Equal(t, o.Attempts, p.Shards+o.Lost)
	}
}

// Whatever the plan, every shard comes, all attempts are accounted for, and equal seeds have equal outcomes.
func TestAccounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := Plan{Runs: 1000, Rate: 1, Slowness: 4}
		p.Shards = rapid.IntRange(1, 60).Draw(t, "shards")
		p.Start = rapid.Float64Range(0, 5).Draw(t, "start")
		p.Machines = rapid.IntRange(1, 5).Draw(t, "machines")
		p.Cores = rapid.IntRange(1, 4).Draw(t, "cores")
		p.Lifetime = rapid.SampledFrom([]float64{0, 500, 3000}).Draw(t, "lifetime")
		p.Absence = rapid.Float64Range(0, 100).Draw(t, "absence")
		p.Stragglers = rapid.Float64Range(0, 0.5).Draw(t, "stragglers")
		p.Backups = rapid.Bool().Draw(t, "backups")
		o := p.Simulate(rapid.Uint64().Draw(t, "seed"))
		length := p.Start + p.Runs/float64(p.Shards)/p.Rate
		require.GreaterOrEqual(t, o.Time, length*math.Ceil(float64(p.Shards)/float64(p.Machines*p.Cores))-1e-6)
		require.GreaterOrEqual(t, o.Attempts, p.Shards)
		require.LessOrEqual(t, o.Attempts, p.Shards+o.Lost+o.Copies)
		require.GreaterOrEqual(t, o.Busy, float64(p.Shards)*length-1e-6)
		require.LessOrEqual(t, o.Busy, o.Time*float64(p.Machines*p.Cores)+1e-6)
		require.LessOrEqual(t, o.Useful, 1+1e-9)
		if !p.Backups {
			require.Equal(t, p.Shards+o.Lost, o.Attempts)
		}
	})
	p := spot(100_000)
	p.Machines = 50
	require.Equal(t, p.Simulate(7), p.Simulate(7))
}

// spot returns a plan of the manual, which has its figures. The rate and the bytes were measured with shards of
// examples/verona.cep on one core of an AMD EPYC; the other values are assumed.
func spot(shards int) Plan {
	total := 34e3 // the same for all shards of more runs than are known one by one
	if shards == 1_000_000 {
		total = 400e3
	}
	return Plan{
		Runs: 1e10, Shards: shards, Rate: 1200, Start: 2,
		Machines: 1000, Cores: 8, Lifetime: 5 * 3600, Absence: 120,
		Stragglers: 0.01, Slowness: 5, Backups: true,
		Prices: Prices{CoreHour: 0.015, Stored: 0.023, Write: 0.000005, BytesPerRun: 95, BytesPerShard: total},
	}
}

// TestPlan simulates the plans of the manual, which shows the table.
func TestPlan(t *testing.T) {
	var b strings.Builder
	fmt.Fprintln(&b, "| plan | shards | a shard | time | lost | copies | useful | dollars | runs a dollar | GB |")
	fmt.Fprintln(&b, "|---|---|---|---|---|---|---|---|---|---|")
	row := func(name string, p Plan) {
		o := p.Simulate(1)
		fmt.Fprintf(&b, "| %s | %d | %.0f s | %.1f min | %d | %d | %.0f %% | %.0f | %.0f million | %.0f |\n", name, p.Shards,
			p.Start+p.Runs/float64(p.Shards)/p.Rate, o.Time/60, o.Lost, o.Copies, 100*o.Useful, o.Dollars,
			p.RunsPerDollar(o)/1e6, o.Bytes/1e9)
	}
	long := spot(8_000)
	row("spot", long)
	long.Backups = false
	row("spot, no copies", long)
	long.Backups, long.Lifetime = true, 600
	row("spot, away after 10 min", long)
	row("spot", spot(100_000))
	often, kept := spot(1_000_000), spot(100_000)
	row("spot", spot(1_000_000))
	often.Lifetime = 600
	row("spot, away after 10 min", often)
	kept.Lifetime, kept.Prices.CoreHour = 0, 3*kept.Prices.CoreHour
	row("kept, three times the price", kept)
	const golden = "testdata/plan.txt"
	if *update {
		require.NoError(t, os.WriteFile(golden, []byte(b.String()), 0o666))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	require.Equal(t, string(want), b.String())
	page, err := os.ReadFile("../../../cmd/ceptre/manual/machines.md")
	require.NoError(t, err)
	require.Contains(t, string(page), b.String())
}
