package foreign_test

import (
	"bytes"
	"compress/gzip"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/foreign"
	"github.com/ceptre-graph/ceptre/exec/trace/json"
	"github.com/ceptre-graph/ceptre/exec/trace/listing"
	"github.com/ceptre-graph/ceptre/exec/trace/tracefile"
)

var update = flag.Bool("update", false, "rewrite what the corpora expect")

// corpora hold inputs, one corpus a format. The results for input X stand in X/text, X/trace and
// X/notes, or else in X/error.
var corpora = []string{"text", "dot", "steps", "celf", "other"}

func TestRead(t *testing.T) {
	for _, name := range corpora {
		t.Run(name, func(t *testing.T) {
			corpus := openCorpus(t, name)
			got := &txtar.Archive{Comment: corpus.Comment}
			for _, file := range inputs(corpus) {
				got.Files = append(got.Files, file)
				got.Files = append(got.Files, outputs(t, file)...)
			}
			if *update {
				require.NoError(t, os.WriteFile(corpusPath(name), txtar.Format(got), 0o644))
				return
			}
			for i, file := range got.Files {
				require.Less(t, i, len(corpus.Files), file.Name)
				require.Equal(t, corpus.Files[i].Name, file.Name)
				require.Equal(t, string(corpus.Files[i].Data), string(file.Data), file.Name)
			}
			require.Len(t, corpus.Files, len(got.Files))
		})
	}
}

func corpusPath(name string) string { return filepath.Join("testdata", name+".txtar") }

func openCorpus(t require.TestingT, name string) *txtar.Archive {
	corpus, err := txtar.ParseFile(corpusPath(name))
	require.NoError(t, err)
	require.NotEmpty(t, corpus.Files)
	return corpus
}

func inputs(corpus *txtar.Archive) []txtar.File {
	var files []txtar.File
	for _, file := range corpus.Files {
		if !strings.Contains(file.Name, "/") {
			files = append(files, file)
		}
	}
	return files
}

// outputs returns the results for an input.
func outputs(t *testing.T, in txtar.File) []txtar.File {
	tr, notes, err := foreign.Read(in.Name, bytes.NewReader(in.Data), nil)
	if err != nil {
		require.Nil(t, tr)
		return []txtar.File{{Name: in.Name + "/error", Data: []byte(err.Error() + "\n")}}
	}
	requireSound(t, tr, notes)
	var lines bytes.Buffer
	for _, n := range notes {
		lines.WriteString(string(n) + "\n")
	}
	return []txtar.File{
		{Name: in.Name + "/text", Data: written(t, listing.Write, tr)},
		{Name: in.Name + "/trace", Data: written(t, json.Write, tr)},
		{Name: in.Name + "/notes", Data: lines.Bytes()},
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
	for _, name := range corpora {
		for _, file := range inputs(openCorpus(t, name)) {
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
