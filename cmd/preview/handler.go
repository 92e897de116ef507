package preview

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"path"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
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
		missing := plain{Title: now.words.Say("preview-missing"), Text: now.words.Say("preview-missing-text"),
			Why: "/" + name, Home: now.words.Say("to-beginning"), Words: now.words}
		now.send(w, r, http.StatusNotFound, missing.page())
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
		_, _ = w.Write(page) // a closed connection is no failure
	}
}

// send sends a file, or the part of it that is asked for.
func send(w http.ResponseWriter, r *http.Request, name string, data []byte) {
	w.Header().Set("Content-Type", contentType(name, data))
	w.Header().Set("Content-Security-Policy", policy(name, data))
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(data))
}

// contentType returns the media type of a file. It does not depend on the types that the machine
// knows, so that a preview is the same everywhere.
func contentType(name string, data []byte) string {
	switch strings.ToLower(path.Ext(name)) {
	case ".html", ".htm":
		return "text/html; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".js", ".mjs":
		return "text/javascript; charset=utf-8"
	case ".json":
		return "application/json"
	case ".webmanifest":
		return "application/manifest+json"
	case ".xml":
		return "application/xml; charset=utf-8"
	case ".svg":
		return "image/svg+xml; charset=utf-8"
	case ".png":
		return "image/png"
	case ".jpg", ".jpeg":
		return "image/jpeg"
	case ".gif":
		return "image/gif"
	case ".webp":
		return "image/webp"
	case ".avif":
		return "image/avif"
	case ".ico":
		return "image/vnd.microsoft.icon"
	case ".woff2":
		return "font/woff2"
	case ".woff":
		return "font/woff"
	case ".ttf":
		return "font/ttf"
	case ".otf":
		return "font/otf"
	case ".pdf":
		return "application/pdf"
	case ".epub":
		return "application/epub+zip"
	}
	if utf8.Valid(data) {
		return "text/plain; charset=utf-8"
	}
	return "application/octet-stream"
}

func isHTML(name string) bool {
	return strings.HasPrefix(contentType(name, nil), "text/html")
}

// What files may do (Content Security Policy, level 3). A page uses what the server has, and
// the stylesheets that stand in it, as its author has written no scripts there; it may show
// other pages of the server in panes. A picture that is opened by itself has only its style.
const (
	pagePolicy = "default-src 'none'; script-src 'self'; img-src 'self' data:; font-src 'self' data:; " +
		"connect-src 'self'; " +
		"frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; style-src 'self'"
	otherPolicy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; " +
		"frame-ancestors 'self'"
)

// policy returns the policy of a file.
func policy(name string, data []byte) string {
	if !isHTML(name) {
		return otherPolicy
	}
	return strings.Join(append([]string{pagePolicy}, styles(data)...), " ")
}

// styles returns the hashes of the stylesheets in a page, as policies name them.
func styles(page []byte) []string {
	root, err := html.Parse(bytes.NewReader(page))
	if err != nil {
		return nil // then no stylesheet in it counts
	}
	var hashes []string
	for n := range root.Descendants() {
		if n.DataAtom != atom.Style {
			continue
		}
		var text strings.Builder
		for c := range n.ChildNodes() {
			if c.Type == html.TextNode {
				text.WriteString(c.Data)
			}
		}
		sum := sha256.Sum256([]byte(text.String()))
		hashes = append(hashes, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'")
	}
	return hashes
}
