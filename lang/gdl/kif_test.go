package gdl

import (
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/lang/corpustest"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
)

// Messages are those of the corpus.
func TestKIF(t *testing.T) {
	corpustest.Check(t, "testdata/kif.txtar", func(t *testing.T, in corpustest.Input) []txtar.File {
		game, errs := ParseKIF(&syntax.Source{Name: in.Name, Text: in.Data})
		return results(t, in, game, errs)
	}, "moves")
}

// results returns the messages about a game, its rules, and the states of the match that is given with it.
func results(t *testing.T, in corpustest.Input, game *Game, errs syntax.ErrorList) []txtar.File {
	require.Equal(t, errs.Failed(), game == nil)
	var out []txtar.File
	if len(errs) > 0 {
		var text strings.Builder
		require.NoError(t, errs.Fprint(&text, syntax.Style{}))
		out = append(out, in.Result("messages", text.String()))
	}
	if game == nil {
		return out
	}
	var rules strings.Builder
	for _, r := range game.Program.Rules {
		rules.WriteString(r.String() + "\n")
	}
	out = append(out, in.Result("rules", rules.String()))
	if moves, ok := in.Given("moves"); ok {
		var states strings.Builder
		for _, s := range play(game, strings.Split(strings.TrimSpace(moves), "\n")...) {
			states.WriteString(s.String())
		}
		out = append(out, in.Result("states", states.String()))
	}
	return out
}

// Comments may be in another encoding than UTF-8, but nothing else.
func TestKIFEncoding(t *testing.T) {
	game, errs := ParseKIF(&syntax.Source{Name: "p.kif", Text: []byte("; Ren\xe9\n(role ann)")})
	require.False(t, errs.Failed())
	require.NotNil(t, game)
	_, errs = ParseKIF(&syntax.Source{Name: "p.kif", Text: []byte("(role ann) (role ren\xe9) (role \xe9)")})
	require.EqualError(t, errs, "p.kif:1:18: this is not UTF-8, the encoding of games")
	_, errs = ParseKIF(&syntax.Source{Name: "p.kif", Text: []byte("(role ann\x00)")})
	require.EqualError(t, errs, "p.kif:1:7: this is not UTF-8, the encoding of games")
}

// No text makes the reader panic, and each message has a place in the text.
func FuzzKIF(f *testing.F) {
	for _, in := range corpustest.Inputs(f, "testdata/kif.txtar") {
		f.Add(in.Data)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		src := &syntax.Source{Name: "p.kif", Text: text}
		game, errs := ParseKIF(src)
		require.Equal(t, errs.Failed(), game == nil)
		for _, e := range errs {
			require.True(t, e.Start.IsValid() && e.Start.Offset <= len(text), e.Msg)
			var b strings.Builder
			require.NoError(t, e.Fprint(&b, syntax.Style{}))
		}
	})
}
