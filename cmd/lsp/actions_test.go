package lsp

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestActions asks at the mark, and takes the fix with each title.
func TestActions(t *testing.T) {
	const head = "c : type. romeo : c. at c : pred.\n"
	for _, x := range []struct {
		text string
		want map[string]string // the text after each fix
	}{
		{head + "go : at romeo -o ‸att romeo.", map[string]string{"Change to `at`": head + "go : at romeo -o at romeo."}},
		{head + "go : at romeo -o gone‸ romeo.",
			map[string]string{"Add `gone c : pred.`": "c : type. romeo : c. at c : pred.\ngone c : pred.\ngo : at romeo -o " +
				"gone romeo."}},
		{head + "go : at wh‸o -o at romeo.", map[string]string{
			"Change to `Who`": head + "go : at Who -o at romeo.",
			"Add `who : c.`":  "c : type. romeo : c. at c : pred.\nwho : c.\ngo : at who -o at romeo.",
		}},
		{"c : type.\r\n#trace _ main { ‸tok }.\r\n",
			map[string]string{"Add `tok : pred.`": "c : type.\r\ntok : pred.\r\n#trace _ main { tok }.\r\n"}},
		{"c : type‸\nd : type.", map[string]string{"Add `.`": "c : type.\nd : type."}},
		{head + "‸go : at romeo -o att romeo.", map[string]string{}},
		{"‸p : pred.  q : pred.\ngo : q * $p -o ().\n#trace _ main { q,\n  p }.", map[string]string{
			"Make all facts of `p` permanent": "p : pred.  q : pred.\ngo : q * !p -o ().\n#trace _ main { q,\n  !p }.",
		}},
	} {
		s, at := opened(t, x.text)
		var list []codeAction
		s.ask("textDocument/codeAction", actionParams{documentParams: at.documentParams,
			Range: textRange{at.Position, at.Position}}, &list)
		text, _ := cut(x.text)
		got := map[string]string{}
		for _, a := range list {
			require.Equal(t, quickFix, a.Kind)
			require.Equal(t, len(x.want) == 1, a.Preferred)
			require.Len(t, a.Diagnostics, 1)
			got[a.Title] = edited(text, a.Edit.Changes[uri])
		}
		require.Equal(t, x.want, got)
	}
}

// An editor that asks for other actions gets none, which is a list.
func TestActionsOfAKind(t *testing.T) {
	s, at := opened(t, "‸tok -o coin.")
	for kind, want := range map[string]bool{"refactor": false, quickFix: true} {
		var list []codeAction
		s.ask("textDocument/codeAction", actionParams{at.documentParams, textRange{at.Position, at.Position},
			actionContext{[]string{kind}}}, &list)
		require.NotNil(t, list)
		require.Equal(t, want, len(list) > 0, kind)
	}
}
