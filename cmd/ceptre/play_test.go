package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/stretchr/testify/require"
)

// onScreen starts play at a terminal that is both standard input and output.
func onScreen(t *testing.T, term, program string, args ...string) *terminalUser {
	t.Setenv("TERM", term)
	keys, terminal := openTerminal(t)
	resize(t, terminal, 30, 100)
	file := filepath.Join(t.TempDir(), "game.cep")
	require.NoError(t, os.WriteFile(file, []byte(program), 0o644))
	ctx, cancel := context.WithCancel(context.Background())
	s := &terminalUser{t: t, keys: keys, cancel: cancel, status: make(chan int, 1)}
	done := make(chan struct{})
	go func() { _, _ = keys.WriteTo(&s.screen) }()
	go func() {
		defer close(done)
		s.status <- cli.Run(ctx, root, cli.Streams{In: terminal, Out: terminal, Err: terminal},
			append([]string{"play", file}, args...))
	}()
	t.Cleanup(func() {
		cancel()
		<-done
		_, _ = keys.Close(), terminal.Close()
	})
	return s
}

// press types keys when the terminal has shown a text n times.
func (s *terminalUser) press(n int, text, keys string) {
	s.sees(n, text)
	_, err := s.keys.WriteString(keys)
	require.NoError(s.t, err)
}

// At a terminal the game is played on its screen. At the end the screen is gone and the output is
// written.
func TestPlayOnScreen(t *testing.T) {
	dir := t.TempDir()
	out, tale := filepath.Join(dir, "game.json"), filepath.Join(dir, "tale.txt")
	s := onScreen(t, "xterm", dreams, "-o", out, "--transcript", tale)
	s.press(1, "your turn", "1\r")
	s.press(1, "t1 earn", "u1\r/re\r") // typed ahead
	s.press(1, "t2 rest", "q")
	require.Equal(t, cli.OK, s.ends())
	s.sees(1, "\x1b[?1049l") // the screen of the shell is back
	data, err := os.ReadFile(tale)
	require.NoError(t, err)
	require.Equal(t, "game\nseed 1, 5 steps\n\n> t1 earn\n\n> t2 rest\n\n· t3 day/to-night\n\n· t4 dream\n\n· t5 "+
		"night/to-day\n", string(data))
	require.FileExists(t, out)
}

// After going back, the player is asked before leaving, as later steps, or all, are not saved.
func TestPlayLeftAtTheStart(t *testing.T) {
	for _, c := range []struct {
		flags    []string
		question string
	}{
		{nil, "This game is not saved. Leave all the same?"},
		{[]string{"-o", filepath.Join(t.TempDir(), "game.json")},
			"What came after this point is not saved. Leave all the same?"},
	} {
		s := onScreen(t, "xterm", dreams, c.flags...)
		s.press(1, "your turn", "1\r")
		s.press(1, "t1 earn", "uq")
		s.press(1, c.question, "y")
		require.Equal(t, cli.OK, s.ends())
	}
}

// Where the game cannot be kept in the end, the player is back in it, and may save it elsewhere.
func TestPlayCannotBeKept(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "gone")
	require.NoError(t, os.Mkdir(dir, 0o755))
	out, other := filepath.Join(dir, "game.json"), filepath.Join(t.TempDir(), "other.json")
	s := onScreen(t, "xterm", dreams, "-o", out)
	s.press(1, "your turn", "1\r")
	s.sees(1, "t1 earn")
	require.NoError(t, os.Remove(dir))
	s.press(1, "t1 earn", "q")
	s.press(1, "You are still in the game", "\rq")
	s.press(1, "This game is not saved. Leave all the same?", "s")
	s.press(1, "Save as:", "\x15"+other+"\r")
	require.Equal(t, cli.Failed, s.ends())
	require.FileExists(t, other)
	s.sees(2, "game.json: there is no folder")
}

// A play that is interrupted from outside restores the terminal, and keeps the game so far.
func TestPlayInterrupted(t *testing.T) {
	out := filepath.Join(t.TempDir(), "game.json")
	endless := strings.Replace(dreams, "dream : tired -o rested", "dream : tired -o tired", 1)
	s := onScreen(t, "xterm", endless, "-o", out, "--steps", "1000000000")
	s.press(1, "your turn", "2\r")
	s.sees(1, "Esc interrupts")
	s.cancel()
	require.Equal(t, cli.Interrupted, s.ends())
	s.sees(1, "\x1b[?1049l")
	data, err := os.ReadFile(out)
	require.NoError(t, err)
	require.Contains(t, string(data), `"interrupted"`)
}

// If the terminal can show no screen, or a flag turns it off, there is a dialogue.
func TestPlayWithoutScreen(t *testing.T) {
	for _, c := range []struct{ term, flag string }{{"dumb", "--seed=1"}, {"xterm", "--plain"}} {
		s := onScreen(t, c.term, dreams, c.flag)
		for i, keys := range []string{"1\n", "fly\n", "undo\n", "quit\n"} {
			s.press(i+1, "day> ", keys)
		}
		require.Equal(t, cli.OK, s.ends())
		s.sees(1, "day> quit\n")
		require.Equal(t, `game, seed 1
help lists the commands; quit ends the game.
   1  earn  +coin
   2  rest  -rested  +tired
day> 1
> t1 earn
  + coin
   1  earn  +coin
   2  rest  -rested  +tired
day> fly
there is no move fly; `+"`help`"+` lists the commands
day> undo
At the start
   1  earn  +coin
   2  rest  -rested  +tired
day> quit
`, s.screen.text())
	}
}
