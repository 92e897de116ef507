package tracefile_test

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/json"
	"github.com/ceptre-graph/ceptre/exec/trace/listing"
	"github.com/ceptre-graph/ceptre/exec/trace/tracefile"
	"github.com/ceptre-graph/ceptre/exec/trace/tracetest"
)

var update = flag.Bool("update", false, "rewrite what the corpora expect")

// TestForms reads the input of each corpus and prints it in every form there
// is; each form reads back as the same trace.
func TestForms(t *testing.T) {
	forms := map[string]func(io.Writer, *trace.Stream) error{
		"object": json.Write, "lines": json.WriteLines, "text": listing.Write,
	}
	for _, name := range []string{"verona", "bare", "nothing"} {
		t.Run(name, func(t *testing.T) {
			corpus := tracetest.Corpus(t, name)
			tr, err := tracefile.Read(name, bytes.NewReader(corpus.Files[0].Data), nil)
			require.NoError(t, err)
			for i := range corpus.Files[1:] {
				file := &corpus.Files[i+1]
				require.Contains(t, forms, file.Name)
				got := tracetest.Written(t, forms[file.Name], tr)
				expect(t, file, got)
				if file.Name != "text" {
					back, err := tracefile.Read(name, bytes.NewReader(got), nil)
					require.NoError(t, err)
					require.Equal(t, tracetest.Normal(tr), tracetest.Normal(back))
				}
			}
			closeCorpus(t, name, corpus)
		})
	}
}

// TestReadRefuses reads inputs each of which is followed by the error it gives.
func TestReadRefuses(t *testing.T) {
	for _, name := range []string{"malformed", "inconsistent"} {
		corpus := tracetest.Corpus(t, name)
		for i := 0; i < len(corpus.Files); i += 2 {
			input, want := corpus.Files[i], &corpus.Files[i+1]
			t.Run(input.Name, func(t *testing.T) {
				_, err := tracefile.Read(input.Name, bytes.NewReader(input.Data), nil)
				require.Error(t, err)
				expect(t, want, []byte(err.Error()+"\n"))
			})
		}
		closeCorpus(t, name, corpus)
	}
}

// expect compares, or takes over where the corpora are to be rewritten.
func expect(t *testing.T, want *txtar.File, got []byte) {
	if *update {
		want.Data = got
	}
	require.Equal(t, string(want.Data), string(got))
}

func closeCorpus(t *testing.T, name string, corpus *txtar.Archive) {
	if *update {
		require.NoError(t, os.WriteFile(filepath.Join("testdata", name+".txtar"), txtar.Format(corpus), 0o644))
	}
}
