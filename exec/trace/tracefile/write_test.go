package tracefile_test

import (
	"bytes"
	"io"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/compact"
	"github.com/ceptre-graph/ceptre/exec/trace/json"
	"github.com/ceptre-graph/ceptre/exec/trace/listing"
	"github.com/ceptre-graph/ceptre/exec/trace/tracefile"
	"github.com/ceptre-graph/ceptre/exec/trace/tracetest"
)

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := tracetest.Traces().Draw(t, "trace")
		object := tracetest.Written(t, json.Write, want)
		for _, text := range [][]byte{object, tracetest.Written(t, json.WriteLines, want)} {
			for _, file := range [][]byte{text, tracetest.Compressed(t, text)} {
				got, err := tracefile.Read("run.json", bytes.NewReader(file), nil)
				require.NoError(t, err)
				require.Equal(t, want, tracetest.Normal(got))
				require.Equal(t, string(object), string(tracetest.Written(t, json.Write, got)))
			}
		}
	})
}

// TestWritersTellErrors hands every writer a file that is closed.
func TestWritersTellErrors(t *testing.T) {
	for _, write := range []func(io.Writer, *trace.Stream) error{json.Write, json.WriteLines, compact.Write,
		listing.Write} {
		for _, steps := range []int{0, 1, 1000} {
			file, out := io.Pipe()
			require.NoError(t, file.Close())
			require.ErrorIs(t, write(out, tracetest.Village(steps).Stream()), io.ErrClosedPipe)
		}
	}
}

// TestWriteRefuses writes what cannot be written.
func TestWriteRefuses(t *testing.T) {
	tr := tracetest.Village(2)
	number := trace.Term{Head: "12e", Number: true}
	for _, bad := range []trace.Term{number, {Head: "f", Args: []trace.Term{number}}} {
		tr.Resources[1].Args = []trace.Term{bad}
		require.ErrorContains(t, json.Write(io.Discard, tr.Stream()), "12e")
		require.ErrorContains(t, json.WriteLines(io.Discard, tr.Stream()), "12e")
		require.ErrorContains(t, compact.Write(io.Discard, tr.Stream()), "12e")
	}

	tr = tracetest.Village(2)
	slices.Reverse(tr.Resources)
	require.EqualError(t, json.WriteLines(io.Discard, tr.Stream()), "resource x4 does not stand where it was made")
}
