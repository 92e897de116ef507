package trace_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// written returns what write makes of a trace.
func written(t require.TestingT, write func(io.Writer, *trace.Trace) error, tr *trace.Trace) []byte {
	var b bytes.Buffer
	require.NoError(t, write(&b, tr))
	return b.Bytes()
}

func compressed(t require.TestingT, text []byte) []byte {
	var b bytes.Buffer
	zip := gzip.NewWriter(&b)
	_, err := zip.Write(text)
	require.NoError(t, err)
	require.NoError(t, zip.Close())
	return b.Bytes()
}

// normal makes empty lists nil: in one form they are written, in the other not.
func normal(tr *trace.Trace) *trace.Trace {
	if len(tr.Resources) == 0 {
		tr.Resources = nil
	}
	if len(tr.Steps) == 0 {
		tr.Steps = nil
	}
	return tr
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := traces().Draw(t, "trace")
		object := written(t, trace.Write, want)
		for _, text := range [][]byte{object, written(t, trace.WriteLines, want)} {
			for _, file := range [][]byte{text, compressed(t, text)} {
				got, err := trace.Read("run.json", bytes.NewReader(file))
				require.NoError(t, err)
				require.Equal(t, want, normal(got))
				require.Equal(t, string(object), string(written(t, trace.Write, got)))
			}
		}
	})
}

// TestWritersTellErrors hands every writer a file that is closed.
func TestWritersTellErrors(t *testing.T) {
	for _, write := range []func(io.Writer, *trace.Trace) error{trace.Write, trace.WriteLines, trace.WriteCompact, trace.Fprint} {
		for _, steps := range []int{0, 1, 1000} {
			file, out := io.Pipe()
			require.NoError(t, file.Close())
			require.ErrorIs(t, write(out, village(steps)), io.ErrClosedPipe)
		}
	}
}

// TestWriteRefuses writes what cannot be written.
func TestWriteRefuses(t *testing.T) {
	tr := village(2)
	number := trace.Term{Head: "12e", Number: true}
	for _, bad := range []trace.Term{number, {Head: "f", Args: []trace.Term{number}}} {
		tr.Resources[1].Args = []trace.Term{bad}
		require.ErrorContains(t, trace.Write(io.Discard, tr), "12e")
		require.ErrorContains(t, trace.WriteLines(io.Discard, tr), "12e")
		require.ErrorContains(t, trace.WriteCompact(io.Discard, tr), "12e")
	}

	tr = village(2)
	slices.Reverse(tr.Resources)
	require.EqualError(t, trace.WriteLines(io.Discard, tr), "resource x4 does not stand where it was made")
}
