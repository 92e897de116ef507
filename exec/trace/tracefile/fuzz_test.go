package tracefile_test

import (
	"bytes"
	"encoding/json"
	"io"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/compact"
	tracejson "github.com/ceptre-graph/ceptre/exec/trace/json"
	"github.com/ceptre-graph/ceptre/exec/trace/listing"
	"github.com/ceptre-graph/ceptre/exec/trace/tracefile"
	"github.com/ceptre-graph/ceptre/exec/trace/tracetest"
)

// smallRuns are traces with one of each thing that there is, for a fuzzer that runs many executions
// a second only where its inputs are small.
var smallRuns = []string{
	`{"format":"ceptre-trace/1","resources":[],"steps":[]}`,
	`{"format":"ceptre-trace/1","program":{"types":[{"name":"t","constants":["a","b"]}]},"run":{"stage":"s","seed":7},` +
		`"resources":[{"id":"x1","pred":"p","args":["a"]},` +
		`{"id":"x2","pred":"q","args":[1,["f","b"]],"by":"t1","persistent":true}],` +
		`"steps":[{"id":"t1","rule":"r","args":["a"],"consumes":["x1"],"produces":["x2"],"proves":[{"pred":"lt",` +
		`"args":[1,2]}],"choices":2,"chosen":"random"}],` +
		`"end":{"why":"quiescent","alive":["x2"]}}`,
}

// FuzzRead reads any bytes. What Read takes is JSON that obeys the schema or a
// series of such, means what encoding/json makes of it, is valid, and can be
// written in every form and read again.
func FuzzRead(f *testing.F) {
	for _, text := range smallRuns {
		tr, err := tracefile.Read("small", bytes.NewReader([]byte(text)), nil)
		require.NoError(f, err)
		f.Add([]byte(text))
		f.Add(tracetest.Compressed(f, []byte(text)))
		f.Add(tracetest.Written(f, tracejson.WriteLines, tr))
		f.Add(tracetest.Written(f, compact.Write, tr))
	}
	sound := newReading(f)
	f.Fuzz(sound.require)
}

// TestReadCorpora holds the files of the corpora to what [FuzzRead] asks of any bytes.
func TestReadCorpora(t *testing.T) {
	sound := newReading(t)
	for _, name := range []string{"verona", "bare", "nothing", "malformed", "inconsistent"} {
		corpus := tracetest.Corpus(t, name)
		for _, file := range corpus.Files {
			sound.require(t, file.Data)
			sound.require(t, tracetest.Compressed(t, file.Data))
			if tr, err := tracefile.Read(name, bytes.NewReader(file.Data), nil); err == nil {
				sound.require(t, tracetest.Written(t, compact.Write, tr))
			}
		}
	}
}

// reading checks the results of reading arbitrary bytes.
type reading struct{ object, line *jsonschema.Schema }

func newReading(t require.TestingT) reading {
	return reading{tracetest.Schema(t, ""), tracetest.Schema(t, "#/$defs/line")}
}

func (r reading) require(t *testing.T, data []byte) {
	tr, err := tracefile.Read("fuzz", bytes.NewReader(data), nil)
	if err != nil {
		return
	}
	require.NoError(t, trace.Validate(tr))
	if json.Valid(data) {
		require.NoError(t, tracetest.Obeys(r.object, data))
		want := lenient(t, data)
		if trace.Validate(want) != nil { // its records stand in another order
			want, tr = byID(want), byID(tr)
		}
		require.Equal(t, want, tr)
	} else if !bytes.HasPrefix(data, []byte("\x1f\x8b")) && !compact.Is(data) {
		values := json.NewDecoder(bytes.NewReader(data))
		for values.More() {
			var record json.RawMessage
			require.NoError(t, values.Decode(&record))
			require.NoError(t, tracetest.Obeys(r.line, record))
		}
	}
	want := tracetest.Written(t, tracejson.Write, tr)
	for _, text := range [][]byte{want, tracetest.Written(t, tracejson.WriteLines, tr),
		tracetest.Written(t, compact.Write, tr)} {
		back, err := tracefile.Read("fuzz", bytes.NewReader(text), nil)
		require.NoError(t, err)
		require.Equal(t, string(want), string(tracetest.Written(t, tracejson.Write, back)))
	}
	require.NoError(t, listing.Write(io.Discard, tr.Stream()))
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
