package cli

import (
	"bytes"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// screen is a terminal that keeps all it was sent.
type screen struct {
	sync.Mutex
	sent bytes.Buffer
}

func (s *screen) Write(data []byte) (int, error) {
	s.Lock()
	defer s.Unlock()
	return s.sent.Write(data)
}

func (s *screen) text() string {
	s.Lock()
	defer s.Unlock()
	return s.sent.String()
}

// line is what the terminal shows in the end: ESC [ 2 K clears the line, and \r begins it
// anew.
func (s *screen) line() string {
	text := s.text()
	var shown []rune
	for _, piece := range strings.Split(text[strings.LastIndex(text, clearLine)+1:], "\r") {
		letters := []rune(strings.TrimPrefix(piece, clearLine[1:]))
		if len(letters) < len(shown) {
			letters = append(letters, shown[len(letters):]...)
		}
		shown = letters
	}
	return strings.TrimRight(string(shown), " ")
}

const clearLine = "\x1b[2K"

func (s *screen) sees(t *testing.T, text string) {
	t.Helper()
	require.Eventually(t, func() bool { return strings.Contains(s.line(), text) }, 10*time.Second, time.Millisecond,
		"%q", s.text())
}

// Work that lasts is shown, with how far it is, and leaves no letter behind.
func TestProgress(t *testing.T) {
	s := new(screen)
	p := newProgress(s, 0, "reading", -1)
	s.sees(t, "reading")
	p.Turn("drawing", 4)
	s.sees(t, "drawing   0%")
	require.NotContains(t, s.line(), "reading")
	p.Done()
	s.sees(t, "drawing  25%")
	p.Done()
	p.Done()
	s.sees(t, "drawing  75%")
	p.Close()
	require.Empty(t, s.line())

	all := s.text()
	p.Turn("late", -1)
	p.Done()
	p.Close()
	time.Sleep(2 * pace)
	require.Equal(t, all, s.text(), "nothing comes after the end")
}

// No progress is shown for short work, nor on an output that is not a terminal.
func TestProgressIsQuiet(t *testing.T) {
	s := new(screen)
	p := newProgress(s, time.Hour, "drawing", 2)
	p.Done()
	p.Close()
	require.Empty(t, s.text())

	p = Streams{Err: s}.Progress("drawing", -1)
	require.Nil(t, p.tick)
	p.Turn("writing", 2)
	p.Done()
	p.Close()
	require.Empty(t, s.text())
	require.Zero(t, Columns(s))
}
