package edit

import (
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/outline"
	"github.com/stretchr/testify/require"
)

// Each declaration of the examples can be deleted: with its uses where it has some, or with another in its place where
// one fits. The result loads, and nothing changes without an answer.
func TestDeleteDeclarations(t *testing.T) {
	tried := 0
	eachExample(t, func(name, text string) {
		a := lang.Analyse(name, []byte(text))
		root, _ := outline.Locate(a.File, "")
		for i, n := range root.Parts("") {
			if i%29 != tried%29 {
				continue
			}
			e := Edit{Do: "delete", At: n.Path}
			got, err := applied(name, text, e)
			if err != nil && strings.Contains(text, "#builtin NAT") {
				require.Regexp(t, "number|NAT", err.Error()) // a constructor of numbers, or their type
				continue
			}
			require.NoError(t, err, "%s: %s", name, n.Path)
			if got.Ask == nil {
				loads(t, name, got.Text)
				continue
			}
			require.Empty(t, got.Text)
			require.Len(t, got.Ask.Questions, 1)
			q := got.Ask.Questions[0]
			require.Equal(t, q.Options[0].Term, q.Default)
			for j, o := range q.Options {
				e.Answers = map[string]string{q.ID: o.Term}
				got, err := applied(name, text, e)
				if j > 0 && err != nil { // nothing else fits, such as a context that would contain itself
					require.Regexp(t, wording, err.Error())
					continue
				}
				require.NoError(t, err, "%s: %+v", name, e)
				loads(t, name, got.Text)
				if takesArguments(declared(&change{Analysis: a}, n)) {
					is := parts(got.After.File)
					for text, count := range parts(a.File) { // what does not name it stays
						if !names(text, declaredName(n).Text) {
							require.LessOrEqual(t, count, is[text], "%s: %+v: %s", name, e, text)
						}
					}
				}
			}
		}
		tried++
	})
}

// names reports whether a name is a word of a text.
func names(text, name string) bool {
	words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \n,.(){}$!", r) })
	return slices.Contains(words, name)
}

// Each premise and fact of the examples goes, or is refused with a sentence; comments but its own stay.
func TestDeleteItems(t *testing.T) {
	tried := 0
	eachExample(t, func(name, text string) {
		a := lang.Analyse(name, []byte(text))
		eachItem(a, func(n *outline.Node) {
			if tried++; tried%23 != 0 {
				return
			}
			got, err := applied(name, text, Edit{Do: "delete", At: n.Path, Answers: map[string]string{}})
			if err != nil {
				require.Regexp(t, wording, err.Error())
				return
			}
			loads(t, name, got.Text)
			above, behind := n.Comments()
			lost := len(above)
			if behind != nil {
				lost++
			}
			require.GreaterOrEqual(t, len(got.After.File.Comments), len(a.File.Comments)-lost)
			_, ok := outline.Locate(got.After.File, got.Focus)
			require.True(t, ok, "%s: %s: %s", name, n.Path, got.Focus)
		})
	})
}

// eachItem calls f with each premise and fact.
func eachItem(a *lang.Analysis, f func(*outline.Node)) {
	root, _ := outline.Locate(a.File, "")
	for _, d := range root.Parts("") {
		if declaredName(d) != nil && d.Parts("l") == nil && len(d.Parts("")) > 0 && d.Parts("")[0].Expr == nil {
			for _, r := range d.Parts("") {
				for _, side := range []string{"l", "r"} {
					for _, n := range r.Parts(side) {
						f(n)
					}
				}
			}
			continue
		}
		if isFactList(d) {
			for _, n := range d.Parts("") {
				f(n)
			}
		}
		for _, side := range []string{"l", "r"} {
			for _, n := range d.Parts(side) {
				f(n)
			}
		}
	}
}

// loads checks that a program has no errors.
func loads(t *testing.T, name, text string) {
	p, errs := lang.Load(name, []byte(text))
	require.NotNil(t, p, "%v\n%s", errs, text)
}
