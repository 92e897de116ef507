package lsp

import (
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/stretchr/testify/require"
)

// Whatever an editor shows of a text, in a terminal perhaps, holds nothing that a terminal obeys. What it
// writes into the text is as the author has it.
func TestShownTextsAreClean(t *testing.T) {
	clean := func(texts ...string) {
		for _, text := range texts {
			require.Equal(t, visible.Text(text), text)
		}
	}
	const program = "% \x1b[2J comment\u202e\np : pred.\nsaid string : pred.\n" +
		"go : p * said \"\x1b]52;c;aGk=\a\" * p -o p * said \"\x1b]52;c;aGk=\a\".\n#trace 5 main { p, said \"\x1b[2J\" " +
		"}.\nx : \"\x1b[31m\" y."
	s := staged(t, map[string]string{"play.cep": play})
	shown := s.open(program)
	require.NotEmpty(t, shown.Diagnostics)
	for _, d := range shown.Diagnostics {
		clean(d.Message)
		for _, r := range d.Related {
			clean(r.Message)
		}
		var actions []codeAction
		s.ask("textDocument/codeAction", actionParams{documentParams{documentID{URI: uri}}, d.Range, actionContext{}},
			&actions)
		for _, a := range actions {
			clean(a.Title)
		}
	}
	var told *hoverResult
	s.ask("textDocument/hover", positionParams{documentParams{documentID{URI: uri}}, position{1, 0}}, &told)
	require.Contains(t, told.Contents.Value, "comment\\u202e")
	clean(told.Contents.Value)
	var outline []symbol
	s.ask("textDocument/documentSymbol", documentParams{documentID{URI: uri}}, &outline)
	require.NotEmpty(t, outline)
	for _, o := range outline {
		clean(o.Detail)
	}

	said := s.show("play.md", "---\n\x1b[2J: x\n---\n# T\n\n## no\x1b[31m such\u202e\n\n{\u2066}\n").Diagnostics
	require.NotEmpty(t, said)
	for _, d := range said {
		clean(d.Message)
	}
	require.Contains(t, s.refused("textDocument/hover",
		positionParams{documentParams{documentID{URI: "\x1b[2J"}}, position{}}).Message, `\x1b[2J`)
	s.tell("textDocument/didChange", changeParams{documentParams{documentID{"\x1b[2J", 5}}, nil})
	var log logMessage
	s.told("window/logMessage", &log)
	require.True(t, strings.Contains(log.Message, `\x1b[2J`), log.Message)
	clean(log.Message)
}
