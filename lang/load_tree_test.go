package lang

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// TestLoadTree loads a tree with what only front ends of other languages put there.
func TestLoadTree(t *testing.T) {
	const text = `
person : type.  ann : person.  bob : person.
likes person person : pred.  seen person : pred.
stage main = { greet : likes P Q -o seen Q. }
context init = { likes ann bob, seen ann }.
#trace _ main init.
`
	file, errs := syntax.Parse(&syntax.Source{Name: "party.cep", Text: []byte(text)})
	require.Empty(t, errs)
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *syntax.Stage:
			r := d.Rules[0]
			r.Listed = []*syntax.Name{{Span: r.Span, Text: "Q"}}
			r.Right = &syntax.Prefix{Span: r.Right.Range(), Op: syntax.Affine, X: r.Right}
			other := *r
			d.Rules = append(d.Rules, &other, &syntax.Rule{Span: d.Span, Name: r.Name, Left: r.Left, Right: r.Right})
		case *syntax.Context:
			d.Facts[1] = &syntax.Prefix{Span: d.Facts[1].Range(), Op: syntax.Affine, X: d.Facts[1]}
		case *syntax.Trace:
			d.Goal = &syntax.Apply{Span: d.Span, Fun: &syntax.Name{Text: "seen"}, Args: []syntax.Expr{&syntax.Name{Text: "Who"}}}
			d.Tries, d.Expected = 3, true
		}
	}
	prog, errs := LoadTree(file, nil)
	require.NotNil(t, prog, errs)

	rule := prog.Rules()[0]
	require.Same(t, rule, rule.Written)
	require.Same(t, rule, prog.Rules()[1].Written)
	require.Same(t, prog.Rules()[2], prog.Rules()[2].Written)
	require.Equal(t, []string{"Q", "P"}, []string{rule.Vars[0].Name, rule.Vars[1].Name})
	require.Equal(t, "person", rule.Vars[0].Type.Name)
	require.True(t, rule.Results[0].Affine)
	require.False(t, rule.Results[0].Permanent)
	require.False(t, prog.Contexts[0].Facts[0].Affine)
	require.True(t, prog.Contexts[0].Facts[1].Affine)
	goal := prog.Traces[0].Goal
	require.Equal(t, 3, goal.Tries)
	require.True(t, goal.Expected)
	require.False(t, goal.Unexpected)
	require.Len(t, goal.Premises, 1)
	require.Equal(t, "seen", goal.Premises[0].Atom.Pred.Name)
	require.Equal(t, "Who", goal.Vars[0].Name)
	prog.JoinVariants()
	require.Same(t, rule, prog.Rules()[2].Written)
}
