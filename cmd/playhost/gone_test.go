package playhost

import (
	"net/url"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// The page says at once when the server is gone, and goes on when it is there again, with
// what has changed in the meantime.
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
