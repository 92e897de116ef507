package code

import (
	"html/template"

	"github.com/ceptre-graph/ceptre/site/words"
)

// HTML returns a piece of a program as HTML, for between <code> and </code>, without
// colours.
func HTML(text string) (template.HTML, error) {
	return template.HTML(template.HTMLEscapeString(words.Visible(text))), nil
}
