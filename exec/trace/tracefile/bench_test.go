package tracefile_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/exec/trace/compact"
	"github.com/ceptre-graph/ceptre/exec/trace/json"
	"github.com/ceptre-graph/ceptre/exec/trace/tracefile"
	"github.com/ceptre-graph/ceptre/exec/trace/tracetest"
)

// forms are the forms of files.
func forms() map[string]writer {
	return map[string]writer{"object": json.Write, "lines": json.WriteLines, "compact": compact.Write}
}

func BenchmarkRead(b *testing.B) {
	eachForm(b, func(b *testing.B, text []byte) {
		_, err := tracefile.Read("a.json", bytes.NewReader(text), nil)
		require.NoError(b, err)
	})
}

func BenchmarkStream(b *testing.B) {
	eachForm(b, func(b *testing.B, text []byte) {
		require.NoError(b, tracetest.Consume(string(text)))
	})
}

// eachForm measures how long it takes to read a step.
func eachForm(b *testing.B, read func(*testing.B, []byte)) {
	const steps = 10_000
	for name, write := range forms() {
		text := tracetest.Written(b, write, tracetest.Village(steps))
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				read(b, text)
			}
			perStep(b, steps, len(text))
		})
	}
}

// perStep reports what was measured by the step.
func perStep(b *testing.B, steps, bytes int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*steps), "ns/step")
	b.ReportMetric(float64(bytes)/float64(steps), "bytes/step")
}

func BenchmarkWrite(b *testing.B) {
	const steps = 10_000
	tr := tracetest.Village(steps)
	for name, write := range forms() {
		b.Run(name, func(b *testing.B) {
			size := new(countWriter)
			b.ReportAllocs()
			for b.Loop() {
				size.n = 0
				require.NoError(b, write(size, tr.Stream()))
			}
			perStep(b, steps, size.n)
		})
	}
}
