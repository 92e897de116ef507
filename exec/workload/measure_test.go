package workload

import (
	"context"
	"io"
	"math"
	"os"
	"runtime"
	"testing"
	"time"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/compact"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
)

// load is a program at one size, with what is measured of it.
type load struct {
	name  string
	text  func(testing.TB) string
	steps int // that a run takes at the most
	// choose makes a chooser for a run; nil for chance.
	choose func() exec.Chooser
	hand   func(seed uint64, steps int, rec trace.Recorder) error // nil where there is none
}

// loads are what is measured. Runs are so long that the time to start counts for
// little where the state is large, and end by themselves where the rules do.
var loads = []load{
	{name: "ring 1000", text: sized(Ring, 1000), steps: 1_000_000, hand: byHand(RingByHand, 1000)},
	{name: "ring 100000", text: sized(Ring, 100_000), steps: 2_000_000, hand: byHand(RingByHand, 100_000)},
	{name: "counted ring 1000", text: func(testing.TB) string { return CountedRing(1000, 1_000_000_000) },
		steps: 1_000_000},
	{name: "village 10", text: sized(Village, 10), steps: 500_000, hand: byHand(VillageByHand, 10)},
	{name: "village 100", text: sized(Village, 100), steps: 500_000, hand: byHand(VillageByHand, 100)},
	{name: "village 1000", text: sized(Village, 1000), steps: 500_000, hand: byHand(VillageByHand, 1000)},
	{name: "village 10000", text: sized(Village, 10_000), steps: 1_000_000, hand: byHand(VillageByHand, 10_000)},
	{name: "growing village 10", text: sized(GrowingVillage, 10), steps: 20_000},
	{name: "growing village 100", text: sized(GrowingVillage, 100), steps: 20_000},
	{name: "blocks 1000", text: sized(Blocks, 1000), steps: 1_000_000, hand: byHand(BlocksByHand, 1000)},
	{name: "ballots 100000", text: sized(Ballots, 100_000), steps: 1_000_000},
	{name: "primes 5000", text: sized(Primes, 5000), steps: 5000, hand: byHand(PrimesByHand, 5000)},
	{name: "max 100000", text: sized(Max, 100_000), steps: 100_000},
	{name: "crowd 320", text: sized(Crowd, 320), steps: 100_000},
	{name: "rules 1000", text: sized(Rules, 1000), steps: 500_000},
	{name: "tokens 1000", text: sized(Tokens, 1000), steps: 500_000},
	{name: "dungeon", text: dungeon, steps: 100_000, choose: exec.First},
}

// sized returns the text of a program at a size.
func sized(program func(int) string, n int) func(testing.TB) string {
	return func(testing.TB) string { return program(n) }
}

// byHand returns a program by hand at a size.
func byHand(run func(int, uint64, int, trace.Recorder) error, n int) func(uint64, int, trace.Recorder) error {
	return func(seed uint64, steps int, rec trace.Recorder) error { return run(n, seed, steps, rec) }
}

func dungeon(tb testing.TB) string {
	text, err := os.ReadFile("../../examples/dungeon.cep")
	require.NoError(tb, err)
	return string(text)
}

func (l load) program(tb testing.TB) *lang.Program {
	p, errs := lang.Load("workload.cep", []byte(l.text(tb)))
	require.Empty(tb, errs)
	return p
}

// counter is a recorder that counts steps, and writes the trace in its compact form to
// nowhere, unless it is to write none.
type counter struct {
	steps int
	none  bool
	trace.Recorder
}

func (c *counter) Begin(h *trace.Header, terms trace.Terms, initial []trace.Made) error {
	if c.none {
		c.Recorder = trace.Recorders(nil)
	} else {
		c.Recorder = compact.NewRecorder(io.Discard)
	}
	return c.Recorder.Begin(h, terms, initial)
}

func (c *counter) Step(e *trace.Event) error {
	c.steps++
	return c.Recorder.Step(e)
}

// patience is how long an engine may take for a run. One that takes longer is
// measured by what it did until then.
const patience = 2 * time.Second

// engine returns how to run the load on the engine, from the start.
func (l load) engine(tb testing.TB) func(seed uint64, c *counter) {
	p := l.program(tb)
	return func(seed uint64, c *counter) {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		o := exec.Options{Seed: seed, Limits: exec.Limits{Steps: l.steps, MatchSteps: math.MaxInt}}
		if l.choose != nil {
			o.Chooser = l.choose()
		}
		require.NoError(tb, record(ctx, p, o, c))
	}
}

// record runs a program and records it.
func record(ctx context.Context, p *lang.Program, o exec.Options, c *counter) error {
	return exec.Record(ctx, p, p.Traces[0], o, c)
}

// byHand returns how to run the load by hand, from the start.
func (l load) byHand(tb testing.TB) func(seed uint64, c *counter) {
	return func(seed uint64, c *counter) { require.NoError(tb, l.hand(seed, l.steps, c)) }
}

// heap returns how many bytes a machine takes in the state that it starts from, with
// all that it keeps of what is enabled, and how many facts there are; false where
// it takes too long to start.
func (l load) heap(tb testing.TB) (bytes, facts int, ok bool) {
	p := l.program(tb)
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	before := allocated()
	m, initial := exec.NewMachine(p, p.Traces[0], exec.Limits{MatchSteps: math.MaxInt})
	facts = len(initial)
	_, err := m.Enabled(ctx)
	bytes = allocated() - before
	runtime.KeepAlive(m)
	runtime.KeepAlive(p)
	return bytes, facts, err == nil
}

// allocated returns how many bytes are in use.
func allocated() int {
	runtime.GC()
	runtime.GC() // what the first found to have finalizers
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}
