package tracefile_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/compact"
	"github.com/ceptre-graph/ceptre/exec/trace/json"
	"github.com/ceptre-graph/ceptre/exec/trace/listing"
	"github.com/ceptre-graph/ceptre/exec/trace/tracetest"
)

// recording is a form of traces that is written as a run goes on, and of the whole.
type recording struct {
	record func(io.Writer) trace.Recorder
	write  writer
}

func recordings() map[string]recording {
	return map[string]recording{
		"object":  {json.NewRecorder, json.Write},
		"lines":   {json.NewLineRecorder, json.WriteLines},
		"compact": {compact.NewRecorder, compact.Write},
		"text":    {listing.NewRecorder, listing.Write},
	}
}

// All recorders tell of a run the same as the writers of the whole.
func TestRecordersAgree(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	for _, persons := range []int{4, 10, 300} {
		b := trace.NewBuilder()
		require.NoError(t, tracetest.NewVillagers(persons).Record(b, 100_000))
		require.NoError(t, trace.Validate(b.Trace()))
		for name, f := range recordings() {
			var out bytes.Buffer
			require.NoError(t, tracetest.NewVillagers(persons).Record(f.record(&out), 100_000))
			require.True(t, bytes.Equal(tracetest.Written(t, f.write, b.Trace()), out.Bytes()), name)
		}
	}
	require.Empty(t, entries(t, os.TempDir()), "what waited in a file is gone")
}

func entries(t *testing.T, dir string) []os.DirEntry {
	files, err := os.ReadDir(dir)
	require.NoError(t, err)
	return files
}

// They do of any run that an engine can tell, too; and what the builder has is that run.
func TestRecordersTellTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := tracetest.Told(t)
		b := trace.NewBuilder()
		require.NoError(t, tracetest.Tell(want, b))
		require.Equal(t, want, tracetest.Normal(b.Trace()))
		for name, f := range recordings() {
			var out bytes.Buffer
			require.NoError(t, tracetest.Tell(want, f.record(&out)))
			require.Equal(t, string(tracetest.Written(t, f.write, want)), out.String(), name)
		}
	})
}

// Several recorders have all of the run; the error of one ends it for all.
func TestRecorders(t *testing.T) {
	first, second := trace.NewBuilder(), trace.NewBuilder()
	require.NoError(t, tracetest.NewVillagers(4).Record(trace.Recorders{first, second}, 100))
	require.Len(t, first.Trace().Steps, 100)
	require.Equal(t, first.Trace(), second.Trace())

	file, out := io.Pipe()
	require.NoError(t, file.Close())
	last := trace.NewBuilder()
	err := tracetest.NewVillagers(4).Record(trace.Recorders{json.NewLineRecorder(out), last}, 100_000)
	require.ErrorIs(t, err, io.ErrClosedPipe)
	require.Less(t, len(last.Trace().Steps), 100_000)
}

func BenchmarkRecord(b *testing.B) {
	for _, persons := range []int{10, 100, 1000} {
		recorders := map[string]func(io.Writer) trace.Recorder{
			"nothing": func(io.Writer) trace.Recorder { return trace.Recorders(nil) },
			"builder": func(io.Writer) trace.Recorder { return trace.NewBuilder() },
		}
		for name, f := range recordings() {
			recorders[name] = f.record
		}
		for name, to := range recorders {
			b.Run(fmt.Sprintf("%s-%d", name, persons), func(b *testing.B) {
				b.ReportAllocs()
				size := new(countWriter)
				v := tracetest.NewVillagers(persons)
				r := to(size)
				require.NoError(b, v.Begin(r))
				b.ResetTimer()
				for range b.N {
					if err := r.Step(v.Step()); err != nil {
						b.Fatal(err)
					}
				}
				require.NoError(b, r.End(v.End()))
				b.ReportMetric(float64(size.n)/float64(b.N), "bytes/step")
			})
		}
	}
}

type countWriter struct{ n int }

func (c *countWriter) Write(p []byte) (int, error) {
	c.n += len(p)
	return len(p), nil
}
