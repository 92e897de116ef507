// Package page holds the two pages for play. They show a [game.Handler], by requests and replies in
// JSON. The session runs on a server or, as WebAssembly, in the page itself. Index.html tells the
// story and offers the player's choices, in the words of the author; workbench.html shows the state, all
// that was tried, a picture, and why. Its labels are in the language of the story, if we have words in that;
// its messages are in English. Each page leads to the other at the same point.
//
// Its scripts are plain ones, a file for each subject, and share their names, as pages from disk
// may not load modules. A script that is loaded before them connects them to their surroundings: it
// sets globalThis.ceptrePlay, an object with these functions:
//
//	program()               a promise of a [game.Opening], as JSON: the program to play
//	send(request, signal)   a promise of the reply; the signal (AbortSignal) cancels
//	                        the request. A third argument names a lane: requests of
//	                        different lanes do not wait for, or end, each other, and
//	                        each lane has a game of its own
//	listen(hear)            calls hear.changed() when program() may say something else
//	                        than before, hear.gone() when the session no longer
//	                        answers, and hear.back() when it does again, perhaps with
//	                        another program; missing where nothing changes
//	title, home, change     of the world, and the URLs of its site and of the page on which
//	                        it is changed; all may be missing
//
// A promise of send that is rejected after the signal was aborted is not an error. If the session
// has forgotten the program, its reply says so (`closed`); the page then opens the program again
// and repeats the request.
//
// Served.js is that script for pages that are served. Theme.css, which the pages ask for,
// too, holds the custom properties of a theme (see [themes.Theme.Properties]), and icon.svg
// is its icon.
//
// [game.Handler]: https://pkg.go.dev/github.com/ceptre-graph/ceptre/cmd/play/game#Handler
package page

import (
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"html"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/site/locale"
)

// Files are the files of the pages as they are here: [Read] puts words into them.
//
//go:embed index.html workbench.html base.css read.css workbench.css
//go:embed elements.js points.js session.js keep.js link.js program.js
//go:embed tale.js read.js
//go:embed now.js choices.js tree.js step.js why.js picture.js dialogs.js breaks.js keys.js workbench.js
var Files embed.FS

// Served is the script that talks to a server.
//
//go:embed served.js
var Served []byte

// wordsFile is the script with the words of the pages.
const wordsFile = "words.js"

// Names returns the names of the files of the pages: the two pages, and what they load beside engine.js,
// theme.css and icon.svg. A server sends [Served] as engine.js.
func Names() []string {
	names, _ := fs.Glob(Files, "*.*") // the pattern is a good one
	return append(names, wordsFile)
}

// Read returns a file of the pages, with the words of a story in the two pages.
func Read(name string, w *locale.Words) ([]byte, error) {
	if name == wordsFile {
		return script(w)
	}
	data, err := Files.ReadFile(name)
	if err != nil || path.Ext(name) != ".html" {
		return data, err
	}
	if name == "workbench.html" {
		w = workbench(w)
	}
	return blank.ReplaceAllFunc(data, func(b []byte) []byte {
		key, number, counted := strings.Cut(string(b[2:len(b)-2]), " ")
		n, _ := strconv.Atoi(number) // digits
		text := ""
		switch {
		case key == "lang":
			text = w.Language
		case key == "dir":
			text = cmp.Or(w.Direction(), "ltr")
		case counted:
			text = w.Count(key, n)
		default:
			text = w.Say(key)
		}
		return []byte(html.EscapeString(text))
	}), nil
}

// blank stands in a page for a word: its key, and the number if it has one.
var blank = regexp.MustCompile(`{{[a-z-]+( [0-9]+)?}}`)

// workbench returns the words of the workbench: those of a story in a language of ours, and English ones for
// others, in which an author may have written only what readers see.
func workbench(w *locale.Words) *locale.Words {
	if slices.ContainsFunc(locale.Languages(), w.Same) {
		return w
	}
	return locale.For(locale.Default, nil)
}

// worded reports whether scripts put the text of a key on the pages.
func worded(key string) bool {
	return slices.Contains([]string{"the-end", "used", "needed", "produced", "step"}, key) ||
		strings.HasPrefix(key, "play-") || strings.HasPrefix(key, locale.Workbench)
}

// script returns the words that scripts put on the pages: the own ones of a story, and those of the workbench.
func script(w *locale.Words) ([]byte, error) {
	type table struct {
		Language string                       `json:"language"`
		Texts    map[string]map[string]string `json:"texts"`
	}
	all := make(map[string]table)
	for name, w := range map[string]*locale.Words{"own": w, "workbench": workbench(w)} {
		t := table{w.Language, make(map[string]map[string]string)}
		for _, key := range locale.Keys() {
			if worded(key) {
				t.Texts[key] = w.Forms(key)
			}
		}
		all[name] = t
	}
	data, err := json.Marshal(all) // a literal of JavaScript, too
	return fmt.Appendf(nil, "globalThis.ceptreWords = %s;\n", data), err
}
