package lsp

import (
	"bytes"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/stretchr/testify/require"
)

// Formatting gives the layout of fmt, in one edit of the lines that differ.
func TestFormatting(t *testing.T) {
	for _, c := range []struct {
		text  string
		start int // line of the edit, from 0; -1 for none
		end   int
	}{
		{"a : type.\nb   : a.\nc : a.\n", 1, 2},
		{"a : type.\nb   : a.\n\n\n\nc : a.\n", 1, 4},
		{"a   : type.", 0, 0},
		{"a : type.\n", -1, 0},
		{"a : type.\r\n", -1, 0},
		{"", -1, 0},
		{"a : type.\n\n\n", 1, 3},
		{"a : type.\nb   : \n", -1, 0}, // cannot be read
		{"𝔸 :   type.\r\nb : 𝔸.\r\n", 0, 1},
	} {
		s, at := opened(t, c.text)
		var edits []textEdit
		s.ask("textDocument/formatting", at.documentParams, &edits)
		require.NotNil(t, edits)
		if c.start < 0 {
			require.Empty(t, edits, "%q", c.text)
			continue
		}
		want, _, errs := syntax.Format(&syntax.Source{Text: []byte(c.text)})
		require.Empty(t, errs)
		if strings.Contains(c.text, "\r") {
			want = bytes.ReplaceAll(want, []byte("\n"), []byte("\r\n"))
		}
		require.Len(t, edits, 1, "%q", c.text)
		require.Equal(t, []int{c.start, c.end}, []int{edits[0].Range.Start.Line, edits[0].Range.End.Line}, "%q", c.text)
		require.Equal(t, string(want), edited(c.text, edits))
	}
}
