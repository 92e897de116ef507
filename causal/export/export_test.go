package export

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/tracefile"
)

var update = flag.Bool("update", false, "rewrite what the corpora expect")

// TestCorpora writes the trace of each corpus in all formats: the output stands under the format's
// name, JSON indented, and the notes behind it.
func TestCorpora(t *testing.T) {
	for _, name := range []string{"inn", "unkind", "bare", "nothing"} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join("testdata", name+".txtar")
			corpus, err := txtar.ParseFile(path)
			require.NoError(t, err)
			tr, err := tracefile.Read(name, bytes.NewReader(corpus.Files[0].Data), nil)
			require.NoError(t, err)
			got := &txtar.Archive{Comment: corpus.Comment, Files: corpus.Files[:1:1]}
			for _, f := range Formats() {
				text, notes := written(t, f.Name, tr)
				got.Files = append(got.Files, txtar.File{Name: f.Name, Data: indented(f, text)},
					txtar.File{Name: f.Name + " notes", Data: []byte(strings.Join(append(notes, ""), "\n"))})
			}
			if *update {
				require.NoError(t, os.WriteFile(path, txtar.Format(got), 0o644))
				return
			}
			require.Equal(t, string(txtar.Format(corpus)), string(txtar.Format(got)))
		})
	}
}

// corpusTrace returns the trace of a corpus.
func corpusTrace(t require.TestingT, name string) *trace.Trace {
	corpus, err := txtar.ParseFile(filepath.Join("testdata", name+".txtar"))
	require.NoError(t, err)
	tr, err := tracefile.Read(name, bytes.NewReader(corpus.Files[0].Data), nil)
	require.NoError(t, err)
	return tr
}

// written returns a trace in a format, with the notes.
func written(t require.TestingT, name string, tr *trace.Trace) ([]byte, []string) {
	var b bytes.Buffer
	notes, err := Write(&b, name, causal.New(tr), castOf(tr))
	require.NoError(t, err)
	return b.Bytes(), notes
}

// as returns a run in a format.
func as(t require.TestingT, name string, r *run) []byte {
	var b bytes.Buffer
	_, err := Write(&b, name, r.Graph, r.cast)
	require.NoError(t, err)
	return b.Bytes()
}

func indented(f Format, text []byte) []byte {
	var b bytes.Buffer
	if strings.HasSuffix(f.Extension, ".json") && json.Indent(&b, text, "", " ") == nil {
		return b.Bytes()
	}
	return text
}

// TestSameBytes holds for all formats: the same run gives the same bytes, which
// are UTF-8 and end in a line break, and notes that are sentences of one line.
func TestSameBytes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := traces().Draw(t, "trace")
		for _, f := range Formats() {
			text, notes := written(t, f.Name, tr)
			again, _ := written(t, f.Name, tr)
			require.Equal(t, text, again)
			require.True(t, utf8.Valid(text))
			require.True(t, len(text) == 0 || text[len(text)-1] == '\n')
			sorted := slices.Sorted(slices.Values(notes))
			require.Len(t, slices.Compact(sorted), len(notes))
			for _, n := range notes {
				require.NotEmpty(t, n)
			}
		}
	})
}

func TestUnknownFormat(t *testing.T) {
	_, err := Write(discard{}, "xls", causal.New(&trace.Trace{}), causal.Cast{})
	require.EqualError(t, err, `unknown format "xls": want one of dot, graphml, pnml, mermaid, chrome, ocel, itf, shiviz`)
}

// brokenPipe takes some bytes and then no more.
type brokenPipe struct{ left int }

var errBroken = errors.New("broken pipe")

func (p *brokenPipe) Write(b []byte) (int, error) {
	if p.left -= len(b); p.left < 0 {
		return 0, errBroken
	}
	return len(b), nil
}

func TestErrorsOfWriters(t *testing.T) {
	g := causal.New(long(5000))
	for _, f := range Formats() {
		for _, n := range []int{0, 10_000} {
			notes, err := Write(&brokenPipe{n}, f.Name, g, castOf(g.Trace))
			require.ErrorIs(t, err, errBroken, f.Name)
			require.Empty(t, notes)
		}
	}
}

// Every aspect that a trace has is in the note of a format that has a place for
// none of them.
func TestNotesNameWhatIsLeftOut(t *testing.T) {
	fact := []trace.Fact{{Pred: "p"}}
	tr := &trace.Trace{
		Header: trace.Header{
			Format: trace.Format, Run: &trace.Run{},
			Program: &trace.Program{Types: []trace.Type{{Name: "t"}}, Rules: []trace.Rule{{Name: "r", Text: "r : ()."}},
				Stages: []trace.Stage{{Name: "s"}}},
		},
		Steps: []trace.Step{{
			ID: 1, Rule: "r", Stage: "s", Proves: fact, Absent: fact, Sensed: fact, Acts: fact, Chosen: trace.ByChance,
		}},
		End: &trace.End{Why: trace.Quiescent},
	}
	require.NoError(t, trace.Validate(tr))
	require.Equal(t, []string{"left out, since the format has no place for it: types, the text of rules, the stages of " +
		"steps, proofs, absent facts, " +
		"what sensors answered, actions, choices, how the run was set up, why the run ended"}, leftOut(tr))
	require.Empty(t, leftOut(&trace.Trace{}))
}
