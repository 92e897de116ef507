package render

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/metrics"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace/json"
)

// peak runs something and returns how much memory the heap had at most, in MB, as seen
// every few milliseconds.
func peak(do func()) float64 {
	runtime.GC()
	done, most := make(chan struct{}), make(chan uint64)
	go func() {
		sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
		var high uint64
		for {
			metrics.Read(sample)
			high = max(high, sample[0].Value.Uint64())
			select {
			case <-done:
				most <- high
				return
			case <-time.After(2 * time.Millisecond):
			}
		}
	}()
	do()
	close(done)
	return float64(<-most) / (1 << 20)
}

// measure reports the time and memory that a picture takes, the drawing of it, its
// layout and the writing together.
func measure(b *testing.B, g *causal.Graph, o Options) {
	most, nodes, size := 0.0, 0, 0
	for range b.N {
		most = max(most, peak(func() {
			p := mustDraw(b, g, o)
			data, err := p.Write(b.Context(), SVGFormat)
			require.NoError(b, err)
			nodes, size = len(p.Nodes), len(data)
		}))
	}
	b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N), "ms")
	b.ReportMetric(most, "MB-heap")
	b.ReportMetric(float64(nodes), "nodes")
	b.ReportMetric(float64(size)/1000, "kB")
}

// warm lets Graphviz compile, which processes do once.
func warm(b *testing.B) {
	mustSVG(b, one("a"), Options{})
	b.ResetTimer()
}

// BenchmarkDefault draws runs as the commands do where nothing is said.
func BenchmarkDefault(b *testing.B) {
	for _, view := range []View{Causal, Steps, Rules, Threads, Storyline, State} {
		for _, steps := range []int{200, 1_000, 10_000, 100_000} {
			b.Run(fmt.Sprintf("%s/%d", view, steps), func(b *testing.B) {
				g := longTown(steps)
				warm(b)
				measure(b, g, Options{View: view, MaxNodes: MaxNodes})
			})
		}
	}
}

// BenchmarkWhole draws the first steps of a long run that have that many nodes.
func BenchmarkWhole(b *testing.B) {
	for _, nodes := range []int{1_000, 3_000, 10_000} {
		b.Run(fmt.Sprint(nodes), func(b *testing.B) {
			steps := 1
			for len(mustDraw(b, longTown(steps), Options{}).Nodes) < nodes {
				steps += max(steps/20, 1)
			}
			g := longTown(steps)
			warm(b)
			measure(b, g, Options{})
		})
	}
}

// BenchmarkAtlas writes all pages of a long run.
func BenchmarkAtlas(b *testing.B) {
	g := longTown(100_000)
	warm(b)
	pages, largest, most := 0, 0, 0.0
	for range b.N {
		most = max(most, peak(func() {
			a, err := NewAtlas(g, Options{}, 250)
			require.NoError(b, err)
			pages = a.Len()
			require.NoError(b, a.Write(context.Background(), func(_ string, data []byte) error {
				largest = max(largest, len(data))
				return nil
			}))
		}))
	}
	b.ReportMetric(b.Elapsed().Seconds()/float64(b.N), "s")
	b.ReportMetric(float64(pages), "pages")
	b.ReportMetric(float64(largest)/1000, "kB-largest")
	b.ReportMetric(most, "MB-heap")
}

// BenchmarkStart runs the command, to measure the start-up time of commands that draw nothing.
func BenchmarkStart(b *testing.B) {
	dir := b.TempDir()
	program, file := filepath.Join(dir, "ceptre"), filepath.Join(dir, "town.json")
	out, err := exec.Command("go", "build", "-o", program, "../cmd/ceptre").CombinedOutput()
	require.NoError(b, err, string(out))
	f, err := os.Create(file)
	require.NoError(b, err)
	require.NoError(b, json.Write(f, longTown(20).Trace.Stream()))
	require.NoError(b, f.Close())
	why := []string{"why", file, "t20"}
	for _, c := range []struct {
		name string
		args []string
	}{
		{"version", []string{"--version"}}, {"text", why},
		{"dot", append(why, "-o", filepath.Join(dir, "why.dot"))}, {"svg", append(why, "-o", filepath.Join(dir, "why.svg"))},
	} {
		b.Run(c.name, func(b *testing.B) {
			for range b.N {
				out, err := exec.Command(program, c.args...).CombinedOutput()
				require.NoError(b, err, string(out))
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/1000, "ms")
		})
	}
}
