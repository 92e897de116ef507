// Package texts holds the texts of the small programs that new worlds begin with, and of their prose. It needs
// nothing that runs programs, so that pages can offer them.
package texts

import (
	"embed"
	"strings"

	"github.com/ceptre-graph/ceptre/site/words"
)

//go:embed *.cep *.md
var files embed.FS

// Text is a program to begin with, and its prose.
type Text struct {
	Kind    string
	Summary string // half a sentence for a list of kinds
}

// All returns the texts. The first is the default.
func All() []Text {
	return []Text{
		{"story", "three people, a lantern, and who is together in the end"},
		{"economy", "three traders who live on each other"},
		{"puzzle", "two jugs and four litres, for a player"},
		{"fiction", "a house with a locked study, for a player"},
	}
}

// File returns the file of a world with a name that has an ending: .cep for the program, .md for the prose.
func (t Text) File(name, ending string) []byte {
	text, err := files.ReadFile(t.Kind + ending)
	if err != nil {
		panic(err) // a test reads every file
	}
	title := words.Capitals(words.Spaced(name))
	return []byte(strings.NewReplacer("{{file}}", name, "{{title}}", title).Replace(string(text)))
}
