package compact_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/compact"
	"github.com/ceptre-graph/ceptre/exec/trace/tracefile"
	"github.com/ceptre-graph/ceptre/exec/trace/tracetest"
)

// FuzzBlock reads any bytes as a block, with a checksum that is right.
func FuzzBlock(f *testing.F) {
	for _, name := range []string{"verona", "bare"} {
		corpus := tracetest.Corpus(f, name)
		tr, err := tracefile.Read(name, bytes.NewReader(corpus.Files[0].Data), nil)
		require.NoError(f, err)
		f.Add(sections(f, tracetest.Written(f, compact.Write, tr))[1].body)
	}
	start := []section{
		{'H', []byte(`{"format":"ceptre-trace/1","program":{"types":[{"name":"person","constants":["romeo","juliet"]}]}}`)},
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		file := sealed(append(start, section{'B', body}))
		s, err := tracefile.NewStream("fuzz", bytes.NewReader(file), nil)
		require.NoError(t, err)
		require.Error(t, s.Each(func(trace.Record) error { return nil })) // it has no index
	})
}
