package gdl

import (
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/lang/corpustest"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/stretchr/testify/require"
)

// A closing bracket that is missing from a game in GGDL is reported once, in its statement; the statements behind it
// are read. For each bracket of each game that plays.
func TestMissingBrackets(t *testing.T) {
	for _, in := range corpustest.Inputs(t, "testdata/ggdl.txtar") {
		text := string(in.Data)
		for i, c := range text {
			if !strings.ContainsRune(")]}", c) {
				continue
			}
			p := &parser{reader: newReader(&syntax.Source{Name: in.Name, Text: []byte(text[:i] + text[i+1:])})}
			p.tokens = p.scan()
			p.statements()
			var wrong syntax.ErrorList
			for _, e := range p.errs {
				if !e.Warning {
					wrong = append(wrong, e)
				}
			}
			place := p.src.Pos(i)
			require.Len(t, wrong, 1, "%s:%s", in.Name, place)
			require.Contains(t, wrong[0].Msg, "`"+string(c)+"`", "%s:%s", in.Name, place)
			full := &parser{reader: newReader(&syntax.Source{Name: in.Name, Text: []byte(text)})}
			full.tokens = full.scan()
			full.statements()
			require.Equal(t, full.tree.count()-1, p.tree.count(), "%s:%s", in.Name, place)
		}
	}
}

// count returns the number of statements.
func (t *tree) count() int { return len(t.roles) + len(t.data) + len(t.inits) + len(t.rules) }
