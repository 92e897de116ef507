package lsp

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// An unknown name in prose can be replaced by a similar one.
func TestActionsInProse(t *testing.T) {
	s := staged(t, map[string]string{"play.cep": play})
	s.show("play.md", "")
	for marked, want := range map[string]string{
		"## leaf‸":                              "## leave",
		"## day/1\n{‸C''} goes":                 "## day/1\n{C'} goes",
		"## go\n{‸D} goes":                      "",
		"## go\n{‸C.thy} hat":                   "## go\n{C.they} hat",
		"## go\n‸":                              "",
		"## character ‸tibalt\n":                "## character tybalt\n",
		"---\nplaces:\n  hal‸: the hall\n---\n": "---\nplaces:\n  hall: the hall\n---\n",
		"---\nautor‸: Me\n---\n":                "---\nauthor: Me\n---\n",
		"## go (‸fist time)":                    "",
		"## nothing‸ like it":                   "",
	} {
		text, at := cut(marked)
		at.TextDocument.URI = s.uri("play.md")
		s.revise("play.md", text)
		s.published()
		var list []codeAction
		s.ask("textDocument/codeAction", actionParams{documentParams: at.documentParams,
			Range: textRange{at.Position, at.Position}}, &list)
		require.NotNil(t, list)
		if want == "" {
			require.Empty(t, list, marked)
			continue
		}
		require.Len(t, list, 1, marked)
		require.True(t, list[0].Preferred)
		require.Len(t, list[0].Diagnostics, 1)
		require.Equal(t, want, edited(text, list[0].Edit.Changes[s.uri("play.md")]))
	}
}
