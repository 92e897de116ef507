package foreign_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/exec/trace/foreign"
	"github.com/ceptre-graph/ceptre/lang/corpustest"
)

// TestBytes reads what no corpus can hold.
func TestBytes(t *testing.T) {
	deep := func(open, end string) string { return strings.Repeat(open, 6000) + "z" + strings.Repeat(end, 6000) }
	zip := string(compressed(t, []byte("Trace:\nlet [x1] = rain [];\n")))
	for input, want := range map[string]string{
		"\xff":                       "in:1:1: this is not UTF-8",
		"Trace:\nlet [\ufffd, \xff]": "in:2:9: this is not UTF-8",
		"\x1f":                       "in:1:1: the file is cut off after 1 byte",
		"\x1f\x8b":                   "in:1:1: the file is cut off after 2 bytes",
		zip[:len(zip)-5]:             fmt.Sprintf("in:3:1: the file is cut off after %d bytes", len(zip)-5),
		"\x89":                       "in: byte 1: the file is cut off here",
		"Trace:\nlet [x1] = rain " + deep("(s ", ")") + " [];":                       "in:2:15017: nested deeper than 5000",
		"Trace:\nlet [x1] = rain " + deep("[(a ", " [])") + ";":                      "in:2:20021: nested deeper than 5000",
		"Solution: {let {X1} = rain !" + deep("(s !", ")") + " in X1}":               "in:1:20029: nested deeper than 5000",
		"digraph {" + strings.Repeat("{", 6000):                                      "in:1:5010: nested deeper than 5000",
		`digraph { x1 [label="` + deep("(s ", ")") + `"]; }`:                         "in:1:21: nested deeper than 5000",
		`{"command": {"rulename": "a", "args": ["` + deep("(s ", ")") + `"]},`:       "in:1:40: nested deeper than 5000",
		`{"command": {"rulename": "a"}, "more": ` + deep("[", "]") + `}`:             "in:1:40: malformed JSON value",
		`{"command": {"rulename": "a"}, "more": ` + strings.Repeat("[", 20000) + `}`: "in:1:40: malformed JSON value",
	} {
		_, _, err := foreign.Read("in", strings.NewReader(input), nil)
		require.EqualError(t, err, want, "%.60q", input)
	}
}

// TestLayout: marks of byte order and ends of lines make no difference.
func TestLayout(t *testing.T) {
	for _, file := range corpustest.Inputs(t, corpora) {
		want, _, err := foreign.Read("in", bytes.NewReader(file.Data), nil)
		if err != nil || strings.HasPrefix(file.Name, "ours.json") {
			continue
		}
		text := "\ufeff" + strings.ReplaceAll(string(file.Data), "\n", "\r\n")
		got, _, err := foreign.Read("in", strings.NewReader(text), nil)
		require.NoError(t, err, file.Name)
		require.Equal(t, want, got)
	}
}

// TestWide: large states nest deeply in some formats, which is no matter; nor is
// a permanent fact that all steps use.
func TestWide(t *testing.T) {
	const n = 50_000
	var names, edges, lets strings.Builder
	for i := range n {
		fmt.Fprintf(&names, "[x%d, ", i+1)
		fmt.Fprintf(&edges, "t%d [label=look]; x0 -> t%d -> y%d; y%d [label=\"!(sun)\"];\n", i, i, i, i)
		fmt.Fprintf(&lets, "[X%d, ", i+1)
	}
	ends := strings.Repeat("]", n)
	for _, text := range []string{
		"Trace:\nlet [] = end " + names.String() + "[]" + ends + ";",
		"digraph {" + edges.String() + `x0 [label="!(sun)"]; }`,
		"Solution: \\" + lets.String() + "X0" + ends + ". { let {1} = end " + lets.String() + "X0" + ends + " in 1}",
	} {
		tr, notes, err := foreign.Read("in", strings.NewReader(text), nil)
		require.NoError(t, err)
		requireSound(t, tr, notes)
	}
}

// Formats are told apart by name, and by what help texts say of them.
func TestFormats(t *testing.T) {
	seen := make(map[string]bool)
	for _, f := range foreign.Formats() {
		require.NotEmpty(t, f.About)
		require.False(t, seen[f.Name] || seen[f.About])
		seen[f.Name], seen[f.About] = true, true
	}
	require.NotEmpty(t, seen)
}

// TestLongest reads texts that are as long as they may be, and texts with one byte more, both
// compressed, so that a small file cannot fill the memory.
func TestLongest(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 128 MB")
	}
	const most = 64 << 20
	const run = "Trace:\nlet [x1] = rain [];\n"
	text := []byte(run + strings.Repeat(" ", most+1-len(run)))
	_, _, err := foreign.Read("in", bytes.NewReader(compressed(t, text[:most])), nil)
	require.NoError(t, err)
	_, _, err = foreign.Read("in", bytes.NewReader(compressed(t, text)), nil)
	require.EqualError(t, err, "in:1:1: text of more than 67108864 bytes")
}
