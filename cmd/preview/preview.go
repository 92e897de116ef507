// Package preview shows a site in browsers while it is being written: it serves the newest
// version from memory, and has every open page reload itself when there is a newer one.
// Why a version could not be made is shown on top of the one before it.
//
// Pages learn of new versions by server-sent events (HTML Living Standard, section 9.2). The server
// listens on loopback only, and answers only requests for a host name of loopback. It adds one
// script element to each page, which no published site has, and changes nothing else.
package preview

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/ceptre-graph/ceptre/site/locale"
)

// Files are the files of a site by their paths, which are relative and have slashes.
type Files map[string][]byte

// Server holds the newest version of a site. Its methods may be called by several at once.
type Server struct {
	// Log receives errors in answering requests. If it is nil, they are written to standard error.
	Log io.Writer

	times   times
	lock    sync.Mutex
	now     state
	changed chan struct{} // closed when there is another state
	path    string        // below which another answers
	mounted http.Handler  // that other; nil for none
}

// state is the visible state of the server. It is immutable and is replaced as a whole.
type state struct {
	files   Files         // nil before there was a site
	version string        // that of the files or, without any, of the failure
	failure string        // why there are no newer files; "" if these are the newest
	words   *locale.Words // of the newest site
}

// New returns a server that has no site yet.
func New() *Server {
	return &Server{times: patience, now: state{words: locale.For("", nil)}, changed: make(chan struct{})}
}

// Mount makes another handler answer below a path, which begins and ends with a slash, instead of
// the files of a site. It may be called once, before the server serves.
func (s *Server) Mount(path string, h http.Handler) { s.path, s.mounted = path, h }

// Show makes files the newest version. The server keeps them, and callers must not change them any
// more. Open pages reload themselves, unless the files are the same as before.
func (s *Server) Show(files Files) {
	s.turn(func(now state) state { return state{files: files, version: version(files), words: now.words} })
}

// Speak sets the words of the server's own pages and notices, which are English before.
func (s *Server) Speak(w *locale.Words) {
	s.turn(func(now state) state {
		now.words = w
		return now
	})
}

// Fail says why there is no newer version. The text is shown as it is, over the pages of
// the last site, until there is a newer one; if there was none, it is all there is to see.
func (s *Server) Fail(text string) {
	s.turn(func(now state) state {
		now.failure = text
		if now.files == nil {
			now.version = version(Files{"": []byte(text)})
		}
		return now
	})
}

// turn sets the next state and wakes all waiters.
func (s *Server) turn(next func(state) state) {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.now = next(s.now)
	close(s.changed)
	s.changed = make(chan struct{})
}

// state returns the current state, and a channel that is closed when another state replaces it.
func (s *Server) state() (state, <-chan struct{}) {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.now, s.changed
}

// version returns a name for the contents of files: equal names mean equal bytes. So pages need not
// reload only because the server was restarted.
func version(files Files) string {
	sum := sha256.New()
	for _, path := range slices.Sorted(maps.Keys(files)) {
		for _, part := range [][]byte{[]byte(path), files[path]} {
			var size [8]byte // keeps apart where one part ends and the next begins
			binary.LittleEndian.PutUint64(size[:], uint64(len(part)))
			sum.Write(size[:])
			sum.Write(part)
		}
	}
	return hex.EncodeToString(sum.Sum(nil)[:16])
}

// news is a message to an open page: the state at once, and then every change.
type news struct {
	Version string `json:"version"`           // of the newest site
	Failure string `json:"failure,omitempty"` // why there is none that is newer
	Words   *said  `json:"words,omitempty"`   // around the failure
}

// said are the words around a failure.
type said struct{ Label, Stale, Hide string }

// tell sends changes to a page until it is closed. A slow page receives only the last change.
func (s *Server) tell(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	if r.Method == http.MethodHead {
		return
	}
	out := http.NewResponseController(w)
	for {
		now, changed := s.state()
		_ = out.SetWriteDeadline(time.Now().Add(s.times.request)) // of this piece of news
		if err := now.news().send(w); err != nil {
			return
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

// news returns the message about a state. A failure without a site is a page of its own, with a
// version of its own.
func (now state) news() news {
	if now.files == nil {
		return news{Version: now.version}
	}
	n := news{Version: now.version, Failure: now.failure}
	if n.Failure != "" {
		n.Words = &said{now.words.Say("preview"), now.words.Say("preview-stale"), now.words.Say("preview-hide")}
	}
	return n
}

// send writes an event. JSON has no line ends, so it fits into one line.
func (n news) send(w http.ResponseWriter) error {
	data, err := json.Marshal(n)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "retry: 500\ndata: %s\n\n", data)
	return err
}
