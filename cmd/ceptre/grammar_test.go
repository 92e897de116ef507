package main

import (
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/examples"
	"github.com/ceptre-graph/ceptre/lang/grammar"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/stretchr/testify/require"
)

// What the grammar takes for words of a kind, the language's own scanner and
// parser take for the same.
func TestGrammarAgreesWithSyntax(t *testing.T) {
	files, err := fs.Glob(examples.FS, "*.cep")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, name := range files {
		data, err := fs.ReadFile(examples.FS, name)
		require.NoError(t, err)
		checkColours(t, &syntax.Source{Name: name, Text: data})
	}
	checkColours(t, &syntax.Source{Name: "forms.cep", Text: []byte(allForms)})
}

// allForms holds what the examples do without.
const allForms = `#builtin NAT nat. #builtin NAT_ZERO z. #builtin NAT_SUCC s.
#sensor input line.   % the last word on this line
z : nat. s nat : nat. input string : sense. été C’ : bwd.
sums : a-o b C' * (N - 1) < (007 mod M) * X <> _ * !p "a \"% b" ⊸ q (N+1) (M / 2) * -x - /y.
half (s (s N)) (s M) ← half N M. p -> q -> predator stages.
#never both in play : at C L * dead C. #invariant 2 * sum N in in N - !q X = 1. #invariant a : b (-) C < 3.
q "" o- 3 >= 2 * mod == mod.%
`

func checkColours(t *testing.T, src *syntax.Source) {
	t.Helper()
	file, errs := syntax.Parse(src)
	require.Empty(t, errs)
	c := colouring{t: t, src: src, tokens: make(map[int]grammar.Token)}
	comments, at := 0, 0
	for _, token := range grammar.Tokens(string(src.Text)) {
		c.tokens[at] = token
		at += len(token.Text)
		if strings.HasPrefix(token.Scope, "comment.") {
			comments++
		}
	}
	for _, comment := range file.Comments {
		c.is(comment.Span, "comment.")
	}
	require.Len(t, file.Comments, comments)
	for _, d := range file.Decls {
		c.decl(d)
	}
}

// colouring compares a tree with the tokens of its text, by their offsets.
type colouring struct {
	t      *testing.T
	src    *syntax.Source
	tokens map[int]grammar.Token
}

// is requires that a span is one token of a kind of scope.
func (c *colouring) is(span syntax.Span, scope string) {
	c.t.Helper()
	token := c.tokens[span.Start.Offset]
	require.Equal(c.t, c.src.Slice(span), token.Text, "%s:%s", c.src.Name, span.Start)
	require.True(c.t, strings.HasPrefix(token.Scope, scope), "%s:%s: %v", c.src.Name, span.Start, token)
}

// name requires that a name is one token of a scope that names have.
func (c *colouring) name(n *syntax.Name, scopes ...string) {
	c.t.Helper()
	if n == nil {
		return
	}
	c.is(n.Span, "")
	require.Contains(c.t, scopes, strings.TrimSuffix(c.tokens[n.Start.Offset].Scope, ".ceptre"), "%s:%s", c.src.Name,
		n.Start)
}

func (c *colouring) decl(d syntax.Decl) {
	switch d := d.(type) {
	case *syntax.Signature:
		c.name(d.Name, "entity.name.type", "entity.name.function.predicate", "constant.other")
		c.name(d.Result, "entity.name.type", "storage.type")
	case *syntax.Clause:
		c.name(d.Name, "entity.name.function")
		c.exprs(append(d.Premises, d.Head))
	case *syntax.Rule:
		c.name(d.Name, "entity.name.function")
		c.exprs([]syntax.Expr{d.Left, d.Right})
	case *syntax.Stage:
		c.name(d.Name, "entity.name.namespace")
		for _, r := range d.Rules {
			c.decl(r)
		}
	case *syntax.Context:
		c.name(d.Name, "entity.name.namespace")
		c.exprs(d.Facts)
	case *syntax.Trace:
		c.name(d.Stage, "")
		c.name(d.Context, "")
		if d.Inline != nil {
			c.decl(d.Inline)
		}
	case *syntax.Statement:
		c.name(d.Name, "entity.name.function")
		c.name(d.Stage, "entity.name.namespace")
		for _, n := range slices.Concat(d.Left, d.Right) {
			c.name(n.Sum, "variable.other")
			if n.Of != nil {
				c.expr(n.Of)
			}
		}
		c.exprs([]syntax.Expr{d.Premises})
	case *syntax.Directive:
		c.exprs(d.Args)
	}
}

func (c *colouring) exprs(xs []syntax.Expr) {
	for _, x := range xs {
		c.expr(x)
	}
}

func (c *colouring) expr(x syntax.Expr) {
	switch x := x.(type) {
	case *syntax.Name:
		c.name(x, nameScopes(x.Text)...)
	case *syntax.Number:
		c.is(x.Span, "constant.numeric.")
	case *syntax.String:
		require.True(c.t, strings.HasPrefix(c.tokens[x.Start.Offset].Scope, "string."))
	case *syntax.Apply:
		c.expr(x.Fun)
		c.exprs(x.Args)
	case *syntax.Binary:
		c.exprs([]syntax.Expr{x.X, x.Y})
	case *syntax.Prefix:
		c.expr(x.X)
	case *syntax.StageRef:
		c.name(x.Name, "entity.name.namespace")
	}
}

// nameScopes returns the scopes that a name within an expression may have.
func nameScopes(name string) []string {
	switch {
	case name == syntax.Wildcard:
		return []string{"variable.language.wildcard"}
	case strings.HasPrefix(name, "NAT"):
		return []string{"support.constant"}
	case syntax.IsVariable(name):
		return []string{"variable.other"}
	case name == "qui":
		return []string{"keyword.control"}
	case name == "mod", name == "-", name == "/":
		return []string{"keyword.operator.arithmetic"}
	}
	return []string{""}
}
