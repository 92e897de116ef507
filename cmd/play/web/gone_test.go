package web

import (
	"net/url"
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// The page says at once that the server is gone. When the server is back, the page continues with
// the changes of the meantime.
func TestGone(t *testing.T) {
	s := opened(t, small(attic), "ERR_CONNECTION_REFUSED", "ERR_INCOMPLETE_CHUNKED_ENCODING", "ERR_CONNECTION_RESET")
	s.clicks(".move", "go ben")
	s.at(1)
	at, err := url.Parse(s.url)
	require.NoError(t, err)
	port, err := strconv.Atoi(at.Port())
	require.NoError(t, err)
	s.stop()
	s.says("#marks", "The server does not answer any more")
	s.clicks(".move", "go ann")
	s.says("#notice", "The server does not answer.")
	s.at(1)

	s.host = &Host{} // which knows of nothing
	s.show(small(attic))
	s.serves(port)
	s.says("#notice", "The server is there again, and the play goes on.")
	s.comes(`!document.querySelector("#is-gone")`)
	s.clicks(".move", "go ann")
	s.at(2)
	s.says("#tried", "2 steps, 1 branch")

	s.stop()
	s.says("#marks", "The server does not answer any more")
	s.show(small(attic + "% other\n"))
	s.serves(port)
	s.says("#notice", "The program has changed; all that was tried still fits.")
	s.at(2)
}

// The page says so when the file of the program is gone, and goes on with what it has, also
// after a reload.
func TestFileGone(t *testing.T) {
	require.NoError(t, new(Host).Fail("nothing to tell"))
	s := opened(t, small(attic))
	s.clicks(".move", "go ben")
	s.at(1)
	require.NoError(t, s.host.Fail("attic.cep: no such file"))
	s.says("#marks", "The program cannot be played as it is now. What is played here is the last that could be.")
	s.says("#marks", "attic.cep: no such file")
	s.clicks(".move", "go ann")
	s.at(2)
	s.do(chromedp.Reload())
	s.says("#marks", "attic.cep: no such file")
	s.at(2)
	s.show(small(attic))
	s.says("#notice", "The program can be played again; nothing is different.")
}
