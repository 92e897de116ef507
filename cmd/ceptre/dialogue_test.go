package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/creack/pty"
	"github.com/stretchr/testify/require"
)

const dreams = `
coin : pred. tired : pred. rested : pred.
stage day = { earn : $rested -o coin. rest : rested -o tired. }
stage night = { dream : tired -o rested. }
#interactive day.
qui * stage day * $tired -o stage night.
qui * stage night * $coin -o stage day.
#trace _ day { rested, coin }.
`

// terminalUser is a command at a terminal, with a simulated user.
type terminalUser struct {
	t      *testing.T
	keys   *os.File
	cancel context.CancelFunc
	screen display
	out    bytes.Buffer // standard output; to be looked at when the command is done
	status chan int
}

// display is all that the terminal has shown.
type display struct {
	sync.Mutex
	shown strings.Builder
}

func (s *display) Write(data []byte) (int, error) {
	s.Lock()
	defer s.Unlock()
	return s.shown.Write(data)
}

func (s *display) text() string {
	s.Lock()
	defer s.Unlock()
	return strings.ReplaceAll(s.shown.String(), "\r\n", "\n")
}

// openTerminal returns both ends of a terminal.
func openTerminal(t *testing.T) (keys, terminal *os.File) {
	keys, terminal, err := pty.Open()
	if err != nil {
		t.Skip("no terminal to be had here: ", err)
	}
	return keys, terminal
}

// resize gives a terminal another size.
func resize(t *testing.T, terminal *os.File, rows, columns uint16) {
	require.NoError(t, pty.Setsize(terminal, &pty.Winsize{Rows: rows, Cols: columns}))
}

// atTerminal starts a command with a terminal as its standard input and error. It plays the game's
// program.
func atTerminal(t *testing.T, args ...string) *terminalUser {
	keys, terminal := openTerminal(t)
	t.Cleanup(func() { _ = errors.Join(keys.Close(), terminal.Close()) })
	program := filepath.Join(t.TempDir(), "game.cep")
	require.NoError(t, os.WriteFile(program, []byte(dreams), 0o644))
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	s := &terminalUser{t: t, keys: keys, cancel: cancel, status: make(chan int, 1)}
	go func() { _, _ = keys.WriteTo(&s.screen) }()
	go func() {
		s.status <- cli.Run(ctx, root, cli.Streams{In: terminal, Out: &s.out, Err: terminal}, append(args, program))
	}()
	return s
}

// types waits until the terminal shows the prompt n times, and types.
func (s *terminalUser) types(n int, keys string) {
	s.sees(n, "day> ")
	_, err := s.keys.WriteString(keys)
	require.NoError(s.t, err)
}

// sees waits until the terminal shows a text n times.
func (s *terminalUser) sees(n int, text string) {
	require.Eventually(s.t, func() bool { return strings.Count(s.screen.text(), text) >= n },
		10*time.Second, 5*time.Millisecond, "want %q %d times", text, n)
}

// ends waits for the end of the command and returns its status.
func (s *terminalUser) ends() int {
	select {
	case status := <-s.status:
		return status
	case <-time.After(10 * time.Second):
		require.Fail(s.t, "the command does not end", s.screen.text())
		return 0
	}
}

// A dialogue asks again after a wrong answer, tells the steps of chance in between, and prints the
// run at its end.
func TestDialogue(t *testing.T) {
	s := atTerminal(t, "run")
	for i, keys := range []string{"1\n", "\n", "fly\n", "?\n", "2\n", "q\n"} {
		s.types(i+1, keys)
	}
	require.Equal(t, cli.OK, s.ends())
	s.sees(1, "day> q\n\n")
	require.Equal(t, `Stage day
  coin
  rested

Type the number of a move; ? shows the state, q ends the run.

  1  earn  +coin
  2  rest  -rested  +tired
day> 1

  1  earn  +coin
  2  rest  -rested  +tired
day> 
Type a number from 1 to 2, ? for the state, or q to end the run.
day> fly
"fly" is not one of the moves. Type a number from 1 to 2, ? for the state, or q to end the run.
day> ?
Stage day
  2 × coin
  rested
day> 2
  … day/to-night  — stage night —
  … dream  -tired  +rested
  … night/to-day  — stage day —

  1  earn  +coin
  2  rest  -rested  +tired
day> q

`, s.screen.text())
	require.Equal(t, `game, stage day, seed 1, choices random and ask, at most 10000 steps

t1  earn             +coin
t2  rest             -rested  +tired
t3  — stage night —
t4  dream            -tired  +rested
t5  — stage day —

Final state (stopped)
  2 × coin
  rested
`, s.out.String())
}

// Ctrl-D ends the run as q does, even at once.
func TestDialogueEndOfInput(t *testing.T) {
	s := atTerminal(t, "run")
	s.types(1, "\x04")
	require.Equal(t, cli.OK, s.ends())
	require.Contains(t, s.out.String(), "Final state (stopped)")
}

// A run that is interrupted during a question keeps its record so far.
func TestDialogueInterrupted(t *testing.T) {
	out := filepath.Join(t.TempDir(), "trace.json")
	s := atTerminal(t, "run", "-o", out)
	s.types(1, "1\n")
	s.sees(2, "day> ")
	s.cancel()
	require.Equal(t, cli.Interrupted, s.ends())
	require.Contains(t, s.out.String(), "t1  earn")
	require.Contains(t, s.out.String(), "Final state (interrupted)")
	data, err := os.ReadFile(out)
	require.NoError(t, err)
	require.Regexp(t, regexp.MustCompile(`"why": ?"interrupted"`), string(data))
}
