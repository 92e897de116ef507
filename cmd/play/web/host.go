// Package web serves the pages for play, and others that show a program that may change, with a session
// for each page that is open.
//
// It is meant for the user's own machine. The server in which it is mounted decides which callers
// to admit; this package only refuses requests from pages of another origin.
package web

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"sync"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/cmd/play/game"
	"github.com/ceptre-graph/ceptre/cmd/play/sketch"
	"github.com/ceptre-graph/ceptre/cmd/play/web/page"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/site/locale"
	"github.com/ceptre-graph/ceptre/themes"
)

// Host serves the pages for a program. Its methods may be called by several at once.
type Host struct {
	// Pages are the pages; the zero value stands for those for play.
	Pages Pages
	// Session returns what answers the requests of a page that has opened, from a handler of a game that is its
	// own; nil for this handler itself.
	Session func(*game.Handler) Session
	// Limits bound each run, and Generator is named in its trace.
	Limits    exec.Limits
	Generator *trace.Generator
	// Within limits the work of a request. It returns a context and a function to call after the
	// request; a nil Within sets no limits. If memory runs out ([exec.LimitError]), all sessions
	// are closed, as together they are too large.
	Within func(context.Context) (context.Context, context.CancelFunc)

	lock     sync.Mutex
	sessions sessions
	now      program
	changed  chan struct{} // closed when there is another program; nil without waiters
}

// Session answers the requests of one page, one after the other, both in JSON. A reply to a request that came
// to nothing has an `error`, as [game.Refuse] writes it.
type Session interface {
	Handle(ctx context.Context, request []byte) (reply []byte)
}

// Pages are the files of pages. One of them is index.html. They may load theme.css, icon.svg and program.json, too.
type Pages struct {
	Names []string
	// Read returns a file by its name, in the words of a story.
	Read func(name string, w *locale.Words) ([]byte, error)
	// Served is the name of the script that connects the pages with the server ([page.Served]).
	Served string
}

// pages returns the pages that are served.
func (h *Host) pages() Pages {
	if h.Pages.Read == nil {
		return Pages{page.Names(), page.Read, "engine.js"}
	}
	return h.Pages
}

// program is a version of the program to play.
type program struct {
	file
	data    []byte // the file, as JSON
	look    *themes.Theme
	words   *locale.Words
	version string
}

// file is a program as pages are told of it: the last that there was, and why there is none
// any more.
type file struct {
	game.Opening
	Fault string `json:"fault,omitempty"`
}

// Show makes a program the newest, in a theme, with the fixed words of its story. Pages that are open are
// told.
func (h *Host) Show(o game.Opening, look *themes.Theme, words *locale.Words) error {
	return h.tell(program{file: file{Opening: o}, look: look, words: words})
}

// Fail says why the program cannot be read any more. What was tried on pages can be gone on
// with. Before there was a program, there is nothing to tell.
func (h *Host) Fail(why string) error {
	now, _ := h.state()
	if now.data == nil {
		return nil
	}
	now.Fault = why
	return h.tell(now)
}

func (h *Host) tell(p program) (err error) {
	if p.data, err = json.Marshal(p.file); err != nil {
		return err
	}
	sum := sha256.Sum256(p.data)
	p.version = hex.EncodeToString(sum[:16])
	h.lock.Lock()
	defer h.lock.Unlock()
	h.now = p
	if h.changed != nil {
		close(h.changed)
		h.changed = nil
	}
	return nil
}

// state returns the current program, without data before there is one, and a channel that is closed
// when another program replaces it.
func (h *Host) state() (program, <-chan struct{}) {
	h.lock.Lock()
	defer h.lock.Unlock()
	if h.changed == nil {
		h.changed = make(chan struct{})
	}
	return h.now, h.changed
}

// draw draws a run for a page, in the theme of the program.
func (h *Host) draw(ctx context.Context, g *causal.Graph, p game.Picture) ([]byte, error) {
	now, _ := h.state()
	return sketch.Sketch{Theme: now.look}.Draw(ctx, g, p)
}
