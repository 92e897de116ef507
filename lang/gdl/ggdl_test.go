package gdl

import (
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/lang/corpustest"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
)

// Games mean what the corpus says, and so do the messages about them.
func TestGGDL(t *testing.T) {
	corpustest.Check(t, "testdata/ggdl*.txtar", func(t *testing.T, in corpustest.Input) []txtar.File {
		game, errs := ParseGGDL(&syntax.Source{Name: in.Name, Text: in.Data})
		return results(t, in, game, errs)
	}, "moves")
}

// The same text gives the same rules, in the same order.
func TestSameRules(t *testing.T) {
	for _, in := range corpustest.Inputs(t, "testdata/ggdl.txtar") {
		read := func() (rules []string) {
			game, errs := ParseGGDL(&syntax.Source{Name: in.Name, Text: in.Data})
			require.NotNil(t, game, "%v", errs)
			for _, r := range game.Program.Rules {
				rules = append(rules, r.String())
			}
			return rules
		}
		first := read()
		for range 10 {
			require.Equal(t, first, read(), in.Name)
		}
	}
}

// No text makes the reader panic, and each message has a place in the text.
func FuzzGGDL(f *testing.F) {
	for _, in := range corpustest.Inputs(f, "testdata/ggdl*.txtar") {
		f.Add(in.Data)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		src := &syntax.Source{Name: "p.ggd", Text: text}
		game, errs := ParseGGDL(src)
		require.Equal(t, errs.Failed(), game == nil)
		for _, e := range errs {
			require.True(t, e.Start.IsValid() && e.Start.Offset <= len(text), e.Msg)
			var b strings.Builder
			require.NoError(t, e.Fprint(&b, syntax.Style{}))
			for _, fix := range e.Fixes() {
				require.True(t, fix.Start.Offset <= fix.End.Offset && fix.End.Offset <= len(text), e.Msg)
			}
		}
	})
}
