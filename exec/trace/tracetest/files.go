package tracetest

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/tracefile"
)

// Written returns what write makes of a trace.
func Written(t require.TestingT, write func(io.Writer, *trace.Stream) error, tr *trace.Trace) []byte {
	var b bytes.Buffer
	require.NoError(t, write(&b, tr.Stream()))
	return b.Bytes()
}

// Compressed returns a text compressed with gzip.
func Compressed(t require.TestingT, text []byte) []byte {
	var b bytes.Buffer
	zip := gzip.NewWriter(&b)
	_, err := zip.Write(text)
	require.NoError(t, err)
	require.NoError(t, zip.Close())
	return b.Bytes()
}

// Normal makes empty lists nil: in one form they are written, in the other not.
func Normal(tr *trace.Trace) *trace.Trace {
	if len(tr.Resources) == 0 {
		tr.Resources = nil
	}
	if len(tr.Steps) == 0 {
		tr.Steps = nil
	}
	return tr
}

// HeapWatch is written to, and is the most memory that was in use meanwhile.
type HeapWatch uint64

// Write implements [io.Writer].
func (w *HeapWatch) Write(p []byte) (int, error) {
	*w = max(*w, HeapWatch(InUse()))
	return len(p), nil
}

// InUse returns how much memory is in use.
func InUse() uint64 {
	runtime.GC()
	var now runtime.MemStats
	runtime.ReadMemStats(&now)
	return now.HeapAlloc
}

// Corpus returns a corpus of package tracefile, for tests of it and of the packages beside it.
func Corpus(t require.TestingT, name string) *txtar.Archive {
	corpus, err := txtar.ParseFile(filepath.Join("..", "tracefile", "testdata", name+".txtar"))
	require.NoError(t, err)
	require.NotEmpty(t, corpus.Files)
	return corpus
}

// Object returns a trace as a single object with its records as they stand.
func Object(t require.TestingT, tr *trace.Trace) []byte {
	steps, resources := tr.Steps, tr.Resources
	if steps == nil {
		steps = []trace.Step{}
	}
	if resources == nil {
		resources = []trace.Resource{}
	}
	data, err := json.Marshal(struct {
		trace.Header
		Resources []trace.Resource `json:"resources"`
		Steps     []trace.Step     `json:"steps"`
		End       *trace.End       `json:"end,omitempty"`
	}{tr.Header, resources, steps, tr.End})
	require.NoError(t, err)
	return data
}

// Consume reads a stream to its end.
func Consume(text string) error {
	s, err := tracefile.NewStream("a", strings.NewReader(text), nil)
	if err != nil {
		return err
	}
	return s.Each(func(trace.Record) error { return nil })
}
