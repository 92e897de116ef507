package trace_test

import (
	"bytes"
	"encoding/json"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// FuzzRead reads any bytes. What Read takes is JSON that obeys the schema or a
// series of such, means what encoding/json makes of it, is valid, and can be
// written in every form and read again.
func FuzzRead(f *testing.F) {
	for _, name := range []string{"verona", "bare", "nothing", "malformed", "inconsistent"} {
		corpus := openCorpus(f, name)
		for _, file := range corpus.Files {
			f.Add(file.Data)
			f.Add(compressed(f, file.Data))
			if tr, err := trace.Read(name, bytes.NewReader(file.Data)); err == nil {
				f.Add(written(f, trace.WriteCompact, tr))
			}
		}
	}
	object, line := compile(f, ""), compile(f, "#/$defs/line")
	f.Fuzz(func(t *testing.T, data []byte) {
		tr, err := trace.Read("fuzz", bytes.NewReader(data))
		if err != nil {
			return
		}
		require.NoError(t, trace.Validate(tr))
		if json.Valid(data) {
			require.NoError(t, obeys(object, data))
			want := lenient(t, data)
			if trace.Validate(want) != nil { // its records stand in another order
				want, tr = byID(want), byID(tr)
			}
			require.Equal(t, want, tr)
		} else if !bytes.HasPrefix(data, []byte("\x1f\x8b")) && !trace.IsCompact(data) {
			values := json.NewDecoder(bytes.NewReader(data))
			for values.More() {
				var record json.RawMessage
				require.NoError(t, values.Decode(&record))
				require.NoError(t, obeys(line, record))
			}
		}
		want := written(t, trace.Write, tr)
		for _, text := range [][]byte{want, written(t, trace.WriteLines, tr), written(t, trace.WriteCompact, tr)} {
			back, err := trace.Read("fuzz", bytes.NewReader(text))
			require.NoError(t, err)
			require.Equal(t, string(want), string(written(t, trace.Write, back)))
		}
		require.NoError(t, trace.Fprint(io.Discard, tr))
	})
}

// FuzzBlock reads any bytes as a block, with a checksum that is right.
func FuzzBlock(f *testing.F) {
	for _, name := range []string{"verona", "bare"} {
		corpus := openCorpus(f, name)
		tr, err := trace.Read(name, bytes.NewReader(corpus.Files[0].Data))
		require.NoError(f, err)
		f.Add(sections(f, written(f, trace.WriteCompact, tr))[1].body)
	}
	start := []section{{'H', []byte(`{"format":"ceptre-trace/1","program":{"types":[{"name":"person","constants":["romeo","juliet"]}]}}`)}}
	f.Fuzz(func(t *testing.T, body []byte) {
		file := sealed(append(start, section{'B', body}))
		s, err := trace.NewStream("fuzz", bytes.NewReader(file))
		require.NoError(t, err)
		require.Error(t, s.Each(func(trace.Record) error { return nil })) // it has no index
	})
}

// lenient decodes the single-object form with encoding/json.
func lenient(t *testing.T, data []byte) *trace.Trace {
	var v struct {
		trace.Header
		Resources []trace.Resource `json:"resources"`
		Steps     []trace.Step     `json:"steps"`
		End       *trace.End       `json:"end"`
	}
	require.NoError(t, json.Unmarshal(data, &v))
	return &trace.Trace{Header: v.Header, Resources: v.Resources, Steps: v.Steps, End: v.End}
}
