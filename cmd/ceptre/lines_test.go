package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/stretchr/testify/require"
)

func TestLines(t *testing.T) {
	l := newLines(strings.NewReader("one\r\n\ntwo"))
	for i, want := range []string{"one", "", "two"} {
		text, err := l.next(context.Background())
		require.NoError(t, err)
		require.Equal(t, want, text)
		require.Equal(t, i+1, l.count)
	}
	for range 2 {
		_, err := l.next(context.Background())
		require.Equal(t, io.EOF, err)
	}
	require.EqualError(t, l.at(io.ErrUnexpectedEOF), "<stdin>:3: unexpected EOF")
}

// A line that arrives after its caller was interrupted is not lost.
func TestLinesInterrupted(t *testing.T) {
	read, write := io.Pipe()
	l := newLines(read)
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(time.Millisecond, cancel)
	_, err := l.next(ctx)
	require.ErrorIs(t, err, context.Canceled)
	go func() { _, _ = io.WriteString(write, "late\n") }()
	text, err := l.next(context.Background())
	require.NoError(t, err)
	require.Equal(t, "late", text)
}

func TestLinesErrors(t *testing.T) {
	_, err := newLines(strings.NewReader(strings.Repeat("x", maxLine+1))).next(context.Background())
	require.EqualError(t, err, "<stdin>:1: the line is longer than 1048576 bytes")
	dir, err := os.Open(t.TempDir())
	require.NoError(t, err)
	defer dir.Close()
	_, err = newLines(dir).next(context.Background())
	require.ErrorContains(t, err, "<stdin>:1: is a directory")
}

// Progress is shown when it is due, and leaves nothing behind.
func TestProgress(t *testing.T) {
	var shown bytes.Buffer
	p := &progress{chooser: exec.First(), out: &shown, due: time.Now().Add(time.Hour)}
	p.show(time.Now())
	p.leave(&shown)
	require.Empty(t, shown.String())
	p.due, p.steps = time.Time{}, 7
	p.show(time.Now())
	p.show(time.Now()) // too soon to show again
	p.leave(&shown)
	require.Equal(t, "\r7 steps\r\x1b[K", shown.String())
}
