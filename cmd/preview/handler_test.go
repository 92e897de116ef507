package preview

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/site/locale"
)

// play is a small site.
var play = Files{
	"index.html":          []byte("<!DOCTYPE html><html><head><title>Index</title></head><body>Welcome</body></html>"),
	"scenes/1.html":       []byte("<!DOCTYPE html><head><title>1</title></head>One"),
	"runs/a b/index.html": []byte("<title>Run</title>"),
	"style.css":           []byte("body { color: black }"),
	"site.js":             []byte("'use strict';"),
	"map.svg":             []byte("<svg xmlns='http://www.w3.org/2000/svg'/>"),
	"trace.json":          []byte("{}"),
	"fonts/a.woff2":       {0xff, 0},
	"cover.png":           {0x89, 'P', 'N', 'G'},
	"play.cep":            []byte("tok : pred."),
	"odd":                 {0xff, 0},
}

// ask sends a request to a server, as a browser on this machine does.
func ask(s *Server, method, path string) *http.Response {
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, httptest.NewRequest(method, "http://127.0.0.1:8000"+path, nil))
	return w.Result()
}

func body(t *testing.T, r *http.Response) string {
	t.Helper()
	data, err := io.ReadAll(r.Body)
	require.NoError(t, err)
	return string(data)
}

// Files are sent as they are, with their types; pages with the script.
func TestFiles(t *testing.T) {
	s := New()
	s.Show(play)
	for path, kind := range map[string]string{
		"/style.css":     "text/css; charset=utf-8",
		"/site.js":       "text/javascript; charset=utf-8",
		"/map.svg":       "image/svg+xml; charset=utf-8",
		"/trace.json":    "application/json",
		"/fonts/a.woff2": "font/woff2",
		"/cover.png":     "image/png",
		"/play.cep":      "text/plain; charset=utf-8",
		"/odd":           "application/octet-stream",
	} {
		r := ask(s, "GET", path)
		require.Equal(t, http.StatusOK, r.StatusCode, path)
		require.Equal(t, kind, r.Header.Get("Content-Type"), path)
		require.Equal(t, "no-store", r.Header.Get("Cache-Control"), path)
		require.Equal(t, "nosniff", r.Header.Get("X-Content-Type-Options"), path)
		require.Equal(t, string(play[path[1:]]), body(t, r), path)
		head := ask(s, "HEAD", path)
		require.Equal(t, r.Header, head.Header, path)
		require.Empty(t, body(t, head), path)
	}
	script := `<script src="/:preview/reload.js" data-version="` + version(play) + `" defer></script>`
	for path, want := range map[string]string{
		"/":              "<!DOCTYPE html><html><head><title>Index</title>" + script + "</head><body>Welcome</body></html>",
		"/index.html":    "<!DOCTYPE html><html><head><title>Index</title>" + script + "</head><body>Welcome</body></html>",
		"/scenes/1.html": "<!DOCTYPE html><head><title>1</title>" + script + "</head>One",
		"/runs/a%20b/":   "<title>Run</title>" + script,
	} {
		r := ask(s, "GET", path)
		require.Equal(t, http.StatusOK, r.StatusCode, path)
		require.Equal(t, "text/html; charset=utf-8", r.Header.Get("Content-Type"), path)
		require.Equal(t, want, body(t, r), path)
	}
	require.Equal(t, "<!DOCTYPE html><html><head><title>Index</title></head><body>Welcome</body></html>",
		string(play["index.html"]))
	r := ask(s, "GET", "/:preview/reload.js")
	require.Equal(t, "text/javascript; charset=utf-8", r.Header.Get("Content-Type"))
	require.Contains(t, body(t, r), "EventSource")
}

func TestFolderIsItsIndex(t *testing.T) {
	s := New()
	s.Show(play)
	r := ask(s, "GET", "/runs/a%20b")
	require.Equal(t, http.StatusTemporaryRedirect, r.StatusCode)
	require.Equal(t, "/runs/a%20b/", r.Header.Get("Location"))
}

// The page for a missing file links to the home page, and shows the name of the file as text.
func TestMissing(t *testing.T) {
	s := New()
	s.Show(play)
	for _, path := range []string{"/none.html", "/runs", "/runs/", "/../secret", "//evil.example/", "/scenes/1.html/",
		"/index.html/index.html", "/%3Cscript%3Ealert(1)%3C/script%3E"} {
		r := ask(s, "GET", path)
		require.Equal(t, http.StatusNotFound, r.StatusCode, path)
		require.Equal(t, "text/html; charset=utf-8", r.Header.Get("Content-Type"), path)
		page := body(t, r)
		require.Contains(t, page, `<a href="/">`, path)
		require.Contains(t, page, scriptPath, path) // comes back if the page does
		require.NotContains(t, page, "<script>", path)
		require.Empty(t, body(t, ask(s, "HEAD", path)), path)
	}
}

// Only names of this machine are answered to, as others may be anybody's.
func TestHost(t *testing.T) {
	s := New()
	s.Show(play)
	for host, want := range map[string]int{
		"127.0.0.1:8000": 200, "127.0.0.1": 200, "127.1.2.3:80": 200, "localhost:8000": 200, "LOCALHOST": 200,
		"[::1]:8000": 200, "[::1]": 200, "[::ffff:127.0.0.1]:80": 200,
		"": 403, "evil.example": 403, "evil.example:8000": 403, "127.0.0.1.evil.example:8000": 403,
		"localhost.evil.example": 403,
		"192.168.0.1:8000":       403, "0.0.0.0:8000": 403, "[::]:8000": 403, "10.0.0.1": 403, "127.0.0.1@evil.example": 403,
		"2130706433": 403,
	} {
		for _, path := range []string{"/", "/style.css", scriptPath, "/none"} {
			r := httptest.NewRequest("GET", path, nil)
			r.Host = host
			w := httptest.NewRecorder()
			s.Handler().ServeHTTP(w, r)
			if want == 403 || path != "/none" {
				require.Equal(t, want, w.Code, "%q %s", host, path)
			}
		}
	}
	r := httptest.NewRequest("GET", eventsPath, nil)
	r.Host = "evil.example"
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	require.Equal(t, 403, w.Code)
}

func TestOnlyReading(t *testing.T) {
	s := New()
	s.Show(play)
	for _, method := range []string{"POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"} {
		r := ask(s, method, "/")
		require.Equal(t, http.StatusMethodNotAllowed, r.StatusCode, method)
		require.Equal(t, "GET, HEAD", r.Header.Get("Allow"), method)
	}
}

// Before there is a site, every path says why.
func TestNoSiteYet(t *testing.T) {
	s := New()
	r := ask(s, "GET", "/")
	require.Equal(t, http.StatusServiceUnavailable, r.StatusCode)
	require.Contains(t, body(t, r), "One moment")
	s.Fail("p.cep:1:5: unknown <script>alert(1)</script>\n  & more")
	for _, path := range []string{"/", "/scenes/1.html"} {
		r := ask(s, "GET", path)
		require.Equal(t, http.StatusServiceUnavailable, r.StatusCode)
		page := body(t, r)
		require.Contains(t, page, "p.cep:1:5: unknown &lt;script&gt;alert(1)&lt;/script&gt;\n  &amp; more")
		require.Contains(t, page, scriptPath)
	}
	s.Show(play)
	require.Equal(t, http.StatusOK, ask(s, "GET", "/").StatusCode)
	s.Fail("broken again") // the old site stays
	require.Contains(t, body(t, ask(s, "GET", "/")), "Welcome")
}

// A mounted handler answers below its path, even if the site has files there, and refuses the same
// hosts.
func TestMount(t *testing.T) {
	s := New()
	s.Mount("/play/", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, r.Method+" "+r.URL.Path)
	}))
	require.Equal(t, "GET /play/", body(t, ask(s, "GET", "/play/")), "before there is a site, too")
	s.Show(Files{"index.html": []byte("Welcome"), "play/index.html": []byte("a site's")})
	r := ask(s, "POST", "/play/send")
	require.Equal(t, "POST /play/send", body(t, r))
	require.Equal(t, "no-store", r.Header.Get("Cache-Control"))
	require.Equal(t, "nosniff", r.Header.Get("X-Content-Type-Options"))
	r = ask(s, "GET", "/play")
	require.Equal(t, http.StatusTemporaryRedirect, r.StatusCode)
	require.Equal(t, "/play/", r.Header.Get("Location"))
	require.Contains(t, body(t, ask(s, "GET", "/")), "Welcome")
	require.Equal(t, http.StatusNotFound, ask(s, "GET", "/player").StatusCode)
	require.Equal(t, http.StatusMethodNotAllowed, ask(s, "POST", "/player").StatusCode)
	for _, host := range []string{"evil.example", "192.168.0.1:8000"} {
		r := httptest.NewRequest("POST", "/play/send", nil)
		r.Host = host
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		require.Equal(t, http.StatusForbidden, w.Code)
	}
}

// The server speaks as the site does.
func TestWordsOfTheSite(t *testing.T) {
	s := New()
	s.Speak(locale.For("de", locale.Own{"preview-hide": {"other": "<Weg>"}}))
	s.Show(play)
	require.Contains(t, body(t, ask(s, "GET", "/none")), `<html lang="de">`)
	require.Contains(t, body(t, ask(s, "GET", "/none")), "<h1>Diese Seite gibt es nicht</h1>")
	s.Fail("x")
	now, _ := s.state()
	require.Equal(t, &said{"Vorschau", "Diese Seite ist nicht die neueste: Die letzte Änderung ließ sich nicht verwenden",
		"<Weg>"}, now.news().Words)
}
