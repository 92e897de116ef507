//go:build !js

package code

import (
	"bytes"
	"fmt"
	"sync"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/formatters/html"

	"github.com/ceptre-graph/ceptre/lang/grammar"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/site/markup"
)

// This file is the only one that knows the library that writes coloured code.
// The grammar cuts the text and knows the class of each token, the library writes it as
// HTML, and the theme has the colour of each class.

// HTML returns a piece of a program as HTML, for between <code> and </code>.
func HTML(text string) (markup.HTML, error) {
	var tokens []chroma.Token
	for _, t := range grammar.Tokens(visible.Page(text)) {
		tokens = append(tokens, chroma.Token{Type: tokenTypes()[t.Class()], Value: t.Text})
	}
	var b bytes.Buffer
	formatter := html.New(html.WithClasses(true), html.PreventSurroundingPre(true))
	if err := formatter.Format(&b, &chroma.Style{}, chroma.Literator(tokens...)); err != nil {
		return "", fmt.Errorf("colours of code: %w", err)
	}
	return markup.HTML(b.String()), nil
}

// tokenTypes are the library's names for the classes of the grammar.
var tokenTypes = sync.OnceValue(func() map[string]chroma.TokenType {
	types := make(map[string]chroma.TokenType)
	for t, class := range chroma.StandardTypes {
		types[class] = t
	}
	types[""] = chroma.Text
	return types
})
