package preview

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"
)

// hearing opens the stream of news as a page does; news are read with the function.
func hearing(t *testing.T, address string) (next func() news) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), "GET", address+eventsPath, nil)
	require.NoError(t, err)
	answer, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	t.Cleanup(func() { answer.Body.Close() })
	require.Equal(t, "text/event-stream", answer.Header.Get("Content-Type"))
	lines := bufio.NewScanner(answer.Body)
	return func() (n news) {
		t.Helper()
		for lines.Scan() {
			if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				require.NoError(t, json.Unmarshal([]byte(data), &n))
				return n
			}
		}
		require.Fail(t, "the stream ended", "%v", lines.Err())
		return n
	}
}

// A page hears at once how things are, and then of each change; all pages do.
func TestEvents(t *testing.T) {
	s := New()
	web := httptest.NewServer(s.Handler())
	t.Cleanup(web.Close) // waits for all pages to be closed, so none is left over
	one := hearing(t, web.URL)
	require.Equal(t, news{}, one())

	s.Fail("first")
	failed := one()
	require.Empty(t, failed.Failure, "it is a page of its own")
	require.Contains(t, body(t, ask(s, "GET", "/")), `data-version="`+failed.Version+`"`)
	s.Fail("second")
	require.NotEqual(t, failed, one())

	s.Show(play)
	two := hearing(t, web.URL)
	for _, page := range []func() news{one, two} {
		require.Equal(t, news{Version: version(play)}, page())
	}
	s.Fail("p.cep:1:5: \u2028 <b>\n\ndata: x")
	for _, page := range []func() news{one, two, hearing(t, web.URL)} {
		require.Equal(t, news{Version: version(play), Failure: "p.cep:1:5: \u2028 <b>\n\ndata: x",
			Words: &said{"Preview", "This page is not the newest: the last change could not be used", "Hide"}}, page())
	}
	s.Show(play)
	for _, page := range []func() news{one, two} {
		require.Equal(t, news{Version: version(play)}, page())
	}
	require.Empty(t, body(t, ask(s, "HEAD", eventsPath)))
}

// stream is a page's end of a connection.
type stream struct {
	*httptest.ResponseRecorder
	lock sync.Mutex
}

func (s *stream) Write(p []byte) (int, error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.ResponseRecorder.Write(p)
}

func (s *stream) Flush() {}

// Many pages, opened and closed at any time, end with the last state, and leave no goroutine:
// a bubble of synctest fails when one stays behind.
func TestManyPages(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New()
		var open, closed []*stream
		for i := range 200 {
			w := &stream{ResponseRecorder: httptest.NewRecorder()}
			ctx, cancel := context.WithCancel(t.Context())
			r := httptest.NewRequestWithContext(ctx, "GET", "http://localhost"+eventsPath, nil)
			go s.Handler().ServeHTTP(w, r)
			go s.Fail(fmt.Sprint(i))
			if i%3 == 0 {
				go cancel()
				closed = append(closed, w)
				continue
			}
			defer cancel()
			open = append(open, w)
			go s.Show(Files{"index.html": fmt.Append(nil, i)})
		}
		synctest.Wait()
		s.Show(play)
		synctest.Wait()
		last := `data: {"version":"` + version(play) + "\"}\n\n"
		for _, w := range open {
			require.True(t, strings.HasSuffix(w.Body.String(), last))
		}
		for _, w := range closed {
			require.NotContains(t, w.Body.String(), last)
		}
	})
}
