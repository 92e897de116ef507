package tracetest

import (
	"bytes"
	"io"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Forgetful checks that a recorder which forgets terms all the time tells of a run the same as the
// writer of the whole.
func Forgetful(t *testing.T, record func(io.Writer) trace.Recorder, write func(io.Writer, *trace.Stream) error) {
	t.Setenv("TMPDIR", t.TempDir())
	b := trace.NewBuilder()
	require.NoError(t, NewVillagers(30).Record(b, 100_000))
	var out bytes.Buffer
	require.NoError(t, NewVillagers(30).Record(record(&out), 100_000))
	require.True(t, bytes.Equal(Written(t, write, b.Trace()), out.Bytes()))
	rapid.Check(t, func(t *rapid.T) {
		want := Told(t)
		var out bytes.Buffer
		require.NoError(t, Tell(want, record(&out)))
		require.Equal(t, string(Written(t, write, want)), out.String())
	})
}
