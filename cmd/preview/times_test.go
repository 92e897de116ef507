package preview

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// hasty returns the address of a server with a site that gives callers little time to send a
// request.
func hasty(t *testing.T) (*Server, string) {
	t.Helper()
	s := New()
	s.times = times{header: 200 * time.Millisecond, request: 400 * time.Millisecond, answer: time.Second,
		idle: 200 * time.Millisecond}
	s.Log = io.Discard
	s.Show(play)
	s.Mount("/echo/", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data, err := io.ReadAll(r.Body)
		fmt.Fprint(w, len(data), err)
	}))
	address, _ := serving(t, s, 0)
	return s, strings.TrimSuffix(strings.TrimPrefix(address, "http://"), "/")
}

// closes requires that the server closes a connection, and returns what it said before.
func closes(t *testing.T, c net.Conn) string {
	t.Helper()
	require.NoError(t, c.SetReadDeadline(time.Now().Add(20*time.Second)))
	said, err := io.ReadAll(c)
	require.NotErrorIs(t, err, os.ErrDeadlineExceeded, "the connection is still open")
	return string(said)
}

func dial(t *testing.T, address string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", address)
	require.NoError(t, err)
	t.Cleanup(func() { c.Close() })
	return c
}

// A caller who is slow with the header or the body, or says nothing between two requests, is
// hung up on.
func TestTimes(t *testing.T) {
	_, address := hasty(t)
	for begun, want := range map[string]string{
		"":                                      "",
		"GET / HT":                              "",
		"GET / HTTP/1.1\r\nHost: localhost\r\n": "",
		"POST /echo/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf":              "i/o timeout",
		"POST /echo/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nha":    "i/o timeout",
		"GET /style.css HTTP/1.1\r\nHost: localhost\r\n\r\n":                                      "color: black",
		"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000000000\r\n\r\nnot asked for": "Welcome",
	} {
		c := dial(t, address)
		_, err := io.WriteString(c, begun)
		require.NoError(t, err)
		require.Contains(t, closes(t, c), want, begun)
	}
	large := dial(t, address)
	_, err := io.WriteString(large, "GET / HTTP/1.1\r\nHost: localhost\r\nX-Large: "+strings.Repeat("x", 2*mostHeader)+
		"\r\n\r\n")
	if err == nil {
		require.Contains(t, closes(t, large), "431 Request Header Fields Too Large")
	}
}

// An answer that is not read ends.
func TestUnread(t *testing.T) {
	s := New()
	s.times.answer = 300 * time.Millisecond
	ended := make(chan error, 1)
	s.Mount("/flood/", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for {
			if _, err := w.Write(make([]byte, 1<<16)); err != nil {
				ended <- err
				return
			}
		}
	}))
	address, _ := serving(t, s, 0)
	c := dial(t, strings.TrimSuffix(strings.TrimPrefix(address, "http://"), "/"))
	_, err := io.WriteString(c, "GET /flood/ HTTP/1.1\r\nHost: localhost\r\n\r\n")
	require.NoError(t, err)
	require.ErrorIs(t, <-ended, os.ErrDeadlineExceeded)
}

// A page that listens does so for as long as it is open.
func TestListensOn(t *testing.T) {
	s, address := hasty(t)
	c := dial(t, address)
	_, err := io.WriteString(c, "GET "+eventsPath+" HTTP/1.1\r\nHost: localhost\r\n\r\n")
	require.NoError(t, err)
	lines := bufio.NewReader(c)
	hears := func(what string) {
		t.Helper()
		require.NoError(t, c.SetReadDeadline(time.Now().Add(20*time.Second)))
		for {
			line, err := lines.ReadString('\n')
			require.NoError(t, err)
			if strings.Contains(line, what) {
				return
			}
		}
	}
	hears(version(play))
	for _, failure := range []string{"first", "second"} {
		time.Sleep(s.times.answer + 200*time.Millisecond) // longer than any other request may take
		s.Fail(failure)
		hears(failure)
	}
}
