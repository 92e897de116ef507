// Package page holds the page for play. It shows a [game.Handler], by requests and replies in
// JSON. The session runs on a server or, as WebAssembly, in the page itself.
//
// Its scripts are plain ones, a file for each subject, and share their names, as pages from disk
// may not load modules. A script that is loaded before them connects them to their surroundings: it
// sets globalThis.ceptrePlay, an object with these functions:
//
//	program()               a promise of a [game.Opening], as JSON: the program to play
//	send(request, signal)   a promise of the reply; the signal (AbortSignal) cancels
//	                        the request
//	listen(hear)            calls hear.changed() when program() may say something else
//	                        than before, hear.gone() when the session no longer
//	                        answers, and hear.back() when it does again, perhaps with
//	                        another program; missing where nothing changes
//	title, home             of the world, and the URL of its site; both may be missing
//
// A promise of send that is rejected after the signal was aborted is not an error. If the session
// has forgotten the program, its reply says so (`closed`); the page then opens the program again
// and repeats the request.
//
// Served.js is that script for pages that are served. Theme.css, which the page asks for,
// too, holds the custom properties of a theme (see [themes.Theme.Properties]), and icon.svg
// is its icon.
//
// [game.Handler]: https://pkg.go.dev/github.com/ceptre-graph/ceptre/cmd/play/game#Handler
package page

import "embed"

// Files are the files of the page: index.html and the files it loads. It also loads engine.js,
// theme.css and icon.svg, which are not among them; a server sends Served as engine.js.
//
//go:embed index.html play.css
//go:embed elements.js points.js session.js keep.js link.js now.js choices.js tree.js
//go:embed step.js why.js picture.js dialogs.js breaks.js keys.js program.js play.js
var Files embed.FS

// Served is the script that talks to a server.
//
//go:embed served.js
var Served []byte
