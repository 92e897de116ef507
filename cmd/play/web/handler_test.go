package web

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/cmd/play/game"
	"github.com/ceptre-graph/ceptre/cmd/play/web/page"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/site/locale"
	"github.com/ceptre-graph/ceptre/themes"
)

// hosting returns a host of a program.
func hosting(t *testing.T) *Host {
	h := &Host{}
	look, err := themes.Find("paper")
	require.NoError(t, err)
	require.NoError(t, h.Show(small(attic), look, locale.For(locale.Default, nil)))
	return h
}

// call sends a request to a host, with headers in pairs.
func call(h *Host, method, path, body string, headers ...string) *http.Response {
	r := httptest.NewRequest(method, "http://127.0.0.1:8000/play/"+path, strings.NewReader(body))
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.Handler("/play/").ServeHTTP(w, r)
	return w.Result()
}

func bodyOf(t *testing.T, r *http.Response) string {
	t.Helper()
	data, err := io.ReadAll(r.Body)
	require.NoError(t, err)
	return string(data)
}

// asks sends a request of a session.
func asks(t *testing.T, h *Host, session, request string) map[string]any {
	t.Helper()
	r := call(h, "POST", "send?session="+session, request, "Content-Type", "application/json", "Sec-Fetch-Site",
		"same-origin")
	require.Equal(t, http.StatusOK, r.StatusCode)
	require.Equal(t, "application/json", r.Header.Get("Content-Type"))
	var reply map[string]any
	require.NoError(t, json.Unmarshal([]byte(bodyOf(t, r)), &reply))
	return reply
}

// opening is the request that opens the program.
func opening(t *testing.T, h *Host) string {
	var o map[string]any
	require.NoError(t, json.Unmarshal([]byte(bodyOf(t, call(h, "GET", "program.json", ""))), &o))
	o["do"] = "open"
	data, err := json.Marshal(o)
	require.NoError(t, err)
	return string(data)
}

// A request that comes after a later one of its page does not end that.
func TestLateRequest(t *testing.T) {
	h := hosting(t)
	asks(t, h, "a&number=2", opening(t, h))
	late := `{"do": "go", "point": 0, "known": 1}`
	require.Equal(t, "it was stopped", asks(t, h, "a&number=1", late)["error"])
	require.NotContains(t, asks(t, h, "a&number=3", late), "error")
	h.lock.Lock()
	going, cancel := context.WithCancelCause(t.Context())
	h.sessions[0].number, h.sessions[0].cancel = 9, cancel
	h.lock.Unlock()
	asks(t, h, "a&number=8", late)
	require.NoError(t, going.Err())
	asks(t, h, "a&number=10", late)
	require.ErrorIs(t, context.Cause(going), errOvertaken)
}

// The pages have what they ask for, and may use nothing else.
func TestFiles(t *testing.T) {
	h := hosting(t)
	pages := bodyOf(t, call(h, "GET", "", "")) + bodyOf(t, call(h, "GET", "workbench.html", ""))
	kinds := map[string]string{"": "text/html", "index.html": "text/html", "workbench.html": "text/html",
		"base.css": "text/css", "read.css": "text/css", "workbench.css": "text/css", "theme.css": "text/css",
		"icon.svg": "image/svg+xml", "engine.js": "text/javascript", "words.js": "text/javascript",
		"program.json": "application/json"}
	for _, script := range scripts(t) {
		kinds[script] = "text/javascript"
	}
	for name, kind := range kinds {
		r := call(h, "GET", name, "")
		require.Equal(t, http.StatusOK, r.StatusCode, name)
		require.Contains(t, r.Header.Get("Content-Type"), kind)
		require.Contains(t, r.Header.Get("Content-Security-Policy"),
			"default-src 'none'; script-src 'self'; style-src 'self';")
		if strings.HasSuffix(name, "s") {
			require.Contains(t, pages, `"`+name+`"`)
		}
	}
	for _, never := range []string{"<style", " style=", "<script>", "//", "{{"} {
		require.NotContains(t, pages, never)
	}
	require.Contains(t, bodyOf(t, call(h, "GET", "theme.css", "")), "--paper:")
	for _, name := range []string{"served.js", "none", "../index.html", "page.go"} {
		require.NotEqual(t, http.StatusOK, call(h, "GET", name, "").StatusCode, name)
	}
	require.Equal(t, http.StatusNotFound, call(&Host{}, "GET", "program.json", "").StatusCode)
	text := string(page.Served)
	for _, script := range scripts(t) {
		data, err := page.Files.ReadFile(script)
		require.NoError(t, err)
		text += string(data)
	}
	for _, never := range []string{"innerHTML", "outerHTML", "insertAdjacent", "document.write", "eval(", "new Function"} {
		require.NotContains(t, text, never)
	}
}

// scripts returns the names of the page's scripts.
func scripts(t *testing.T) []string {
	names, err := fs.Glob(page.Files, "*.js")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	return names
}

// Only a page of the same origin can have something done.
func TestOrigin(t *testing.T) {
	h := hosting(t)
	open := opening(t, h)
	for _, c := range []struct {
		headers []string
		want    int
	}{
		{[]string{"Sec-Fetch-Site", "same-origin", "Content-Type", "application/json"}, http.StatusOK},
		{[]string{"Origin", "http://127.0.0.1:8000", "Content-Type", "application/json; charset=utf-8"}, http.StatusOK},
		{[]string{"Sec-Fetch-Site", "cross-site", "Content-Type", "application/json"}, http.StatusForbidden},
		{[]string{"Sec-Fetch-Site", "same-site", "Content-Type", "application/json"}, http.StatusForbidden},
		{[]string{"Origin", "http://evil.example", "Content-Type", "application/json"}, http.StatusForbidden},
		{[]string{"Origin", "http://127.0.0.1:9000", "Content-Type", "application/json"}, http.StatusForbidden},
		{[]string{"Origin", "null", "Content-Type", "application/json"}, http.StatusForbidden},
		{[]string{"Sec-Fetch-Site", "same-origin", "Content-Type", "text/plain"}, http.StatusUnsupportedMediaType},
		{[]string{"Sec-Fetch-Site", "same-origin"}, http.StatusUnsupportedMediaType},
	} {
		require.Equal(t, c.want, call(h, "POST", "send?session=a", open, c.headers...).StatusCode, c.headers)
	}
	require.Equal(t, http.StatusForbidden,
		call(h, "POST", "close?session=a", "", "Sec-Fetch-Site", "cross-site").StatusCode)
	require.Equal(t, http.StatusMethodNotAllowed, call(h, "GET", "send?session=a", "").StatusCode)
	require.Equal(t, http.StatusMethodNotAllowed,
		call(h, "POST", "read.js", "", "Sec-Fetch-Site", "same-origin").StatusCode)
	large := strings.Repeat(" ", mostBody+1)
	require.Equal(t, http.StatusRequestEntityTooLarge,
		call(h, "POST", "send?session=a", large, "Content-Type", "application/json").StatusCode)
}

// Each page has a session of its own; of many, those that are not heard of are given up.
func TestSessions(t *testing.T) {
	h := hosting(t)
	open := opening(t, h)
	require.Equal(t, true, asks(t, h, "a", `{"do": "view"}`)["closed"])
	require.Equal(t, "attic", asks(t, h, "a", open)["program"].(map[string]any)["name"])
	asks(t, h, "a", `{"do": "choose", "number": 1}`)
	require.Equal(t, true, asks(t, h, "b", `{"do": "view"}`)["closed"])
	depth := func() any { return asks(t, h, "a", `{"do": "view"}`)["view"].(map[string]any)["depth"] }
	require.Equal(t, 1., depth())
	for i := range 2 * mostSessions {
		asks(t, h, fmt.Sprint("other", i), `{"do": "view"}`)
		require.Equal(t, 1., depth(), "who is heard of stays")
	}
	require.Len(t, h.sessions, mostSessions)
	call(h, "POST", "close?session=a", "", "Sec-Fetch-Site", "same-origin")
	require.Len(t, h.sessions, mostSessions-1)
	require.Equal(t, true, asks(t, h, "a", `{"do": "view"}`)["closed"])
}

// TestManual checks what the manual says of how many there are.
func TestManual(t *testing.T) {
	data, err := os.ReadFile("../../ceptre/manual/playing.md")
	require.NoError(t, err)
	require.Contains(t, string(data), fmt.Sprintf("Up to %d pages can play at a time", mostSessions))
}

// A request ends the one before of the same page, and none of another.
func TestOvertaken(t *testing.T) {
	h := hosting(t)
	open := opening(t, h)
	asks(t, h, "a", open)
	s := h.session("a")
	s.turn <- struct{}{} // the session is in use
	ctx, cancel := context.WithCancelCause(context.Background())
	s.cancel = cancel
	var other sync.WaitGroup
	other.Go(func() { asks(t, h, "a", `{"do": "view"}`) })
	<-ctx.Done()
	require.ErrorIs(t, context.Cause(ctx), errOvertaken)
	asks(t, h, "b", open)
	<-s.turn
	other.Wait()
}

// Memory that is used up ends all plays, and the pages are told.
func TestMemory(t *testing.T) {
	h := hosting(t)
	open := opening(t, h)
	full := false
	h.Within = func(ctx context.Context) (context.Context, context.CancelFunc) {
		ctx, cancel := context.WithCancelCause(ctx)
		if full {
			cancel(&exec.LimitError{Limit: "memory", Reason: "it took more than 1 MB of memory"})
		}
		return ctx, func() { cancel(nil) }
	}
	asks(t, h, "a", open)
	asks(t, h, "b", open)
	full = true
	require.Equal(t, map[string]any{"error": "it took more than 1 MB of memory", "closed": true},
		asks(t, h, "a", `{"do": "view"}`))
	require.Empty(t, h.sessions)
	full = false
	require.Equal(t, true, asks(t, h, "b", `{"do": "view"}`)["closed"])
	require.Nil(t, asks(t, h, "b", open)["error"])
}

// Pages hear of each new version of the program, once.
func TestEvents(t *testing.T) {
	h := hosting(t)
	server := httptest.NewServer(h.Handler("/play/"))
	defer server.Close()
	r, err := http.Get(server.URL + "/play/events")
	require.NoError(t, err)
	defer r.Body.Close()
	next := func() string {
		var event [200]byte
		n, err := r.Body.Read(event[:])
		require.NoError(t, err)
		_, data, ok := strings.Cut(string(event[:n]), "data: ")
		require.True(t, ok)
		return strings.TrimSpace(data)
	}
	first := next()
	look, err := themes.Find("")
	require.NoError(t, err)
	require.NoError(t, h.Show(game.Opening{Text: "a : type."}, look, locale.For(locale.Default, nil)))
	second := next()
	require.NotEqual(t, first, second)
	require.NoError(t, h.Show(small(attic), look, locale.For(locale.Default, nil)))
	require.Equal(t, first, next(), "the same text, the same version")
}
