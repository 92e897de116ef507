package lsp

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// tree writes symbols with their kinds and lines, those below others indented.
func tree(list []symbol, indent string) string {
	var b strings.Builder
	for _, s := range list {
		fmt.Fprintf(&b, "%s%s (%d) %s: %s\n", indent, s.Name, s.Kind, short(s.Selection), s.Detail)
		b.WriteString(tree(s.Children, indent+"  "))
	}
	return b.String()
}

func TestSymbols(t *testing.T) {
	s, at := opened(t, world)
	var list []symbol
	s.ask("textDocument/documentSymbol", at.documentParams, &list)
	require.Equal(t, `character (5) 3:1-10: character : type
  romeo (22) 4:1-6: romeo : character
  tybalt (22) 4:21-27: tybalt : character
  cup (22) 6:1-4: cup nat : character
nat (5) 5:1-4: nat : type
at (12) 7:1-3: at character : pred
near (12) 8:1-5: near character character : bwd
hear (12) 11:1-5: hear string : sense
say (12) 12:1-4: say string : action
day (2) 16:7-10: 2 rules, 1 link; the player chooses; the first rule that applies is taken
  go (6) 18:3-5: 
  day/1 (6) 19:3-30: 
  fall (25) 24:1-5: 
night (2) 23:7-12: 0 rules, 0 links
extra (19) 25:9-14: 
start (19) 26:9-14: 
#trace day (24) 27:10-13: #trace _ day start.
full (14) 29:12-16: #invariant full in day : sum M in at (cup M) + 2 * at tybal…
#never (14) 30:1-7: #never at C * near C C.
`, tree(list, ""))
}

// Broken declarations do not hide the others. Rules outside of stages are symbols of their own.
func TestSymbolsOfBrokenPrograms(t *testing.T) {
	s, at := opened(t, "tok : pred. tok : pred. b : . go : tok -o tok. tok -o (). context c = { tik }\n#trace 5 main { "+
		"tok, tok, tok, tok, tok, tok, tok, tok, tok, tok, tok, tok }.")
	var list []symbol
	s.ask("textDocument/documentSymbol", at.documentParams, &list)
	require.Equal(t, `tok (12) 1:1-4: tok : pred
go (6) 1:31-33: 
main/1 (6) 1:48-58: 
c (19) 1:67-68: 
#trace main (24) 2:10-14: #trace 5 main { tok, tok, tok, tok, tok, tok, tok, tok, tok…
`, tree(list, ""))
}
