package edit

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/outline"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// randomChange draws an edit that reaches all uses of something.
func randomChange(r *rand.Rand, a *lang.Analysis) Edit {
	all := nodes(a.File)
	at := func(ok func(*outline.Node) bool) string { return randomPath(r, all, ok) }
	signature := func(n *outline.Node) bool { return declared(&change{Analysis: a}, n) != nil }
	switch r.IntN(7) {
	case 0:
		return Edit{Do: "delete", At: at(func(n *outline.Node) bool { return n.Expr == nil || n.Up.Expr == nil })}
	case 1:
		return Edit{Do: "delete", At: at(signature)}
	case 2:
		e := Edit{Do: "rename", At: at(func(n *outline.Node) bool { return n.Expr == nil })}
		e.Name = oneOf(r, []string{"foo", "bar", "Qu", "main", "a-b", "pred"})
		if n, _ := outline.Locate(a.File, e.At); n.Expr == nil && r.IntN(2) == 0 {
			if v := oneOf(r, (&change{Analysis: a}).vars(n)); v != nil {
				e.Var, e.Name = v.Name, oneOf(r, []string{"X", "New", "Q'"})
			}
		}
		return e
	case 3:
		if r.IntN(3) == 0 {
			return Edit{Do: "permanent", At: at((&change{Analysis: a}).isPredDecl)}
		}
		return Edit{Do: "kind", At: at((&change{Analysis: a}).isPredDecl), Kind: oneOf(r, kindOrder)}
	}
	e := Edit{Do: "argument", At: at(signature), Change: oneOf(r, []string{"add", "add", "remove", "move", "type"})}
	i := r.IntN(3)
	if n, _ := outline.Locate(a.File, e.At); len(n.Parts("")) > 0 {
		i %= len(n.Parts(""))
	}
	e.Index, e.To = &i, oneOf(r, []string{"0", "1", "2"})
	if t := oneOf(r, a.Known.Types); t != nil {
		e.Type = t.Name
	}
	return e
}

// answered returns answers to questions: none, which are those that are proposed, or random ones.
func answered(r *rand.Rand, ask *Ask, random bool) map[string]string {
	answers := make(map[string]string)
	random = random || r.IntN(2) == 0
	for _, q := range ask.Questions {
		if random {
			answers[q.ID] = oneOf(r, q.Options).Term
		}
	}
	return answers
}

// Edits that reach all uses leave a right program right, a text that is laid out as it is, and comments where they are
// unless what they are on goes. The answers that are proposed are always possible.
func TestRandomChanges(t *testing.T) {
	all := programs(t)
	made := make(map[string]int)
	defer func() { t.Log(made) }()
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		text := oneOf(r, all)
		if r.IntN(6) == 0 {
			lines := strings.SplitAfter(text, "\n")
			i := r.IntN(len(lines))
			text = strings.Join(slices.Delete(lines, i, i+1), "")
		}
		switch r.IntN(8) { // texts that are not laid out stay so
		case 0:
			text = strings.ReplaceAll(text, "\n", "\r\n")
		case 1:
			text = "\ufeff" + strings.ReplaceAll(strings.ReplaceAll(text, "\n  ", "\n"), " * ", "*")
		}
		for range 2 {
			before := lang.Analyse("t.cep", []byte(text))
			e := randomChange(r, before)
			got, err := applied("t.cep", text, e)
			for err == nil && got.Ask != nil {
				require.Empty(t, got.Text)
				checkQuestions(t, before.File, got.Ask)
				again := e.Answers != nil
				if e.Answers == nil {
					e.Answers = make(map[string]string)
				}
				maps.Copy(e.Answers, answered(r, got.Ask, again))
				got, err = applied("t.cep", text, e)
				if len(e.Answers) == 0 {
					require.NoError(t, err, "%+v\n%s", e, text)
				}
			}
			if err != nil {
				require.Regexp(t, wording, err.Error(), "%+v\n%s", e, text)
				continue
			}
			require.Nil(t, got.Ask, "%+v", e)
			made[e.Do+" "+e.Change+e.Kind]++
			again, err := applied("t.cep", text, e)
			require.NoError(t, err)
			require.Equal(t, got.Text, again.Text)
			checkChange(t, before, e, got)
			text = got.Text
		}
	})
}

// checkQuestions checks that questions can be shown, and told apart.
func checkQuestions(t *rapid.T, f *syntax.File, ask *Ask) {
	require.NotEmpty(t, ask.Text)
	require.NotEmpty(t, ask.Questions)
	ids := make(map[string]bool)
	for _, q := range ask.Questions {
		require.False(t, ids[q.ID], q.ID)
		ids[q.ID] = true
		_, ok := outline.Locate(f, q.Path)
		require.True(t, ok, q.Path)
		require.True(t, slices.ContainsFunc(q.Options, func(o outline.Option) bool { return o.Term == q.Default }), "%+v", q)
		for _, o := range q.Options {
			require.NotEmpty(t, o.Label)
			require.NotEmpty(t, o.Term)
		}
	}
}

func checkChange(t *rapid.T, before *lang.Analysis, e Edit, got *Result) {
	src := before.File.Source
	after := lang.Analyse("t.cep", []byte(got.Text))
	if !before.Errors.Failed() {
		require.False(t, after.Errors.Failed(), "%+v: %v\n%s\n=>\n%s", e, after.Errors, src.Text, got.Text)
	}
	_, wrong := syntax.Parse(src)
	_, errs := syntax.Parse(after.File.Source)
	require.LessOrEqual(t, len(errs), len(wrong), "%+v\n%s", e, got.Text)
	if laid, _, _ := syntax.Format(src); len(wrong) == 0 && string(laid) == string(src.Text) {
		again, _, _ := syntax.Format(after.File.Source)
		require.Equal(t, string(again), got.Text, "%+v", e)
	}
	if e.Do != "delete" && e.Do != "kind" {
		require.Len(t, after.File.Decls, len(before.File.Decls))
	}
	if e.Do == "rename" || e.Do == "permanent" || e.Change == "add" || e.Change == "move" { // no premise or fact goes
		require.Equal(t, comments(before.File), comments(after.File), "%+v\n%s\n=>\n%s", e, src.Text, got.Text)
	}
	if strings.Count(string(src.Text), "\n") == strings.Count(string(src.Text), "\r\n") {
		require.Equal(t, strings.Count(got.Text, "\n"), strings.Count(got.Text, "\r\n"), "%+v", e)
	}
	_, ok := outline.Locate(after.File, got.Focus)
	require.True(t, ok, "%+v: %s", e, got.Focus)
}
