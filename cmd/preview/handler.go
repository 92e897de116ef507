package preview

import (
	"bytes"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"path"
	"strings"
	"time"
)

// Where our own files are. No site can have a file with a colon in its path.
const (
	scriptPath = "/:preview/reload.js"
	eventsPath = "/:preview/events"
)

// Handler returns the handler of requests. It refuses requests for a host name other than one of
// loopback: the page of a stranger may have made such a name lead here, to read the site (DNS
// rebinding).
func (s *Server) Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Cache-Control", "no-store")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Referrer-Policy", "no-referrer")
		switch {
		case !isLoopback(r.Host):
			http.Error(w, "This server is for programs on its own machine.", http.StatusForbidden)
		case s.mounted != nil && strings.HasPrefix(r.URL.Path, s.path):
			s.mounted.ServeHTTP(w, r)
		case s.mounted != nil && r.URL.Path+"/" == s.path:
			http.Redirect(w, r, s.path, http.StatusTemporaryRedirect)
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			h.Set("Allow", "GET, HEAD")
			http.Error(w, "Here things can only be read.", http.StatusMethodNotAllowed)
		default:
			s.answer(w, r)
		}
	})
}

// isLoopback reports whether a host, with or without a port, is this machine by name.
func isLoopback(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	if strings.EqualFold(host, "localhost") {
		return true
	}
	address, err := netip.ParseAddr(host)
	return err == nil && address.Unmap().IsLoopback()
}

// answer answers an admitted request.
func (s *Server) answer(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case scriptPath:
		send(w, r, "reload.js", script)
		return
	case eventsPath:
		s.tell(w, r)
		return
	}
	now, _ := s.state()
	if now.files == nil {
		now.send(w, r, http.StatusServiceUnavailable, blank(now.failure))
		return
	}
	now.answer(w, r)
}

// answer sends the file of a path. A folder is its index.
func (now state) answer(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" || strings.HasSuffix(name, "/") {
		name += index
	}
	data, ok := now.files[name]
	_, folder := now.files[name+"/"+index]
	switch {
	case ok && isHTML(name):
		now.send(w, r, http.StatusOK, data)
	case ok:
		send(w, r, name, data)
	case folder:
		there := url.URL{Path: "./" + path.Base(name) + "/"} // relative, so on this server
		http.Redirect(w, r, there.String(), http.StatusTemporaryRedirect)
	default:
		now.send(w, r, http.StatusNotFound, missing(name))
	}
}

const index = "index.html"

// send sends a page, with the script that reloads it.
func (now state) send(w http.ResponseWriter, r *http.Request, status int, page []byte) {
	page = inject(page, now.version)
	if status == http.StatusOK {
		send(w, r, index, page)
		return
	}
	w.Header().Set("Content-Type", contentType(index, page))
	w.Header().Set("Content-Security-Policy", policy(index, page))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(page) // a reader who has gone misses nothing
	}
}

// send sends a file, or the part of it that is asked for.
func send(w http.ResponseWriter, r *http.Request, name string, data []byte) {
	w.Header().Set("Content-Type", contentType(name, data))
	w.Header().Set("Content-Security-Policy", policy(name, data))
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(data))
}
