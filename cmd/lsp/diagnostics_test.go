package lsp

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A diagnostic has a code, related places and suggested names. Unused declarations are tagged as
// unnecessary.
func TestDiagnostics(t *testing.T) {
	s := begun(t, map[string]any{})
	require.Equal(t, publishParams{documentID{uri, 1}, []diagnostic{}}, s.open(""))

	got := s.change(2, contentChange{Text: "tok : pred.\ntok : pred.\n"})
	require.Equal(t, publishParams{documentID{uri, 2}, []diagnostic{{
		Range: textRange{position{1, 0}, position{1, 3}}, Severity: severityError, Code: "declared-twice", Source: "ceptre",
		Message: "predicate `tok` is declared twice",
		Related: []related{{location{uri, textRange{position{0, 0}, position{0, 3}}}, "declared here first"}},
	}}}, got)

	got = s.change(3, contentChange{Text: "tok : pred."})
	require.Equal(t, []diagnostic{{
		Range: textRange{position{0, 0}, position{0, 3}}, Severity: severityWarning, Code: "unused-predicate",
		Source:  "ceptre",
		Message: "predicate `tok` is never used", Tags: []int{tagUnused},
	}}, got.Diagnostics)

	got = s.change(4, contentChange{Text: "tock : pred. go : tock -o tok."})
	require.Len(t, got.Diagnostics, 1)
	require.Equal(t, "unknown predicate `tok`\ndid you mean `tock`?", got.Diagnostics[0].Message)

	s.tell("textDocument/didClose", documentParams{documentID{URI: uri}})
	require.Equal(t, publishParams{documentID{URI: uri}, []diagnostic{}}, s.published())
	s.tell("textDocument/didChange", changeParams{documentParams{documentID{uri, 5}}, nil})
	var log logMessage
	s.told("window/logMessage", &log)
	require.Contains(t, log.Message, "is not open")
}

// Changes of ranges are applied one after the other.
func TestIncrementalChanges(t *testing.T) {
	s := begun(t, map[string]any{})
	s.open("𝔸 : type.\r\nb : 𝔸.")
	change := func(line1, char1, line2, char2 int, text string) contentChange {
		return contentChange{&textRange{position{line1, char1}, position{line2, char2}}, text}
	}
	got := s.change(2,
		change(0, 0, 0, 2, "a"),  // a : type.␍␊b : 𝔸.
		change(1, 4, 1, 6, "a"),  // a : type.␍␊b : a.
		change(1, 6, 1, 6, "\n"), // and a line end
		change(2, 0, 99, 99, "p a : pred."),
		change(0, 9, 0, 5, "!"), // backwards: an insertion at the first place
		change(0, 9, 0, 10, ""))
	var messages []string
	for _, d := range got.Diagnostics {
		messages = append(messages, fmt.Sprint(d.Range.Start, d.Message))
	}
	require.Equal(t, []string{"{1 0}constant `b` is never used", "{2 0}predicate `p` is never used"}, messages)
}

// A file full of mistakes does not drown the editor.
func TestManyDiagnostics(t *testing.T) {
	s := begun(t, map[string]any{})
	require.Len(t, s.open(strings.Repeat("; .\n", 5*mostDiagnostics)).Diagnostics, mostDiagnostics)
}

// A possible improvement is a hint, with a quick fix.
func TestHints(t *testing.T) {
	s := begun(t, map[string]any{})
	said := s.open("p : pred. q : pred.\nr : p * q -o p. s : p -o ().\n#trace 5 main { p, q }.").Diagnostics
	require.Len(t, said, 1)
	require.Equal(t, severityHint, said[0].Severity)
	require.Equal(t, "made-again", said[0].Code)
	var actions []codeAction
	s.ask("textDocument/codeAction", actionParams{documentParams: documentParams{documentID{URI: uri}},
		Range: said[0].Range}, &actions)
	require.Len(t, actions, 1)
	require.Equal(t, "Change to `$p * q -o ()`", actions[0].Title)
}

// A world in Celf is not read as Ceptre: editors are told what reads it.
func TestWorldInCelf(t *testing.T) {
	s := begun(t, map[string]any{})
	var params openParams
	params.TextDocument.documentID = documentID{"file:///inn.clf", 1}
	params.TextDocument.Text = "room : type. - : door hall bar*."
	s.tell("textDocument/didOpen", params)
	got := s.published().Diagnostics
	require.Len(t, got, 1)
	require.Contains(t, got[0].Message, "`ceptre convert` makes a program of it")
}
