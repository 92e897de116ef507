package code

import (
	"html"

	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/site/markup"
)

// HTML returns a piece of a program as HTML, for between <code> and </code>, without
// colours.
func HTML(text string) (markup.HTML, error) {
	return markup.HTML(html.EscapeString(visible.Page(text))), nil
}
