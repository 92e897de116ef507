package edit

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/outline"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// Kinds agrees with the edits: a kind that fits leaves the program right without a question, and a kind that asks
// leaves it right with the proposed answers.
func TestKinds(t *testing.T) {
	count := make(map[string]int)
	tried := 0
	eachExample(t, func(name, text string) {
		a := lang.Analyse(name, []byte(text))
		for _, p := range outline.Of(a).Predicates {
			if tried++; tried%17 != 0 {
				continue
			}
			kinds := Kinds(a, p.Path)
			require.Len(t, kinds, len(kindOrder), "%s: %s", name, p.Name)
			for _, o := range kinds {
				count[o.Kind]++
				got, err := applied(name, text, Edit{Do: "kind", At: p.Path, Kind: o.Term, Answers: map[string]string{}})
				switch {
				case o.Term == p.Kind:
					require.Equal(t, "fits", o.Kind)
					require.Equal(t, text, got.Text)
				case o.Kind == "refused":
					require.Regexp(t, wording, o.Note)
				default:
					require.NoError(t, err, "%s: %s as %s", name, p.Name, o.Term)
					loads(t, name, got.Text)
					require.Equal(t, o.Kind == "asks", o.Note != "")
					n, _ := outline.Locate(lang.Analyse(name, []byte(got.Text)).File, got.Focus)
					require.Equal(t, p.Name, nameOf(n).Text)
				}
			}
		}
	})
	t.Log(count)
	require.Positive(t, count["fits"]*count["asks"])
	require.Empty(t, Kinds(lang.Analyse("t.cep", []byte("a : type.")), "0"))
}

// Facts that become clauses, and facts of the context again, are the same facts.
func TestKindThereAndBack(t *testing.T) {
	const text = "a : type.\nb : a.\nc : a.\n\np a : pred.\nq : pred.\n\n" +
		"stage main = {\n  go : !p X -o q.\n}\n\ncontext start = {\n  q,\n  !p b, !p c\n}.\n"
	there, err := applied("t.cep", text, Edit{Do: "kind", At: "3", Kind: "bwd", Answers: map[string]string{}})
	require.NoError(t, err)
	require.Contains(t, there.Text, "p a : bwd.\np b.\np c.\n")
	back, err := applied("t.cep", there.Text, Edit{Do: "kind", At: "3", Kind: "pred", Answers: map[string]string{}})
	require.NoError(t, err)
	require.Equal(t, text, strings.Replace(back.Text, "q, !p", "q,\n  !p", 1))
}

// What a message proposes as an edit leaves a right program right, and the message is gone.
func TestProposed(t *testing.T) {
	made := 0
	for _, text := range programs(t) {
		a := lang.Analyse("t.cep", []byte(text))
		if a.Program == nil {
			continue
		}
		for _, hint := range a.Program.Hints() {
			label, e, ok := Proposed(a, hint)
			require.Equal(t, hint.Code == syntax.OnlyTested, ok)
			if !ok {
				continue
			}
			made++
			require.NotEmpty(t, label)
			got, err := applied("t.cep", text, e)
			require.NoError(t, err, "%s\n%s", hint.Msg, text)
			for _, still := range got.After.Program.Hints() {
				require.NotEqual(t, hint.Msg, still.Msg)
			}
		}
	}
	require.Positive(t, made)
}
