package logic_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/logic/ground"
	"github.com/ceptre-graph/ceptre/lang/asp"
	"github.com/ceptre-graph/ceptre/lang/asp/asptest"
	"github.com/ceptre-graph/ceptre/lang/logic"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Rules with all forms of the language, most of which the reader brings into others, have the answers of clingo.
func TestForms(t *testing.T) {
	if !asptest.Installed() {
		t.Skip("there is no clingo")
	}
	rapid.Check(t, func(rt *rapid.T) {
		text := asptest.Facts + strings.Join(rapid.SliceOfN(asptest.Rule(), 1, 3).Draw(rt, "rules"), "\n")
		p, errs := asp.Parse(&syntax.Source{Name: "p.lp", Text: []byte(text)})
		if errs.Failed() || logic.Check(p).Failed() {
			rt.Skip("not supported, or unsafe")
		}
		want, unsafe := asptest.Clingo(rt, text)
		if unsafe {
			rt.Skip("clingo refuses what is safe here")
		}
		base, answer, err := solveText(rt, text, len(want)+1)
		if err != nil {
			require.ErrorContains(rt, err, "the limit of", text)
			rt.Skip("endless")
		}
		shown := make(map[logic.Predicate]bool)
		for i := range base.Atoms.Len() {
			shown[base.Atoms.Predicate(ground.Atom(i))] = true
		}
		got := []string(nil)
		for _, m := range answer.Models {
			var atoms []string
			for q := range shown {
				if strings.HasPrefix(q.Name, "#") {
					continue // of the evaluator
				}
				for _, a := range m.Atoms(q) {
					atoms = append(atoms, string(base.Atoms.Append(nil, &base.Terms, a)))
				}
			}
			slices.Sort(atoms)
			got = append(got, strings.Join(atoms, " "))
		}
		slices.Sort(got)
		require.Equal(rt, want, got, text)
	})
}
