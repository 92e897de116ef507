package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/asp"
	"github.com/ceptre-graph/ceptre/lang/explain"
	"github.com/ceptre-graph/ceptre/lang/gdl"
	"github.com/ceptre-graph/ceptre/lang/logic"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/stretchr/testify/require"
)

// codes returns the codes that messages have, by the names of their constants.
func codes(t *testing.T) map[string]string {
	tree, err := parser.ParseFile(token.NewFileSet(), "../../lang/syntax/codes.go", nil, 0)
	require.NoError(t, err)
	out := make(map[string]string)
	ast.Inspect(tree, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok {
			value, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			require.NoError(t, err)
			out[spec.Names[0].Name] = value
		}
		return true
	})
	return out
}

// Each code is explained, and nothing else is; and each is that of some message.
func TestCodesAreExplained(t *testing.T) {
	var sources strings.Builder
	for _, pattern := range []string{"../../lang/*.go", "../../lang/*/*.go"} {
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") || filepath.Base(file) == "codes.go" {
				continue
			}
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			sources.Write(text)
		}
	}
	var all []string
	for name, code := range codes(t) {
		all = append(all, code)
		require.Regexp(t, `\b`+name+`\b`, sources.String(), "nothing has this code")
	}
	slices.Sort(all)
	require.Equal(t, all, explain.Codes())
}

// wrong returns a program that is wrong in the way that is explained. Some are too large to show,
// or no texts. They are no variable of the package, which each command of a script would fill.
func wrong(e explain.Explanation) string {
	if e.Wrong != "" {
		return e.Wrong
	}
	switch e.Code {
	case "not-utf8":
		return "tok : pred. \xff"
	case "nested-too-deeply":
		return "tok : pred. " + strings.Repeat("(", 10_000) + "tok" + strings.Repeat(")", 10_000) + " -o tok."
	case "too-large":
		return "tok : pred. tok -o (). #trace _ main { " + strings.Repeat("tok, ", 1_000_000) + "tok }."
	}
	return ""
}

// messages return all that is said about a program of one of the languages that explanations are written in.
var messages = map[string]func(t *testing.T, text string) syntax.ErrorList{
	"cep": func(t *testing.T, text string) syntax.ErrorList {
		p, errs := lang.Load("p.cep", []byte(text))
		if len(errs) > 0 {
			return errs
		}
		require.NotEmpty(t, p.Traces)
		return p.Hints()
	},
	"kif": func(_ *testing.T, text string) syntax.ErrorList {
		_, errs := gdl.ParseKIF(&syntax.Source{Name: "p.kif", Text: []byte(text)})
		return errs
	},
	"json": func(_ *testing.T, text string) syntax.ErrorList {
		_, errs := asp.ReadGame(&syntax.Source{Name: "p.json", Text: []byte(text)})
		return errs
	},
	"lp": func(_ *testing.T, text string) syntax.ErrorList {
		p, errs := asp.Parse(&syntax.Source{Name: "p.lp", Text: []byte(text)})
		if len(errs) > 0 {
			return errs
		}
		return logic.Check(p)
	},
}

// The wrong program of each explanation is wrong for its reason only, and the
// right one is right.
func TestExplanationsAreTrue(t *testing.T) {
	for _, code := range explain.Codes() {
		t.Run(code, func(t *testing.T) {
			e, ok := explain.Find(code)
			require.True(t, ok)
			require.NotEmpty(t, e.Summary)
			require.NotEmpty(t, e.Text)
			of := messages[e.Language]
			require.NotNil(t, of, "no programs end with .%s", e.Language)
			errs := of(t, e.Right)
			require.False(t, errs.Failed(), "%s", errs)
			require.False(t, slices.ContainsFunc(errs, func(one *syntax.Error) bool { return string(one.Code) == code }))
			errs = of(t, wrong(e))
			require.NotEmpty(t, errs)
			for _, one := range errs {
				require.Equal(t, code, string(one.Code), one.Msg)
			}
		})
	}
	_, ok := explain.Find("../codes/not-utf8")
	require.False(t, ok)
}
