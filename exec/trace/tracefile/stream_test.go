package tracefile_test

import (
	"bytes"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/compact"
	"github.com/ceptre-graph/ceptre/exec/trace/json"
	"github.com/ceptre-graph/ceptre/exec/trace/tracefile"
	"github.com/ceptre-graph/ceptre/exec/trace/tracetest"
)

type writer = func(io.Writer, *trace.Stream) error

func writers() []writer { return []writer{json.Write, json.WriteLines, compact.Write} }

// From each form to each other and back, nothing changes.
func TestStreamConverts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := tracetest.Traces().Draw(t, "trace")
		for _, from := range writers() {
			file := tracetest.Written(t, from, want)
			for form, to := range []func(io.Writer, *trace.Stream) error{
				func(w io.Writer, s *trace.Stream) error {
					tr, err := s.Trace()
					require.NoError(t, err)
					return json.Write(w, tr.Stream())
				},
				json.WriteLines,
				compact.Write,
			} {
				s, err := tracefile.NewStream("a", bytes.NewReader(file), nil)
				require.NoError(t, err)
				var b bytes.Buffer
				require.NoError(t, to(&b, s))
				require.True(t, bytes.Equal(tracetest.Written(t, writers()[form], want), b.Bytes()))
			}
		}
	})
}

// A stream takes what Validate takes, and nothing else.
func TestStreamValidates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := tracetest.Traces().Draw(t, "trace")
		what := tracetest.Change(t, tr)
		valid := trace.Validate(tr) == nil
		for _, write := range []writer{json.WriteLines, compact.Write} {
			var b bytes.Buffer
			err := write(&b, tr.Stream())
			if err == nil {
				err = tracetest.Consume(b.String())
			}
			require.Equal(t, valid, err == nil, "%s: %v", what, err)
		}
	})
}

// Long terms of which a small file has many do not fill the memory while they are written.
func TestLinesOfLongTerms(t *testing.T) {
	const terms = 40
	long := trace.Const(strings.Repeat("a", 1<<20))
	tr := &trace.Trace{Header: trace.Header{Format: trace.Format}}
	for i := range terms {
		args := []trace.Term{{Head: "f", Args: []trace.Term{long, trace.Atomic(strconv.Itoa(i))}}}
		tr.Resources = append(tr.Resources, trace.Resource{ID: trace.ResourceID(i + 1), Pred: "p", Args: args})
	}
	file := tracetest.Written(t, compact.Write, tr)
	require.Less(t, len(file), 2<<20)
	s, err := tracefile.NewStream("a.ctrace", bytes.NewReader(file), nil)
	require.NoError(t, err)
	var most tracetest.HeapWatch
	before := tracetest.InUse()
	require.NoError(t, json.WriteLines(&most, s))
	require.Less(t, uint64(most), before+terms<<20/2)
}
