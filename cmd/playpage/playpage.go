// Package playpage holds the page for play. It shows what a [desk.Session] says, by
// requests and replies in JSON, wherever that is: on a server or, as WebAssembly, in the
// page itself.
//
// Its scripts are plain ones, a file for each subject, which see each other's names: pages
// from disk may load no modules. They know of their surroundings only what a script that is
// loaded before them puts into globalThis.ceptrePlay, an object with these functions:
//
//	program()               a promise of a [desk.Opening], as JSON: what is to be played
//	send(request, signal)   a promise of the reply; the signal (AbortSignal) is for those
//	                        who no longer want it
//	listen(hear)            calls hear.changed() when program() may say something else
//	                        than before, hear.gone() when there is nobody who would
//	                        answer, and hear.back() when there is again, perhaps with
//	                        something else; missing where nothing changes
//	title, home             of the world, and the URL of its site; both may be missing
//
// A promise of send that is rejected with the signal aborted is no fault. Whether the
// session has forgotten the program, it says itself (`closed`): then the page opens it
// anew, with what was tried.
//
// Served.js is that script for pages that are served. Theme.css, which the page asks for,
// too, holds the custom properties of a theme (see [themes.Theme.Properties]), and icon.svg
// is its icon.
//
// [desk.Session]: https://pkg.go.dev/github.com/ceptre-graph/ceptre/cmd/desk#Session
package playpage

import "embed"

// Files are the page's: index.html and what it asks for. It asks for engine.js,
// theme.css and icon.svg, too, which are not here: Served is the first for a server.
//
//go:embed index.html play.css
//go:embed elements.js points.js session.js keep.js link.js now.js choices.js tree.js step.js why.js picture.js dialogs.js breaks.js keys.js program.js play.js
var Files embed.FS

// Served is the script that talks to a server.
//
//go:embed served.js
var Served []byte
