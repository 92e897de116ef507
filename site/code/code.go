//go:build !js

package code

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/formatters/html"

	"github.com/ceptre-graph/ceptre/lang/grammar"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/site/markup"
)

// This file is the only one that knows the library that writes coloured code.
// The grammar cuts the text, the library writes it as HTML with its well-known
// classes, and which class has which colour is for the theme to say.

// HTML returns a piece of a program as HTML, for between <code> and </code>.
func HTML(text string) (markup.HTML, error) {
	var tokens []chroma.Token
	for _, t := range grammar.Tokens(visible.Page(text)) {
		tokens = append(tokens, chroma.Token{Type: tokenType(t.Scope), Value: t.Text})
	}
	var b bytes.Buffer
	formatter := html.New(html.WithClasses(true), html.PreventSurroundingPre(true))
	if err := formatter.Format(&b, &chroma.Style{}, chroma.Literator(tokens...)); err != nil {
		return "", fmt.Errorf("colours of code: %w", err)
	}
	return markup.HTML(b.String()), nil
}

// tokenTypes are the library's names for the scopes of the grammar; a scope that
// is not here has that of its first words: "string" stands for
// "string.quoted.double.ceptre".
var tokenTypes = map[string]chroma.TokenType{
	"comment":                   chroma.CommentSingle,
	"constant.character.escape": chroma.LiteralStringEscape,
	"constant.numeric":          chroma.LiteralNumberInteger,
	"constant.other":            chroma.NameConstant,
	"entity.name.function":      chroma.NameFunction,
	"entity.name.namespace":     chroma.NameNamespace,
	"entity.name.type":          chroma.NameClass,
	"invalid":                   chroma.Error,
	"keyword.control":           chroma.Keyword,
	"keyword.control.directive": chroma.CommentPreproc,
	"keyword.operator":          chroma.Operator,
	"keyword.operator.arrow":    chroma.OperatorWord,
	"punctuation":               chroma.Punctuation,
	"storage.type":              chroma.KeywordType,
	"string":                    chroma.LiteralStringDouble,
	"support.constant":          chroma.NameBuiltin,
	"variable.language":         chroma.NameBuiltinPseudo,
	"variable.other":            chroma.NameVariable,
}

// tokenType returns the type for a scope, that of plain text for none.
func tokenType(scope string) chroma.TokenType {
	for scope != "" {
		if t, ok := tokenTypes[scope]; ok {
			return t
		}
		scope = scope[:max(0, strings.LastIndexByte(scope, '.'))]
	}
	return chroma.Text
}
