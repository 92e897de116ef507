package web

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// hasty serves a host that gives callers little time to send a request.
func hasty(t *testing.T, h *Host) (address string, within time.Duration) {
	t.Helper()
	within = 300 * time.Millisecond
	s := httptest.NewUnstartedServer(h.Handler("/play/"))
	s.Config.ReadTimeout, s.Config.WriteTimeout = within, 4*within
	s.Start()
	t.Cleanup(s.Close)
	return s.Listener.Addr().String(), within
}

func dial(t *testing.T, address, request string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", address)
	require.NoError(t, err)
	t.Cleanup(func() { c.Close() })
	require.NoError(t, c.SetReadDeadline(time.Now().Add(20*time.Second)))
	_, err = io.WriteString(c, request)
	require.NoError(t, err)
	return c
}

// A request that stops in the middle is refused.
func TestHalfRequest(t *testing.T) {
	address, _ := hasty(t, hosting(t))
	c := dial(t, address,
		"POST /play/send HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{")
	said, err := io.ReadAll(c)
	require.NotErrorIs(t, err, os.ErrDeadlineExceeded)
	require.Contains(t, string(said), "408 Request Timeout")
	require.Contains(t, string(said), "The request took too long to arrive.")
}

// A request may take longer to be answered than to be sent, and a page listens for as long
// as it is open.
func TestLongAnswer(t *testing.T) {
	h := hosting(t)
	end := make(chan error, 1)
	address, within := hasty(t, h)
	s := h.session("x")
	s.turn <- struct{}{} // the game is in use
	go func() {
		r, err := http.Post("http://"+address+"/play/send?session=x", "application/json", strings.NewReader(`{"do": "view"}`))
		if err == nil {
			var data []byte
			data, err = io.ReadAll(r.Body)
			if err == nil && !strings.Contains(string(data), "no program is open") {
				err = io.ErrUnexpectedEOF
			}
		}
		end <- err
	}()
	events := bufio.NewReader(dial(t, address, "GET /play/events HTTP/1.1\r\nHost: localhost\r\n\r\n"))
	time.Sleep(within + 200*time.Millisecond)
	<-s.turn
	require.NoError(t, <-end)
	time.Sleep(4 * within)
	require.NoError(t, h.Fail("later"))
	now, _ := h.state()
	for {
		line, err := events.ReadString('\n')
		require.NoError(t, err)
		if strings.Contains(line, now.version) {
			return
		}
	}
}
