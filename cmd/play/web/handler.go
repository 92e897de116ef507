package web

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"os"
	"path"
	"strconv"
	"time"

	"github.com/ceptre-graph/ceptre/cmd/play/web/page"
	"github.com/ceptre-graph/ceptre/site/locale"
	"github.com/ceptre-graph/ceptre/themes"
)

// policy lets the page load files from its own server, and nothing else.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// mostBody is how large a request may be, in bytes.
const mostBody = 9 << 20

// hearing is how long a page may take to hear of a change.
const hearing = 30 * time.Second

// Handler returns the handler of requests below a path, which ends with a slash.
func (h *Host) Handler(prefix string) http.Handler {
	mux := http.NewServeMux()
	pages := h.pages()
	mux.HandleFunc("GET /{$}", h.file(pages, "index.html"))
	for _, name := range pages.Names {
		mux.HandleFunc("GET /"+name, h.file(pages, name))
	}
	mux.HandleFunc("GET /"+pages.Served, func(w http.ResponseWriter, r *http.Request) {
		send(w, r, pages.Served, page.Served)
	})
	mux.HandleFunc("GET /theme.css", h.look("theme.css", (*themes.Theme).Properties))
	mux.HandleFunc("GET /"+themes.IconFile, h.look(themes.IconFile, (*themes.Theme).Icon))
	mux.HandleFunc("GET /program.json", h.program)
	mux.HandleFunc("GET /events", h.events)
	guard := http.NewCrossOriginProtection()
	mux.Handle("POST /send", guard.Handler(http.HandlerFunc(h.send)))
	mux.Handle("POST /close", guard.Handler(http.HandlerFunc(h.close)))
	return http.StripPrefix(prefix[:len(prefix)-1], http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", policy)
		w.Header().Set("Referrer-Policy", "no-referrer")
		mux.ServeHTTP(w, r)
	}))
}

// file answers with a file of the pages, in the words of the story.
func (h *Host) file(pages Pages, name string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		now, _ := h.state()
		words := now.words
		if words == nil {
			words = locale.For(locale.Default, nil)
		}
		data, err := pages.Read(name, words)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		send(w, r, name, data)
	}
}

// look answers with a file that is made from the theme of the program, or from the default
// before there is one.
func (h *Host) look(name string, of func(*themes.Theme) []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		now, _ := h.state()
		look := now.look
		if look == nil {
			var err error
			if look, err = themes.Find(""); err != nil {
				http.Error(w, err.Error(), http.StatusInternalServerError)
				return
			}
		}
		send(w, r, name, of(look))
	}
}

// program answers with the program to open.
func (h *Host) program(w http.ResponseWriter, r *http.Request) {
	now, _ := h.state()
	if now.data == nil {
		http.Error(w, "There is no program to be played.", http.StatusNotFound)
		return
	}
	send(w, r, "program.json", now.data)
}

func send(w http.ResponseWriter, r *http.Request, name string, data []byte) {
	w.Header().Set("Content-Type", typeOf(name))
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(data))
}

// typeOf returns the media type of a file. It does not use the types of the machine, which may
// differ.
func typeOf(name string) string {
	switch path.Ext(name) {
	case ".html":
		return "text/html; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	}
	return "application/json"
}

// events tells a page which version of the program is the newest, if there is one yet, until
// it is closed.
func (h *Host) events(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	out := http.NewResponseController(w)
	for r.Method != http.MethodHead {
		now, changed := h.state()
		_ = out.SetWriteDeadline(time.Now().Add(hearing)) // of this piece of news
		if now.data != nil {
			_, _ = fmt.Fprintf(w, "retry: 500\ndata: %s\n\n", now.version) // or the flush fails
		}
		if err := out.Flush(); err != nil {
			return
		}
		select {
		case <-changed:
		case <-r.Context().Done():
			return
		}
	}
}

// send answers a request to a session. Its type is one that no form of another page can
// send.
func (h *Host) send(w http.ResponseWriter, r *http.Request) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		http.Error(w, "Requests are in JSON.", http.StatusUnsupportedMediaType)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostBody))
	if large := (*http.MaxBytesError)(nil); errors.As(err, &large) {
		http.Error(w, "The request is too large.", http.StatusRequestEntityTooLarge)
		return
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		http.Error(w, "The request took too long to arrive.", http.StatusRequestTimeout)
		return
	}
	if err != nil {
		return // the page is closed
	}
	number, _ := strconv.ParseUint(r.URL.Query().Get("number"), 10, 64) // or 0
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(h.handle(r.Context(), idOf(r), number, body)) // a client that is gone misses nothing
}

// close forgets the session of a page that is closed.
func (h *Host) close(_ http.ResponseWriter, r *http.Request) {
	h.drop(func(s *pageSession) bool { return s.id == idOf(r) })
}

// idOf returns the id of a page's session, no longer than it has to be.
func idOf(r *http.Request) string {
	id := r.URL.Query().Get("session")
	return id[:min(len(id), 64)]
}
