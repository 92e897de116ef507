// Package page holds the page of the workshop, on which programs are built. It shows a [workshop.Handler], by
// requests and replies in JSON, as the pages for play show a game.
//
// Its scripts are modules; main.js is the first of them. A plain script that is loaded before, connect.js,
// connects them to their surroundings as those of package cmd/play/web/page: it sets globalThis.ceptrePlay.
//
// [workshop.Handler]: https://pkg.go.dev/github.com/ceptre-graph/ceptre/cmd/workshop#Handler
package page

import (
	"embed"
	"io/fs"

	"github.com/ceptre-graph/ceptre/site/locale"
)

// Files are the files of the page.
//
//go:embed *.html *.css *.js
var Files embed.FS

// Connect is the name of the script that connects the page to its surroundings. It is none of [Files], as it
// differs between a server and a page of its own.
const Connect = "connect.js"

// Names returns the names of the files of the page. The page loads theme.css, icon.svg and [Connect], too.
func Names() []string {
	names, _ := fs.Glob(Files, "*") // the pattern is a good one
	return names
}

// Read returns a file of the page. Its words are English in all languages of stories.
func Read(name string, _ *locale.Words) ([]byte, error) { return Files.ReadFile(name) }
