package foreign_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/foreign"
	"github.com/ceptre-graph/ceptre/exec/trace/json"
	"github.com/ceptre-graph/ceptre/exec/trace/listing"
	"github.com/ceptre-graph/ceptre/exec/trace/tracefile"
	"github.com/ceptre-graph/ceptre/lang/corpustest"
)

// corpora hold inputs, one corpus a format. The results for input X stand in X/text, X/trace and
// X/notes, or else in X/error.
const corpora = "testdata/*.txtar"

func TestRead(t *testing.T) { corpustest.Check(t, corpora, outputs) }

// outputs returns the results for an input.
func outputs(t *testing.T, in corpustest.Input) []txtar.File {
	tr, notes, err := foreign.Read(in.Name, bytes.NewReader(in.Data), nil)
	if err != nil {
		require.Nil(t, tr)
		return []txtar.File{in.Result("error", err.Error()+"\n")}
	}
	requireSound(t, tr, notes)
	var lines bytes.Buffer
	for _, n := range notes {
		lines.WriteString(string(n) + "\n")
	}
	return []txtar.File{
		in.Result("text", string(written(t, listing.Write, tr))),
		in.Result("trace", string(written(t, json.Write, tr))),
		in.Result("notes", lines.String()),
	}
}

// TestSolution reads each of the solutions of a text.
func TestSolution(t *testing.T) {
	text := []byte("Solution: \\X1. {let {X2} = go X1 in X2}\n\nIteration 2\nSolution: {1}\n")
	for n, steps := range []int{1, 0} {
		tr, notes, err := foreign.Solution("in", bytes.NewReader(text), n+1)
		require.NoError(t, err)
		requireSound(t, tr, notes)
		require.Len(t, tr.Steps, steps)
	}
	for want, text := range map[string]string{
		"in:1:1: there is no solution 3 in it; it has 2 solutions":                         string(text),
		"in:1:1: this is no answer of Celf, so that there are no solutions to choose from": "Trace:\nlet [x1] = rain [];\n",

		"in:2:1: Celf found no solution, so that there is no run": "Iteration 1\nNo solutions found.\n",
	} {
		_, _, err := foreign.Solution("in", strings.NewReader(text), 3)
		require.EqualError(t, err, want)
	}
}

// requireSound checks what holds for all that is read.
func requireSound(t require.TestingT, tr *trace.Trace, notes []foreign.Note) {
	require.NoError(t, trace.Validate(tr))
	seen := make(map[foreign.Note]bool)
	for _, n := range notes {
		require.False(t, seen[n], n)
		seen[n] = true
	}
	text := written(t, json.Write, tr)
	back, err := tracefile.Read("back", bytes.NewReader(text), nil)
	require.NoError(t, err)
	require.Equal(t, string(text), string(written(t, json.Write, back)))
}

// TestCompressed reads the inputs compressed: they are the same.
func TestCompressed(t *testing.T) {
	for _, file := range corpustest.Inputs(t, corpora) {
		want, wantNotes, wantErr := foreign.Read("in", bytes.NewReader(file.Data), nil)
		got, notes, err := foreign.Read("in", bytes.NewReader(compressed(t, file.Data)), nil)
		require.Equal(t, wantErr == nil, err == nil, file.Name)
		require.Equal(t, want, got)
		require.Equal(t, wantNotes, notes)
		if err != nil {
			require.Equal(t, wantErr.Error(), err.Error())
		}
	}
}

func compressed(t require.TestingT, data []byte) []byte {
	var b bytes.Buffer
	zip := gzip.NewWriter(&b)
	_, err := zip.Write(data)
	require.NoError(t, err)
	require.NoError(t, zip.Close())
	return b.Bytes()
}

func written(t require.TestingT, write func(io.Writer, *trace.Stream) error, tr *trace.Trace) []byte {
	var b bytes.Buffer
	require.NoError(t, write(&b, tr.Stream()))
	return b.Bytes()
}
